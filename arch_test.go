package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "ctxpack"

// design is what ARCHITECTURE.md says of the packages.
type design struct {
	rows []row
	pure []string // patterns of packages that only compute
}

// row is a line of its table of packages.
type row struct {
	level    int
	packages []string // patterns below the module, "" for the module's root
	owns     []string // import paths, each with the paths below it; "…/…" without itself
	text     string   // the line
}

// pkg is what `go list` says of a package.
type pkg struct {
	ImportPath string
	Imports    []string
}

func TestArchitecture(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	d, err := parseDesign(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, problem := range d.check(listPackages(t, system)) {
			t.Errorf("on %s: %s", system, problem)
		}
	}
}

// parseDesign reads the table of packages and the sentence that says which of
// them are pure. Backticks hold patterns and import paths; other
// words are for people.
func parseDesign(text string) (*design, error) {
	d := &design{}
	_, table, ok := strings.Cut(text, "| row | package | purpose | owns |\n|---|---|---|---|\n")
	if !ok {
		return nil, errors.New("there is no table with the columns row, package, purpose and owns")
	}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if cells[0] != "" || len(cells) == 1 {
			break
		}
		if len(cells) != 6 {
			return nil, fmt.Errorf("want four columns: %s", line)
		}
		level, err := strconv.Atoi(strings.TrimSpace(cells[1]))
		if err != nil {
			return nil, fmt.Errorf("read row %s: %w", line, err)
		}
		r := row{level: level, packages: patterns(cells[2]), owns: inBackticks(cells[4]), text: strings.TrimSpace(line)}
		if len(r.packages) == 0 {
			return nil, fmt.Errorf("no package in backticks: %s", line)
		}
		d.rows = append(d.rows, r)
	}
	sentence := regexp.MustCompile("((?:`[^`]+`(?:, |,? and )?)+)\\s+are\\s+pure").FindStringSubmatch(strings.ReplaceAll(table, "\n", " "))
	if sentence == nil {
		return nil, errors.New("no sentence says which packages are pure")
	}
	d.pure = patterns(sentence[1])
	return d, nil
}

func inBackticks(text string) []string {
	var found []string
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			found = append(found, part)
		}
	}
	return found
}

// patterns are names of packages; the program itself has the name of its file.
func patterns(text string) []string {
	found := inBackticks(text)
	for i, name := range found {
		if name == "main.go" {
			found[i] = ""
		}
	}
	return found
}

// matches reports whether a pattern names a package; "a/…" and "a/*" mean all packages below a.
func matches(pattern, name string) bool {
	below, all := strings.CutSuffix(strings.Replace(pattern, "…", "*", 1), "/*")
	return all && strings.HasPrefix(name, below+"/") || name == pattern
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) })
}

func (d *design) row(name string) (row, bool) {
	i := slices.IndexFunc(d.rows, func(r row) bool { return matchesAny(r.packages, name) })
	if i < 0 {
		return row{}, false
	}
	return d.rows[i], true
}

// inModule returns an import path below the module.
func inModule(path string) (name string, ok bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

// check says what the packages do that the design forbids, each time with the
// row that is broken.
func (d *design) check(packages []pkg) (problems []string) {
	seen := map[string]bool{} // by pattern
	for _, p := range packages {
		name, _ := inModule(p.ImportPath)
		own, ok := d.row(name)
		if !ok {
			problems = append(problems, fmt.Sprintf("package %q is in no row of the table", name))
			continue
		}
		for _, pattern := range own.packages {
			seen[pattern] = seen[pattern] || matches(pattern, name)
		}
		for _, imported := range p.Imports {
			if problem := d.forbids(name, own, imported); problem != "" {
				problems = append(problems, fmt.Sprintf("%s imports %s: %s\n%s", p.ImportPath, imported, problem, own.text))
			}
		}
	}
	for _, r := range d.rows {
		for _, pattern := range r.packages {
			if !seen[pattern] {
				problems = append(problems, fmt.Sprintf("no package is called %q\n%s", pattern, r.text))
			}
		}
	}
	return problems
}

// forbids returns what speaks against an import, "" if nothing does.
func (d *design) forbids(name string, own row, imported string) string {
	if target, ok := inModule(imported); ok {
		if r, ok := d.row(target); ok && r.level >= own.level {
			return fmt.Sprintf("a package imports only packages of lower rows, and that is in row %d", r.level)
		}
		return ""
	}
	if matchesAny(d.pure, name) && slices.Contains(impure(), imported) {
		return "the package is pure"
	}
	if host, _, _ := strings.Cut(imported, "/"); !strings.Contains(host, ".") {
		return "" // standard library
	}
	if !slices.ContainsFunc(own.owns, func(path string) bool {
		if below, only := strings.CutSuffix(path, "/…"); only {
			return strings.HasPrefix(imported, below+"/")
		}
		return imported == path || strings.HasPrefix(imported, path+"/")
	}) {
		return "a library is imported only by the package that owns it"
	}
	return ""
}

// impure lists the packages through which a pure one would see files, clocks,
// processes, the network, the environment or random numbers.
func impure() []string {
	return []string{"os", "os/exec", "net", "net/http", "time", "math/rand", "math/rand/v2", "crypto/rand", "syscall", "io/ioutil"}
}

func listPackages(t *testing.T, system string) []pkg {
	t.Helper()
	list := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	list.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=1")
	out, err := list.Output()
	if err != nil {
		t.Fatalf("list packages: %v", err)
	}
	var packages []pkg
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("decode package list: %v", err)
		}
		packages = append(packages, p)
	}
	if len(packages) < 5 {
		t.Fatalf("only %d packages listed", len(packages))
	}
	return packages
}

const madeUp = `
Some text | with a bar.

| row | package | purpose | owns |
|---|---|---|---|
| 0 | ` + "`low`" + ` | stands below | ` + "`example.org/lib`" + ` (formats only), rules |
| 1 | ` + "`mid`, `mid/…`" + ` | between | |
| 2 | ` + "`main.go`" + ` | runs | ` + "`example.org/ui`, `example.com`" + ` |

More text: ` + "`low`" + ` and
` + "`mid/…`" + ` are pure: nothing else.
`

func TestDesign(t *testing.T) {
	t.Parallel()
	d, err := parseDesign(madeUp)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.pure, []string{"low", "mid/…"}) {
		t.Errorf("pure are %q", d.pure)
	}
	all := []pkg{{"ctxpack", []string{"ctxpack/mid", "example.com/x"}}, {"ctxpack/low", []string{"fmt"}}, {"ctxpack/mid", []string{"os"}}, {"ctxpack/mid/a", nil}}
	for _, c := range []struct {
		name     string
		packages []pkg
		want     []string // a piece of each problem
	}{
		{"nothing wrong", all, nil},
		{"upwards", append(all, pkg{"ctxpack/mid/b", []string{"ctxpack"}}),
			[]string{"ctxpack/mid/b imports ctxpack: a package imports only packages of lower rows, and that is in row 2\n| 1 | `mid`"}},
		{"sideways", append(all, pkg{"ctxpack/mid/b", []string{"ctxpack/mid/a"}}), []string{"that is in row 1\n| 1 | `mid`"}},
		{"in no row", append(all, pkg{"ctxpack/lower", nil}), []string{`package "lower" is in no row`}},
		{"gone", all[:3], []string{"no package is called \"mid/…\"\n| 1 | `mid`"}},
		{"owner", append(all, pkg{"ctxpack/low", []string{"example.org/lib", "example.org/lib/v2"}}), nil},
		{"other owner", append(all, pkg{"ctxpack/mid/b", []string{"example.org/lib/v2"}}),
			[]string{"imports example.org/lib/v2: a library is imported only by the package that owns it\n| 1 |"}},
		{"part of a name", append(all, pkg{"ctxpack/low", []string{"example.org/library"}}), []string{"example.org/library: a library"}},
		{"pure", append(all, pkg{"ctxpack/mid/b", []string{"os", "fmt"}}), []string{"ctxpack/mid/b imports os: the package is pure\n| 1 |"}},
		{"two problems", append(all, pkg{"ctxpack/low", []string{"ctxpack/mid", "time"}}), []string{"row 1\n| 0 | `low`", "pure\n| 0 | `low`"}},
	} {
		problems := d.check(c.packages)
		if !slices.EqualFunc(problems, c.want, strings.Contains) {
			t.Errorf("%s: problems %q, want %q", c.name, problems, c.want)
		}
	}
}

func TestDesignErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, from, to string }{
		{"no table", "| owns |", "| has |"},
		{"no number", "| 0 |", "| zero |"},
		{"no backticks", "`low` | stands", "low | stands"},
		{"a column too few", "stands below |", "stands below"},
		{"nothing is pure", "are pure", "are not"},
	} {
		if _, err := parseDesign(strings.Replace(madeUp, c.from, c.to, 1)); err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}
