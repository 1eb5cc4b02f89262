package shell

import (
	"reflect"
	"strings"
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/lex/lextest"
)

func TestSkeleton(t *testing.T) {
	t.Parallel()
	tests := []lextest.Case{
		{Name: "body", Path: "a.sh", Src: "f() {\n\techo a\n\n}\nx=1\n", Want: "f() {\n:\n\n}\nx=1\n"},
		{Name: "keyword, bracket on a line of its own", Path: "a.sh", Src: "function f\n{\n\techo\n}\n", Want: "function f\n{\n:\n}\n"},
		{Name: "strings of several lines", Path: "a.sh", Src: "f() {\n\tawk '\n}\n' \"$(a \"b\" '\n}\n')\"\n}\n", Want: "f() {\n:\n\n\n\n\n}\n"},
		{Name: "document", Path: "a.sh", Src: "cat <<-'E'\nf() {\n\tE\nf() {\n\ta << E\n}\nE\n}\n", Want: "cat <<-'E'\nf() {\n\tE\nf() {\n:\n\n\n}\n"},
		{Name: "patterns and comments", Path: "a.sh", Src: "f() {\n\tcase a in a) b;; esac # it's }\n}\n", Want: "f() {\n:\n}\n"},
		{Name: "what is no document", Path: "a.sh", Src: "f() {\n\tcat <<< a\n\t: $((1 << 2)) $# ${x#a}\n}\n", Want: "f() {\n:\n\n}\n"},
		{Name: "a function in a function", Path: "a.sh", Src: "f() {\ng() {\n}\n}\n", Want: ""},
		{Name: "open body", Path: "a.sh", Src: "f() {\n a\n", Want: ""},
		{Name: "open string", Path: "a.sh", Src: "f() {\n it's\n}\n", Want: ""},
		{Name: "open document", Path: "a.sh", Src: "cat << E\n", Want: ""},
		{Name: "test of bats", Path: "a.bats", Src: "f() {\n a\n}\n", Want: ""},
		{Name: "deep", Path: "a.sh", Src: strings.Repeat("$(", 100_000), Want: ""},
	}
	lextest.Run(t, func(string) *lex.Rules { return Spec().Skeleton }, tests)
}

func TestSourcesInBodies(t *testing.T) {
	t.Parallel()
	src := "f() {\n\tif a; then . \"$d/b c.sh\"; fi\n\t[ -f d ] && source d\n\techo . e\n\t# . f\n}\n"
	k, ok := lex.Elide("a.sh", src, Spec().Skeleton)
	want := []lex.Import{{Specifier: "$d/b c.sh", Kind: "source", Line: 2}, {Specifier: "d", Kind: "source", Line: 3}}
	if !ok || !reflect.DeepEqual(k.Imports, want) {
		t.Errorf("got %v, %v, want %v", k.Imports, ok, want)
	}
}
