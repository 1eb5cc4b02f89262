package uses

import (
	"strings"

	"ctxpack/internal/text/languages"
)

// dialect describes the comments and strings of a language, and how to find its names.
type dialect struct {
	*languages.Language
	family        family
	singleQuotes  quotes
	backticks     quotes
	interpolation string // start of an expression in a string
	prefixes      string // letters that may precede a string
}

type quotes uint8

const (
	notQuotes quotes = iota
	texts
	characters
	evaluated
)

// family is the set of rules by which a language binds names.
type family uint8

const (
	other  family = iota // unknown: names only
	goish                // Go
	python               // Python
	script               // JavaScript, TypeScript and files that contain them
	rust                 // Rust
	typed                // C, C++, Java, C#, …: types precede names, methods are called without a receiver
)

// hasModules reports whether files import names from modules.
func (f family) hasModules() bool { return f == python || f == script || f == rust }

func (f family) String() string {
	return [...]string{"other", "goish", "python", "script", "rust", "typed"}[f]
}

// dialectOf returns the dialect of a language, by its name in package signatures.
func dialectOf(language string) *dialect {
	d := &dialect{Language: languages.Of(language)}
	if d.Language == nil || len(d.Traits) == 0 {
		d.Language = &languages.Language{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}, Traits: []string{"texts"}}
	}
	families := map[string]family{"goish": goish, "python": python, "script": script, "rust": rust, "typed": typed}
	singles, backticks := map[string]quotes{"texts": texts, "chars": characters}, map[string]quotes{"ticks": texts, "evaluated": evaluated}
	for _, trait := range d.Traits {
		name, value, _ := strings.Cut(trait, "=")
		d.family, d.singleQuotes, d.backticks = max(d.family, families[name]), max(d.singleQuotes, singles[name]), max(d.backticks, backticks[name])
		switch name {
		case "interpolation":
			d.interpolation = value
		case "prefixes":
			d.prefixes = value
		}
	}
	return d
}
