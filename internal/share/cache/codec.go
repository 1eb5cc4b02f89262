package cache

import (
	"encoding/hex"
	"slices"
	"strings"
	"unicode"

	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/codec"
	"ctxpack/signatures"
)

// The layout is described once, for writing and reading.

func codeFacts(c *codec.Codec, f *Facts) {
	codec.Int(c, &f.Skip)
	codec.Int(c, &f.Kind)
	codec.String(c, &f.Encoding)
	codec.Int(c, &f.Lines, &f.Tokens, &f.Exact, &f.Exports, &f.Todos, &f.SummaryFloor, &f.Excess)
	codec.String(c, &f.Names, &f.Terms)
	codec.String(c, &f.Parts)
	c.Bool(&f.Rendered)
	f.Mentions = c.Strings(f.Mentions)
	codec.Int(c, &f.Licence.Start, &f.Licence.End, &f.Licence.Bytes)
	codec.Int(c, &f.Tests.Start, &f.Tests.End, &f.Tests.Tokens)
	codec.Uint(c, &f.Licence.Text, &f.Redacted)
	f.Secrets = codeSecrets(c, f.Secrets)
	f.Copies = codeSecrets(c, f.Copies)
	codec.String(c, &f.Words)
	f.Addressing = codec.List(c, f.Addressing, 1, func(c *codec.Codec, line *int) { codec.Int(c, line) })
	o := &f.Outline
	codec.String(c, &o.Language, &o.Package, &o.Fallback)
	o.Namespaces = c.Strings(o.Namespaces)
	o.Exports = c.Strings(o.Exports)
	c.Bool(&o.Main)
	o.Imports = codec.List(c, o.Imports, 1, func(c *codec.Codec, i *signatures.Import) {
		codec.String(c, &i.Specifier, &i.Kind, &i.Scope)
		i.Names = c.Strings(i.Names)
		codec.Int(c, &i.Line)
	})
}

func codeSecrets(c *codec.Codec, list []redact.Secret) []redact.Secret {
	return codec.List(c, list, 1, func(c *codec.Codec, s *redact.Secret) {
		codec.String(c, &s.Rule)
		codec.Int(c, &s.Line)
		codec.Uint(c, &s.ID)
		codec.Uint(c, &s.Word)
		c.Bool(&s.Allowed)
	})
}

func codeSummary(c *codec.Codec, s *Summary) {
	codec.Int(c, &s.Tokens, &s.Lines)
	codec.String(c, &s.First, &s.Fallback, &s.Tail)
	s.Sections = codec.List(c, s.Sections, 1, func(c *codec.Codec, x *Section) {
		codec.Int(c, &x.StartLine, &x.EndLine, &x.Complexity, &x.Markers, &x.Cost)
		c.Bool(&x.Exported)
	})
	s.Declarations = codec.List(c, s.Declarations, 1, func(c *codec.Codec, d *signatures.Symbol) {
		codec.String(c, &d.Name, &d.Kind, &d.Parent, &d.Doc, &d.Head, &d.Open, &d.Indent, &d.Gap)
		c.Bool(&d.Exported, &d.Below, &d.Apart)
		codec.Int(c, &d.StartLine, &d.Line, &d.EndLine, &d.Depth)
	})
}

func codeEntry(c *codec.Codec, name *string, e *entry) {
	codec.String(c, name)
	codec.Int(c, &e.stamp.Size, &e.stamp.Modified, &e.stamp.Changed)
	codec.Uint(c, &e.stamp.Device, &e.stamp.Inode)
	c.Bool(&e.stamp.Named, &e.trusted)
	codec.String(c, &e.blob, &e.facts, &e.summary)
	codec.Int(c, &e.age)
}

func encodeFacts(f Facts) string {
	c := codec.Writer(nil)
	codeFacts(c, &f)
	return string(c.Bytes())
}

func encodeSummary(s Summary) string {
	c := codec.Writer(nil)
	codeSummary(c, &s)
	return string(c.Bytes())
}

func decodeFacts(e entry) (Facts, bool) {
	f := Facts{Blob: hex.EncodeToString([]byte(e.blob))}
	c := codec.Reader(e.facts)
	if codeFacts(c, &f); e.summary != "" && c.Whole() {
		f.Summary = &Summary{}
		c = codec.Reader(e.summary)
		codeSummary(c, f.Summary)
	}
	return f, c.Whole() && f.plausible()
}

// plausible reports whether a run could have found these facts: anyone who can write to the folder can give other
// facts a correct checksum, and some of them are printed on a terminal.
func (f *Facts) plausible() bool {
	o := &f.Outline
	numbers := []int{f.Lines, f.Tokens, f.Exports, f.Todos, f.SummaryFloor, f.Excess}
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

// unprintable reports whether a text is none of the names that this program uses.
func unprintable(text string) bool {
	const most = 100
	return len(text) > most || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// Parts are the stored parts of a file: a large tree has millions, and a run reads those of most files only twice.
type Parts string

// PartsOf encodes parts. The result does not keep the text in memory that they were cut from.
func PartsOf(list []signatures.Part) Parts {
	c := codec.Writer(nil)
	codeParts(c, list)
	return Parts(c.Bytes())
}

// List decodes the parts. It returns nil if no run can have stored them.
func (p Parts) List() []signatures.Part {
	if p == "" {
		return nil
	}
	c := codec.Reader(string(p))
	list := codeParts(c, nil)
	odd := func(p signatures.Part) bool {
		const most = 1 << 40
		low, high := min(p.StartLine, p.Line, p.EndLine, p.Bytes, p.Branches, p.Inside+1), max(p.StartLine, p.Line, p.EndLine, p.Bytes, p.Branches)
		return low < 0 || high > most || p.Inside >= len(list) || unprintable(p.Kind)
	}
	if !c.Whole() || slices.ContainsFunc(list, odd) {
		return nil
	}
	return list
}

func codeParts(c *codec.Codec, list []signatures.Part) []signatures.Part {
	return codec.List(c, list, 10, func(c *codec.Codec, p *signatures.Part) {
		codec.String(c, &p.Name, &p.Kind, &p.Parent)
		c.Bool(&p.Exported)
		codec.Int(c, &p.StartLine, &p.Line, &p.EndLine, &p.Inside, &p.Bytes, &p.Branches)
	})
}
