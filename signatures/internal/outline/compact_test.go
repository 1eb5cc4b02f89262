package outline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/smacker/go-tree-sitter/golang"

	"ctxpack/signatures/internal/lex"
)

// Nodes of a text with gaps have offsets in the whole text.
func TestCompact(t *testing.T) {
	t.Parallel()
	g, err := (&Spec{Name: "Go", Grammar: golang.GetLanguage}).compiled()
	if err != nil {
		t.Fatal(err)
	}
	blank := strings.Repeat(" ", 30)
	src := "package a\n\n// A.\nfunc a(b, c int) (d error) {" + blank + "\n" + blank + "\n\t}\n" + blank + "\n\n\nfunc e(f g) {" + blank +
		"}\ntype h struct{\n\ti int" + blank + "// c" + blank + "\n}\nvar j = `" + blank + "\n" + blank + "`\nfunc (k l) m() {}"
	var unread []lex.Span
	for _, part := range []string{"b, c int", "d error", "f g"} {
		at := strings.Index(src, part)
		unread = append(unread, lex.Span{Start: at, End: at + len(part)})
	}
	short, gaps := compact(src, unread)
	if len(short) > len(src)*2/3 || len(gaps) < 6 {
		t.Errorf("%d bytes of %d, %d gaps", len(short), len(src), len(gaps))
	}
	nodes := func(text string, gaps []gap) (list []string) {
		tree, _, err := g.parseWithin(text, gaps, maxParseTime, mostWork)
		if err != nil {
			t.Fatal(err)
		}
		defer tree.Close()
		for at := 0; at < len(tree.nodes); at++ {
			n := tree.nodes[at]
			list = append(list, fmt.Sprintf("%s %d-%d", g.kinds[n.symbol], n.start, n.end))
			if g.kinds[n.symbol] == "parameter_list" && n.start < uint32(strings.Index(src, "type h")) {
				at = int(n.next) - 1
			}
		}
		return list
	}
	if got, want := nodes(short, gaps), nodes(src, nil); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Only white space and spans are omitted.
func FuzzCompact(f *testing.F) {
	f.Add("a"+strings.Repeat(" ", 40)+"b"+strings.Repeat("\n ", 40)+"c", 3, 9)
	f.Add(strings.Repeat(" \n", 50), 10, 60)
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		var unread []lex.Span
		if 0 <= start && start < end && end <= len(text) {
			unread = []lex.Span{{Start: start, End: end}}
		}
		short, gaps := compact(text, unread)
		missing := 0
		for _, g := range gaps {
			at := int(g.at) + missing
			left := text[at : int(g.at)+int(g.missing)]
			if strings.TrimLeft(left, " \t\r\n") != "" && (len(unread) == 0 || at != start) {
				t.Fatalf("%q is left out of %q", left, text)
			}
			if at > 0 && g.at > 0 && short[g.at-1] != text[at-1] {
				t.Fatalf("%q does not stand before a gap in %q", text[at-1], short)
			}
			missing = int(g.missing)
		}
		if len(short)+missing != len(text) {
			t.Fatalf("%d bytes and %d missing, of %d", len(short), missing, len(text))
		}
	})
}
