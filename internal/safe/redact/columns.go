package redact

import "strings"

// A table has the names of its values in its first line.

// mostColumns are looked at of a line.
const mostColumns = 200

// columns takes the values of a table's columns that are named after secrets.
func (s *scanner) columns() {
	line, _, _ := strings.Cut(s.text, "\n")
	for _, separator := range []byte{'\t', ';', '|', ','} {
		if strings.IndexByte(line, separator) < 0 {
			continue
		}
		kinds := secretColumns(fields(line, 0, separator))
		if kinds == nil {
			return
		}
		first := true
		s.eachLine(func(start, end int) {
			if !first {
				s.row(fields(s.text[start:end], start, separator), kinds)
			}
			first = false
		})
		return
	}
}

// tables does the same with the tables of a text in Markdown.
func (s *scanner) tables() {
	var kinds []columnKind
	var last []field
	s.eachLine(func(start, end int) {
		line := s.text[start:end]
		trimmed := strings.TrimSpace(line)
		if !strings.Contains(trimmed, "|") {
			kinds, last = nil, nil
			return
		}
		row := fields(line, start, '|')
		switch {
		case strings.Trim(trimmed, "|-: ") == "" && strings.Contains(trimmed, "--"):
			kinds = secretColumns(last)
		case kinds != nil:
			s.row(row, kinds)
		}
		last = row
	})
}

// field is a value of a line, without white space and quotes.
type field struct {
	start int
	text  string
}

func fields(line string, at int, separator byte) []field {
	var list []field
	for i := 0; i <= len(line) && len(list) < mostColumns; i++ {
		start := i
		quote := byte(0)
		for i < len(line) && (quote != 0 || line[i] != separator) {
			if line[i] == '"' && (quote != 0 || strings.TrimSpace(line[start:i]) == "") {
				quote ^= '"'
			}
			i++
		}
		const around = " \t\r\"'`*"
		text := strings.TrimLeft(line[start:i], around)
		list = append(list, field{at + i - len(text), strings.TrimRight(text, around)})
	}
	return list
}

// columnKind is what the name of a column says of its values.
type columnKind uint8

const (
	ordinaryColumn columnKind = iota
	passwordColumn            // all are secrets
	tokenColumn               // those that look random
)

// secretColumns returns the kinds of columns; nil if none holds secrets.
func secretColumns(names []field) []columnKind {
	kinds := make([]columnKind, len(names))
	any := false
	for i, name := range names {
		switch {
		case passwordColumns().MatchString(name.text):
			kinds[i], any = passwordColumn, true
		case tokenColumns().MatchString(name.text):
			kinds[i], any = tokenColumn, true
		}
	}
	if !any {
		return nil
	}
	return kinds
}

// Read-only.
var (
	passwordColumns = lazily(`(?i)(?:pass[^a-z]*(?:word|wd|phrase|wort)?|pwd|secret)[^a-z]*$`)
	tokenColumns    = lazily(`(?i)(?:token|(?:api|access|secret|private)[^a-z]*key|credentials?|password[^a-z]*hash)[^a-z]*$`)
)

// row takes the secrets of a line.
func (s *scanner) row(row []field, kinds []columnKind) {
	for i, f := range row[:min(len(row), len(kinds))] {
		switch {
		case f.text == "" || isVariable(f.text) || isSample(f.text):
		case kinds[i] == passwordColumn && isPassword(f.text) && !strings.Contains(f.text, " "), kinds[i] == tokenColumn && isRandom(f.text):
			s.add(credentialName, f.start, f.start+len(f.text))
		}
	}
}
