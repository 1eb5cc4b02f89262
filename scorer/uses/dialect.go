package uses

import (
	"strings"

	"ctxpack/internal/text/languages"
)

// dialect is what a language takes for comments and strings, and how its names are found.
type dialect struct {
	*languages.Language
	family        family
	singleQuotes  quotes
	backticks     quotes
	interpolation string // begins an expression in a string
	prefixes      string // letters before a string
}

type quotes uint8

const (
	notQuotes quotes = iota
	texts
	characters
	evaluated
)

// family says how a language's names are bound.
type family uint8

const (
	other  family = iota // nothing is known: names alone
	goish                // Go
	python               // Python
	script               // JavaScript, TypeScript and what holds them
	rust                 // Rust
	typed                // C, C++, Java, C#, …: types stand before names, methods are called without a receiver
)

func (f family) String() string {
	return [...]string{"other", "goish", "python", "script", "rust", "typed"}[f]
}

// dialectOf returns the dialect of a language, by the name that package signatures has.
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
