package imports

import (
	"fmt"
	"iter"

	"ctxpack/internal/text/jsondoc"
)

// jsonValue is a parsed JSON value that keeps the order of object members, which matters in
// `exports` maps. The zero value represents an absent value.
type jsonValue struct{ v *jsondoc.Value }

// parseJSON parses JSON with comments, trailing commas and a byte order mark, as package managers
// do. The error names line and column.
func parseJSON(text string) (jsonValue, error) {
	v, err := jsondoc.Parse([]byte(text), jsondoc.Options{Repeated: true, Loose: true, Comments: true})
	if err != nil {
		return jsonValue{}, fmt.Errorf("parse JSON: %w", err)
	}
	return jsonValue{v}, nil
}

// readJSON parses the manifest at path and records a warning if it is broken.
func (t *tree) readJSON(path string) (jsonValue, bool) {
	text, ok := t.read(path)
	if !ok {
		return jsonValue{}, false
	}
	v, err := parseJSON(text)
	if err != nil {
		t.warn(path, err)
		return jsonValue{}, false
	}
	return v, true
}

// jsons yields path and value of each readable manifest with the name.
func (t *tree) jsons(name string) iter.Seq2[string, jsonValue] { return manifests(t, t.readJSON, name) }

// str returns the string, "" for anything else.
func (j jsonValue) str() string {
	if j.v == nil || j.v.Kind != jsondoc.String {
		return ""
	}
	return j.v.Text
}

func (j jsonValue) isObject() bool { return j.v != nil && j.v.Kind == jsondoc.Object }

// members yields the members of an object in source order, nothing for other values. It yields duplicates twice.
func (j jsonValue) members() iter.Seq2[string, jsonValue] {
	return func(yield func(string, jsonValue) bool) {
		for i := 0; j.v != nil && i < len(j.v.Members); i++ {
			if m := j.v.Members[i]; !yield(m.Name, jsonValue{m.Value}) {
				return
			}
		}
	}
}

// get returns the member with the exact name; the last duplicate wins, as in package managers.
func (j jsonValue) get(names ...string) jsonValue {
	for _, name := range names {
		var found jsonValue
		for n, v := range j.members() {
			if n == name {
				found = v
			}
		}
		j = found
	}
	return j
}

// elements yields the elements of an array, nothing for other values.
func (j jsonValue) elements() iter.Seq[jsonValue] {
	return func(yield func(jsonValue) bool) {
		for i := 0; j.v != nil && i < len(j.v.Items); i++ {
			if !yield(jsonValue{j.v.Items[i]}) {
				return
			}
		}
	}
}

// list returns the strings of an array, or a single string as a list.
func (j jsonValue) list() []string {
	if s := j.str(); s != "" {
		return []string{s}
	}
	var out []string
	for e := range j.elements() {
		if s := e.str(); s != "" {
			out = append(out, s)
		}
	}
	return out
}
