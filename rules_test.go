package main_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// What the source of a package may have. Functions that only return a table may be as
// long as the table.
const (
	maxFileLines     = 400
	maxFunctionLines = 65
	maxComplexity    = 30
	maxOperands      = 3 // of && and || in a condition; a longer one has a name
)

// totalLines is the maximum number of lines of Go in the project, without tests and scripts. It
// only falls: delete code before you add more.
const totalLines = 90_315

const (
	maxPackageLines = 6000
	maxPackageFiles = 30
	wideLine        = 160 // characters
	maxWide         = 60  // lines that are wider
)

func TestRules(t *testing.T) {
	t.Parallel()
	r := newRules()
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
	r.ratchet(totalLines)
	for _, problem := range r.problems {
		t.Error(problem)
	}
}

// rules holds the findings in the source.
type rules struct {
	lines      map[string]int // of each package
	files      map[string]int // likewise
	wide       int            // lines that are too wide
	documented map[string]bool
	problems   []string
}

func newRules() rules {
	return rules{lines: map[string]int{}, files: map[string]int{}, documented: map[string]bool{}}
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
	r.files[folder]++
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(line) > wideLine+1 {
			r.wide++
		}
	}
	r.documented[folder] = r.documented[folder] || file.Doc != nil
	if n > maxFileLines {
		r.complain("%s has %d lines, of at most %d", name, n, maxFileLines)
	}
	r.conditions(files, file)
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

// conditions finds those of if, for and switch that have too many operands, and patterns that fail when a run compiles them.
func (r *rules) conditions(files *token.FileSet, file *ast.File) {
	check := func(condition ast.Expr) {
		if n := operands(condition); n > maxOperands {
			r.complain("%s: the condition has %d operands, of at most %d: give it a name", files.Position(condition.Pos()), n, maxOperands)
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt:
			check(node.Cond)
		case *ast.ForStmt:
			check(node.Cond)
		case *ast.CallExpr:
			if types.ExprString(node.Fun) == "pattern.Of" {
				text, _ := strconv.Unquote(types.ExprString(node.Args[0])) // "" of a sum
				if _, err := regexp.Compile(text); err != nil {
					r.complain("%s: %v", files.Position(node.Pos()), err)
				}
			}
		case *ast.SwitchStmt:
			if node.Tag != nil {
				break
			}
			for _, clause := range node.Body.List {
				for _, condition := range clause.(*ast.CaseClause).List {
					check(condition)
				}
			}
		}
		return true
	})
}

// operands counts those of && and || in a condition.
func operands(condition ast.Expr) int {
	switch e := condition.(type) {
	case *ast.ParenExpr:
		return operands(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return operands(e.X)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return operands(e.X) + operands(e.Y)
		}
	}
	return 1
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
		if v.Names[0].Name == "_" || marked(d.Doc, v.Doc, v.Comment) || len(v.Values) > 0 &&
			!slices.ContainsFunc(v.Values, func(e ast.Expr) bool { return !isConstant(e) }) {
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
	return slices.Contains([]string{"errors.New", "fmt.Errorf", "regexp.MustCompile", "pattern.Of", "sync.OnceValue", "sync.Pool"}, types.ExprString(e))
}

// ratchet compares what was counted with what there may be.
func (r *rules) ratchet(most int) {
	sum := 0
	for _, name := range slices.Sorted(maps.Keys(r.lines)) {
		if !strings.HasPrefix(name, "scripts/") {
			sum += r.lines[name]
		}
		if n := r.lines[name]; n > maxPackageLines {
			r.complain("package %q has %d lines, of at most %d", name, n, maxPackageLines)
		}
		if n := r.files[name]; n > maxPackageFiles {
			r.complain("package %q has %d files, of at most %d", name, n, maxPackageFiles)
		}
	}
	switch {
	case sum > most:
		r.complain("there are %d lines of Go, of at most %d: delete elsewhere first", sum, most)
	case sum < most-lineSlack:
		r.complain("there are %d lines of Go: lower totalLines from %d to that", sum, most)
	}
	if r.wide > maxWide {
		r.complain("%d lines have more than %d characters, of at most %d", r.wide, wideLine, maxWide)
	}
}

// lineSlack is how far the total may be below the limit before that has to follow.
const lineSlack = 200

func TestRulesFindWhatIsWrong(t *testing.T) {
	t.Parallel()
	const doc = "// Package p is one.\npackage p\n\n"
	for _, c := range []struct {
		name, text string
		want       []string // a piece of each problem
	}{
		{"nothing", doc + "var _ = 1\nvar errA, errB = errors.New(\"a\"), errors.New(\"b\")\n// x is read-only.\nvar x = map[int]int{}\n//go:embed x\nvar y " +
			"string\n", nil},
		{"variables", doc + "var x = map[int]int{}\nvar (\n\ty int\n\tz = 1 // Read-only.\n)\n",
			[]string{"p.go:4:5: no comment calls the package variable x", "variable y"}},
		{"pattern", doc + "var x = pattern.Of(`(`)\nvar y = pattern.Of(`[a-z]`)\n", []string{"p.go:4:9: error parsing regexp: missing closing )"}},
		{"init", doc + "func init() {}\nfunc (t) init() {}\n", []string{"p.go:4:1: there are no init functions"}},
		{"long file", doc + strings.Repeat("\n", 398), []string{"p.go has 401 lines"}},
		{"long function", doc + "func f() {f()" + strings.Repeat("\n", 65) + "}\n", []string{"f has 66 lines"}},
		{"long table", doc + "func f() []int {\nreturn []int{" + strings.Repeat("\n", 65) + "}}\n", nil},
		{"complex", doc + "func f() {\nfor { if a && b || c {} }\nswitch a { case 1, 2: case 3: default: }\nselect { case <-a: default: }\nfor range a {}\n" +
			strings.Repeat("_ = a && b\n", 22) + "}\n", []string{"f has a complexity of 31"}},
		{"conditions", doc + "func f() {\nif a && b || c {}\nfor a && !(b || c) {}\nfor {}\nswitch a { case b && c && d && e: }\nx := a && b && c && d\n}\nfunc g() {\n" +
			"if f(a && b, c && d) && e {}\nif a && !(b || (c && d)) {}\nfor ; a || b || c || d; {}\nswitch { case a && b && c, !a || b || c || d && e: }\n}\n",
			[]string{"p.go:13:4: the condition has 4 operands", "p.go:14:7: the condition has 4 operands", "p.go:15:28: the condition has 5 operands"}},
	} {
		r := newRules()
		if err := r.file("p/p.go", c.text); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if !slices.EqualFunc(r.problems, c.want, strings.Contains) {
			t.Errorf("%s: problems %q, want %q", c.name, r.problems, c.want)
		}
	}
	r := newRules()
	r.lines["a"], r.lines["b"], r.lines["scripts/c"] = maxPackageLines+1, 10, 500
	r.files["b"], r.wide = maxPackageFiles+1, maxWide+1
	r.ratchet(maxPackageLines + 10)
	want := []string{`"a" has 6001 lines`, `"b" has 31 files`, "there are 6011 lines", "61 lines have more than 160"}
	if !slices.EqualFunc(r.problems, want, strings.Contains) {
		t.Errorf("problems %q, want %q", r.problems, want)
	}
	r = newRules()
	r.lines["a"] = 10
	if r.ratchet(1000); len(r.problems) != 1 || !strings.Contains(r.problems[0], "lower totalLines from 1000") {
		t.Errorf("problems %q", r.problems)
	}
}
