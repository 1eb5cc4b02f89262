package prose

import (
	"cmp"
	"fmt"

	"ctxpack/internal/text/jsondoc"
)

// Analysis returns the parts of an analysis, without their texts.
func Analysis() []Part {
	return []Part{{Name: "excerpt", Protected: true}, {Name: "context", Priority: 2}, {Name: "guides", Priority: 1}}
}

// ParseAnalysis parses the parts of an analysis from a JSON object of texts by name. A missing part is empty.
// Errors have a line and a column or a JSON pointer.
func ParseAnalysis(data []byte) ([]Part, error) {
	parts := Analysis()
	var members []any
	for i := range parts {
		members = append(members, parts[i].Name, &parts[i].Text)
	}
	return read(data, &parts, func(v *jsondoc.Value) error { return v.ReadOnly(members...) })
}

// ParseParts parses a JSON array of parts: name, text, priority (default 0) and protected. A part without a name is
// named by its number. Errors have a line and a column or a JSON pointer.
func ParseParts(data []byte) ([]Part, error) {
	parts := []Part{}
	return read(data, &parts, jsondoc.Each(&parts, func(v *jsondoc.Value) (p Part, err error) {
		err = v.ReadOnly("name", &p.Name, "text", &p.Text, "priority", &p.Priority, "protected", &p.Protected)
		p.Name = cmp.Or(p.Name, fmt.Sprintf("part %d", len(parts)+1))
		return p, err
	}))
}

func read(data []byte, parts *[]Part, take func(*jsondoc.Value) error) ([]Part, error) {
	v, err := jsondoc.Parse(data, jsondoc.Options{})
	if err == nil {
		err = take(v)
	}
	if err != nil {
		return nil, fmt.Errorf("read parts: %w", err)
	}
	return *parts, nil
}
