package cli

import (
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/mapped"
)

// SettingFlag is a flag that represents a key of the configuration.
type SettingFlag struct {
	Flag, Key, Usage string
	Short            string  // one letter, or ""
	File             *string // receives the name of the file given as @FILE instead of a value; nil if the flag does not allow that
}

// Overrides holds the flags of a command that represent settings. Their values are parsed like
// those of the settings, and override them.
type Overrides struct {
	flags   []SettingFlag
	values  map[string]*string // by flag
	Changed func(flag string) bool
}

// SettingAnnotation annotates a flag with the key of its setting.
const SettingAnnotation = "ctxpack_setting"

// settingKeys maps paths to keys.
var settingKeys = sync.OnceValue(func() map[string]config.Key {
	return mapped.By(Keys().Keys(), func(key config.Key) string { return key.Path })
})

// settingDefault returns the default of a key as shown in the flag's help.
func settingDefault(key config.Key) string {
	switch key.Type {
	case "tokens", "words", "integer":
		if n, err := strconv.Atoi(key.Default); err == nil {
			return " (default " + Grouped(n) + ")"
		}
	case "percent":
		return " (default " + key.Default + "%)"
	case "share", "size", "duration":
		return " (default " + key.Default + ")"
	}
	return ""
}

// AddOverrides adds flags to a command, with the defaults of their settings in the help.
func AddOverrides(cmd *cobra.Command, flags ...SettingFlag) *Overrides {
	o := &Overrides{flags: flags, values: map[string]*string{}, Changed: cmd.Flags().Changed}
	for _, f := range flags {
		o.values[f.Flag] = cmd.Flags().StringP(f.Flag, f.Short, "", f.Usage+settingDefault(settingKeys()[f.Key]))
		offerSetting(cmd, f.Flag, settingKeys()[f.Key])
		_ = cmd.Flags().SetAnnotation(f.Flag, SettingAnnotation, []string{f.Key}) // the flag exists
	}
	return o
}

// Apply sets the keys of the flags that are set.
func (o *Overrides) Apply(c *config.Config, origins config.Origins) error {
	for _, f := range o.flags {
		if !o.Changed(f.Flag) {
			continue
		}
		if name, ok := strings.CutPrefix(*o.values[f.Flag], "@"); ok && f.File != nil {
			*f.File = name
			continue
		}
		if err := Keys().Set(c, f.Key, *o.values[f.Flag]); err != nil {
			e := Usagef("--%s: %w", f.Flag, err)
			if meant := config.Nearest(*o.values[f.Flag], settingKeys()[f.Key].Choices); meant != "" {
				return e.WithHint("did you mean --%s %s?", f.Flag, meant)
			}
			return e
		}
		origins[f.Key] = "--" + f.Flag
	}
	return nil
}

// Load reads the configuration of the current folder and applies the flags.
func (o *Overrides) Load(g *Globals) (c config.Config, origins config.Origins, err error) {
	if c, origins, err = LoadConfig(g, "."); err == nil {
		err = o.Apply(&c, origins)
	}
	return c, origins, err
}
