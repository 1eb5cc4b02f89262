package cmd

import (
	"strconv"
	"sync"

	"github.com/spf13/cobra"

	"ctxpack/internal/config"
)

// settingFlag is a flag that stands for a key of the configuration.
type settingFlag struct {
	flag, key, usage string
	short            string // one letter, or ""
}

// overrides are the flags of a command that stand for keys of the configuration.
// Their values are read as those of the keys are, and win over them.
type overrides struct {
	flags   []settingFlag
	values  map[string]*string // by flag
	changed func(flag string) bool
}

// settingAnnotation is of flags that stand for a setting: its key.
const settingAnnotation = "ctxpack_setting"

// settingKeys are the keys by their paths.
//
// Made once, read-only.
var settingKeys = sync.OnceValue(func() map[string]config.Key {
	byPath := map[string]config.Key{}
	for _, key := range keys().Keys() {
		byPath[key.Path] = key
	}
	return byPath
})

// settingDefault is the default of a key as the help of its flag says it.
func settingDefault(key config.Key) string {
	switch key.Type {
	case "tokens", "words", "integer":
		if n, err := strconv.Atoi(key.Default); err == nil {
			return " (default " + grouped(n) + ")"
		}
	case "percent":
		return " (default " + key.Default + "%)"
	case "share", "size", "duration":
		return " (default " + key.Default + ")"
	}
	return ""
}

// addOverrides adds flags to a command, with the defaults of their keys in the
// help.
func addOverrides(cmd *cobra.Command, flags ...settingFlag) *overrides {
	o := &overrides{flags: flags, values: map[string]*string{}, changed: cmd.Flags().Changed}
	for _, f := range flags {
		o.values[f.flag] = cmd.Flags().StringP(f.flag, f.short, "", f.usage+settingDefault(settingKeys()[f.key]))
		offerSetting(cmd, f.flag, settingKeys()[f.key])
		_ = cmd.Flags().SetAnnotation(f.flag, settingAnnotation, []string{f.key}) // the flag is there
	}
	return o
}

// apply gives the keys of the flags that are set their values.
func (o *overrides) apply(c *config.Config, origins config.Origins) error {
	for _, f := range o.flags {
		if !o.changed(f.flag) {
			continue
		}
		if err := keys().Set(c, f.key, *o.values[f.flag]); err != nil {
			e := usagef("--%s: %w", f.flag, err)
			if meant := config.Nearest(*o.values[f.flag], settingKeys()[f.key].Choices); meant != "" {
				return e.withHint("did you mean --%s %s?", f.flag, meant)
			}
			return e
		}
		origins[f.key] = "--" + f.flag
	}
	return nil
}

// load reads the configuration that holds in the current folder, with the flags
// above it.
func (o *overrides) load(g *globals) (config.Config, config.Origins, error) {
	c, origins, err := loadConfig(g, ".")
	if err != nil {
		return c, nil, err
	}
	return c, origins, o.apply(&c, origins)
}
