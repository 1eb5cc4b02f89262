package imports

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// tomlTable is a parsed TOML table. Absent and mistyped values read as empty.
type tomlTable map[string]any

// readTOML parses the manifest at path and records a warning with the position if it is broken.
func (t *tree) readTOML(path string) (tomlTable, bool) {
	text, ok := t.read(path)
	if !ok {
		return nil, false
	}
	keys := tomlKeys(text)
	if t.tomlWork += keys * keys; t.tomlWork > maxTOMLWork {
		t.tomlWork -= keys * keys
		t.warn(path, errors.New("read manifest: the manifests have too many keys"))
		return nil, false
	}
	table, err := parseTOML(text)
	if err != nil {
		t.warn(path, err)
		return nil, false
	}
	return table, true
}

// maxTOMLWork limits the work of parsing the manifests of a tree: the parser compares each key with
// all others of its table.
const maxTOMLWork = 500_000_000

// tomlKeys returns an upper bound on the number of keys in a table of a document.
func tomlKeys(text string) int {
	keys := 0
	for line := range strings.Lines(text) {
		pairs := strings.Count(line, "=")
		dotted := line
		if pairs == 1 {
			dotted, _, _ = strings.Cut(line, "=")
		}
		if pairs > 0 || strings.HasPrefix(strings.TrimSpace(line), "[") {
			keys += max(pairs, 1) + strings.Count(dotted, ".")
		}
	}
	return keys
}

func parseTOML(text string) (tomlTable, error) {
	var table map[string]any
	err := toml.Unmarshal([]byte(strings.TrimPrefix(text, "\uFEFF")), &table)
	if bad := (*toml.DecodeError)(nil); errors.As(err, &bad) {
		line, column := bad.Position()
		return nil, fmt.Errorf("parse TOML: line %d, column %d: %s", line, column, strings.TrimPrefix(bad.Error(), "toml: "))
	}
	if err != nil {
		return nil, fmt.Errorf("parse TOML: %w", err)
	}
	return table, nil
}

// table returns the table at the end of a chain of keys.
func (t tomlTable) table(keys ...string) tomlTable {
	for _, key := range keys {
		sub, _ := t[key].(map[string]any)
		t = sub
	}
	return t
}

func (t tomlTable) str(key string) string {
	s, _ := t[key].(string)
	return s
}

// bool returns the boolean at key, or the given default.
func (t tomlTable) bool(key string, otherwise bool) bool {
	if b, ok := t[key].(bool); ok {
		return b
	}
	return otherwise
}

// tables returns the tables of an array of tables.
func (t tomlTable) tables(key string) []tomlTable {
	list, _ := t[key].([]any)
	var out []tomlTable
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}
