package config

import (
	"fmt"
	"maps"
	"slices"
)

// presets are profiles that the program brings along: their keys with values, as [Table.Set] takes them.
func presets() map[string]map[string]string {
	return map[string]map[string]string{
		// Six factors that are easy to check by hand, and whole files in their order or their signatures.
		"handover": {"context.rank": "classic", "context.packing": "tiers", "context.signatureReserve": "0", "context.oversized": oversizedSkip},
	}
}

// Presets returns the names of the presets.
func Presets() []string { return slices.Sorted(maps.Keys(presets())) }

// applyPreset gives settings the values of a preset; "" is none.
func (t *Table) applyPreset(name string, l *Loaded) error {
	for key, value := range presets()[name] {
		if err := t.Set(&l.Config, key, value); err != nil {
			return fmt.Errorf("apply preset %s: %s: %w", name, key, err)
		}
		l.Origins[key] = "preset " + name
	}
	return nil
}
