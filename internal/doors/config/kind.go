package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is what settings take.
type kind struct {
	name      string   // as the reference shows it
	want      string   // for errors, before the interval
	forms     string   // for errors, behind the interval
	label     string   // for the example, before the interval; "" shows none
	tags      []string // the YAML types. A date is a text: that some texts look like dates is no reason to refuse them
	types     []string // of the schema
	low, high int64    // the bounds where a setting has none of its own
	parse     func(r row, text string) (value any, ok bool)
}

// The texts about the kinds in YAML and in the schema. Read-only.
var (
	intOrText, dated   = []string{"!!int", "!!str"}, []string{"!!str", "!!timestamp"}
	integerOr, textual = []string{"integer", "string", "null"}, []string{"string", "null"}
)

// The kinds. Read-only.
var (
	kindTokens  = &kind{"tokens", "a token count", tokenForms, "Tokens", intOrText, integerOr, 0, MaxTokens, parseTokens}
	kindWords   = &kind{"words", "a number of words", tokenForms, "Words", intOrText, integerOr, 0, MaxTokens, parseTokens}
	kindInteger = &kind{"integer", "an integer", "", " ", []string{"!!int"}, []string{"integer", "null"}, 0, anyNumber, func(r row, text string) (any, bool) {
		n, ok := parseInteger(text, r.low, r.high)
		return int(n), ok
	}}
	kindPercent = &kind{"percent", "a percentage", "", "Percent", intOrText, integerOr, 1, 100, func(r row, text string) (any, bool) {
		n, ok := parseInteger(strings.TrimSuffix(text, "%"), r.low, r.high)
		return int(n), ok
	}}
	kindShare = &kind{"share", "a number", "with at most 6 decimals", " ", []string{"!!int", "!!float"}, []string{"number", "null"}, 0, whole, func(r row, text string) (any, bool) {
		return parseShare(text, r.low, r.high)
	}}
	kindSize = &kind{"size", "a size", sizeForms, " ", intOrText, integerOr, 1, anyNumber, func(r row, text string) (any, bool) {
		n, ok := parseCount(text, sizeUnits, r.low, r.high)
		return Size(n), ok
	}}
	kindDuration = &kind{"duration", "a duration", durationForms, " ", dated, textual, 1, anyNumber, func(_ row, text string) (any, bool) {
		d, ok := parseDuration(text)
		return Duration(d), ok
	}}
	kindText = &kind{"text", "a text", "", "", dated, textual, 0, anyNumber, func(r row, text string) (any, bool) {
		return text, utf8.ValidString(text) && int64(len(text)) <= r.high && !strings.ContainsFunc(text, unicode.IsControl)
	}}
	kindChoice = &kind{"choice", "one of", "", "One of", dated, nil, 0, 0, func(r row, text string) (any, bool) {
		return text, slices.Contains(r.choices, text)
	}}
	kindGlobs   = &kind{name: "globs", want: "a list of globs", tags: dated, types: []string{"array", "null"}}
	kindBoolean = &kind{"boolean", "true or false", "", "", []string{"!!bool"}, []string{"boolean", "null"}, 0, 0, func(_ row, text string) (any, bool) {
		// Flags take 1, t and the like as well; files are held to YAML's words.
		b, err := strconv.ParseBool(text)
		return b, err == nil
	}}
)

func parseTokens(r row, text string) (any, bool) {
	n, ok := parseCount(text, tokenUnits, r.low, r.high)
	return int(n), ok
}

// maxGlobs and maxGlob bound what an untrusted file can make every path be matched against.
const (
	maxGlobs = 1_000 // patterns in a list
	maxGlob  = 1_000 // bytes in a pattern
)

// parse reads a value from the text of a flag, a variable or a YAML scalar. The
// error names the accepted and the given value.
func (r row) parse(text string) (any, error) {
	if r.kind == kindGlobs {
		return r.checkGlobs(SplitList(text))
	}
	value, ok := r.kind.parse(r, text)
	if !ok {
		return nil, fmt.Errorf("want %s, got %s", r.want(), quoted(text))
	}
	return value, nil
}

// want says what the setting takes, for errors.
func (r row) want() string {
	switch r.kind {
	case kindChoice:
		return r.kind.want + " " + strings.Join(r.choices, ", ")
	case kindGlobs:
		return r.kind.want
	}
	return strings.Join(strings.Fields(r.kind.want+" "+r.interval()+" "+r.kind.forms), " ")
}

// interval is the range of a number as a phrase.
func (r row) interval() string {
	switch r.kind {
	case kindTokens, kindWords, kindInteger, kindPercent:
		return "from " + grouped(r.low) + " to " + grouped(r.high)
	case kindShare:
		if r.low > 0 {
			return "above 0 and at most " + Share(r.high).String()
		}
		return "from 0 to " + Share(r.high).String()
	case kindSize:
		return "from 1 byte to " + Size(r.high).String()
	case kindDuration:
		return "above zero"
	case kindText:
		return "of at most " + grouped(r.high) + " bytes without control characters"
	case kindGlobs:
		return "at most " + grouped(maxGlobs) + " patterns of at most " + grouped(maxGlob) + " bytes"
	}
	return ""
}

// scalar returns the value in c as YAML, on one line.
func (r row) scalar(c Config) string {
	if r.kind == kindText {
		return quote(r.text(c))
	}
	return r.text(c)
}

// listText writes a list on one line: a JSON array, which is YAML as well.
func listText(items []string) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = quote(item)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// parseJSONList reads what listText writes, and distinguishes it from a glob that starts with a class.
func parseJSONList(s string) ([]string, bool) {
	inner, found := strings.CutPrefix(s, "[")
	if !found || !strings.HasPrefix(inner, `"`) && inner != "]" {
		return nil, false
	}
	var items []string
	if err := json.Unmarshal([]byte(s), &items); err != nil {
		return nil, false
	}
	return items, true
}

// quote writes a string in double quotes so that both JSON and YAML read it
// back, and so that it does nothing to a terminal.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsPrint(r), r > 0xFFFF:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// quoted is quote for messages: cut after 60 characters.
func quoted(s string) string {
	if utf8.RuneCountInString(s) > 60 {
		return quote(string([]rune(s)[:60])) + "…"
	}
	return quote(s)
}

// plain is quoted, but without quotes where a name needs none.
func plain(name string) string {
	if name == "" || len(name) > 60 || strings.ContainsFunc(name, func(r rune) bool {
		return r != '.' && r != '-' && r != '_' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}) {
		return quoted(name)
	}
	return name
}
