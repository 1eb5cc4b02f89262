package outline

import (
	"strconv"
	"strings"
	"sync"

	"ctxpack/internal/text/mapped"
)

// A Listing collects an outline: declarations, and the lines that belong to no declaration, in the order of the
// file.
type Listing struct {
	Symbols []Symbol
	gap     []byte // lines since the last declaration that was written
}

// Write adds lines that belong to no declaration.
func (l *Listing) Write(text, indent string) { l.gap = appendIndented(l.gap, text, indent) }

// Add adds a declaration. The lines of one without a name belong to no declaration.
func (l *Listing) Add(s Symbol) {
	if s.Name == "" {
		l.gap = s.appendLines(l.gap, false)
		return
	}
	if !s.Apart {
		s.Gap = string(l.gap)
		l.gap = l.gap[:0]
	}
	l.Symbols = append(l.Symbols, s)
}

// AddAll adds another outline, indented.
func (l *Listing) AddAll(o Outline, indent string) {
	for _, s := range o.Symbols {
		l.Write(s.Gap, indent)
		s.Indent = indent + s.Indent
		l.Add(s)
	}
	l.Write(o.Tail, indent)
}

// End moves the collected symbols into an outline.
func (l *Listing) End(o *Outline) { o.Symbols, o.Tail = l.Symbols, string(l.gap) }

// A View says how an outline is written.
type View struct {
	Numbers bool             // the line of each declaration before it
	Bare    bool             // no documentation
	Without func(i int) bool // declarations that are left out; nil for none
}

// Reused memory for outlines, of which many are written only for their length.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Text writes declarations and their members.
func (v View) Text(list []Symbol, tail string) string {
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	b := (*buffer)[:0]
	line := -1 // start of a line of short members, the last line of b
	for i := range list {
		s := &list[i]
		if s.Apart {
			continue
		}
		b = append(b, s.Gap...)
		fits := line >= 0 && s.Gap == "" && s.Indent == list[i-1].Indent && len(b)-line+len(s.Head) <= MaxLine
		switch {
		case v.Without != nil && v.Without(i):
			line = -1
		case !fits || !v.isShort(s):
			if line = -1; v.isShort(s) {
				line = len(b)
			}
			b = v.appendLines(b, *s)
		default:
			b[len(b)-1] = ' '
			b = append(append(b, s.Head...), '\n')
		}
	}
	*buffer = append(b, tail...)
	return string(*buffer)
}

// isShort reports whether a declaration is a member that shares its line with others, where no documentation
// separates them.
func (v View) isShort(s *Symbol) bool {
	return v.Bare && !v.Numbers && s.Kind == "const" && s.Open == "" && strings.HasSuffix(s.Head, ",") && !strings.ContainsAny(s.Head, "\n#@")
}

func (v View) appendLines(b []byte, s Symbol) []byte {
	if v.Bare {
		s.Doc = ""
	}
	return s.appendLines(b, v.Numbers)
}

// Text returns the outline in the file's own language, in source order; "" for none.
func (o *Outline) Text() string { return View{}.Text(o.Symbols, o.Tail) }

// shorten drops the text of an outline that is no shorter than its source.
func (o *Outline) shorten(src string) {
	if n := len(o.Text()); n > 0 && n >= len(src) {
		*o = o.apart()
		o.Fallback = FallbackNotSmaller
	}
}

// apart returns an outline with the same symbols and no text.
func (o Outline) apart() Outline {
	for i := range o.Symbols {
		o.Symbols[i].Apart, o.Symbols[i].Gap = true, ""
	}
	o.Tail = ""
	return o
}

// Text returns the symbol's own lines of an outline without indentation: documentation and signature, not the
// members. It is "" for a function that outlines omit (a private method), which is listed for its lines.
func (s *Symbol) Text() string {
	first, last := s.Doc, s.Head
	if s.Below {
		first, last = last, first
	}
	if first == "" || last == "" {
		return first + last
	}
	return first + "\n" + last
}

// appendLines appends a symbol's lines, with its line number before the signature if numbered.
func (s *Symbol) appendLines(b []byte, numbered bool) []byte {
	if !s.Below {
		b = appendIndented(b, s.Doc, s.Indent)
	}
	if numbered && s.Head != "" {
		b = append(strconv.AppendInt(b, int64(s.Line), 10), ": "...)
	}
	b = appendIndented(b, s.Head+s.Open, s.Indent)
	if s.Below {
		b = appendIndented(b, s.Doc, s.Indent)
	}
	return b
}

// appendIndented appends each line of a text after an indent.
func appendIndented(b []byte, text, indent string) []byte {
	for line := range strings.Lines(text) {
		b = append(append(b, indent...), strings.TrimSuffix(line, "\n")...)
		b = append(b, '\n')
	}
	return b
}

// Signature returns the symbol's signature on one line.
func (s *Symbol) Signature() string {
	if !strings.Contains(s.Head, "\n") {
		return s.Head
	}
	return strings.Join(mapped.Of(strings.Split(s.Head, "\n"), strings.TrimSpace), " ")
}
