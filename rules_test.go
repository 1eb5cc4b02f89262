package main_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// What the source of a package may have. Functions that only return a table may be as
// long as the table.
const (
	maxFileLines     = 400
	maxFunctionLines = 65
	maxComplexity    = 30
)

// packageLines is how many lines each package may have without its tests. With -update
// numbers are lowered to what is there; who raises one does so by hand and says why in
// the commit.
const packageLines = "package-lines.txt"

// lineStep rounds those numbers up, so that not every line is a change of the table.
const lineStep = 50

func TestRules(t *testing.T) {
	t.Parallel()
	r := rules{lines: map[string]int{}, documented: map[string]bool{}}
	if err := fs.WalkDir(os.DirFS("."), ".", r.walk); err != nil {
		t.Fatal(err)
	}
	for name, ok := range r.documented {
		if !ok {
			r.complain("package %q has no package comment", name)
		}
	}
	if len(r.lines) < 50 {
		t.Errorf("only %d packages were found", len(r.lines))
	}
	written, err := os.ReadFile(packageLines)
	if err != nil {
		t.Fatal(err)
	}
	most, err := parseLines(string(written))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		most = lowered(most, r.lines)
		if err := os.WriteFile(packageLines, []byte(formatLines(most)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r.ratchet(most)
	for _, problem := range r.problems {
		t.Error(problem)
	}
}

// rules is what is found in the source.
type rules struct {
	lines      map[string]int // of each package
	documented map[string]bool
	problems   []string
}

func (r *rules) complain(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

func (r *rules) walk(name string, entry fs.DirEntry, err error) error {
	base := path.Base(name)
	switch {
	case err != nil:
		return err
	case entry.IsDir() && name != "." && (strings.HasPrefix(base, ".") || base == "testdata" || base == "bin" || base == "dist"):
		return fs.SkipDir
	case entry.IsDir() || !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go"):
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return r.file(name, string(text))
}

// file looks through one source file.
func (r *rules) file(name, text string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	folder := path.Dir(name)
	n := strings.Count(text, "\n")
	r.lines[folder] += n
	r.documented[folder] = r.documented[folder] || file.Doc != nil
	if n > maxFileLines {
		r.complain("%s has %d lines, of at most %d", name, n, maxFileLines)
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			n := files.Position(d.End()).Line - files.Position(d.Pos()).Line + 1
			r.function(files.Position(d.Pos()).String(), d, n)
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				r.variables(files, d)
			}
		}
	}
	return nil
}

func (r *rules) function(place string, d *ast.FuncDecl, lines int) {
	if d.Name.Name == "init" && d.Recv == nil {
		r.complain("%s: there are no init functions", place)
	}
	if lines > maxFunctionLines && !isTable(d) {
		r.complain("%s: %s has %d lines, of at most %d", place, d.Name.Name, lines, maxFunctionLines)
	}
	if n := complexity(d); n > maxComplexity {
		r.complain("%s: %s has a complexity of %d, of at most %d", place, d.Name.Name, n, maxComplexity)
	}
}

// isTable says whether a function only returns a value that is written out.
func isTable(d *ast.FuncDecl) bool {
	return d.Body != nil && complexity(d) == 1 && !slices.ContainsFunc(d.Body.List, func(s ast.Stmt) bool {
		switch s.(type) {
		case *ast.ReturnStmt, *ast.DeclStmt:
			return false
		}
		return true
	})
}

// complexity is McCabe's cyclomatic complexity: one, and one more for each branch.
func complexity(d *ast.FuncDecl) int {
	n := 1
	ast.Inspect(d, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// variables finds those of a package that no comment calls read-only. Errors, compiled
// expressions, embedded files and assertions of a type need none.
func (r *rules) variables(files *token.FileSet, d *ast.GenDecl) {
	marked := func(groups ...*ast.CommentGroup) bool {
		return slices.ContainsFunc(groups, func(g *ast.CommentGroup) bool {
			return g != nil && slices.ContainsFunc(g.List, func(c *ast.Comment) bool {
				return strings.HasPrefix(c.Text, "//go:embed ") || strings.Contains(strings.ToLower(c.Text), "read-only")
			})
		})
	}
	for _, s := range d.Specs {
		v := s.(*ast.ValueSpec)
		if v.Names[0].Name == "_" || marked(d.Doc, v.Doc, v.Comment) || len(v.Values) > 0 && !slices.ContainsFunc(v.Values, func(e ast.Expr) bool { return !isConstant(e) }) {
			continue
		}
		r.complain("%s: no comment calls the package variable %s read-only", files.Position(v.Pos()), v.Names[0].Name)
	}
}

// isConstant knows values that nobody changes, and memory that keeps nothing.
func isConstant(e ast.Expr) bool {
	switch value := e.(type) {
	case *ast.CallExpr:
		e = value.Fun
	case *ast.CompositeLit:
		e = value.Type
	}
	return slices.Contains([]string{"errors.New", "fmt.Errorf", "regexp.MustCompile", "sync.OnceValue", "sync.Pool"}, types.ExprString(e))
}

// ratchet compares the lines of packages with what they may have.
func (r *rules) ratchet(most map[string]int) {
	for _, name := range slices.Sorted(maps.Keys(r.lines)) {
		if limit, ok := most[name]; !ok || r.lines[name] > limit {
			r.complain("package %q has %d lines, of at most %d: make it smaller, or raise the number in %s and say why in the commit", name, r.lines[name], limit, packageLines)
		}
	}
	for name := range most {
		if r.lines[name] == 0 {
			r.complain("%s has the package %q, which is gone", packageLines, name)
		}
	}
}

// lowered are the limits after -update: none is higher than before, new packages get
// theirs.
func lowered(most, lines map[string]int) map[string]int {
	next := map[string]int{}
	for name, n := range lines {
		next[name] = (n + lineStep - 1) / lineStep * lineStep
		if limit, ok := most[name]; ok {
			next[name] = min(next[name], limit)
		}
	}
	return next
}

func parseLines(text string) (map[string]int, error) {
	most := map[string]int{}
	for line := range strings.Lines(text) {
		var n int
		var name string
		if _, err := fmt.Sscanf(line, "%d %s\n", &n, &name); err != nil {
			return nil, fmt.Errorf("read %s, line %q: %w", packageLines, line, err)
		}
		most[name] = n
	}
	return most, nil
}

func formatLines(most map[string]int) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(most)) {
		fmt.Fprintf(&b, "%6d %s\n", most[name], name)
	}
	return b.String()
}

func TestRulesFindWhatIsWrong(t *testing.T) {
	t.Parallel()
	const doc = "// Package p is one.\npackage p\n\n"
	for _, c := range []struct {
		name, text string
		want       []string // a piece of each problem
	}{
		{"nothing", doc + "var _ = 1\nvar errA, errB = errors.New(\"a\"), errors.New(\"b\")\n// x is read-only.\nvar x = map[int]int{}\n//go:embed x\nvar y string\n", nil},
		{"variables", doc + "var x = map[int]int{}\nvar (\n\ty int\n\tz = 1 // Read-only.\n)\n", []string{"p.go:4:5: no comment calls the package variable x", "variable y"}},
		{"init", doc + "func init() {}\nfunc (t) init() {}\n", []string{"p.go:4:1: there are no init functions"}},
		{"long file", doc + strings.Repeat("\n", 398), []string{"p.go has 401 lines"}},
		{"long function", doc + "func f() {f()" + strings.Repeat("\n", 65) + "}\n", []string{"f has 66 lines"}},
		{"long table", doc + "func f() []int {\nreturn []int{" + strings.Repeat("\n", 65) + "}}\n", nil},
		{"complex", doc + "func f() {\nfor { if a && b || c {} }\nswitch a { case 1, 2: case 3: default: }\nselect { case <-a: default: }\nfor range a {}\n" + strings.Repeat("_ = a && b\n", 22) + "}\n", []string{"f has a complexity of 31"}},
	} {
		r := rules{lines: map[string]int{}, documented: map[string]bool{}}
		if err := r.file("p/p.go", c.text); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if !slices.EqualFunc(r.problems, c.want, strings.Contains) {
			t.Errorf("%s: problems %q, want %q", c.name, r.problems, c.want)
		}
	}
	r := rules{lines: map[string]int{"grown": 51, "new": 1, "small": 10}}
	most := map[string]int{"grown": 50, "small": 200, "gone": 5}
	r.ratchet(most)
	if want := []string{`"grown" has 51 lines, of at most 50`, `"new" has 1`, `"gone", which is gone`}; !slices.EqualFunc(r.problems, want, strings.Contains) {
		t.Errorf("problems %q, want %q", r.problems, want)
	}
	if got, want := formatLines(lowered(most, r.lines)), "    50 grown\n    50 new\n    50 small\n"; got != want {
		t.Errorf("lowered to %q, want %q", got, want)
	}
	if _, err := parseLines("x y\n"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v for a table that is none", err)
	}
}
