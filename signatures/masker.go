package signatures

import "strings"

// A masker blanks parts of a copy of src. Offsets and lines stay as they are.
type masker struct {
	src string
	out []byte
}

// blank makes spaces of all but line ends.
func (m *masker) blank(from, to int) {
	for i := from; i < to; i++ {
		if m.out[i] != '\n' && m.out[i] != '\r' {
			m.out[i] = ' '
		}
	}
}

// ownLine tells that nothing else stands on the lines from start to end.
func (m *masker) ownLine(start, end int) bool {
	for start > 0 && (m.out[start-1] == ' ' || m.out[start-1] == '\t') {
		start--
	}
	for end < len(m.src) && strings.IndexByte(" \t\r", m.src[end]) >= 0 {
		end++
	}
	return (start == 0 || m.out[start-1] == '\n') && (end == len(m.src) || m.src[end] == '\n' || strings.HasPrefix(m.src[end:], "//"))
}

// near is the text from at on, as far as a declaration may go.
func (m *masker) near(at int) string {
	const farthest = 4096
	return m.src[at:min(len(m.src), at+farthest)]
}

// lineEnd is the offset of the line end after at that no backslash takes away.
func (m *masker) lineEnd(at int) int {
	for at < len(m.src) {
		n := strings.IndexByte(m.src[at:], '\n')
		if n < 0 {
			return len(m.src)
		}
		if n == 0 || m.src[at+n-1] != '\\' {
			return at + n
		}
		at += n + 1
	}
	return len(m.src)
}

// past is the offset after the next mark, the text's end if there is none.
func (m *masker) past(mark string, at int) int {
	if n := strings.Index(m.src[min(at, len(m.src)):], mark); n >= 0 {
		return at + n + len(mark)
	}
	return len(m.src)
}

// space is the offset of what follows white space.
func (m *masker) space(at int) int {
	for at < len(m.src) && strings.IndexByte(" \t\r\n", m.src[at]) >= 0 {
		at++
	}
	return at
}

// wordEnd is the offset after the word at at, at itself if there is none.
func (m *masker) wordEnd(at int) int {
	for at < len(m.src) && (m.src[at] == '_' || m.src[at] >= '0' && m.src[at] <= '9' || m.src[at]|0x20 >= 'a' && m.src[at]|0x20 <= 'z') {
		at++
	}
	return at
}

// closing is the offset after the bracket that closes the one at at, 0 if it
// is not near.
func (m *masker) closing(at int) int {
	const farthest = 2048
	depth := 0
	for i := at; i < min(len(m.src), at+farthest); i++ {
		switch m.src[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			i = skipString(m.src, i)
		}
	}
	return 0
}
