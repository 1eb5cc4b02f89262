package prose

import (
	"fmt"

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
	v, err := jsondoc.Parse(data, jsondoc.Options{})
	if err != nil {
		return nil, fmt.Errorf("read parts: %w", err)
	}
	var names []string
	for _, part := range p.Parts {
		names = append(names, part.Name)
	}
	if err := v.WantMembers(names...); err != nil {
		return nil, fmt.Errorf("read parts: %w", err)
	}
	var parts []Part
	for _, part := range p.Parts {
		if part.Text, err = v.StringOf(part.Name); err != nil {
			return nil, fmt.Errorf("read parts: %w", err)
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// ParseParts reads a JSON array of parts: name, text, priority (0 if it is missing) and protected. A part without a
// name gets its number for one. Errors have a line and a column or a JSON pointer.
func ParseParts(data []byte) ([]Part, error) {
	v, err := jsondoc.Parse(data, jsondoc.Options{})
	if err == nil {
		err = v.Want(jsondoc.Array)
	}
	if err != nil {
		return nil, fmt.Errorf("read parts: %w", err)
	}
	parts := make([]Part, 0, len(v.Items))
	for i, item := range v.Items {
		part, err := parsePart(item)
		if err != nil {
			return nil, fmt.Errorf("read parts: %w", err)
		}
		if part.Name == "" {
			part.Name = fmt.Sprintf("part %d", i+1)
		}
		parts = append(parts, part)
	}
	return parts, nil
}

func parsePart(v *jsondoc.Value) (p Part, err error) {
	if err := v.WantMembers("name", "text", "priority", "protected"); err != nil {
		return p, err
	}
	if p.Name, err = v.StringOf("name"); err != nil {
		return p, err
	}
	if p.Text, err = v.StringOf("text"); err != nil {
		return p, err
	}
	if p.Priority, err = v.IntOf("priority"); err != nil {
		return p, err
	}
	p.Protected, err = v.BoolOf("protected")
	return p, err
}
