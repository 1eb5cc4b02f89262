package outline

import (
	"context"
	"sort"

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
	text := src
	if s.Skeleton.Preprocessed {
		text = s.Preprocess(src)
	}
	if len(src) > maxScanBytes {
		return Outline{}, false
	}
	k, ok := lex.Elide(path, text, s.Skeleton)
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
	if len(k.Imports) > 0 {
		o.Imports = append(o.Imports, k.Imports...)
		sort.SliceStable(o.Imports, func(i, j int) bool { return o.Imports[i].Line < o.Imports[j].Line })
	}
	o.Markers = k.Markers
	return o, true
}

// maxScanBytes bounds the scanned text; larger texts are not parsed either.
const maxScanBytes = 16 << 20

// Bodies reads the relevant contents of the bodies of a text: imports inside functions, and markers. ok is false if
// the text has no skeleton.
func Bodies(s *Spec, path, src string) (imports []lex.Import, markers []lex.Marker, ok bool) {
	if s.Skeleton == nil || len(src) > maxScanBytes {
		return nil, nil, false
	}
	text := src
	if s.Skeleton.Preprocessed {
		text = s.Preprocess(src)
	}
	k, ok := lex.Elide(path, text, s.Skeleton)
	return k.Imports, k.Markers, ok
}
