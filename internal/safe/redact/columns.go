package redact

import "strings"

// The first line of a table has the names of its columns.

// mostColumns bounds the columns read of a line.
const mostColumns = 200

// columns records values in those columns of a CSV table whose names indicate secrets.
func (s *scanner) columns() {
	head, _, _ := strings.Cut(s.text, "\n")
	for _, separator := range []byte("\t;|,") {
		if strings.IndexByte(head, separator) < 0 {
			continue
		}
		kinds := columnKinds(head, separator)
		s.eachLine(func(start, end int) {
			if start > 0 {
				s.row(s.text[start:end], start, separator, kinds)
			}
		})
		return
	}
}

// tables does the same for the tables of a Markdown text.
func (s *scanner) tables() {
	last, kinds := "", ""
	s.eachLine(func(start, end int) {
		line := s.text[start:end]
		if strings.IndexByte(line, '|') < 0 {
			kinds, last = "", ""
			return
		}
		if strings.Trim(line, "|-: \t") == "" && strings.Contains(line, "--") {
			kinds = columnKinds(last, '|')
		} else {
			s.row(line, start, '|', kinds)
		}
		last = line
	})
}

// field is a value on a line, without white space and quotes.
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

// columnKinds returns, for each column name, which values are secrets: all (a), those that look random (r), or none
// (-).
func columnKinds(head string, separator byte) string {
	kinds := ""
	for _, name := range fields(head, 0, separator) {
		switch {
		case pattern("passwordColumns").MatchString(name.text):
			kinds += "a"
		case pattern("tokenColumns").MatchString(name.text):
			kinds += "r"
		default:
			kinds += "-"
		}
	}
	return kinds
}

// row records the secrets of a line.
func (s *scanner) row(line string, start int, separator byte, kinds string) {
	if strings.Trim(kinds, "-") == "" {
		return
	}
	row := fields(line, start, separator)
	for i, f := range row[:min(len(row), len(kinds))] {
		switch {
		case kinds[i] == '-' || f.text == "", isVariable(f.text) || isSample(f.text):
		case kinds[i] == 'a' && isPassword(f.text) && !strings.Contains(f.text, " "), kinds[i] == 'r' && isRandom(f.text):
			s.add(credentialName, f.start, f.start+len(f.text))
		}
	}
}
