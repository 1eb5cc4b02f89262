package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A kind is what a setting takes. It knows its name.
type kind uint8

const (
	kindTokens kind = iota + 1
	kindInteger
	kindShare
	kindSize
	kindDuration
	kindText
	kindChoice
	kindGlobs
	kindBoolean
	kindWords
	kindPercent
)

// String returns the name of the kind as the reference shows it.
func (k kind) String() string {
	names := [...]string{"", "tokens", "integer", "share", "size", "duration", "text", "choice", "globs", "boolean", "words", "percent"}
	if int(k) < len(names) {
		return names[k]
	}
	return ""
}

// maxGlobs and maxGlob bound what an untrusted file can make every path be
// matched against.
const (
	maxGlobs = 1_000 // patterns in a list
	maxGlob  = 1_000 // bytes in a pattern
)

// parse reads a value from the text of a flag, a variable or a YAML scalar. The
// error says what is accepted and what was given.
func (r row) parse(text string) (any, error) {
	var value any
	ok := true
	switch r.kind {
	case kindTokens, kindWords:
		var n int64
		n, ok = parseCount(text, tokenUnits, r.low, r.high)
		value = int(n)
	case kindInteger:
		var n int64
		n, ok = parseInteger(text, r.low, r.high)
		value = int(n)
	case kindPercent:
		var n int64
		n, ok = parseInteger(strings.TrimSuffix(text, "%"), r.low, r.high)
		value = int(n)
	case kindShare:
		value, ok = parseShare(text, r.low, r.high)
	case kindSize:
		var n int64
		n, ok = parseCount(text, sizeUnits, r.low, r.high)
		value = Size(n)
	case kindDuration:
		var d time.Duration
		d, ok = parseDuration(text)
		value = Duration(d)
	case kindText:
		value = text
		ok = utf8.ValidString(text) && int64(len(text)) <= r.high && !strings.ContainsFunc(text, unicode.IsControl)
	case kindChoice:
		value = text
		ok = slices.Contains(r.choices, text)
	case kindGlobs:
		return checkGlobs(SplitList(text))
	case kindBoolean:
		// Flags take 1, t and the like as well; files are held to YAML's words.
		b, err := strconv.ParseBool(text)
		value, ok = b, err == nil
	}
	if !ok {
		return nil, fmt.Errorf("want %s, got %s", r.want(), quoted(text))
	}
	return value, nil
}

// want says what the setting takes, for errors.
func (r row) want() string {
	switch r.kind {
	case kindTokens:
		return "a token count " + r.interval() + " " + tokenForms
	case kindWords:
		return "a number of words " + r.interval() + " " + tokenForms
	case kindInteger:
		return "an integer " + r.interval()
	case kindPercent:
		return "a percentage " + r.interval()
	case kindShare:
		return "a number " + r.interval() + " with at most 6 decimals"
	case kindSize:
		return "a size " + r.interval() + " " + sizeForms
	case kindDuration:
		return "a duration " + r.interval() + " " + durationForms
	case kindText:
		return "a text " + r.interval()
	case kindChoice:
		return "one of " + strings.Join(r.choices, ", ")
	case kindGlobs:
		return "a list of globs"
	case kindBoolean:
		return "true or false"
	}
	return ""
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

// store puts a parsed value into c.
func (r row) store(c *Config, value any) {
	if r.field == nil {
		// The map may be shared with the Config that c was copied from.
		weights := make(map[string]int, len(c.Context.Weights)+1)
		for name, points := range c.Context.Weights {
			weights[name] = points
		}
		weights[strings.TrimPrefix(r.path, weightPrefix)] = value.(int)
		c.Context.Weights = weights
		return
	}
	switch p := r.field(c).(type) {
	case *int:
		*p = value.(int)
	case *Share:
		*p = value.(Share)
	case *Size:
		*p = value.(Size)
	case *Duration:
		*p = value.(Duration)
	case *string:
		*p = value.(string)
	case *[]string:
		*p = value.([]string)
	case *bool:
		*p = value.(bool)
	}
}

// text returns the value in c as parse takes it.
func (r row) text(c Config) string {
	if r.field == nil {
		return strconv.Itoa(c.Context.Weights[strings.TrimPrefix(r.path, weightPrefix)])
	}
	switch p := r.field(&c).(type) {
	case *string:
		return *p
	case *[]string:
		return listText(*p)
	case *int:
		return strconv.Itoa(*p)
	case *bool:
		return strconv.FormatBool(*p)
	case fmt.Stringer:
		return p.String()
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

// parseJSONList reads what listText writes, and tells it from a glob that
// starts with a class.
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
