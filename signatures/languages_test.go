package signatures

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ctxpack/signatures/internal/outline"
)

// A mask keeps the length and the line ends outside of what it joins, and does not change a text without its
// construct.
func TestMasks(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines and needs all grammars")
	}
	for _, test := range []struct {
		name string
		src  string
		want string
	}{
		{"Kotlin interface", "fun interface A", "    interface A"},
		{"Kotlin guard", "  is A if b -> c", "  is A      -> c"},
		{"Kotlin infix", "a.b eq c", "a.b +  c"},
		{"Kotlin keyword", "a.b is C", "a.b is C"},
		{"Kotlin binary", "0b11_00", "1111111"},
		{"Scala", "class A @Inject() (b: B)", "class A           (b: B)"},
	} {
		language, _, _ := strings.Cut(test.name, " ")
		mask := specFor(language).Mask
		got := mask(test.src)
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if len(got) != len(test.src) {
			t.Errorf("%s: length %d, want %d", test.name, len(got), len(test.src))
		}
		if plain := "x = 1\n"; mask(plain) != plain {
			t.Errorf("%s changes a plain text", test.name)
		}
	}
}

// A long chain of operators opens no pattern that stays open in all of it, and long runs of tokens with scanners of
// their own are read in time.
func TestChains(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	for _, path := range []string{"a.cs", "a.rb", "a.php", "a.kt", "a.swift", "a.sh", "a.scala", "a.lua", "a.ex", "a.groovy", "a.zig", "a.r"} {
		for _, part := range []string{"a && ", "a + ", "a || b + ", "<<EOF\n", `"#{`, `"${`, `"$(`, `"\(`, `$"`, `@"`, `"""`, "/*", "--[[", "%w(", "~s(", "do\n"} {
			src := strings.Repeat(part, 8_000/len(part))
			checkOutline(t, src, Extract(context.Background(), path, src))
		}
	}
}

func TestImportsOfBats(t *testing.T) {
	t.Parallel()
	src := "load helper\nload lib/x.bash\n"
	o := Extract(context.Background(), "a.bats", src)
	var got []string
	for _, i := range o.Imports {
		got = append(got, i.Specifier)
	}
	if want := []string{"helper.bash", "lib/x.bash"}; !slices.Equal(got, want) {
		t.Errorf("imports %q, want %q", got, want)
	}
	if o = Extract(context.Background(), "a.sh", src); len(o.Imports) > 0 {
		t.Errorf("imports of a script without bats: %v", o.Imports)
	}
}

// Each of these crashes the grammar's scanner, or takes minutes.
func TestGuards(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines and needs all grammars")
	}
	word := strings.Repeat("A", 300)
	for _, test := range []struct{ path, src, want string }{
		{"a.rb", "a = <<" + word + "\n#{x}\n" + word + "\n", outline.FallbackTooLarge},
		{"a.rb", "a = <<~'" + word + "'\n x\n" + word + "\n", outline.FallbackTooLarge},
		{"a.rb", "a = <<\"" + word, outline.FallbackTooLarge},
		{"a.rb", "a = <<~SQL\n  " + word + "\nSQL\n", ""},
		{"a.kt", `val a = "${"` + strings.Repeat(`}${"`, 3000), outline.FallbackTooDeep},
		{"a.kt", strings.Repeat("@a ", 40_000), outline.FallbackTooDeep},
		{"a.kt", strings.Repeat("@Test fun a() {}\n", 500), ""},
		{"a.swift", strings.Repeat("#", 200_000), outline.FallbackTooLarge},
	} {
		o := Extract(context.Background(), test.path, test.src)
		if o.Fallback != test.want {
			t.Errorf("%s %.40q: fallback %q, want %q", test.path, test.src, o.Fallback, test.want)
		}
	}
}

// The scanner of Lua keeps its state in variables of the process: a text with an open string must not affect the
// next.
func TestLuaKeepsNoState(t *testing.T) {
	t.Parallel()
	src := "local M = {}\n--[[ a \" b ]]\nM.A = [==[ ] \" ]==]\nfunction M.f(x) return 'a' end\nreturn M\n"
	want := dump(Extract(context.Background(), "a.lua", src))
	for range 20 {
		for _, open := range []string{"x = \"", "x = [===[ a", "--[==[ a", "x = '"} {
			Extract(context.Background(), "a.lua", open)
			if got := dump(Extract(context.Background(), "a.lua", src)); got != want {
				t.Fatalf("after %q:\n%s\nwant:\n%s", open, got, want)
			}
		}
	}
}

func FuzzCSharp(f *testing.F) { fuzzLanguages(f, "C#") }

func FuzzRuby(f *testing.F) { fuzzLanguages(f, "Ruby") }

func FuzzPHP(f *testing.F) { fuzzLanguages(f, "PHP") }

func FuzzKotlin(f *testing.F) { fuzzLanguages(f, "Kotlin") }

func FuzzSwift(f *testing.F) { fuzzLanguages(f, "Swift") }

func FuzzShell(f *testing.F) { fuzzLanguages(f, "Shell") }

func FuzzScala(f *testing.F) { fuzzLanguages(f, "Scala") }

func FuzzLua(f *testing.F) { fuzzLanguages(f, "Lua") }

func FuzzElixir(f *testing.F) { fuzzLanguages(f, "Elixir") }

func FuzzZig(f *testing.F) { fuzzLanguages(f, "Zig") }

func FuzzR(f *testing.F) { fuzzLanguages(f, "R") }

// Masks that rewrite keep the length of a text, so that offsets stay valid.
func FuzzRewrites(f *testing.F) {
	masks := map[string]func(string) string{}
	for _, s := range outlined() {
		if s.Mask != nil && s.Name != "C" && s.Name != "C++" { // they have a target of their own
			masks[s.Name] = s.Mask
		}
		if s.Preprocess != nil {
			masks[s.Name+" before"] = s.Preprocess
		}
	}
	for name := range masks {
		for _, path := range fixtures(f, strings.TrimSuffix(name, " before")) {
			f.Add(readFixture(f, path))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		for name, mask := range masks {
			if got := mask(src); len(got) != len(src) {
				t.Errorf("%s: %d bytes became %d", name, len(src), len(got))
			}
		}
	})
}
