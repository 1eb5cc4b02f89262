package config

import (
	"fmt"
	"maps"
	"slices"
)

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
