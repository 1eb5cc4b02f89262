package prose

import (
	"cmp"
	"fmt"
	"slices"

	"ctxpack/internal/text/jsondoc"
)

// Profile is a limit for a known purpose.
type Profile struct {
	Name  string
	Limit int // words
	// Parts are the parts that its input has by name, without their texts; none if it is one text.
	Parts []Part
}

// Profiles lists the profiles that are known.
func Profiles() []Profile {
	return []Profile{
		{Name: "context", Limit: 50_000},
		{Name: "analysis", Limit: 75_000, Parts: []Part{
			{Name: "excerpt", Protected: true},
			{Name: "context", Priority: 2},
			{Name: "guides", Priority: 1},
		}},
	}
}

// Parse reads the parts of a profile from a JSON object of texts by name. A part
// that is missing is empty. Errors have a line and a column or a JSON pointer.
func (p Profile) Parse(data []byte) ([]Part, error) {
	parts := slices.Clone(p.Parts)
	var members []any
	for i := range parts {
		members = append(members, parts[i].Name, &parts[i].Text)
	}
	return read(data, &parts, func(v *jsondoc.Value) error { return v.ReadOnly(members...) })
}

// ParseParts reads a JSON array of parts: name, text, priority (0 if it is missing) and protected. A part without a
// name gets its number for one. Errors have a line and a column or a JSON pointer.
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
