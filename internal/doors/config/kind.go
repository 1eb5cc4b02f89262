package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ctxpack/internal/text/mapped"
)

// A kind is a type of settings.
type kind struct {
	name      string   // as the reference shows it
	want      string   // for errors, before the interval
	forms     string   // for errors, after the interval
	label     string   // for the example, before the interval; "" shows none
	tags      []string // the YAML types; texts may look like dates, so they include timestamps
	types     []string // the JSON types of the schema
	low, high int64    // the default bounds of a setting
	parse     func(r row, text string) (value any, ok bool)
}

// Types of several kinds, in YAML and in the schema. Read-only.
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
		// Flags accept 1, t and similar values too; files only YAML's words.
		b, err := strconv.ParseBool(text)
		return b, err == nil
	}}
)

func parseTokens(r row, text string) (any, bool) {
	n, ok := parseCount(text, tokenUnits, r.low, r.high)
	return int(n), ok
}

// maxGlobs and maxGlob bound the patterns of an untrusted file, which are matched against every path.
const (
	maxGlobs = 1_000 // patterns in a list
	maxGlob  = 1_000 // bytes in a pattern
)

// parse parses the text of a flag, a variable or a YAML scalar. The error names the accepted values and the given one.
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

// want describes the accepted values, for errors.
func (r row) want() string {
	switch r.kind {
	case kindChoice:
		return r.kind.want + " " + strings.Join(r.choices, ", ")
	case kindGlobs:
		return r.kind.want
	}
	return strings.Join(strings.Fields(r.kind.want+" "+r.interval()+" "+r.kind.forms), " ")
}

// interval returns the range of the accepted values as a phrase.
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

// listText returns a list on one line, as a JSON array, which is also valid YAML.
func listText(items []string) string {
	return "[" + strings.Join(mapped.Of(items, quote), ", ") + "]"
}

// parseJSONList parses the format of listText, and distinguishes it from a glob that starts with a class.
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

// quote returns a string in double quotes that both JSON and YAML can parse,
// without control characters that would affect a terminal.
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

// quoted is like quote, for messages: it cuts the string after 60 characters.
func quoted(s string) string {
	if utf8.RuneCountInString(s) > 60 {
		return quote(string([]rune(s)[:60])) + "…"
	}
	return quote(s)
}

// plain is like quoted, but omits the quotes if the name does not need them.
func plain(name string) string {
	if name == "" || len(name) > 60 || strings.ContainsFunc(name, func(r rune) bool {
		return r != '.' && r != '-' && r != '_' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}) {
		return quoted(name)
	}
	return name
}
