package gitrepo

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

type setting struct {
	key      string // section.key or section.subsection.key; only the subsection keeps its case
	value    string
	hasValue bool // false for a key alone, which means true
}

// settings are in file order: the last one of a key applies.
type settings []setting

func (s settings) lookup(key string) (setting, bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].key == key {
			return s[i], true
		}
	}
	return setting{}, false
}

// last returns the effective value of key, "" if there is none.
func (s settings) last(key string) string {
	v, _ := s.lookup(key)
	return v.value
}

// enabled returns the effective boolean value of key.
func (s settings) enabled(key string) bool {
	v, ok := s.lookup(key)
	return ok && isTrue(v)
}

func isTrue(s setting) bool { return !s.hasValue || parseBool(s.value) }

// parseBool follows git: yes, on, true and numbers other than 0.
func parseBool(v string) bool {
	switch strings.ToLower(v) {
	case "true", "yes", "on":
		return true
	}
	digits := strings.TrimLeft(v, "+-0")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// configSyntax has the syntax of git-config(1). go-git's decoder refuses files that git accepts: a key after its
// section header on the same line, a section written with a dot, values that are not UTF-8. Compiled once,
// read-only.
var configSyntax = sync.OnceValue(func() (s struct{ blank, header, key, part, any *regexp.Regexp }) {
	const escape = `\\(?:[tbn\\"]|\r?\n)`
	s.blank = regexp.MustCompile(`^(?:[ \t\n\r\v\f]|[#;][^\n]*)+`)
	s.header = regexp.MustCompile(`^\[([A-Za-z0-9.-]*)[ \t\r\v\f]*("(?:[^"\\\n]|\\[^\n])*")?\]`)
	s.key = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]*)[ \t\r]*(?:(=)|$|[\n#;])`)
	// Parts of a value: text, blanks, an escape, quoted text, a comment.
	s.part = regexp.MustCompile(`^(?:[^ \t\n\r\v\f\\"#;]+|[ \t\r\v\f]+|` + escape + `|"(?:[^"\\\n]|` + escape + `)*"|[#;][^\n]*)`)
	s.any = regexp.MustCompile(`(?s)\\(.)`) // after a backslash in the name of a subsection
	return s
})

// configEscapes replaces the escapes in values. Read-only.
var configEscapes = strings.NewReplacer(`\t`, "\t", `\b`, "\b", `\n`, "\n", `\\`, `\`, `\"`, `"`, "\\\r\n", "", "\\\n", "")

// parseConfig returns the settings of a configuration file, on an error those before the malformed line.
func parseConfig(data []byte) (settings, error) {
	whole := string(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	syntax := configSyntax()
	var out settings
	invalid := func(rest string) (settings, error) {
		return out, fmt.Errorf("line %d is not valid", 1+strings.Count(whole[:len(whole)-len(rest)], "\n"))
	}
	section := ""
	for rest := whole; ; {
		rest = rest[len(syntax.blank.FindString(rest)):]
		if rest == "" {
			return out, nil
		}
		if m := syntax.header.FindStringSubmatch(rest); m != nil {
			section = strings.ToLower(m[1])
			if m[2] != "" {
				section += "." + syntax.any.ReplaceAllString(m[2][1:len(m[2])-1], "$1")
			}
			if section == "" {
				return invalid(rest)
			}
			rest = rest[len(m[0]):]
			continue
		}
		m := syntax.key.FindStringSubmatch(rest)
		if m == nil || section == "" {
			return invalid(rest)
		}
		s := setting{key: section + "." + strings.ToLower(m[1]), hasValue: m[2] != ""}
		rest = rest[len(m[1]):]
		if s.hasValue {
			_, rest, _ = strings.Cut(rest, "=")
			var ok bool
			if s.value, rest, ok = configValue(rest); !ok {
				return invalid(rest)
			}
		}
		out = append(out, s)
	}
}

// configValue reads to the end of the logical line. Unquoted comments and surrounding blanks are dropped.
func configValue(line string) (value, rest string, ok bool) {
	var v []byte
	keep := 0 // length of v without trailing blanks
	for {
		part := configSyntax().part.FindString(line)
		if part == "" {
			return string(v[:keep]), line, line == "" || line[0] == '\n'
		}
		line = line[len(part):]
		switch c := part[0]; {
		case c == '#' || c == ';', isSpace(c) && keep == 0:
		case isSpace(c):
			v = append(v, part...)
		default:
			before := len(v)
			if c == '"' {
				part = part[1 : len(part)-1]
			}
			v = append(v, configEscapes.Replace(part)...)
			if c == '"' || len(v) > before {
				keep = len(v)
			}
		}
	}
}

func isSpace(c byte) bool { return strings.IndexByte(" \t\n\r\v\f", c) >= 0 }
