package cache

import (
	"slices"

	"ctxpack/internal/text/codec"
	"ctxpack/signatures"
)

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
		low, high := min(p.StartLine, p.EndLine, p.Bytes, p.Branches, p.Inside+1), max(p.StartLine, p.EndLine, p.Bytes, p.Branches)
		return low < 0 || high > most || p.Inside >= len(list) || unprintable(p.Kind)
	}
	if !c.Whole() || slices.ContainsFunc(list, odd) {
		return nil
	}
	return list
}

func codeParts(c *codec.Codec, list []signatures.Part) []signatures.Part {
	return codec.List(c, list, 9, func(c *codec.Codec, p *signatures.Part) {
		codec.String(c, &p.Name, &p.Kind, &p.Parent)
		c.Bool(&p.Exported)
		codec.Int(c, &p.StartLine, &p.EndLine, &p.Inside, &p.Bytes, &p.Branches)
	})
}
