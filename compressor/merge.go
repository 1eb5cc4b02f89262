package compressor

import "cmp"

// merge drops entries that an earlier one in the rounds says already, and counts
// them. Rounds stay, even if nothing is left of them.
func merge(rounds []Round, cut *Cut) []Round {
	m := &merger{modules: map[string]*Module{}, relationships: map[[2]string][]*Relationship{}, texts: map[string]bool{}}
	out := make([]Round, len(rounds))
	for i, r := range rounds {
		cut.Skipped += r.Skipped
		cut.Single += r.Single
		// The merger points into these: they never grow beyond their capacity.
		o := Round{
			Number: r.Number, Skipped: r.Skipped, Single: r.Single,
			Modules:       make([]Module, 0, len(r.Modules)),
			Relationships: make([]Relationship, 0, len(r.Relationships)),
		}
		for _, x := range r.Modules {
			if !m.hasModule(x) {
				o.Modules = append(o.Modules, x)
				m.modules[x.Name] = &o.Modules[len(o.Modules)-1]
			}
		}
		o.Findings = m.fresh("finding", r.Findings)
		for _, x := range r.Relationships {
			if !m.hasRelationship(x) {
				o.Relationships = append(o.Relationships, x)
				key := [2]string{x.From + x.Text, x.To}
				m.relationships[key] = append(m.relationships[key], &o.Relationships[len(o.Relationships)-1])
			}
		}
		o.OpenQuestions = m.fresh("question", r.OpenQuestions)
		out[i] = o
	}
	cut.Duplicates = m.duplicates
	return out
}

type merger struct {
	modules       map[string]*Module
	relationships map[[2]string][]*Relationship
	texts         map[string]bool
	duplicates    int
}

// hasModule merges a module with one of its name, which gets its purpose if it has none.
func (m *merger) hasModule(x Module) bool {
	known, ok := m.modules[x.Name]
	if !ok {
		return false
	}
	known.Purpose = cmp.Or(known.Purpose, x.Purpose)
	m.duplicates++
	return true
}

// hasRelationship merges a relationship with one of the same ends whose type is equal or not known to one of the two.
func (m *merger) hasRelationship(x Relationship) bool {
	for _, known := range m.relationships[[2]string{x.From + x.Text, x.To}] {
		known.Type = cmp.Or(known.Type, x.Type)
		if x.Type == "" || known.Type == x.Type {
			m.duplicates++
			return true
		}
	}
	return false
}

// fresh returns the texts of a kind that did not occur before.
func (m *merger) fresh(kind string, texts []string) []string {
	var out []string
	for _, text := range texts {
		if m.texts[kind+"\x00"+text] {
			m.duplicates++
			continue
		}
		m.texts[kind+"\x00"+text] = true
		out = append(out, text)
	}
	return out
}
