package config

import (
	_ "embed" // keys of other programs
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// A setting is a key with its value in a file.
type setting struct {
	row   row
	value any
	line  int
}

// A walker collects the settings and the errors of one document.
type walker struct {
	table    *Table
	path     string
	settings []setting
	errs     Errors

	inProfile bool
	named     map[string][]setting // the settings of each profile, by its name
}

func (w *walker) fail(at *yaml.Node, key, message, hint string) {
	w.errs = append(w.errs, &Error{
		Path: w.path, Line: at.Line, Column: at.Column, Key: key, Msg: message, Hint: hint,
	})
}

// mapping reads the keys of a section, or of the whole file.
func (w *walker) mapping(b *branch, at *yaml.Node) {
	n := resolve(at)
	if null(n) {
		return
	}
	if n.Kind != yaml.MappingNode || n.ShortTag() != "!!map" {
		subject := b.path + ": "
		if b.path == "" {
			subject = "the file: "
		}
		w.fail(at, b.path, subject+"want a mapping of keys to values, got "+describe(n), "")
		return
	}
	first := make(map[string]int)
	for i := 0; i+1 < len(n.Content); i += 2 {
		place, value := n.Content[i], n.Content[i+1]
		key := resolve(place)
		if key.Kind != yaml.ScalarNode {
			w.fail(place, b.path, "a key must be a name, got "+describe(key), "")
			continue
		}
		if key.ShortTag() == "!!merge" {
			w.fail(place, b.path, "merge keys (<<) are not accepted", "write the keys out")
			continue
		}
		path := strings.TrimPrefix(b.path+"."+key.Value, ".")
		if line, ok := first[key.Value]; ok {
			w.fail(place, path, fmt.Sprintf("key %s is given twice, first on line %d", plain(path), line), "")
			continue
		}
		first[key.Value] = place.Line
		child := b.child(key.Value)
		top := b.path == "" && !w.inProfile
		switch {
		case top && key.Value == profilesKey:
			w.profiles(value)
		case child == nil:
			w.unknown(place, path, key.Value)
		case child.leaf != nil:
			w.leaf(*child.leaf, place, value)
		default:
			before := len(w.settings)
			w.mapping(child, value)
			if child.alias { // the setting's own name takes precedence, at any position
				w.settings = slices.Concat(w.settings[before:], w.settings[:before])
			}
		}
	}
}

func (w *walker) unknown(at *yaml.Node, path, name string) {
	if reason := elsewhere("flag", normal(name)); reason != "" {
		w.fail(at, path, "key "+plain(path)+": "+reason, "")
		return
	}
	hint := elsewhere("key", path)
	if hint == "" && len(w.errs) < maxErrors { // further errors are only counted
		if near := w.table.nearestPath(path); near != "" {
			hint = "did you mean " + near + "?"
		}
	}
	w.fail(at, path, "unknown key "+plain(path), hint)
}

//go:embed elsewhere.txt
var elsewhereText string

// elsewhere returns what to write instead of a key that is not a setting; "" if unknown.
func elsewhere(kind, key string) string {
	_, hint, _ := strings.Cut(elsewhereText, "\n"+kind+" "+key+": ")
	hint, _, _ = strings.Cut(hint, "\n")
	return hint
}

// leaf reads the value of a setting. Its origin is the line of the key.
func (w *walker) leaf(r row, key, at *yaml.Node) {
	n := resolve(at)
	if null(n) {
		return
	}
	if r.kind == kindGlobs {
		w.globs(r, key, at)
		return
	}
	text := n.Value
	if r.kind == kindBoolean {
		text = strings.ToLower(text)
	}
	value, err := r.parse(text)
	if err != nil || n.Kind != yaml.ScalarNode || !slices.Contains(r.kind.tags, n.ShortTag()) {
		w.fail(at, r.path, r.path+": want "+r.want()+", got "+describe(n), r.hint(n))
		return
	}
	w.settings = append(w.settings, setting{r, value, key.Line})
}

func (w *walker) globs(r row, key, at *yaml.Node) {
	n := resolve(at)
	if n.Kind != yaml.SequenceNode || n.ShortTag() != "!!seq" {
		hint := tagHint(n)
		if hint == "" && n.Kind == yaml.ScalarNode && len(n.Value) <= maxGlob {
			hint = "write " + listText([]string{n.Value})
		}
		w.fail(at, r.path, r.path+": want a list of globs, got "+describe(n), hint)
		return
	}
	patterns := make([]string, 0, len(n.Content))
	before := len(w.errs)
	for _, place := range n.Content {
		item := resolve(place)
		if item.Kind != yaml.ScalarNode || !slices.Contains(r.kind.tags, item.ShortTag()) {
			hint := tagHint(item)
			if hint == "" && item.Kind == yaml.ScalarNode && !null(item) {
				hint = "quote the pattern"
			}
			w.fail(place, r.path, r.path+": want a glob, got "+describe(item), hint)
			continue
		}
		for _, pattern := range SplitGlobs(item.Value) {
			if err := r.checkGlob(pattern); err != nil {
				w.fail(place, r.path, r.path+": "+err.Error(), "")
				break
			}
			patterns = append(patterns, pattern)
		}
	}
	if len(w.errs) > before {
		return
	}
	value, err := r.checkGlobs(patterns)
	if err != nil {
		w.fail(at, r.path, r.path+": "+err.Error(), "")
		return
	}
	w.settings = append(w.settings, setting{r, value, key.Line})
}

// hint proposes a replacement for the scalar n.
func (r row) hint(n *yaml.Node) string {
	if hint := tagHint(n); hint != "" || n.Kind != yaml.ScalarNode {
		return hint
	}
	text := strings.ToLower(n.Value)
	switch r.kind {
	case kindChoice:
		if near := Nearest(text, r.choices); near != "" {
			return "did you mean " + near + "?"
		}
	case kindDuration:
		if _, ok := parseCount(text, tokenUnits, 1, 10_000); ok && n.ShortTag() == "!!int" {
			return "did you mean " + text + "d?"
		}
	case kindBoolean:
		switch text {
		case "yes", "on", "y", "true":
			return "write true"
		case "no", "off", "n", "false":
			return "write false"
		}
	case kindInteger, kindShare:
		if _, err := r.parse(n.Value); err == nil {
			return "write it without quotes"
		}
	case kindText:
		if _, err := r.parse(n.Value); err == nil {
			return "write " + quoted(n.Value)
		}
	}
	if isNumber := r.kind == kindTokens || r.kind == kindWords || r.kind == kindInteger; isNumber && strings.ContainsAny(text, "_,") {
		return "write digits without separators"
	}
	return ""
}

// resolve follows aliases. [parseDocument] rejects cycles.
func resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// null reports whether a node represents no value.
func null(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" && slices.Contains([]string{"", "~", "null", "Null", "NULL"}, n.Value)
}

// tagHint returns a hint for a text that YAML parses as a tag, such as !docs/**.
func tagHint(n *yaml.Node) string {
	if n.Style&yaml.TaggedStyle != 0 && !strings.HasPrefix(n.ShortTag(), "!!") {
		return "quote texts that start with !"
	}
	return ""
}

// describe describes a node, for errors.
func describe(n *yaml.Node) string {
	switch {
	case tagHint(n) != "":
		return "a value with the tag " + quoted(n.Tag)
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	}
	switch n.ShortTag() {
	case "!!null":
		return "nothing"
	case "!!str":
		return "the text " + quoted(n.Value)
	case "!!int", "!!float":
		return "the number " + plain(n.Value)
	}
	return plain(n.Value)
}
