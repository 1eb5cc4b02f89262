package config

import "fmt"

// A preset is a profile that the program brings along.
type preset struct {
	name    string
	meaning string
	values  [][2]string // keys with their values, as [Table.Set] takes them
}

func presets() []preset {
	return []preset{{
		"handover", "six factors that are easy to tell by hand, and whole files in their order or their signatures",
		[][2]string{
			{"context.rank", "classic"}, {"context.packing", "tiers"}, {"context.signatureReserve", "0"}, {"context.oversized", oversizedSkip},
		},
	}}
}

// Presets returns the names of the presets.
func Presets() []string {
	var names []string
	for _, p := range presets() {
		names = append(names, p.name)
	}
	return names
}

// applyPreset gives settings the values of a preset; "" is none.
func (t *Table) applyPreset(name string, l *Loaded) error {
	for _, p := range presets() {
		if p.name != name {
			continue
		}
		for _, v := range p.values {
			if err := t.Set(&l.Config, v[0], v[1]); err != nil {
				return fmt.Errorf("apply preset %s: %s: %w", name, v[0], err)
			}
			l.Origins[v[0]] = "preset " + name
		}
	}
	return nil
}
