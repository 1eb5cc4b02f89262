package source

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

type globCase struct {
	glob    string
	match   string // separated by spaces
	noMatch string
}

func globCases() []globCase {
	return []globCase{
		{"*.ts", "a.ts src/a.ts x/y/.ts x.ts/readme", "a.tsx a.ts.bak ts"},
		{"Makefile", "Makefile src/Makefile Makefile/x", "makefile aMakefile Makefile2"},
		{"src", "src src/a src/b/c x/src/a", "srcs/a asrc/b"},
		{"src/", "src/a src/b/c x/src/a", "src x/src"},
		{"/src", "src src/a", "x/src/a"},
		{"/src/", "src/a", "src x/src/a"},
		{"src/*", "src/a src/.b", "src/b/c x/src/a src"},
		{"src/**", "src/a src/b/c", "src x/src/a"},
		{"src/*.ts", "src/a.ts", "src/b/a.ts a.ts"},
		{"src/**/*.ts", "src/a.ts src/b/a.ts src/b/c/a.ts", "a.ts src/a.js"},
		{"**/test/**", "test/a x/test/a x/test/y/a", "test x/tests/a"},
		{"**/test", "test test/a x/test/a", "tests"},
		{"packages/*/dist", "packages/a/dist packages/a/dist/x", "packages/a/b/dist packages/dist"},
		{"./src/a", "src/a src/a/b", "a"},
		{".", "a b/c", ""},
		{"*", "a b/c", ""},
		{"**", "a b/c", ""},
		{"**/*", "a b/c", ""},
		{"a?c", "abc x/aéc", "ac a/c abbc"},
		{"[a-c]x", "ax cx", "dx éx"},
		{"[!a-c]x", "dx éx", "ax x"},
		{"[^a]x", "bx", "ax"},
		{"[\\]]x", "]x", "x"},
		{"[]x", "", ""},
		{"{a,b}.ts", "a.ts b.ts x/a.ts", "c.ts {a,b}.ts"},
		{"*.{ts,tsx}", "a.ts a.tsx", "a.js"},
		{"{src,lib}/**/*.{c,h}", "src/a.c lib/x/y.h", "src/a.cc test/a.c"},
		{"x{,y}z", "xz xyz", "xyyz"},
		{"{a,{b,c}d}e", "ae bde cde", "de abe"},
		{"a\\*b", "a*b", "axb"},
		{"a\\{b,c\\}", "a{b,c}", "ab ac"},
		{"[{,}]x", "{x ,x }x", "ax"},
		{"a**b", "ab axb", "a/b ax/b"},
		{"}x", "}x", ""},
		{"déjà/*.ç", "déjà/é.ç", "deja/e.c"},
		{"\\!x", "!x", "x"},
	}
}

func TestGlobs(t *testing.T) {
	t.Parallel()
	for _, tt := range globCases() {
		g, err := CompileGlobs([]string{tt.glob})
		if tt.match == "" && tt.noMatch == "" && tt.glob == "[]x" {
			if err == nil {
				t.Errorf("%q: no error", tt.glob)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", tt.glob, err)
			continue
		}
		for _, p := range strings.Fields(tt.match) {
			if pattern, ok := g.Match(p); !ok || pattern != tt.glob {
				t.Errorf("%q does not match %q", tt.glob, p)
			}
		}
		for _, p := range strings.Fields(tt.noMatch) {
			if _, ok := g.Match(p); ok {
				t.Errorf("%q matches %q", tt.glob, p)
			}
		}
	}
}

func TestGlobErrors(t *testing.T) {
	t.Parallel()
	for _, glob := range []string{
		"", "/", "[", "[a", "[]", "[!]", "{a", "{a,{b}", "a\\", "!a", "../a", "a/../b", "a//b", "a/./b", "//a",
		strings.Repeat("a", maxGlobBytes+1), strings.Repeat("{a,b}", 12), "{" + strings.Repeat(",", 600) + "}",
	} {
		_, err := CompileGlobs([]string{"ok", glob})
		if glob == "/" {
			if err != nil {
				t.Errorf("%q: %v", glob, err)
			}
			continue
		}
		if err == nil {
			t.Errorf("%.40q: no error", glob)
		} else if len(glob) < 20 && !strings.Contains(err.Error(), fmt.Sprintf("%q", glob)) {
			t.Errorf("%q is not named: %v", glob, err)
		}
	}
}

func TestGlobsFirstPattern(t *testing.T) {
	t.Parallel()
	g, err := CompileGlobs([]string{"b/*", "*.{go,c}", "a"})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"b/x.go": "b/*", "x.go": "*.{go,c}", "a/x": "a", "z": ""} {
		if got, ok := g.Match(path); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v", path, got, ok)
		}
	}
	var none *Globs
	if _, ok := none.Match("x"); ok {
		t.Error("no globs match")
	}
}

func TestExpandBraces(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		"a":            {"a"},
		"{a,b}c":       {"ac", "bc"},
		"{a,b}{1,2}":   {"a1", "a2", "b1", "b2"},
		"x{a,{b,c}}":   {"xa", "xb", "xc"},
		"{a}":          {"a"},
		"[{]a{b,c}[}]": {"[{]ab[}]", "[{]ac[}]"},
	} {
		if got, err := expandBraces(in); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
}

// TestPatternCost runs patterns for which a backtracking matcher takes years.
func TestPatternCost(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a", 2000) + "b"
	for _, pattern := range []string{
		strings.Repeat("*a", 500) + "c", strings.Repeat("a*", 500) + "c", strings.Repeat("**/a*", 100) + "c",
		strings.Repeat("[ab]*", 400) + "c", strings.Repeat("?*", 900) + "c", "*" + strings.Repeat("**/", 300) + "?c",
	} {
		p, ok := compileWildmatch(pattern)
		if !ok {
			t.Fatalf("%q does not compile", pattern)
		}
		work := 0
		if p.match(text, false, &work) || p.match(strings.Repeat("a/", 1000)+"b", false, &work) {
			t.Errorf("%.20q matches", pattern)
		}
		if most := 2 * len(text) * len(pattern); work > most {
			t.Errorf("%.20q: %d steps, want at most %d", pattern, work, most)
		}
		g, err := CompileGlobs([]string{pattern})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := g.Match(text); ok {
			t.Errorf("%.20q matches", pattern)
		}
	}
}

// FuzzGlobs: no glob may crash the compiler or the matcher, and one without special characters matches its own
// text.
func FuzzGlobs(f *testing.F) {
	for _, c := range globCases() {
		f.Add(c.glob, strings.Split(c.match, " ")[0])
	}
	f.Fuzz(func(t *testing.T, glob, path string) {
		g, err := CompileGlobs([]string{glob})
		if err != nil {
			return
		}
		_, got := g.Match(path)
		g.names(path, true)
		if len(g.alts) > maxGlobAlternatives {
			t.Fatalf("%d alternatives", len(g.alts))
		}
		plain := utf8.ValidString(glob) && !strings.ContainsAny(glob, "*?[{\\!/.")
		if plain && path == "x/"+glob && !got {
			t.Fatalf("%q does not match %q", glob, path)
		}
	})
}

// TestRandomPatterns compares with an exhaustive matcher.
func TestRandomPatterns(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4)) // patterns, not secrets
	pieces := func(from []string, n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(from[random.IntN(len(from))])
		}
		return b.String()
	}
	for range 30_000 {
		pattern := pieces([]string{"a", "b", "é", "*", "*", "?", "/", "**/", "/**", "[ab]", "[!a]"}, 1+random.IntN(7))
		text := pieces([]string{"a", "b", "é", "/"}, random.IntN(8))
		for _, runes := range []bool{false, true} {
			d := dialect{runes: runes, stars: 2, set: parseRuneSet}
			ops, err := parsePattern(pattern, d)
			if err != nil {
				t.Fatal(err)
			}
			work := 0
			p := newProgram(ops, runes)
			if got, want := p.match(text, false, &work), p.tryAll(ops, text, false); got != want {
				t.Fatalf("%q on %q: %v, want %v", pattern, text, got, want)
			}
			if got, want := p.match(text, true, &work), p.tryAll(ops, text, true); got != want {
				t.Fatalf("%q above %q: %v, want %v", pattern, text, got, want)
			}
		}
	}
}

// tryAll is match by trying every run of every wildcard.
func (p *program) tryAll(ops []op, text string, below bool) bool {
	if len(ops) == 0 {
		return !below && text == "" || below && strings.HasPrefix(text, "/")
	}
	o, rest := &ops[0], ops[1:]
	if o.kind <= opClass {
		n := p.one(o, text)
		return n > 0 && p.tryAll(rest, text[n:], below)
	}
	for n := 0; ; n += p.width(text[n:]) {
		if (o.kind != opDeepDir || n == 0 || text[n-1] == '/') && p.tryAll(rest, text[n:], below) {
			return true
		}
		if n == len(text) || o.kind == opStar && text[n] == '/' {
			return false
		}
	}
}
