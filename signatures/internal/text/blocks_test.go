package text

import (
	"strings"
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

func TestReadBlocks(t *testing.T) {
	t.Parallel()
	root, ok := readBlocks("a { b; c { d } }\n// doc\ne; // note\nf { \"}\" '{' /* } */ g(;) }",
		blockRules{docLine: outline.DocLine, comments: lex.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}, Quote: "\"'`"}, ends: ";"})
	if !ok {
		t.Fatal("too many blocks")
	}
	var b strings.Builder
	var walk func(list []*block)
	walk = func(list []*block) {
		for _, k := range list {
			b.WriteString("[" + k.doc + "|" + k.head + "|" + k.note)
			walk(k.kids)
			b.WriteString("]")
		}
	}
	walk(root.kids)
	if want := "[|a|[|b|][|c|[|d|]]][// doc|e|// note][|f|[|\"}\" '{' g(;)|]]"; b.String() != want {
		t.Errorf("got  %s\nwant %s", b.String(), want)
	}
	if _, ok := readBlocks(strings.Repeat("a;", maxBlocks+2), blockRules{docLine: outline.DocLine, ends: ";"}); ok {
		t.Error("no limit on statements")
	}
}

// The cost of an unterminated string is counted each time.
func TestBlocksLookInVainLittle(t *testing.T) {
	t.Parallel()
	src := strings.Repeat("@{", 4000) + `"` + strings.Repeat("a", 1_000_000)
	looked := 0
	readBlocks(src, blockRules{docLine: outline.DocLine, ends: ";\n", skip: func(src string, i int) int {
		if src[i] != '"' {
			return i
		}
		end := lex.Past(src, `"`, i+1)
		looked += end - i
		return end
	}})
	if looked > 4*len(src) {
		t.Errorf("looked at %d bytes of %d", looked, len(src))
	}
}
