package source

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"ctxpack/internal/text/pattern"
)

const (
	// maxAttributesLine is the length in bytes above which git ignores a line.
	maxAttributesLine = 2048
	// maxAttributesFile is the maximum size of such a file in bytes.
	maxAttributesFile = 4_000_000
	// maxAttributesWild bounds the bytes of the wildcard patterns that apply in a folder: each of them is tried on
	// each file. Plain names and paths are looked up and need no limit.
	maxAttributesWild = 50_000
)

// attribute is one of the attributes that ctxpack reads.
type attribute uint8

const (
	vendoredAttribute attribute = iota
	generatedAttribute
	documentationAttribute
	filterAttribute
	encodingAttribute

	attributeCount
)

func attributeNames() [attributeCount]string {
	return [attributeCount]string{"linguist-vendored", "linguist-generated", "linguist-documentation", "filter", "working-tree-encoding"}
}

type attributeState uint8

const (
	unspecified attributeState = iota // not mentioned, or `!attribute`
	isSet                             // `attribute`, or any value but false
	isUnset                           // `-attribute`, `attribute=false`
)

// attributes are the rules that apply in a folder, by attribute.
type attributes [attributeCount]*ruleChain

// find returns the state of an attribute of a file; detail names the rule.
func (a *attributes) find(which attribute, path, name string, work *int) (state attributeState, detail string) {
	for c := a[which]; c != nil; c = c.up {
		r := c.list.last(path, name, false, work)
		switch {
		case r == nil:
		case r.state == isSet:
			return isSet, c.list.detail(r)
		default:
			return r.state, ""
		}
	}
	return unspecified, ""
}

// push adds the rules of a .gitattributes file in the folder base. whole is false if it has too many patterns.
func (a *attributes) push(source, base, text string) (whole bool) {
	var room [attributeCount]int
	var lists [attributeCount]*ruleList
	var texts [attributeCount]strings.Builder
	for i := range lists {
		room[i] = maxAttributesWild
		if c := a[i]; c != nil {
			room[i] -= c.wild
		}
		lists[i] = &ruleList{source: source, base: base}
	}
	whole = true
	text = strings.TrimPrefix(text, "\ufeff")
	for number := uint32(1); text != ""; number++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		parsed, ok := parseAttributesLine(line)
		if !ok {
			continue
		}
		for i, said := range parsed.said {
			if said == "" {
				continue
			}
			wild := lists[i].wild
			if strings.ContainsAny(parsed.pattern, wildcards) && wild+len(parsed.pattern) > room[i] {
				whole = false
				continue
			}
			b := &texts[i]
			from := b.Len()
			b.WriteString(parsed.text + " " + said)
			r := rule{text: spanOf(from, b.Len()), line: number, state: stateOf(said)}
			if parsed.pattern != parsed.text { // it was quoted
				from = b.Len()
				b.WriteString(parsed.pattern)
			}
			lists[i].add(r, parsed.pattern, from)
		}
	}
	for i, l := range lists {
		if len(l.rules) > 0 {
			l.text = texts[i].String()
			a[i] = a[i].push(l.seal())
		}
	}
	return whole
}

// attributesLine is one line with attributes that ctxpack reads.
type attributesLine struct {
	text    string                 // the pattern as written
	pattern string                 // the pattern without quotes
	said    [attributeCount]string // the word for each attribute, "" for none
}

const attributesBlanks = " \t\r\n"

// parseAttributesLine parses a line as git does. ok is false if git ignores it, if it defines a macro, or if it has
// only other attributes.
func parseAttributesLine(line string) (parsed attributesLine, ok bool) {
	isKnown := strings.Contains(line, "linguist-") || strings.Contains(line, "filter") || strings.Contains(line, "working-tree-encoding")
	if len(line) >= maxAttributesLine || !isKnown {
		return parsed, false
	}
	line, _, _ = strings.Cut(line, "\x00") // git stores lines as C strings
	line = strings.TrimLeft(line, attributesBlanks)
	if line == "" || line[0] == '#' {
		return parsed, false
	}
	pattern, n := unquoteC(line)
	if n == 0 {
		if n = strings.IndexAny(line, attributesBlanks); n < 0 {
			return parsed, false
		}
		pattern = line[:n]
	}
	const macro = "[attr]"
	if strings.HasPrefix(pattern, "!") || strings.HasPrefix(pattern, macro) && len(pattern) > len(macro) {
		return parsed, false
	}
	parsed.text, parsed.pattern = line[:n], pattern
	isBlank := func(c rune) bool { return strings.ContainsRune(attributesBlanks, c) }
	for _, word := range strings.FieldsFunc(line[n:], isBlank) {
		name, _, _ := strings.Cut(word, "=")
		if name != "" && (name[0] == '-' || name[0] == '!') {
			name = name[1:]
		}
		if !isAttributeName(name) {
			return parsed, false // git then ignores the whole line
		}
		for i, known := range attributeNames() {
			if name == known {
				parsed.said[i] = word // the last one counts
				ok = true
			}
		}
	}
	return parsed, ok
}

func isAttributeName(name string) bool {
	isOther := func(c rune) bool { return c >= utf8.RuneSelf || !isWordByte(byte(c)) && c != '-' && c != '.' }
	return name != "" && name[0] != '-' && !strings.ContainsFunc(name, isOther)
}

// stateOf parses the state of an attribute. Every value but false sets it, as in Linguist.
func stateOf(word string) attributeState {
	_, value, _ := strings.Cut(word, "=")
	switch {
	case word[0] == '!':
		return unspecified
	case word[0] == '-', value == "false":
		return isUnset
	}
	return isSet
}

// unquoteC parses the double-quoted text at the start of s, with C escapes as in git; n is its length with the
// quotes, 0 if there is none.
func unquoteC(s string) (text string, n int) {
	quoted := quotedC().FindString(s)
	if quoted == "" {
		return "", 0
	}
	text = escapedC().ReplaceAllStringFunc(quoted[1:len(quoted)-1], func(escape string) string {
		c, _ := strconv.Unquote(`"` + escape + `"`) // Go has the same escapes
		return c
	})
	text, _, _ = strings.Cut(text, "\x00")
	return text, len(quoted)
}

const escape = `\\(?:[abfnrtv"\\]|[0-3][0-7]{2})`

// quotedC matches a quoted text, escapedC a character in it. Both are read-only.
var quotedC, escapedC = pattern.Of(`^"(?:[^"\\]|` + escape + `)*"`), pattern.Of(escape)
