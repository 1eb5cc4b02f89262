package outline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/bash"
	"github.com/smacker/go-tree-sitter/csharp"
	"github.com/smacker/go-tree-sitter/golang"
	"github.com/smacker/go-tree-sitter/ruby"
	"github.com/smacker/go-tree-sitter/typescript/typescript"
)

// A query finds the same as the library's own engine.
func TestQueryAsTheLibrary(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		language func() *sitter.Language
		query    string
		src      string
	}{
		{"kinds, tokens, errors", golang.GetLanguage, `(function_declaration) @func [(if_statement) (for_statement)] @branch ["&&" "||"] @branch ` +
			`(comment) @comment (ERROR) @error`, "package a\n// A.\nfunc a() { if a && b || c { for {} } }\nfunc ) (\n"},
		{"below", golang.GetLanguage, `(source_file (const_declaration) @group) (type_spec name: (type_identifier) @name) @type (type_spec type: ` +
			`(struct_type (field_declaration_list))) @struct`, "package a\nconst a = 1\nconst (b, c = 1, 2; d = 3)\ntype e struct { f int; g, h " +
			"string }\ntype i int\nfunc j() { const k = 1 }\n"},
		{"anchors", bash.GetLanguage, `(command name: (command_name (word)) . argument: [(string) (raw_string)] . argument: (word) .) @test ` +
			`(command name: (command_name (word)) argument: (concatenation)) @alias`, "test 'a' {\nalias a=b\nx \"a\" b c\nx \"a\" b\nx b \"a\" b\n"},
		{"anchors of one", typescript.GetLanguage, `(call_expression function: (identifier) arguments: (arguments . (string) .)) @import ` +
			`(call_expression function: (import)) @import`, "f('a'); f('a', 1); f(1, 'a'); import('a'); f(/* c */ 'a'); a.f('a')\n"},
		{"an absent field", ruby.GetLanguage, `(call !receiver method: (identifier) arguments: (argument_list . [(string) (call) ` +
			`(simple_symbol)])) @import (class body: (body_statement (call !receiver) @call))`,
			"class A\n  include B\n  attr_reader :a, :b\n  x.y :a\n  require 'a'\n  f g(1)\nend\n"},
		{"what may be there", csharp.GetLanguage, `(property_declaration accessors: (_)? @body) @property (method_declaration (_) @part)`,
			"class A { int B { get; set; } int C => 1; void D(int e) { } }\n"},
	} {
		g, err := (&Spec{Name: c.name, Grammar: c.language, Query: c.query}).compiled()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		tree, _, err := g.parseWithin(c.src, nil, maxParseTime, mostWork)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		g.query.run(tree.nodes, func(list []caught) bool {
			var parts []string
			for _, c := range list {
				n := tree.nodes[c.at]
				parts = append(parts, fmt.Sprintf("%s %d-%d", c.role, n.start, n.end))
			}
			slices.Sort(parts)
			got = append(got, strings.Join(parts, ", "))
			return true
		})
		tree.Close()
		slices.Sort(got)
		if want := libraryMatches(t, c.language(), c.query, c.src); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
	}
}

// libraryMatches returns the matches of the library's engine.
func libraryMatches(t *testing.T, language *sitter.Language, query, src string) []string {
	t.Helper()
	q, err := sitter.NewQuery([]byte(query), language)
	if err != nil {
		t.Fatal(err)
	}
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(language)
	tree, err := p.ParseCtx(t.Context(), nil, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	c := sitter.NewQueryCursor()
	defer c.Close()
	c.Exec(q, tree.RootNode())
	var list []string
	for m, ok := c.NextMatch(); ok; m, ok = c.NextMatch() {
		var parts []string
		for _, c := range m.Captures {
			parts = append(parts, fmt.Sprintf("%s %d-%d", q.CaptureNameForId(c.Index), c.Node.StartByte(), c.Node.EndByte()))
		}
		slices.Sort(parts)
		list = append(list, strings.Join(parts, ", "))
	}
	slices.Sort(list)
	return list
}

// Unsupported syntax, and names that the grammar lacks, are errors.
func TestQueryMistakes(t *testing.T) {
	t.Parallel()
	for _, query := range []string{
		"(no_such_kind) @a", `"no such token" @a`, "(comment no_field: (_)) @a", "(_) @a", "(comment", "[(if_statement (_))] @a", "(comment) @a )",
	} {
		if _, err := (&Spec{Name: "Go", Grammar: golang.GetLanguage, Query: query}).compiled(); err == nil {
			t.Errorf("%s: no mistake", query)
		}
	}
}
