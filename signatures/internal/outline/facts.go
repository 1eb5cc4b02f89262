package outline

import (
	"context"
	"slices"

	"ctxpack/signatures/internal/lex"
)

// Facts outlines the skeleton of a text. Declarations outside of bodies are as Extract finds them. ok is false if
// the text has no skeleton; then o has only the work that this took.
func Facts(ctx context.Context, s *Spec, path, src string) (o Outline, ok bool) {
	defer func() {
		if recover() != nil { // a hook met an unexpected tree
			ok = false
		}
	}()
	k, ok := s.elide(path, src)
	if !ok {
		return Outline{}, false
	}
	o.Language = s.Name
	f := &File{Path: path, Src: string(k.Out), spec: s, Out: &o, Elided: true}
	if reason := f.parse(ctx); reason != "" {
		return Outline{Work: o.Work}, false
	}
	o.Errors = 0
	o.shorten(src) // as Extract does
	o.add(k)
	return o, true
}

// maxScanBytes bounds the scanned text; larger texts are not parsed either.
const maxScanBytes = 16 << 20

// elide makes the skeleton of a text; false if it has none.
func (s *Spec) elide(path, src string) (*lex.Skeleton, bool) {
	if len(src) > maxScanBytes {
		return nil, false
	}
	if s.Skeleton.Preprocessed {
		src = s.Preprocess(src)
	}
	return lex.Elide(path, src, s.Skeleton)
}

// ReadBodies adds the relevant contents of the bodies of a text to its outline, unless finding the bodies did so.
func ReadBodies(o *Outline, s *Spec, path, src string) {
	if s.Skeleton.Block != nil && s.Skeleton.Build == nil {
		return
	}
	if k, ok := s.elide(path, src); ok {
		o.add(k)
	}
}

// add adds the imports of a skeleton, and replaces the markers by its own.
func (o *Outline) add(k *lex.Skeleton) {
	o.Markers = k.Markers
	seen := o.Imports
	for _, m := range k.Imports {
		if !slices.ContainsFunc(seen, func(s lex.Import) bool { return s.Line == m.Line && s.Specifier == m.Specifier }) {
			o.Imports = append(o.Imports, m)
		}
	}
	slices.SortStableFunc(o.Imports, func(a, b lex.Import) int { return a.Line - b.Line })
}
