package compressor

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/kinds"
	"ctxpack/internal/text/mapped"
)

type field uint8

const (
	noField field = iota
	moduleField
	findingField
	relationshipField
	questionField
)

// fieldOf returns the field for a member's name.
func fieldOf(name string) field {
	plain := plainName(name)
	for i, set := range []string{"modules of a round", "findings of a round", "relationships of a round", "questions of a round"} {
		if kinds.Is(plain, set) {
			return moduleField + field(i)
		}
	}
	return noField
}

// plainName normalizes a name: keyFindings, key_findings and "Key findings" become equal.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// hasFields reports whether a value is an object with a field of a round.
func hasFields(v *jsondoc.Value) bool {
	return slices.ContainsFunc(v.Members, func(m jsondoc.Member) bool { return fieldOf(m.Name) != noField })
}

// extract reads the fields of the objects, and fields missing from all of them from the objects one level below.
func extract(objects []*jsondoc.Value) Round {
	var r Round
	have := map[field]bool{}
	for _, v := range objects {
		for _, m := range v.Members {
			if f := fieldOf(m.Name); f != noField {
				have[f] = true
				r.add(f, m.Value)
			}
		}
	}
	for _, v := range objects {
		for _, m := range v.Members {
			if fieldOf(m.Name) != noField {
				continue
			}
			for _, below := range m.Value.Members {
				if f := fieldOf(below.Name); f != noField && !have[f] {
					r.add(f, below.Value)
				}
			}
		}
	}
	return r
}

func (r *Round) add(f field, v *jsondoc.Value) {
	switch v.Kind {
	case jsondoc.Null:
	case jsondoc.Array:
		for _, item := range v.Items {
			r.entry(f, "", item)
		}
	case jsondoc.Object:
		if isEntry(f, v) {
			r.entry(f, "", v)
			return
		}
		for _, m := range v.Members {
			name := clean(m.Name)
			if name == "" && (f == moduleField || f == relationshipField) {
				r.Skipped++
				continue
			}
			r.entry(f, name, m.Value)
		}
	default:
		if v.Kind == jsondoc.String && clean(v.Text) != "" {
			r.Single++
		}
		r.entry(f, "", v)
	}
}

// isEntry reports whether an object is a single entry, not a set of entries by name.
func isEntry(f field, v *jsondoc.Value) bool {
	switch f {
	case moduleField:
		return member(v, moduleNames) != ""
	case relationshipField:
		return member(v, fromNames) != "" && member(v, toNames) != ""
	}
	return member(v, titleNames) != "" || member(v, textNames) != ""
}

// entry adds one entry of a field: an item of a list, or a member with its name.
func (r *Round) entry(f field, name string, v *jsondoc.Value) {
	text, isText, isObject := "", v.Kind == jsondoc.String, v.Kind == jsondoc.Object
	if isText {
		text = clean(v.Text)
	}
	switch f {
	case moduleField:
		m := Module{Name: text}
		if isObject {
			m = Module{cmp.Or(name, member(v, moduleNames)), member(v, purposeNames)}
		} else if name != "" {
			m = Module{name, text}
		}
		keep(r, &r.Modules, m, m.Name != "" && (isText || isObject))
	case relationshipField:
		y := Relationship{From: name, To: text}
		switch {
		case name != "" && v.Kind == jsondoc.Array:
			for _, item := range v.Items {
				y = Relationship{From: name, To: clean(item.Text)}
				keep(r, &r.Relationships, y, item.Kind == jsondoc.String && y.To != "")
			}
			return
		case name == "" && isObject:
			y = Relationship{From: member(v, fromNames), To: member(v, toNames), Type: member(v, typeNames)}
		case name == "":
			y = relationshipOf(text)
		}
		keep(r, &r.Relationships, y, y.Text != "" || y.From != "" && y.To != "")
	case findingField:
		text = orText(text, v)
		keep(r, &r.Findings, text, text != "")
	case questionField:
		text = orText(text, v)
		keep(r, &r.OpenQuestions, text, text != "")
	}
}

// keep adds an entry, or counts an invalid one.
func keep[T any](r *Round, list *[]T, entry T, ok bool) {
	if !ok {
		r.Skipped++
		return
	}
	*list = append(*list, entry)
}

// orText returns text, or the description in an object: its title, text, severity and location, if present.
func orText(text string, v *jsondoc.Value) string {
	if v.Kind != jsondoc.Object {
		return text
	}
	title, body := member(v, titleNames), member(v, textNames)
	switch {
	case title == "":
		text = body
	case body == "" || body == title:
		text = title
	default:
		text = title + ": " + body
	}
	if text == "" {
		return ""
	}
	if severity := member(v, "severity priority importance"); severity != "" {
		text = "[" + severity + "] " + text
	}
	if place := member(v, "location path file filepath module"); place != "" {
		text += " (" + place + ")"
	}
	return text
}

// relationshipOf parses "from -> to (type)"; other text is not changed.
func relationshipOf(text string) Relationship {
	for _, arrow := range []string{"->", "→", "=>"} {
		from, to, ok := strings.Cut(text, arrow)
		if !ok || strings.Contains(to, arrow) {
			continue
		}
		y := Relationship{From: strings.TrimSpace(from), To: strings.TrimSpace(to)}
		if rest, ok := strings.CutSuffix(y.To, ")"); ok {
			if name, kind, ok := strings.Cut(rest, " ("); ok {
				y.To, y.Type = strings.TrimSpace(name), strings.TrimSpace(kind)
			}
		}
		if y.From != "" && y.To != "" {
			return y
		}
	}
	return Relationship{Text: text}
}

// The names of the members of entries, the best first, in the form of plainName, separated by blanks.
const (
	moduleNames  = "name module path file component title id"
	purposeNames = "purpose description role summary responsibility responsibilities"
	fromNames    = "from source src caller dependent"
	toNames      = "to target dst destination callee dependency dependson"
	typeNames    = "type kind relationship relation label description"
	titleNames   = "title name headline"
	textNames    = "finding question text summary description statement insight observation message content detail details"
)

// member returns the text of the first member, in the order of names, that is a text or a list of texts.
func member(v *jsondoc.Value, names string) string {
	for name := range strings.FieldsSeq(names) {
		for _, m := range v.Members {
			if plainName(m.Name) != name {
				continue
			}
			if text := textOf(m.Value); text != "" {
				return text
			}
		}
	}
	return ""
}

func textOf(v *jsondoc.Value) string {
	if v.Kind == jsondoc.String {
		return clean(v.Text)
	}
	texts := mapped.Where(v.Items, func(item *jsondoc.Value) bool { return item.Kind == jsondoc.String })
	return strings.Join(mapped.NonZero(texts, func(item *jsondoc.Value) string { return clean(item.Text) }), ", ")
}

// clean puts a text on one line.
func clean(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}
