package outline

import (
	"context"
	"fmt"
	"math"
	"sync"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"

	"ctxpack/signatures/internal/lex"
)

// A Spec is one language of the table. Only Name is required. A language without Grammar and Plain has just a name,
// a fence tag and comment marks. A Spec must not be copied once it is used.
type Spec struct {
	Name  string // as signatures.Languages spells it
	Fence string // tag of a Markdown fence
	// Files are file names ("Makefile"), extensions with the dot (".go") and
	// interpreters of a "#!" line ("python" also represents python3.12).
	Files        []string
	Extensions   []string
	Interpreters []string
	Comments     lex.Comments

	// Plain reads a text without a grammar into o. It returns the reason (one of the constants Fallback…) if there
	// is no outline.
	Plain func(ctx context.Context, t Request, o *Outline) string

	Grammar func() *sitter.Language
	Query   string // the text of the query file; the README has its captures
	// Mask blanks text that the grammar cannot read (macros), if the text did not parse. The result is as long and
	// has the same line ends; only the parser sees it.
	Mask func(src string) string
	// Preprocess blanks, before the first parse, text that the grammar would misread without an error.
	Preprocess func(src string) string
	// Skeleton makes the skeleton for Facts; nil if nothing is omitted.
	Skeleton *lex.Rules
	// Heads finds the parameters of functions in a text without bodies. They are not needed to find declarations;
	// nil if they are parsed.
	Heads *lex.Heads
	// Read reads a skeleton instead of the parser; false if it is not sure of the text, which then goes to the
	// parser. It may be nil.
	Read func(b *Builder, skeleton string) bool
	// ReadPart reads the declarations that it is sure of, and returns their parts of the text, which the parser does
	// not see, and hidden parts that belong to no head: macros. It may be nil.
	ReadPart func(b *Builder, text string) (read, hidden []lex.Span)
	// Suspects is a query for code that parsed as something no program has. @error is an error like ERROR; @keyword
	// is one if its text is a keyword of declarations.
	Suspects     string
	Angles       bool // the grammar has type arguments in angle brackets
	SingleQuoted bool // strings may be in single quotes
	Layout       Layout
	// Guard returns the reason not to parse a text that crashes the grammar's scanner, "" for all others.
	Guard func(src string) string

	// Declare completes a declaration that the query found (name, exported, shown parts); false omits it with all
	// its members.
	Declare func(f *File, d *Decl) bool
	// Public reports whether the language's naming rule allows exporting a name; nil if there is no such rule.
	Public func(name string) bool
	// Imports reads one import statement.
	Imports func(f *File, n Node, in Scopes) []lex.Import
	// Complete runs last, when f.Roots is known: exports, package, main.
	Complete func(f *File)

	once    sync.Once
	ready   *grammar
	failure error
}

// A Request asks for the outline of one text in the language of Spec. A language with parts in others finds those
// with Languages.
type Request struct {
	Path, Src string
	Spec      *Spec
	Languages func(string) *Spec
}

// A Layout is the punctuation of a language's outline.
type Layout struct {
	Indent string // one level
	Open   string // after a container's head
	Elided string // after the head of a container whose members are all omitted
	Close  string // after its members, on a line of its own; "" for none
	Empty  string // after the head of a container that shows no members
	End    string // after a declaration whose body was cut
	// Separator replaces a line end between members inside braces, in languages whose line ends separate.
	Separator string
	Scope     string // joins the names of nested containers
}

// A grammar is a compiled language, shared by all goroutines.
type grammar struct {
	language *sitter.Language
	pointer  unsafe.Pointer // to the C tables of the language
	query    *query
	suspects *query   // nil if there is no such query
	kinds    []string // node kinds by symbol id
	fields   []string // names of fields by number, from 1 on

	numbers      map[string]symbolNumber // by kind, for languages that read skeletons themselves
	fieldNumbers map[string]uint8
}

// Grammar adapts the language function of a grammar outside the library to Spec.Grammar.
func Grammar(language func() unsafe.Pointer) func() *sitter.Language {
	return func() *sitter.Language { return sitter.NewLanguage(language()) }
}

// compiled returns the grammar with its queries, built on first use.
func (s *Spec) compiled() (*grammar, error) {
	s.once.Do(func() { s.ready, s.failure = s.compile() })
	return s.ready, s.failure
}

// compile builds the shared data of all parses. A query that its grammar does not accept is an error in the table,
// which the tests find.
func (s *Spec) compile() (*grammar, error) {
	g := &grammar{language: s.Grammar(), fields: []string{""}}
	g.pointer = languagePointer(g.language)
	for i := range g.language.SymbolCount() {
		g.kinds = append(g.kinds, g.language.SymbolName(sitter.Symbol(i)))
	}
	for name := g.language.FieldName(1); name != ""; name = g.language.FieldName(len(g.fields)) {
		g.fields = append(g.fields, name)
	}
	if len(g.fields) > math.MaxUint8 {
		return nil, fmt.Errorf("the grammar of %s has too many fields", s.Name)
	}
	if s.Read != nil || s.ReadPart != nil {
		g.number()
	}
	var err error
	if g.query, err = g.compileQuery(s.Query); err != nil {
		return nil, fmt.Errorf("compile query of %s: %w", s.Name, err)
	}
	if s.Suspects != "" {
		if g.suspects, err = g.compileQuery(s.Suspects); err != nil {
			return nil, fmt.Errorf("compile error query of %s: %w", s.Name, err)
		}
	}
	return g, nil
}

// visible reports whether nodes can have a symbol, with a name or without.
func (g *grammar) visible(symbol int, named bool) bool {
	want := sitter.SymbolTypeAnonymous
	if named {
		want = sitter.SymbolTypeRegular
	}
	return g.language.SymbolType(sitter.Symbol(symbol)) == want
}
