package pack

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/pipeline"
)

// parts reads --share.
func (o *packOptions) parts() ([]pipeline.Share, error) {
	if len(o.shares) > 0 && o.config.Context.Packing == pipeline.Tiers {
		return nil, cli.Usagef("--share goes with --packing %s", pipeline.Levels)
	}
	var shares []pipeline.Share
	const all = 1000
	sum := 0
	for _, text := range o.shares {
		at := strings.LastIndexByte(text, '=')
		if at <= 0 {
			return nil, cli.Usagef("--share: want FOLDER=PERCENT, got %q", text)
		}
		percent, err := strconv.ParseFloat(strings.TrimSuffix(text[at+1:], "%"), 64)
		if err != nil || !(percent > 0 && percent <= 100) {
			return nil, cli.Usagef("--share: want a part above 0 and up to 100%%, such as 60%%, got %q", text[at+1:])
		}
		part := max(int(math.Round(percent*all/100)), 1)
		if sum += part; sum > all {
			return nil, cli.Usagef("--share: the parts come to more than 100%%")
		}
		shares = append(shares, pipeline.Share{Folder: filepath.ToSlash(text[:at]), Part: part})
	}
	return shares, nil
}
