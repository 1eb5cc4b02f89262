package outline

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"ctxpack/signatures/internal/lex"
)

// Flat returns source on one line, without comments.
func (f *File) Flat(start, end int) string {
	if start >= end {
		return ""
	}
	end = min(end, start+MaxFlat)
	for end < len(f.Src) && end > start && !utf8.RuneStart(f.Src[end]) {
		end--
	}
	var b strings.Builder
	i := sort.Search(len(f.Comments), func(i int) bool { return f.Comments[i].End > start })
	for ; i < len(f.Comments) && f.Comments[i].Start < end; i++ {
		if f.Comments[i].Start >= start {
			b.WriteString(f.Src[start:f.Comments[i].Start])
		}
		start = min(max(f.Comments[i].End, start), end)
	}
	b.WriteString(f.Src[start:end])
	text := b.String()
	if f.Elided {
		text = markLeftOut(text)
	}
	return Squeeze(OneLine(text, f.spec.Layout.Separator))
}

// markLeftOut puts an ellipsis between brackets that a skeleton emptied.
func markLeftOut(text string) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(text); i++ {
		if c := text[i]; c != '{' && c != '(' && c != '[' {
			continue
		}
		end := i + 1
		for end < len(text) && strings.IndexByte(" \t\n\f\r", text[end]) >= 0 {
			end++
		}
		if end > i+1 && end < len(text) && strings.IndexByte("}])", text[end]) >= 0 {
			b.WriteString(text[done:i+1] + "…")
			done = end
		}
		i = end - 1
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}

// Squeeze replaces runs of white space outside of strings with one space.
func Squeeze(s string) string {
	if !strings.Contains(s, "  ") && !strings.Contains(s, "\t") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\'', '`':
			end := max(lex.SkipString(s, i), i)
			b = append(b, s[i:end+1]...)
			i = end
		case ' ', '\t':
			if len(b) > 0 && b[len(b)-1] != ' ' {
				b = append(b, ' ')
			}
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// OneLine joins lines: a line end and the white space around it become one space, or nothing next to a bracket. The
// comma before a closing bracket is dropped. In languages whose line ends separate members, separator replaces them
// in braces.
func OneLine(s, separator string) string {
	if !strings.ContainsAny(s, "\n\r") {
		return strings.TrimSpace(s)
	}
	b := make([]byte, 0, len(s))
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		line = strings.TrimSpace(strings.TrimSuffix(line, "\\"))
		if line == "" {
			continue
		}
		if len(b) > 0 {
			b, line = joinLine(b, line, separator)
		}
		b = append(b, line...)
	}
	return string(b)
}

func joinLine(b []byte, line, separator string) (joined []byte, rest string) {
	last := b[len(b)-1]
	opens := strings.IndexByte("([<", last) >= 0
	continues := strings.IndexByte("{,;:|&=?+-*/.", last) >= 0 || strings.IndexByte("|&?:=.,", line[0]) >= 0
	switch {
	case strings.IndexByte(")]}>", line[0]) >= 0:
		if last == ',' {
			b = b[:len(b)-1]
		}
		if line[0] == '}' && last != '{' {
			b = append(b, ' ')
		}
	case line[0] == '|' && strings.IndexByte("=(<:,[{", last) >= 0: // a union with its first bar
		line = strings.TrimSpace(line[1:])
		if !opens {
			b = append(b, ' ')
		}
	case opens, line[0] == ',', line[0] == '.' && !strings.HasPrefix(line, "..."):
	case separator != "" && !continues && inBraces(b):
		b = append(b, separator...)
	default:
		b = append(b, ' ')
	}
	return b, line
}

// inBraces reports whether the innermost open bracket in b is a brace. It looks back a limited number of bytes.
func inBraces(b []byte) bool {
	depth := 0
	for i := len(b) - 1; i >= 0 && i > len(b)-MaxHead; i-- {
		switch b[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth == 0 {
				return b[i] == '{'
			}
			depth--
		}
	}
	return false
}

// Value returns the source of a value: short ones as they are, brackets with an ellipsis between them, long strings
// cut.
func (f *File) Value(n Node) string {
	text := n.Text()
	if len(text) <= 4*MaxValue {
		text = f.Flat(n.Start(), n.End())
		if len(text) <= MaxValue {
			if n.Is("parenthesized_expression") {
				text = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(text, "("), ")"))
			}
			return text
		}
	} else {
		text = f.Flat(n.Start(), n.Start()+4*MaxValue) + "…"
	}
	if n.Is("parenthesized_expression") && len(text) > 2 && strings.HasSuffix(text, ")") {
		text = strings.TrimSpace(text[1 : len(text)-1])
	}
	return shortened(text)
}

// shortened cuts a value at its first bracket, or anywhere.
func shortened(text string) string {
	if i := strings.IndexAny(text, "([{\"'`"); i >= 0 && i <= MaxValue*2/3 && strings.IndexByte("([{", text[i]) >= 0 {
		if len(text) > i+1 && strings.IndexByte("\"'`", text[i+1]) < 0 {
			return Closed(text[:i+1] + "…")
		}
	}
	return Closed(Cut(text, MaxValue))
}

// Closed closes the strings and brackets that a cut left open.
func Closed(text string) string {
	var open []byte
	var quote byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(':
			open = append(open, ')')
		case c == '[':
			open = append(open, ']')
		case c == '{':
			open = append(open, '}')
		case len(open) > 0 && strings.IndexByte(")]}", c) >= 0:
			open = open[:len(open)-1]
		}
	}
	if quote != 0 {
		text += string(quote)
	}
	for i := len(open) - 1; i >= 0; i-- {
		text += string(open[i])
	}
	return text
}

// Cut shortens text to about limit bytes and marks the place.
func Cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := limit
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.TrimRight(text[:end], " ") + "…"
}

// ShortStrings empties strings of more than MaxValue bytes: documentation among the parameters of a head.
func ShortStrings(text string) string {
	var b strings.Builder
	for {
		start := strings.IndexAny(text, "\"'")
		if start < 0 {
			return b.String() + text
		}
		mark := text[start : start+1]
		if triple := strings.Repeat(mark, 3); strings.HasPrefix(text[start:], triple) {
			mark = triple
		}
		end := stringEnd(text[start+len(mark):], mark)
		if end < 0 {
			return b.String() + text
		}
		end += start + len(mark)
		if end-start > MaxValue {
			b.WriteString(text[:start] + mark[:1] + "…" + mark[:1])
		} else {
			b.WriteString(text[:end+len(mark)])
		}
		text = text[end+len(mark):]
	}
}

// stringEnd returns the offset of the mark that ends a string; -1 if there is none.
func stringEnd(text, mark string) int {
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			i++
		} else if strings.HasPrefix(text[i:], mark) {
			return i
		}
	}
	return -1
}

// Wrap breaks a long line after the commas of its outer brackets and before the words and signs that start a
// clause.
func Wrap(text, indent string) string {
	if len(text) <= MaxLine {
		return text
	}
	var b strings.Builder
	width := 0
	for _, piece := range pieces(text, 1) {
		if width > 0 && width+len(piece) > MaxLine {
			b.WriteString("\n" + indent + indent)
			piece = strings.TrimLeft(piece, " ")
			width = 2 * len(indent)
		}
		b.WriteString(piece)
		width += len(piece)
	}
	return b.String()
}

// pieces splits text at the places where it may break. A piece too long for a line is split again, one bracket
// deeper.
func pieces(text string, depth int) []string {
	const deepest = 3
	var list []string
	level, start := 0, 0
	part := func(end int) {
		piece := text[start:end]
		if len(piece) > MaxLine && depth < deepest && start < end {
			list = append(list, pieces(piece, depth+1)...)
		} else {
			list = append(list, piece)
		}
		start = end
	}
	for i := 0; i < len(text); i++ {
		switch c, outside := text[i], level == 0 && depth == 1; {
		case c == '"' || c == '`':
			i = lex.SkipString(text, i)
		case c == '(', c == '[', c == '{', c == '<' && i > 0 && lex.IsWord(rune(text[i-1])):
			level++
		case c == ')', c == ']', c == '}', c == '>' && i > 0 && strings.IndexByte("=- ", text[i-1]) < 0:
			level--
		case (c == ',' || c == ';') && level <= depth:
			part(i + 1)
		case c == ' ' && outside && clauseStarts(text[i+1:]):
			part(i)
		}
	}
	if start < len(text) {
		part(len(text))
	}
	return list
}

func clauseStarts(text string) bool {
	words := []string{"| ", "-> ", "? ", ": ", "where ", "implements ", "extends ", "throws ", "permits "}
	return slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(text, word) })
}
