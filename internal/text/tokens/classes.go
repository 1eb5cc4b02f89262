package tokens

import (
	_ "embed"
	"unicode/utf8"
)

// classData is the two-level class table: the distinct pages of 128 code points, one byte a code point; then for each
// page of the code space the number of its contents. The first page is ASCII, the second one holds only classWide:
// the first 256 bytes are indexed by a byte of the text.
//
//go:embed data/classes.bin
var classData string

// A class is a category of code points that the encodings' patterns distinguish. The Unicode version is that of the
// Go toolchain that generated the table.
type class uint8

const (
	classOther   class = iota // none of the following; also unassigned
	classUpper                // Lu, Lt
	classLower                // Ll
	classLetter               // Lm, Lo
	classMark                 // M
	classNumber               // N
	classSpace                // \s except the next
	classNewline              // CR, LF
	classWide                 // a byte of a code point outside ASCII
)

// classPages is the number of pages of 128 code points.
const classPages = (utf8.MaxRune + 1) / 128

// classAt returns the class of the code point at s[i:], which must be valid UTF-8, and its length in bytes.
func classAt(s string, i int) (c class, size int) {
	// Written so that the compiler inlines it into the loops.
	c, size = class(classData[s[i]]), 1
	if c == classWide {
		c, size = wideClass(s, i)
	}
	return c, size
}

// wideClass is like classAt, for a code point outside ASCII.
func wideClass(s string, i int) (class, int) {
	r, size := utf8.DecodeRuneInString(s[i:])
	page := int(classData[len(classData)-classPages+int(r>>7)])
	return class(classData[page<<7+int(r&127)]), size
}

// isLetter reports whether the class is one of \p{L}.
func (c class) isLetter() bool { return c >= classUpper && c <= classLetter }

// isSpace reports whether the class is one of \s.
func (c class) isSpace() bool { return c >= classSpace }

// isSymbol reports whether the class is in [^\s\p{L}\p{N}].
func (c class) isSymbol() bool { return c == classOther || c == classMark }
