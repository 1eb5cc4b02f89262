package cache

import (
	"slices"

	"ctxpack/internal/text/codec"
	"ctxpack/signatures"
)

// Parts are the parts of a file as they are stored. A large tree has millions, and a run looks at those of most
// files twice.
type Parts string

// PartsOf stores parts. Nothing of the text that they were cut from is kept.
func PartsOf(list []signatures.Part) Parts {
	c := codec.Writer(nil)
	codeParts(c, list)
	return Parts(c.Bytes())
}

// List returns the parts, nil if they are not such as a run finds.
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
