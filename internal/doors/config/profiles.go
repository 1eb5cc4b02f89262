package config

import (
	"fmt"
	"maps"
	"slices"

	"gopkg.in/yaml.v3"

	"ctxpack/internal/text/pattern"
)

// profilesKey is the section with a file's profiles: named settings that apply if the profile is chosen.
const profilesKey = "profiles"

const profilesDoc = "Settings by name, each with the same keys as the file: they apply when the profile is selected."

const maxProfiles = 100 // per file

var profileName = pattern.Of(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$`)

// profiles reads the profiles of a file. It checks all of them, not only the chosen one.
func (w *walker) profiles(at *yaml.Node) {
	n := resolve(at)
	if null(n) {
		return
	}
	if n.Kind != yaml.MappingNode || n.ShortTag() != "!!map" {
		w.fail(at, profilesKey, profilesKey+": want a mapping of names to settings, got "+describe(n), "")
		return
	}
	if len(n.Content)/2 > maxProfiles {
		w.fail(at, profilesKey, profilesKey+": want at most 100 profiles", "")
		return
	}
	w.named = map[string][]setting{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		place, value := n.Content[i], n.Content[i+1]
		name := resolve(place)
		if name.Kind != yaml.ScalarNode || !profileName().MatchString(name.Value) {
			w.fail(place, profilesKey, "a profile's name is of letters, digits, '.', '_' and '-', got "+describe(name), "")
			continue
		}
		if _, ok := w.named[name.Value]; ok {
			w.fail(place, profilesKey, "profile "+name.Value+" is given twice", "")
			continue
		}
		inner := walker{table: w.table, path: w.path, inProfile: true}
		inner.mapping(w.table.tree(), value)
		w.errs = append(w.errs, inner.errs...)
		w.named[name.Value] = inner.settings
	}
}

// presets returns the built-in profiles: keys and values, as [Table.Set] accepts them.
func presets() map[string]map[string]string {
	return map[string]map[string]string{
		// Factors that are easy to check by hand; files in ranked order, whole or as signatures.
		"handover": {"context.rank": "classic", "context.packing": "tiers", "context.signatureReserve": "0", "context.oversized": oversizedSkip},
	}
}

// Presets returns the names of the presets.
func Presets() []string { return slices.Sorted(maps.Keys(presets())) }

// applyPreset applies the named preset; "" is none.
func (t *Table) applyPreset(name string, l *Loaded) error {
	for key, value := range presets()[name] {
		if err := t.Set(&l.Config, key, value); err != nil {
			return fmt.Errorf("apply preset %s: %s: %w", name, key, err)
		}
		l.Origins[key] = "preset " + name
	}
	return nil
}
