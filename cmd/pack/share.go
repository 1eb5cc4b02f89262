package pack

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
)

// parts reads --share.
func (o *packOptions) parts() ([]pipeline.Share, error) {
	var shares []pipeline.Share
	const all = 1000
	for _, text := range o.shares {
		at := strings.LastIndexByte(text, '=')
		if at <= 0 {
			return nil, cli.Usagef("--share: want FOLDER=PERCENT, got %q", text)
		}
		percent, err := strconv.ParseFloat(strings.TrimSuffix(text[at+1:], "%"), 64)
		if err != nil || !(percent > 0 && percent <= 100) {
			return nil, cli.Usagef("--share: want a part above 0 and up to 100%%, such as 60%%, got %q", text[at+1:])
		}
		shares = append(shares, pipeline.Share{Folder: filepath.ToSlash(text[:at]), Part: max(int(math.Round(percent*all/100)), 1)})
	}
	return shares, nil
}
