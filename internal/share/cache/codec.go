package cache

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"

	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/redact"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// A writer appends values to a text: numbers as varints, strings with their
// length before them.
type writer struct{ out []byte }

func (w *writer) int(n int)       { w.out = binary.AppendVarint(w.out, int64(n)) }
func (w *writer) int64(n int64)   { w.out = binary.AppendVarint(w.out, n) }
func (w *writer) uint64(n uint64) { w.out = binary.AppendUvarint(w.out, n) }

func (w *writer) string(s string) {
	w.out = binary.AppendUvarint(w.out, uint64(len(s)))
	w.out = append(w.out, s...)
}

func (w *writer) strings(list []string) {
	w.int(len(list))
	for _, s := range list {
		w.string(s)
	}
}

func (w *writer) bool(b bool) {
	if b {
		w.out = append(w.out, 1)
		return
	}
	w.out = append(w.out, 0)
}

// A reader takes them back. After a value that is not there it is bad, and all
// that it gives is zero.
type reader struct {
	in  string
	bad bool
}

func (r *reader) int() int { return int(r.int64()) }

func (r *reader) int64() int64 {
	n, size := binary.Varint([]byte(r.in[:min(len(r.in), binary.MaxVarintLen64)]))
	r.skip(size)
	return n
}

func (r *reader) uint64() uint64 {
	n, size := binary.Uvarint([]byte(r.in[:min(len(r.in), binary.MaxVarintLen64)]))
	r.skip(size)
	return n
}

// skip moves on behind a number of that size. The size is not positive, and the
// number 0, if it does not end or is too large.
func (r *reader) skip(size int) {
	if size <= 0 {
		r.fail()
		return
	}
	r.in = r.in[size:]
}

func (r *reader) fail() { r.in, r.bad = "", true }

func (r *reader) string() string {
	n := r.uint64()
	if n > uint64(len(r.in)) {
		r.fail()
		return ""
	}
	s := r.in[:n]
	r.in = r.in[n:]
	return s
}

// count is the length of a list of values of at least one byte.
func (r *reader) count() int {
	n := r.int()
	if n < 0 || n > len(r.in) {
		r.fail()
		return 0
	}
	return n
}

func (r *reader) strings() []string {
	n := r.count()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = r.string()
	}
	return list
}

func (r *reader) bool() bool {
	if r.in == "" {
		r.fail()
		return false
	}
	b := r.in[0]
	r.in = r.in[1:]
	return b == 1
}

func encodeFacts(f Facts) string {
	w := &writer{}
	w.int(int(f.Skip))
	w.int(int(f.Kind))
	w.string(f.Encoding)
	w.int(f.Lines)
	w.int(f.Tokens)
	w.int(f.Exports)
	w.int(f.Todos)
	w.int(f.SummaryFloor)
	w.int(f.Excess)
	w.string(f.Folded)
	w.int(f.FoldedTokens)
	w.string(f.Rows)
	w.string(f.NameLine)
	w.int(f.NameTokens)
	w.string(string(f.Names))
	w.string(string(f.Terms))
	w.bool(f.Rendered)
	w.strings(f.Mentions)
	w.int(f.Licence.Start)
	w.int(f.Licence.End)
	w.int(f.Licence.Tokens)
	w.uint64(f.Licence.Text)
	w.secrets(f.Secrets)
	w.secrets(f.Copies)
	w.string(string(f.Words))
	w.uint64(f.Redacted)
	w.int(len(f.Addressing))
	for _, line := range f.Addressing {
		w.int(line)
	}
	o := f.Outline
	w.string(o.Language)
	w.string(o.Package)
	w.strings(o.Namespaces)
	w.strings(o.Exports)
	w.bool(o.Main)
	w.int(o.Errors)
	w.string(o.Fallback)
	w.int(len(o.Imports))
	for _, i := range o.Imports {
		w.string(i.Specifier)
		w.strings(i.Names)
		w.string(i.Kind)
		w.string(i.Scope)
		w.int(i.Line)
	}
	return string(w.out)
}

func decodeFacts(e entry) (Facts, bool) {
	r := &reader{in: e.facts}
	f := Facts{Skip: source.SkipReason(r.int()), Blob: hex.EncodeToString([]byte(e.blob))} // as it was encoded
	f.Kind = uint8(r.int())                                                                // as it was encoded
	f.Encoding, f.Lines, f.Tokens = r.string(), r.int(), r.int()
	f.Exports, f.Todos, f.SummaryFloor, f.Excess = r.int(), r.int(), r.int(), r.int()
	f.Folded, f.FoldedTokens, f.Rows = r.string(), r.int(), r.string()
	f.NameLine, f.NameTokens = r.string(), r.int()
	f.Names, f.Terms = terms.Set(r.string()), terms.Set(r.string())
	f.Rendered, f.Mentions = r.bool(), r.strings()
	f.Licence = Licence{Start: r.int(), End: r.int(), Tokens: r.int(), Text: r.uint64()}
	f.Secrets, f.Copies = r.secrets(), r.secrets()
	f.Words, f.Redacted = redact.Words(r.string()), r.uint64()
	if n := r.count(); n > 0 {
		f.Addressing = make([]int, n)
		for i := range f.Addressing {
			f.Addressing[i] = r.int()
		}
	}
	o := &f.Outline
	o.Language, o.Package, o.Namespaces, o.Exports = r.string(), r.string(), r.strings(), r.strings()
	o.Main, o.Errors, o.Fallback = r.bool(), r.int(), r.string()
	if n := r.count(); n > 0 {
		o.Imports = make([]signatures.Import, n)
		for i := range o.Imports {
			o.Imports[i] = signatures.Import{Specifier: r.string(), Names: r.strings(), Kind: r.string(), Scope: r.string(), Line: r.int()}
		}
	}
	if e.summary != "" {
		s, ok := decodeSummary(e.summary)
		if !ok {
			return Facts{}, false
		}
		f.Summary = &s
	}
	return f, !r.bad && r.in == "" && f.plausible()
}

// plausible tells whether facts are such as a run finds: whoever can write to the
// folder can give any others a right checksum, and some of them reach a terminal.
func (f *Facts) plausible() bool {
	o := &f.Outline
	numbers := []int{f.Lines, f.Tokens, f.Exports, f.Todos, f.SummaryFloor, f.Excess, f.FoldedTokens, f.NameTokens, o.Errors}
	words := []string{f.Encoding, o.Language, o.Fallback}
	if s := f.Summary; s != nil {
		numbers = append(numbers, s.Lines, s.Tokens)
		words = append(words, s.Fallback)
		for _, x := range s.Sections {
			numbers = append(numbers, x.StartLine, x.EndLine, x.Complexity, x.Markers, x.Cost)
		}
		for _, d := range s.Declarations {
			numbers = append(numbers, d.StartLine, d.Line, d.EndLine, d.Depth)
			words = append(words, d.Kind)
		}
	}
	const most = 1 << 40
	odd := func(n int) bool { return n < 0 || n > most }
	return f.Skip.Known() && !slices.ContainsFunc(numbers, odd) && !slices.ContainsFunc(words, unprintable)
}

// unprintable tells a text that is none of the names that this program gives.
func unprintable(text string) bool {
	const most = 100
	return len(text) > most || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

func (w *writer) secrets(list []redact.Secret) {
	w.int(len(list))
	for _, s := range list {
		w.string(s.Rule)
		w.int(s.Line)
		w.uint64(uint64(s.ID))
		w.uint64(uint64(s.Word))
		w.bool(s.Allowed)
	}
}

func (r *reader) secrets() []redact.Secret {
	n := r.count()
	if n == 0 {
		return nil
	}
	list := make([]redact.Secret, n)
	for i := range list {
		list[i] = redact.Secret{Rule: r.string(), Line: r.int(), ID: redact.ID(r.uint64()), Word: uint32(r.uint64()), Allowed: r.bool()}
	}
	return list
}

func encodeSummary(s Summary) string {
	w := &writer{}
	w.int(s.Tokens)
	w.string(s.First)
	w.int(s.Lines)
	w.string(s.Fallback)
	w.int(len(s.Sections))
	for _, x := range s.Sections {
		w.int(x.StartLine)
		w.int(x.EndLine)
		w.int(x.Complexity)
		w.int(x.Markers)
		w.int(x.Cost)
		w.bool(x.Exported)
	}
	w.int(len(s.Declarations))
	for _, d := range s.Declarations {
		w.string(d.Name)
		w.string(d.Kind)
		w.string(d.Parent)
		w.string(d.Doc)
		w.string(d.Head)
		w.string(d.Open)
		w.string(d.Indent)
		w.string(d.Gap)
		w.bool(d.Exported)
		w.bool(d.Below)
		w.bool(d.Apart)
		w.int(d.StartLine)
		w.int(d.Line)
		w.int(d.EndLine)
		w.int(d.Depth)
	}
	w.string(s.Tail)
	return string(w.out)
}

func decodeSummary(text string) (Summary, bool) {
	r := &reader{in: text}
	s := Summary{Tokens: r.int(), First: r.string(), Lines: r.int(), Fallback: r.string()}
	if n := r.count(); n > 0 {
		s.Sections = make([]Section, n)
		for i := range s.Sections {
			s.Sections[i] = Section{
				StartLine: r.int(), EndLine: r.int(), Complexity: r.int(), Markers: r.int(), Cost: r.int(), Exported: r.bool(),
			}
		}
	}
	if n := r.count(); n > 0 {
		s.Declarations = make([]signatures.Symbol, n)
		for i := range s.Declarations {
			s.Declarations[i] = signatures.Symbol{
				Name: r.string(), Kind: r.string(), Parent: r.string(), Doc: r.string(), Head: r.string(), Open: r.string(), Indent: r.string(), Gap: r.string(),
				Exported: r.bool(), Below: r.bool(), Apart: r.bool(),
				StartLine: r.int(), Line: r.int(), EndLine: r.int(), Depth: r.int(),
			}
		}
	}
	s.Tail = r.string()
	return s, !r.bad && r.in == ""
}

func (w *writer) entry(name string, e entry) {
	w.string(name)
	w.int64(e.stamp.Size)
	w.int64(e.stamp.Modified)
	w.int64(e.stamp.Changed)
	w.uint64(e.stamp.Device)
	w.uint64(e.stamp.Inode)
	w.bool(e.stamp.Named)
	w.bool(e.trusted)
	w.string(e.blob)
	w.int(e.age)
	w.string(e.facts)
	w.string(e.summary)
}

func (r *reader) entry() (string, entry) {
	var e entry
	name := r.string()
	e.stamp.Size, e.stamp.Modified, e.stamp.Changed = r.int64(), r.int64(), r.int64()
	e.stamp.Device, e.stamp.Inode = r.uint64(), r.uint64()
	e.stamp.Named, e.trusted = r.bool(), r.bool()
	e.blob, e.age, e.facts, e.summary = r.string(), r.int(), r.string(), r.string()
	return name, e
}
