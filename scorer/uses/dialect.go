package uses

// dialect is what a language takes for comments and strings, and how its names are found.
type dialect struct {
	family         family
	lineComments   []string
	blockComments  [][2]string
	nestedComments bool
	hashIsCode     bool // "#" begins a comment only at the start of a line
	singleQuotes   quotes
	backticks      quotes
	triples        bool
	longStrings    bool // strings go on over lines
	rustStrings    bool
	formatted      bool   // f"{x}"
	interpolation  string // begins an expression in a string
	prefixes       string // letters before a string
	regexps        bool
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

// dialectOf returns the dialect of a language, by the name that package signatures has.
func dialectOf(language string) *dialect {
	slashes, stars := []string{"//"}, [][2]string{{"/*", "*/"}}
	switch language {
	case "Go":
		return &dialect{family: goish, lineComments: slashes, blockComments: stars, singleQuotes: characters, backticks: texts}
	case "Python", "Cython", "Starlark", "Jupyter Notebook":
		return &dialect{family: python, lineComments: []string{"#"}, singleQuotes: texts, triples: true, formatted: true, prefixes: "rRbBuUfFtT"}
	case "JavaScript", "JSX", "TypeScript", "TSX":
		return &dialect{family: script, lineComments: slashes, blockComments: stars, singleQuotes: texts, backticks: evaluated, regexps: true}
	case "Vue", "Svelte", "Astro", "MDX":
		return &dialect{family: script, blockComments: append(stars, [2]string{"<!--", "-->"}), lineComments: nil, backticks: evaluated, singleQuotes: texts}
	case "Rust":
		return &dialect{family: rust, lineComments: slashes, blockComments: stars, nestedComments: true, singleQuotes: characters, longStrings: true, rustStrings: true, prefixes: "rbc"}
	case "C", "C++", "CUDA", "Cuda", "Objective-C", "Objective-C++":
		return &dialect{family: typed, lineComments: slashes, blockComments: stars, singleQuotes: characters}
	case "Java", "C#":
		return &dialect{family: typed, lineComments: slashes, blockComments: stars, singleQuotes: characters, triples: true}
	case "Zig":
		return &dialect{lineComments: slashes, singleQuotes: characters}
	case "R":
		return &dialect{lineComments: []string{"#"}, singleQuotes: texts, longStrings: true}
	case "PowerShell":
		return &dialect{lineComments: []string{"#"}, blockComments: [][2]string{{"<#", "#>"}}, singleQuotes: texts}
	case "Dart":
		return &dialect{family: typed, lineComments: slashes, blockComments: stars, nestedComments: true, singleQuotes: texts, triples: true, interpolation: "${"}
	case "Kotlin", "Scala", "Groovy":
		return &dialect{family: typed, lineComments: slashes, blockComments: stars, nestedComments: true, singleQuotes: characters, triples: true, interpolation: "${"}
	case "Swift":
		return &dialect{family: typed, lineComments: slashes, blockComments: stars, nestedComments: true, triples: true}
	case "Ruby", "Crystal", "Elixir":
		return &dialect{lineComments: []string{"#"}, singleQuotes: texts, interpolation: "#{", longStrings: true}
	case "PHP":
		return &dialect{family: typed, lineComments: []string{"//", "#"}, blockComments: stars, hashIsCode: true, singleQuotes: texts, longStrings: true}
	case "Lua", "Luau":
		return &dialect{lineComments: []string{"--"}, blockComments: [][2]string{{"--[[", "]]"}}, singleQuotes: texts}
	case "SQL", "Haskell", "Elm":
		return &dialect{lineComments: []string{"--"}, blockComments: [][2]string{{"/*", "*/"}, {"{-", "-}"}}, singleQuotes: characters}
	case "OCaml":
		return &dialect{blockComments: [][2]string{{"(*", "*)"}}, nestedComments: true, singleQuotes: characters, longStrings: true}
	case "Shell", "Bash", "Zsh", "Makefile", "Perl", "Julia", "CMake", "Dockerfile", "YAML", "TOML":
		return &dialect{lineComments: []string{"#"}, singleQuotes: notQuotes}
	case "HCL":
		return &dialect{lineComments: []string{"#", "//"}, blockComments: stars}
	}
	return &dialect{lineComments: slashes, blockComments: stars, singleQuotes: texts}
}
