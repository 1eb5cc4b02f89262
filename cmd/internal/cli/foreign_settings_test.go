//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestForeignSettings reads the settings of a folder that belongs to another user.
func TestForeignSettings(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root makes files of another user")
	}
	folder := t.TempDir()
	name := filepath.Join(folder, ".handover.yml")
	if err := os.WriteFile(name, []byte("context: {pin: ['**'], maxTokens: 20000}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const other = 54321
	load := func() (maxTokens int, pins []string, warned string) {
		var said strings.Builder
		g := &Globals{Streams: &Streams{Err: &said}}
		c, _, err := LoadConfig(g, folder)
		if err != nil {
			t.Fatal(err)
		}
		return c.Context.MaxTokens, c.Context.Pin, said.String()
	}
	if _, pins, warned := load(); len(pins) != 1 || warned != "" {
		t.Errorf("the user's own pins are %v: %s", pins, warned)
	}
	for _, path := range []string{name, folder} {
		if err := os.Chown(path, other, other); err != nil {
			t.Fatal(err)
		}
		limit, pins, warned := load()
		if limit != 20_000 || len(pins) != 0 || !strings.Contains(warned, "belongs to another user") || !strings.Contains(warned, "context.pin") {
			t.Errorf("%s: the window is %d, pins are %v: %s", path, limit, pins, warned)
		}
		if err := os.Chown(path, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
}
