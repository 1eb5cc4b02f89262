package text

import (
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// outlineHCL shows the blocks of a configuration: variables and outputs with
// type, default and description, resources and modules by type and name, and
// the names of local values.
func outlineHCL(p *page) string {
	return p.blocks(blockRules{
		ends: "\n", breaks: true, skip: skipHeredoc, value: endsIn("=>:"),
		joins: func(before, next string) bool {
			return endsIn("=?")(before) || next != "" && strings.IndexByte("?:", next[0]) >= 0
		},
	}, func(list []*block) {
		for _, b := range list {
			if b.body {
				p.hclBlock(b)
			} else if name, value, found := strings.Cut(b.head, "="); found { // .tfvars, Packer, Nomad
				name = strings.TrimSpace(name)
				p.add(outline.Symbol{Name: outline.Cut(name, maxHeading), Kind: "key", Line: p.line(b.start), Head: name + " = " + outline.Closed(outline.Cut(strings.TrimSpace(value), outline.MaxValue))}, b.docStart, b.end, 0)
			}
		}
	})
}

// skipHeredoc jumps over "<<EOT … EOT".
func skipHeredoc(src string, i int) int {
	if src[i] != '<' || !strings.HasPrefix(src[i:], "<<") {
		return i
	}
	j := i + 2
	if j < len(src) && (src[j] == '-' || src[j] == '~') {
		j++
	}
	end := j
	for end < len(src) && isWordByte(src[end]) {
		end++
	}
	mark := src[j:end]
	if mark == "" || !isLetter(mark[0]) && mark[0] != '_' {
		return i
	}
	for at := end; ; {
		n := strings.IndexByte(src[at:], '\n')
		if n < 0 {
			return len(src)
		}
		at += n + 1
		line, _, _ := strings.Cut(src[at:], "\n")
		if strings.TrimSpace(line) == mark {
			return at + len(strings.TrimRight(line, "\r"))
		}
	}
}

func (p *page) hclBlock(b *block) {
	labels := strings.Fields(b.head)
	kind := blockLabels(labels)
	var names []string
	for _, l := range labels[min(1, len(labels)):] {
		names = append(names, lex.Unquote(l))
	}
	s := outline.Symbol{Name: outline.Cut(strings.Join(names, "."), maxHeading), Kind: kind, Head: outline.Cut(b.head, 2*outline.MaxLine)}
	var shown []string
	switch kind {
	case "variable":
		s.Exported = true
		shown = []string{"type", "default", "sensitive"}
	case "output":
		s.Exported = true
		shown = []string{"value", "sensitive"}
	case "module":
		shown = []string{"source", "version", "for_each", "count"}
		if source := hclValue(b, "source"); source != "" {
			p.addImport("import", lex.Unquote(source), b.start)
		}
	case "resource", "data", "ephemeral":
		shown = []string{"for_each", "count", "provider"}
	case "provider":
		shown = []string{"alias", "region"}
	case "locals":
		p.hclLocals(b)
		return
	case "terraform":
		shown = []string{"required_version"}
	default:
		shown = []string{"source", "path", "driver", "image", "type"}
	}
	if s.Exported {
		p.export(s.Name)
	}
	var lines []string
	for _, key := range shown {
		if value := hclValue(b, key); value != "" {
			lines = append(lines, key+" = "+outline.Closed(outline.Cut(value, outline.MaxLine)))
		}
	}
	lines = append(lines, hclNested(b)...)
	oneLine := strings.Join(lines, "; ")
	switch {
	case len(lines) == 0:
		s.Head += " {…}"
	case len(s.Head)+len(oneLine) < outline.MaxLine:
		s.Head += " { " + oneLine + " }"
	default:
		s.Head += " {\n  " + strings.Join(lines, "\n  ") + "\n}"
	}
	if text := hclText(hclValue(b, "description")); s.Exported && text != "" && len(p.Symbols) < maxRules {
		s.Head += " # " + outline.Cut(text, maxSelector)
	} else if b.doc != "" && len(p.Symbols) < maxRules {
		s.Doc = b.doc
	}
	s.Line = p.line(b.start)
	p.add(s, b.docStart, b.end, 0)
}

func blockLabels(labels []string) string {
	if len(labels) == 0 || lex.Unquote(labels[0]) == "" {
		return "block"
	}
	return lex.Unquote(labels[0])
}

// hclValue is the source of an attribute, "" if the block has none.
func hclValue(b *block, key string) string {
	for _, k := range b.kids {
		if name, value, ok := strings.Cut(k.head, "="); ok && strings.TrimSpace(name) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// hclText is what a string says.
func hclText(value string) string {
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return value
	}
	return strings.TrimSpace(strings.ReplaceAll(value[1:len(value)-1], `\"`, `"`))
}

// hclNested names the blocks inside a block, each kind once.
func hclNested(b *block) []string {
	var list []string
	seen := map[string]int{}
	for _, k := range b.kids {
		if k.body && k.head != "" {
			head := outline.Cut(k.head, outline.MaxValue)
			if seen[head]++; seen[head] == 1 && len(list) < maxNamed {
				list = append(list, head+" {…}")
			}
		}
	}
	return list
}

func (p *page) hclLocals(b *block) {
	var list []string
	for _, k := range b.kids {
		if name, _, ok := strings.Cut(k.head, "="); ok {
			list = append(list, strings.TrimSpace(name))
		}
	}
	if len(list) == 0 {
		return
	}
	text := "locals { " + names(list, len(list), 3*maxNames) + " }"
	p.write(0, text)
	for _, k := range b.kids {
		if name, _, ok := strings.Cut(k.head, "="); ok {
			p.list(outline.Symbol{Name: outline.Cut(strings.TrimSpace(name), maxHeading), Kind: "local"}, k.docStart, k.end)
		}
	}
}
