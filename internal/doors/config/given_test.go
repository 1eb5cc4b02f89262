package config

import "strings"

// Load reads settings files without a profile.
func (t *Table) Load(read func(path string) ([]byte, error), files ...File) (Config, Origins, error) {
	l, err := t.LoadProfile(Chosen{}, read, files...)
	return l.Config, l.Origins, err
}

// YAML returns c as a settings file that sets every key.
func (t *Table) YAML(c Config) string {
	var b strings.Builder
	t.writeBranch(&b, t.tree(), c, "", false)
	return b.String()
}

// table returns a table of settings with choices like those of the program.
func table() *Table {
	return NewTable(Given{
		Tokenizers: []string{"o200k_base", "cl100k_base", "p50k_base", "p50k_edit", "r50k_base", "chars4"},
		Formats:    []string{"markdown", "json", "xml", "plain"},
		Rankings:   []string{"balanced", "classic"},
		Packings:   []string{"levels", "tiers"},
		Weights: []Weight{
			{"entryPoint", 30, false, "Points of an entry point."},
			{"importer", 3, false, "Points for each file that imports the file."},
			{"importersMax", 30, true, "Cap of the points for importers."},
			{"exportsMax", 20, true, "Cap of the points for exports."},
			{"todo", 10, false, "Points of a file with a marker."},
			{"test", -15, false, "Points of a test file."},
			{"boost", 20, false, "Points of a file that matches boost."},
		},
	})
}

// ParseSize parses a size like a setting of that kind.
func ParseSize(s string) (int64, error) {
	value, err := row{kind: kindSize, low: 1, high: anyNumber}.parse(s)
	if err != nil {
		return 0, err
	}
	return int64(value.(Size)), nil
}
