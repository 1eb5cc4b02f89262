package trim

import (
	"testing"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/prose"
)

// The library has limits of its own, for those who use it without settings. They are
// the same.
func TestProfileDefaults(t *testing.T) {
	t.Parallel()
	c := cli.Keys().Default()
	for _, p := range prose.Profiles() {
		if got := profileLimit(c.Trim.Text.Profiles, p); got != p.Limit {
			t.Errorf("profile %s: %d, want %d", p.Name, got, p.Limit)
		}
	}
}
