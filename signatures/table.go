package signatures

import (
	"context"
	"fmt"
	"sync"

	sitter "github.com/smacker/go-tree-sitter"
)

// A spec is one language of the table. Only name is required; a language
// without grammar is known by name, fence and comments alone.
type spec struct {
	name  string // as bundles show it
	fence string // tag of a Markdown fence
	// files are file names ("Makefile"), extensions with the dot (".go") and
	// interpreters of a "#!" line ("python" also stands for python3.12).
	files        []string
	extensions   []string
	interpreters []string
	comments     comments

	// plain reads a text without a grammar, by rules of its own. It returns the
	// reason if it gives no outline.
	plain func(ctx context.Context, t request, o *Outline) string

	grammar func() *sitter.Language
	// mask blanks what the grammar cannot read (macros) in a text that did not
	// parse: same length, same line ends. Only the parser sees the result.
	mask func(src string) string
	// sure blanks what the grammar would misread without a mistake.
	sure func(src string) string
	// skeleton leaves out what does not matter to Scan; nil parses all.
	skeleton *skeletonRules
	// bodies makes the copy that is tried after mask's: without what bodies of
	// functions hold.
	bodies func(src string) string
	query  string // the text of the language's query file
	// suspects is a query for what parsed as something that no program says:
	// @error is a mistake as ERROR is, @keyword one if its text is a keyword of
	// declarations.
	suspects     string
	angles       bool // the grammar has type arguments in angle brackets
	singleQuoted bool // strings may stand in single quotes
	layout       layout
	// guard returns the reason not to parse a text that the grammar's scanner
	// cannot bear, "" for all others.
	guard func(src string) string
	// settle is a text that brings back to its start a scanner that keeps its
	// state in variables of the whole process; such a grammar parses one text at
	// a time.
	settle string

	// declare completes a declaration that the query found (name, exported,
	// what of it is shown); false leaves it out with all its members.
	declare func(f *file, d *decl) bool
	// public tells whether the language's naming rule lets a name be exported;
	// nil if names have no say.
	public func(name string) bool
	// imports reads one import statement.
	imports func(f *file, n node, in scopes) []Import
	// complete runs last, when f.roots are known: exports, package, main.
	complete func(f *file)

	once    sync.Once
	ready   *grammar
	failure error
}

// A request asks for the outline of one text in the language of spec. A
// language that holds parts in others finds those with languages.
type request struct {
	path, src string
	spec      *spec
	languages func(string) *spec
}

// A layout is how a language's outline is punctuated.
type layout struct {
	indent string // one level
	open   string // after a container's head
	elided string // after the head of a container whose members are all left out
	close  string // after its members, on a line of its own; "" for none
	empty  string // after the head of a container that shows no members
	end    string // after a declaration whose body was cut
	line   string // starts a line comment
	// separator stands for a line end between members inside braces, in
	// languages whose line ends separate.
	separator string
	scope     string // joins the names of nested containers
}

// A grammar is a language ready for use, shared by all goroutines.
type grammar struct {
	language *sitter.Language
	query    *sitter.Query
	mistakes *sitter.Query // finds what did not parse
	captures []string      // capture names by id
	kinds    []string      // node kinds by symbol id
	settle   []byte        // parsed before each text, see spec
	turn     sync.Mutex    // of a grammar with settle
}

//nolint:gochecknoglobals // built once on first use and read-only afterwards
var table = sync.OnceValue(func() map[string]*spec {
	byName := make(map[string]*spec)
	for _, s := range append(specs(), plainSpecs()...) {
		if s.layout.scope == "" {
			s.layout.scope = "."
		}
		byName[s.name] = s
	}
	return byName
})

// specs are the languages with a grammar.
func specs() []*spec {
	return []*spec{
		goSpec(),
		pythonSpec(),
		typescriptSpec(),
		tsxSpec(),
		javascriptSpec(),
		rustSpec(),
		javaSpec(),
		cSpec(),
		cppSpec(),
		csharpSpec(), rubySpec(), phpSpec(), kotlinSpec(), swiftSpec(),
		bashSpec(), scalaSpec(), luaSpec(), elixirSpec(), groovySpec(),
	}
}

func specFor(name string) *spec { return table()[name] }

// compiled is the grammar with its queries, built on first use.
func (s *spec) compiled() (*grammar, error) {
	s.once.Do(func() { s.ready, s.failure = s.compile() })
	return s.ready, s.failure
}

// compile builds what parses share. A query that its grammar does not accept
// is a mistake in the table, which the tests find.
func (s *spec) compile() (*grammar, error) {
	g := &grammar{language: s.grammar(), settle: []byte(s.settle)}
	var err error
	if g.query, err = sitter.NewQuery([]byte(s.query), g.language); err != nil {
		return nil, fmt.Errorf("compile query of %s: %w", s.name, err)
	}
	if g.mistakes, err = sitter.NewQuery([]byte("(ERROR) @error\n"+s.suspects), g.language); err != nil {
		return nil, fmt.Errorf("compile error query of %s: %w", s.name, err)
	}
	for i := range g.query.CaptureCount() {
		g.captures = append(g.captures, g.query.CaptureNameForId(i))
	}
	for i := range g.language.SymbolCount() {
		g.kinds = append(g.kinds, g.language.SymbolName(sitter.Symbol(i)))
	}
	return g, nil
}
