package gitrepo

import (
	"bytes"
	"fmt"
	"strings"
)

// setting is one line of a Git configuration file.
type setting struct {
	key      string // section.key or section.subsection.key; only the subsection keeps its case
	value    string
	hasValue bool // false for a key alone, which means true
}

// settings are in file order: the last one of a key holds.
type settings []setting

func (s settings) lookup(key string) (setting, bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].key == key {
			return s[i], true
		}
	}
	return setting{}, false
}

// last returns the value of key that holds, "" if there is none.
func (s settings) last(key string) string {
	v, _ := s.lookup(key)
	return v.value
}

// enabled returns the boolean that holds for key.
func (s settings) enabled(key string) bool {
	v, ok := s.lookup(key)
	return ok && isTrue(v)
}

func isTrue(s setting) bool {
	return !s.hasValue || parseBool(s.value)
}

// parseBool follows git: yes, on, true and numbers other than 0.
func parseBool(v string) bool {
	switch strings.ToLower(v) {
	case "true", "yes", "on":
		return true
	}
	digits := strings.TrimLeft(v, "+-0")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// configParser reads the syntax that git-config(1) describes. go-git's decoder
// refuses files that git accepts: a key behind its section header, a section
// written with a dot, values that are not UTF-8.
type configParser struct {
	data    []byte
	section string
	out     settings
}

// parseConfig returns the settings of a configuration file. On an error they are
// those up to the line that is wrong.
func parseConfig(data []byte) (settings, error) {
	whole := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	p := &configParser{data: whole}
	for p.skipBlank() {
		var ok bool
		if p.data[0] == '[' {
			ok = p.header()
		} else {
			ok = p.assignment()
		}
		if !ok {
			line := 1 + bytes.Count(whole[:len(whole)-len(p.data)], []byte("\n"))
			return p.out, fmt.Errorf("line %d is not valid", line)
		}
	}
	return p.out, nil
}

// skipBlank moves to the next header or key and tells whether there is one.
func (p *configParser) skipBlank() bool {
	for len(p.data) > 0 {
		switch c := p.data[0]; {
		case isSpace(c):
			p.data = p.data[1:]
		case c == '#' || c == ';':
			end := bytes.IndexByte(p.data, '\n')
			if end < 0 {
				end = len(p.data)
			}
			p.data = p.data[end:]
		default:
			return true
		}
	}
	return false
}

// header reads [section], [section.sub] or [section "sub"].
func (p *configParser) header() bool {
	n := 1
	for n < len(p.data) && (isWord(p.data[n]) || p.data[n] == '.') {
		n++
	}
	name := strings.ToLower(string(p.data[1:n]))
	p.data = p.data[n:]
	for len(p.data) > 0 && isSpace(p.data[0]) && p.data[0] != '\n' {
		p.data = p.data[1:]
	}
	if len(p.data) > 0 && p.data[0] == '"' {
		sub, ok := p.subsection()
		if !ok {
			return false
		}
		name += "." + sub
	}
	if len(p.data) == 0 || p.data[0] != ']' || name == "" {
		return false
	}
	p.data = p.data[1:]
	p.section = name
	return true
}

// subsection reads a quoted name; a backslash takes the next byte as it is.
func (p *configParser) subsection() (string, bool) {
	var sub strings.Builder
	for i := 1; i < len(p.data); i++ {
		switch c := p.data[i]; c {
		case '"':
			p.data = p.data[i+1:]
			return sub.String(), true
		case '\n':
			return "", false
		case '\\':
			if i++; i == len(p.data) || p.data[i] == '\n' {
				return "", false
			}
			sub.WriteByte(p.data[i])
		default:
			sub.WriteByte(c)
		}
	}
	return "", false
}

// assignment reads a key and, after an equals sign, its value.
func (p *configParser) assignment() bool {
	n := 0
	for n < len(p.data) && isWord(p.data[n]) {
		n++
	}
	if n == 0 || !isAlpha(p.data[0]) || p.section == "" {
		return false
	}
	s := setting{key: p.section + "." + strings.ToLower(string(p.data[:n]))}
	p.data = p.data[n:]
	for len(p.data) > 0 && (p.data[0] == ' ' || p.data[0] == '\t' || p.data[0] == '\r') {
		p.data = p.data[1:]
	}
	switch {
	case len(p.data) == 0 || p.data[0] == '\n' || p.data[0] == '#' || p.data[0] == ';':
	case p.data[0] == '=':
		p.data = p.data[1:]
		var ok bool
		if s.value, ok = p.value(); !ok {
			return false
		}
		s.hasValue = true
	default:
		return false
	}
	p.out = append(p.out, s)
	return true
}

// value reads to the end of the logical line. Blanks around the value and
// comments fall away unless quoted.
func (p *configParser) value() (string, bool) {
	var v []byte
	keep := 0 // length of v without trailing blanks
	quoted := false
	for i := 0; ; i++ {
		if i == len(p.data) || p.data[i] == '\n' {
			p.data = p.data[i:]
			return string(v[:keep]), !quoted
		}
		switch c := p.data[i]; {
		case c == '\r' && i+1 < len(p.data) && p.data[i+1] == '\n':
		case !quoted && isSpace(c):
			if keep > 0 {
				v = append(v, c)
			}
		case !quoted && (c == '#' || c == ';'):
			for i+1 < len(p.data) && p.data[i+1] != '\n' {
				i++
			}
		case c == '"':
			quoted = !quoted
			keep = len(v)
		case c == '\\':
			i++
			b, continued, ok := escape(p.data[i:])
			switch {
			case !ok:
				return "", false
			case continued:
				i += len(b) - 1
			default:
				v = append(v, b...)
				keep = len(v)
			}
		default:
			v = append(v, c)
			keep = len(v)
		}
	}
}

// escape decodes what follows a backslash. At a line's end it returns the bytes
// to skip.
func escape(rest []byte) (b []byte, continued, ok bool) {
	switch {
	case bytes.HasPrefix(rest, []byte("\n")):
		return rest[:1], true, true
	case bytes.HasPrefix(rest, []byte("\r\n")):
		return rest[:2], true, true
	case len(rest) == 0:
		return nil, false, false
	}
	from := `tbn\"`
	if at := strings.IndexByte(from, rest[0]); at >= 0 {
		return []byte("\t\b\n\\\"")[at : at+1], false, true
	}
	return nil, false, false
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}

func isAlpha(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z'
}

func isWord(c byte) bool {
	return isAlpha(c) || '0' <= c && c <= '9' || c == '-'
}
