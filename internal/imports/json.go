package imports

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/tailscale/hujson"
)

// maxJSONDepth is the deepest nesting of a JSON manifest that is parsed. The
// parser is recursive and would overflow the stack on a hostile file.
const maxJSONDepth = 256

var errTooDeep = errors.New("nested too deep")

// jsonValue is a parsed JSON value that keeps the order of object members,
// which decides in `exports` maps. The zero value stands for an absent one.
type jsonValue struct {
	v hujson.ValueTrimmed
}

// parseJSON parses JSON with comments, trailing commas and a byte order mark,
// as the tools that own these manifests do. The error names line and column.
func parseJSON(text string) (jsonValue, error) {
	text = strings.TrimPrefix(text, "\uFEFF")
	if jsonDepth(text) > maxJSONDepth {
		return jsonValue{}, errTooDeep
	}
	v, err := hujson.Parse([]byte(text))
	if err != nil {
		return jsonValue{}, fmt.Errorf("parse JSON: %s", strings.TrimPrefix(err.Error(), "hujson: "))
	}
	return jsonValue{v.Value}, nil
}

// jsonDepth returns the deepest nesting of brackets outside strings and
// comments. Where the text is not valid JSON it may be too high, never too low
// for what the parser descends into before it fails.
func jsonDepth(text string) int {
	depth, deepest := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ']', '}':
			depth--
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '/':
			i = skipComment(text, i)
		}
	}
	return deepest
}

// skipComment returns the index of the last byte of the comment that starts at
// text[i], or i if there is none.
func skipComment(text string, i int) int {
	rest := text[i:]
	end := -1
	switch {
	case strings.HasPrefix(rest, "//"):
		end = strings.IndexByte(rest, '\n')
	case strings.HasPrefix(rest, "/*"):
		if n := strings.Index(rest[2:], "*/"); n >= 0 {
			end = n + 3
		}
	default:
		return i
	}
	if end < 0 {
		return len(text)
	}
	return i + end
}

// readJSON parses the manifest at path; a broken one leaves a warning.
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

// str returns the string, "" for anything else.
func (j jsonValue) str() string {
	if lit, ok := j.v.(hujson.Literal); ok && lit.Kind() == '"' {
		return lit.String()
	}
	return ""
}

func (j jsonValue) isObject() bool {
	_, ok := j.v.(*hujson.Object)
	return ok
}

// members yields the members of an object in source order, nothing for anything
// else. A name that occurs twice is yielded twice.
func (j jsonValue) members() iter.Seq2[string, jsonValue] {
	return func(yield func(string, jsonValue) bool) {
		obj, ok := j.v.(*hujson.Object)
		if !ok {
			return
		}
		for i := range obj.Members {
			m := &obj.Members[i]
			name, _ := m.Name.Value.(hujson.Literal)
			if !yield(name.String(), jsonValue{m.Value.Value}) {
				return
			}
		}
	}
}

// get returns the member of that exact name; of duplicates the last one counts,
// as for the tools that read these files.
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

// elements yields the elements of an array, nothing for anything else.
func (j jsonValue) elements() iter.Seq[jsonValue] {
	return func(yield func(jsonValue) bool) {
		arr, ok := j.v.(*hujson.Array)
		if !ok {
			return
		}
		for i := range arr.Elements {
			if !yield(jsonValue{arr.Elements[i].Value}) {
				return
			}
		}
	}
}

// list returns the strings of an array, or the one string that stands in place
// of an array.
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
