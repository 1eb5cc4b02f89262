package text

import (
	"slices"
	"strconv"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

const (
	maxKeys     = 60  // keys shown of the first level
	maxNamed    = 24  // keys named of the second level
	maxNames    = 200 // bytes of their names
	maxKeyBytes = 60  // bytes of one key
	maxKept     = 200 // keys listed of one container
	maxTold     = 16  // keys of a container up to which some are shown with values
)

// An entry is a key of a data file, or an item of a top-level list.
type entry struct {
	key        string
	value      string   // source of a scalar on one line, cut
	open       byte     // '{' or '[' if it is a container, else 0
	count      int      // keys or items in it
	tables     int      // how often it occurs, in TOML
	sample     []string // keys of its first item
	scalars    []string // its first items, if they are scalars
	kids       []*entry
	doc        string
	start, end int
}

// child counts a key or item and keeps the first ones.
func (e *entry) child(open byte, key string, start int) *entry {
	e.open = open
	e.count++
	if e.count > maxKept {
		return nil
	}
	k := &entry{key: key, start: start, end: start}
	e.kids = append(e.kids, k)
	return k
}

// isScalar reports whether an entry has a value rather than keys or items.
func (e *entry) isScalar() bool { return e.open == 0 && e.value != "" }

// look records the structure of a list's items.
func (e *entry) look() {
	if len(e.kids) == 0 {
		return
	}
	if e.sample = mapped.Of(e.kids[0].kids, func(k *entry) string { return k.key }); len(e.sample) > 0 {
		return
	}
	for _, k := range e.kids[:min(len(e.kids), maxNamed)] {
		if k.open == 0 && k.value != "" {
			e.scalars = append(e.scalars, outline.Cut(lex.Unquote(k.value), maxKeyBytes))
		}
	}
}

// inside describes the contents of an entry: "3 keys: a, b, c", "12 items of id, name".
func (e *entry) inside() string {
	if e.open == '[' {
		text := counted(e.count, "item")
		if len(e.sample) > 0 {
			text += " of " + names(e.sample, len(e.sample), maxNames)
		} else if len(e.scalars) > 0 {
			text += ": " + names(e.scalars, e.count, maxNames/2)
		}
		return text
	}
	var keys []string
	for _, k := range e.kids {
		key := outline.Cut(k.key, maxKeyBytes)
		if e.count <= maxTold && isIdentifying(k.key) && k.isScalar() {
			key += " " + outline.Cut(lex.Unquote(k.value), maxKeyBytes)
		}
		keys = append(keys, key)
	}
	text := counted(e.count, "key")
	if len(keys) > 0 {
		text += ": " + names(keys, e.count, maxNames)
	}
	return text
}

// isIdentifying reports whether a key's value identifies an entry.
func isIdentifying(key string) bool {
	return slices.Contains([]string{"name", "kind", "type", "image", "uses", "version", "id", "title", "$ref"}, key)
}

// names returns the first of a list of names and how many remain.
func names(list []string, total, limit int) string {
	var b strings.Builder
	shown := 0
	for _, name := range list {
		if shown == maxNamed || b.Len() > limit {
			break
		}
		if shown > 0 {
			b.WriteString(", ")
		}
		b.WriteString(outline.Cut(name, maxKeyBytes))
		shown++
	}
	if left := total - shown; left > 0 {
		b.WriteString(", … " + strconv.Itoa(left) + " more")
	}
	return b.String()
}

// counted returns a number with its noun.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// keys writes the first level of a data file with line numbers and lists two levels.
func (p *page) keys(root *entry, level int, more string, line func(e *entry) string) {
	kind := "key"
	if root.open == '[' {
		kind = "item"
	}
	for i, e := range root.kids {
		s := outline.Symbol{Name: outline.Cut(e.key, maxHeading), Kind: kind, Depth: 0}
		if text := line(e); i < maxKeys && text != "" {
			s.Doc, s.Head = e.doc, text
			p.add(s, e.start, e.end, level)
		} else {
			p.list(s, e.start, e.end)
		}
		for _, k := range e.kids {
			if isMember := k.key != "" && s.Name != "" && e.open == '{'; isMember && len(p.Symbols) < maxBlocks {
				p.list(outline.Symbol{Name: outline.Cut(k.key, maxHeading), Kind: "key", Parent: s.Name, Depth: 1}, k.start, k.end)
			}
		}
	}
	if left := root.count - min(len(root.kids), maxKeys); left > 0 {
		p.write(level, more+counted(left, "more "+kind))
	}
}
