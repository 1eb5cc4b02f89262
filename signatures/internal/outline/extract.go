package outline

import (
	"context"

	"ctxpack/signatures/internal/lex"
)

// Extract outlines a text in the language of s. A language with parts in other languages finds those with
// languages, since the table cannot refer to itself.
func Extract(ctx context.Context, s *Spec, path, src string, languages func(string) *Spec) Outline {
	o := Outline{Language: s.Name}
	reason := FallbackNoGrammar
	switch {
	case s.Plain != nil:
		reason = s.Plain(ctx, Request{path, src, s, languages}, &o)
	case s.Grammar != nil:
		f := &File{Path: path, Src: src, spec: s, Out: &o, heads: ctx.Value(headsKey{}) != nil}
		if reason = f.parse(ctx); reason == "" {
			f.finish()
		}
	}
	if reason != "" {
		o = Outline{Language: s.Name, Fallback: reason, Work: o.Work}
		o.Markers = lex.Markers(s.Comments, src)
		return o
	}
	o.shorten(src)
	return o
}
