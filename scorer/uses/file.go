// Package uses finds where in a tree a declaration is used, without a type checker. It reads the identifiers of each
// file, its imports, and the types of receivers that declarations, parameters and first assignments show.
//
// Invariants: the same files give the same uses. A [Finder] is for one goroutine; files that Read returns are not
// changed. No input makes it fail: it ignores code that it cannot read, and a use that it cannot resolve is not
// [Use.Sure].
package uses

import (
	"path"
	"sort"
	"strings"

	"ctxpack/internal/text/kinds"
	"ctxpack/signatures"
)

// Declaration is a name that a file declares.
type Declaration struct {
	Name, Kind string // as in signatures.Symbol
	Parent     string // innermost name of the enclosing declaration, "" at the top level
	Start, End int    // lines
	At         int    // token of its name, -1 if not found
	Exported   bool
}

// File is a source file, scanned for uses.
type File struct {
	Path, Package, language string
	Tokens                  []Token
	Declarations            []Declaration
	imports                 []binding         // names that import statements bind
	modules                 []string          // specifiers of wildcard imports
	exports                 map[string]string // exported name -> local name
	values                  map[string]int    // first tokens of exported values
	declared                map[int]int
	objects                 map[int]bool // declarations whose value is an object
	family                  family
	words                   map[string]bool // words of all tokens, built on first use
	locals                  map[int]local   // by token, built on first use
	namespaces              []string
}

// Read makes a File from a text and its outline.
func Read(name, text string, outline *signatures.Outline) *File {
	f := &File{
		locals: map[int]local{}, namespaces: outline.Namespaces,
		Path: name, Package: outline.Package, language: outline.Language, Tokens: Scan(outline.Language, text),
		declared: map[int]int{}, exports: map[string]string{}, values: map[string]int{}, objects: map[int]bool{}, family: dialectOf(outline.Language).family,
	}
	spaces := namespaces(outline.Symbols)
	object := "" // exported as the module, of which readExports finds the members
	for _, y := range outline.Symbols {
		parent := lastPart(y.Parent)
		if f.family == script && y.Kind == "object" {
			object, y.Kind = y.Name, "const"
		}
		if isModule := object == "default" && y.Name == object; isModule || object != "" && parent == object {
			continue
		}
		if spaces[parent] {
			parent = ""
		}
		f.Declarations = append(f.Declarations, Declaration{y.Name, y.Kind, parent, y.StartLine, y.EndLine, -1, y.Exported})
	}
	f.place()
	if f.family == python {
		f.readAnnotations()
	}
	f.readImports()
	if f.family == script {
		f.readExports()
	}
	return f
}

// readAnnotations treats a quoted name in the place of a type as a name.
func (f *File) readAnnotations() {
	for i := range f.Tokens {
		t := &f.Tokens[i]
		if t.Kind != String || t.Text == "" {
			continue
		}
		typed := f.text(i-1) == "->" || f.text(i-1) == ":" && (t.Open < 0 && f.startsLine(i-2) || t.Open > 1 && f.text(f.open(i)-2) == "def")
		if typed && strings.IndexFunc(t.Text, func(c rune) bool { return c > 0x7f || !isWord(byte(c)) }) < 0 {
			t.Kind = Word
		}
	}
}

// namespaces lists declarations that only qualify the names in them.
func namespaces(symbols []signatures.Symbol) map[string]bool {
	names := map[string]bool{}
	for _, y := range symbols {
		switch y.Kind {
		case "namespace", "module", "package":
			names[lastPart(y.Name)] = true
		}
	}
	return names
}

func lastPart(name string) string { return name[strings.LastIndexAny(name, ".:")+1:] }

// place finds the tokens that name the declarations.
func (f *File) place() {
	for d := range f.Declarations {
		y := &f.Declarations[d]
		name := lastPart(y.Name)
		best, score := -1, 0
		for i := f.tokenAt(y.Start); i < len(f.Tokens) && f.LineOf(i) <= y.End; i++ {
			if t := f.Tokens[i]; t.Kind == Word && t.Text == name && !f.Names(i) {
				if n := f.names(i, y.Kind); n > score {
					best, score = i, n
				}
				if score == surely {
					break
				}
			}
		}
		if y.At = best; best >= 0 {
			f.declared[best] = d
		}
	}
}

const surely = 3

// names rates how likely a word is the name of a declaration of a kind; of equal words, the first wins.
func (f *File) names(i int, kind string) int {
	before, after := f.text(i-1), f.text(i+1)
	switch {
	case kinds.Is(before, "declare"):
		return surely
	case before == "@" || before == ".":
		return 1 // a decorator, or an attribute of it
	}
	if before == ")" && f.family == goish && kind == "method" {
		return surely
	}
	if callable := kind == "method" || kind == "func" || kind == "constructor"; callable && isOneOf(after, "(<=:?") {
		return 2
	}
	return 1
}

// tokenAt returns the first token on or after a line.
func (f *File) tokenAt(line int) int {
	return sort.Search(len(f.Tokens), func(i int) bool { return f.LineOf(i) >= line })
}

// text returns the text of a token, "" outside the file and for strings.
func (f *File) text(i int) string {
	if i < 0 || i >= len(f.Tokens) || f.Tokens[i].Kind == String {
		return ""
	}
	return f.Tokens[i].Text
}

// isOneOf reports whether a token consists of one of the characters.
func isOneOf(text, characters string) bool {
	return len(text) == 1 && strings.IndexByte(characters, text[0]) >= 0
}

// LineOf returns the line of a token.
func (f *File) LineOf(i int) int { return int(f.Tokens[i].Line) }

// open returns the innermost bracket around a token, partner the matching bracket; -1 if there is none.
func (f *File) open(i int) int    { return int(f.Tokens[i].Open) }
func (f *File) partner(i int) int { return int(f.Tokens[i].Partner) }

func (f *File) isWord(i int) bool { return i >= 0 && i < len(f.Tokens) && f.Tokens[i].Kind == Word }

// past returns the token after the bracket that closes the one at i, i+1 if none does.
func (f *File) past(i int) int { return max(f.partner(i), i) + 1 }

// Enclosing returns the index of the innermost declaration around a line that keep accepts, or -1.
func (f *File) Enclosing(line int, keep func(Declaration) bool) int {
	found := -1
	for i, d := range f.Declarations {
		around := d.Start <= line && line <= d.End
		if inner := around && (found < 0 || d.Start >= f.Declarations[found].Start && d.End <= f.Declarations[found].End); inner && keep(d) {
			found = i
		}
	}
	return found
}

// IsFunction reports whether a declaration has a body that runs.
func IsFunction(d Declaration) bool { return kinds.Is(d.Kind, "function kind") }

// IsType reports whether a declaration has members.
func IsType(d Declaration) bool { return kinds.Is(d.Kind, "type kind") }

// Called returns the name, qualified by the enclosing declaration.
func (d Declaration) Called() string {
	if d.Parent == "" {
		return d.Name
	}
	return d.Parent + "." + d.Name
}

// IsDecorated reports whether a declaration has a decorator, an annotation or an attribute.
func (f *File) IsDecorated(d int) bool {
	first := f.text(f.tokenAt(f.Declarations[d].Start))
	return first == "@" || first == "#"
}

// Names reports whether a token is the name in a declaration.
func (f *File) Names(i int) bool {
	_, ok := f.declared[i]
	return ok
}

// IsModule reports whether a file belongs to the package or module with a name.
func (f *File) IsModule(name string) bool {
	return strings.HasSuffix("."+f.Package, "."+name) || moduleName(f.Path) == name || path.Base(path.Dir(f.Path)) == name
}

// stem is the base name of a path without its extensions.
func stem(p string) string {
	base := path.Base(p)
	if i := strings.IndexByte(base, '.'); i > 0 {
		return base[:i]
	}
	return base
}
