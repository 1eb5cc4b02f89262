package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// A flag of an earlier version says which setting it is, with an example that is valid.
func TestSettingFlags(t *testing.T) {
	t.Parallel()
	pack, fleet := &cobra.Command{Use: "pack [PATH...]"}, &cobra.Command{Use: "fleet LIST"}
	n := 0
	for _, key := range Keys().Keys() {
		name, value, _ := strings.Cut(key.Was, "=")
		if name == "" {
			continue
		}
		n++
		c := Keys().Default()
		if err := Keys().Set(&c, key.Path, value); err != nil {
			t.Errorf("--%s: the example: %v", name, err)
		}
		if name == "weight" {
			continue // the first of them represents all
		}
		if hint := settingHint(pack, name); hint != "it is the setting "+key.Path+" now: "+key.Env+"="+value+" pack" {
			t.Errorf("--%s: hint %q", name, hint)
		}
		if hint := settingHint(fleet, name); !strings.HasSuffix(hint, ": export "+key.Env+"="+value) {
			t.Errorf("fleet --%s: hint %q", name, hint)
		}
	}
	if n < 20 {
		t.Errorf("only %d settings were flags", n)
	}
	if hint := settingHint(pack, "budget"); hint != "" {
		t.Errorf("hint %q for a flag that there is", hint)
	}
}
