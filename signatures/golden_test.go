package signatures

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ctxpack/internal/text/goldentest"
	"ctxpack/signatures/internal/outline"
)

var update = flag.Bool("update", false, "write the golden files of the languages anew")

// fixtureFolder returns a language's folder in the testdata of its package.
func fixtureFolder(language string) string {
	return strings.NewReplacer("+", "p", "#", "sharp", " ", "-", "'", "").Replace(strings.ToLower(language))
}

// fixtures returns the source files of a language's folder: all but golden files.
func fixtures(t testing.TB, language string) []string {
	t.Helper()
	var all []string
	for _, folder := range []string{"internal/lang/*", "internal/text"} {
		found, err := filepath.Glob(filepath.Join(folder, "testdata", fixtureFolder(language), "*"))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return slices.DeleteFunc(all, func(p string) bool { return strings.HasSuffix(p, ".golden") })
}

func readFixture(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// outlined returns the languages with outlines.
func outlined() []*outline.Spec {
	var list []*outline.Spec
	for _, s := range table() {
		if s.Grammar != nil || s.Plain != nil {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b *outline.Spec) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, s := range outlined() {
		files := fixtures(t, s.Name)
		if len(files) == 0 {
			t.Errorf("%s has no fixture in a folder testdata/%s", s.Name, fixtureFolder(s.Name))
		}
		for _, path := range files {
			t.Run(s.Name+"/"+filepath.Base(path), func(t *testing.T) {
				t.Parallel()
				src := readFixture(t, path)
				// A file that other tools must not recognize ends in ".src".
				o := Extract(context.Background(), strings.TrimSuffix(filepath.Base(path), ".src"), src)
				if o.Language != s.Name {
					t.Errorf("language %q, want %q", o.Language, s.Name)
				}
				checkOutline(t, src, o)
				goldentest.Compare(t, path+".golden", dump(o), *update)
			})
		}
	}
}

// dump writes the contents of an outline in sections.
func dump(o Outline) string {
	var b strings.Builder
	fmt.Fprintf(&b, "-- facts --\nlanguage %s\npackage %q\nmain %v\nerrors %d\nfallback %q\n", o.Language, o.Package, o.Main, o.Errors, o.Fallback)
	if len(o.Namespaces) > 0 {
		fmt.Fprintf(&b, "namespaces %q\n", o.Namespaces)
	}
	fmt.Fprintf(&b, "-- outline --\n%s-- symbols --\n", o.Text())
	for _, s := range o.Symbols {
		name := s.Name
		if s.Parent != "" {
			name = s.Parent + " › " + s.Name
		}
		fmt.Fprintf(&b, "%s%s %s %d-%d", strings.Repeat("  ", s.Depth), s.Kind, name, s.StartLine, s.EndLine)
		if s.Exported {
			b.WriteString(" exported")
		}
		if s.Complexity > 1 {
			fmt.Fprintf(&b, " complexity %d", s.Complexity)
		}
		if s.Text() == "" {
			b.WriteString(" (not shown)")
		}
		b.WriteByte('\n')
	}
	b.WriteString("-- imports --\n")
	for _, i := range o.Imports {
		fmt.Fprintf(&b, "%d %s %q", i.Line, i.Kind, i.Specifier)
		if len(i.Names) > 0 {
			fmt.Fprintf(&b, " names %q", i.Names)
		}
		if i.Scope != "" {
			fmt.Fprintf(&b, " scope %q", i.Scope)
		}
		b.WriteByte('\n')
	}
	b.WriteString("-- exports --\n")
	for _, name := range o.Exports {
		b.WriteString(name + "\n")
	}
	b.WriteString("-- markers --\n")
	for _, m := range o.Markers {
		fmt.Fprintf(&b, "%d %s\n", m.Line, m.Word)
	}
	return b.String()
}

// checkOutline checks the invariants of outlines.
func checkOutline(t testing.TB, src string, o Outline) {
	t.Helper()
	lines := strings.Count(src, "\n") + 1
	if o.Text() != "" && len(o.Text()) >= len(src) {
		t.Errorf("the outline has %d bytes, the text %d", len(o.Text()), len(src))
	}
	if utf8.ValidString(src) && !utf8.ValidString(o.Text()) {
		t.Errorf("the outline of valid UTF-8 is not: %q", o.Text())
	}
	if o.Fallback == outline.FallbackFailed {
		t.Error("a hook panicked or a query does not compile")
	}
	if o.Fallback != "" && o.Text() != "" {
		t.Errorf("fallback %q with an outline", o.Fallback)
	}
	for _, s := range o.Symbols {
		if s.StartLine < 1 || s.EndLine < s.StartLine || s.EndLine > lines {
			t.Errorf("%s %s has lines %d to %d of %d", s.Kind, s.Name, s.StartLine, s.EndLine, lines)
		}
		if s.Name == "" || s.Kind == "" || s.Complexity < 1 || s.Depth < 0 {
			t.Errorf("incomplete symbol %+v", s)
		}
	}
	for _, i := range o.Imports {
		if i.Line < 1 || i.Line > lines || i.Kind == "" || i.Specifier == "" {
			t.Errorf("incomplete import %+v of %d lines", i, lines)
		}
	}
	for _, m := range o.Markers {
		if m.Line < 1 || m.Line > lines {
			t.Errorf("marker on line %d of %d", m.Line, lines)
		}
	}
	seen := make(map[string]bool)
	for _, name := range o.Exports {
		if name == "" || seen[name] {
			t.Errorf("export %q is empty or listed twice", name)
		}
		seen[name] = true
	}
}
