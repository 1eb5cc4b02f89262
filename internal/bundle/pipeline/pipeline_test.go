package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/tokens"
	"ctxpack/packer"
)

func options(t testing.TB, root string, budget int, format string) pipeline.Options {
	t.Helper()
	counter, err := tokens.New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	f, err := render.ByName(format)
	if format == ownTemplate {
		f, err = render.Template(format, "{{.root}}: {{.tokens}} of {{.budget}}, {{.git.commit}}\n{{range .files}}\n# {{.path}}\n{{fence .shown}}"+
			"\n{{.shown}}{{fence .shown}}\n{{end}}")
	}
	if err != nil {
		t.Fatal(err)
	}
	return pipeline.Options{Paths: []string{root}, Config: config.NewTable(config.Given{}).Default(), Counter: counter, Format: f, Budget: budget}
}

// ownTemplate represents a user's template among the names of formats.
const ownTemplate = "template"

// formats returns all output formats.
func formats() []string { return append(render.Names(), ownTemplate) }

func writeTree(t testing.TB, files map[string]string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "repo")
	for name, text := range files {
		full := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// randomTree makes a tree with files of several languages, sizes and difficulties: text that JSON escapes, fences,
// long lines, no newline at the end.
func randomTree(r *rand.Rand) map[string]string {
	files := map[string]string{}
	for i := range 3 + r.IntN(60) {
		dir := strings.Repeat(fmt.Sprintf("d%d/", r.IntN(4)), r.IntN(4))
		switch r.IntN(6) {
		case 0:
			files[fmt.Sprintf("%sf%d.go", dir, i)] = goFile(r, i, r.IntN(60))
		case 1:
			files[fmt.Sprintf("%sf%d.py", dir, i)] = pythonFile(r, r.IntN(40))
		case 2:
			files[fmt.Sprintf("%sindex%d.ts", dir, i)] = fmt.Sprintf("import { a } from './x%d';\nexport const b = (n: number) => {\n  return a(n) + %d;\n};\n", i, i)
		case 3:
			files[fmt.Sprintf("%snotes%d.txt", dir, i)] = strings.Repeat("word \"quoted\" \\ and\ttabs\n", r.IntN(300))
		case 4:
			files[fmt.Sprintf("%sREADME%d.md", dir, i)] = strings.Repeat("```go\nx := `y`\n```\n\n", r.IntN(40)) + "no newline at the end"
		case 5:
			files[fmt.Sprintf("%sdata%d.xml", dir, i)] = strings.Repeat("<a>]]></a>", r.IntN(2000)) + "é漢字🙂\r\n"
		}
	}
	if r.IntN(3) == 0 {
		files["huge.go"] = goFile(r, 99, 900)
	}
	return files
}

func goFile(r *rand.Rand, n, functions int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package p%d\n\nimport \"fmt\"\n", n)
	for i := range functions {
		fmt.Fprintf(&b, "\n// F%d prints.\nfunc F%d(a int, b string) error {\n", i, i)
		for j := range r.IntN(8) {
			fmt.Fprintf(&b, "\tif a > %d {\n\t\tfmt.Println(a, b, \"%d\\n\")\n\t}\n", j, j)
		}
		b.WriteString("\treturn nil\n}\n")
	}
	return b.String()
}

func pythonFile(r *rand.Rand, functions int) string {
	var b strings.Builder
	for i := range functions {
		fmt.Fprintf(&b, "def f%d(x, y=%d):\n    \"\"\"Return.\"\"\"\n%s    return x\n\n\n", i, i, strings.Repeat("    x += y\n", r.IntN(9)))
	}
	return b.String()
}

func TestBudgetHolds(t *testing.T) {
	t.Parallel()
	trees := 5
	if os.Getenv("CTXPACK_SOAK") != "" {
		trees = 12
	}
	for i := range few(trees) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(i), 7))
			root := writeTree(t, randomTree(r))
			for k, format := range formats() {
				if k > 2 && k != 3+i%3 {
					continue // one of the other formats for each tree
				}
				for _, budget := range []int{500, 2000, 8000, 32_000, 128_000, 200 + r.IntN(30_000)} {
					o := options(t, root, budget, format)
					o.LineNumbers, o.ListSkipped = r.IntN(4) == 0, r.IntN(4) == 0
					checkBudget(t, o)
				}
			}
		})
	}
}

// checkBudget packs and checks the guarantees of the budget.
func checkBudget(t *testing.T, o pipeline.Options) {
	t.Helper()
	result, err := pipeline.Run(context.Background(), o)
	var small *pipeline.TooSmallError
	if errors.As(err, &small) {
		if o.Budget > 1000 {
			t.Errorf("budget %d, %s: %v", o.Budget, o.Format.Name, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	used := o.Counter.Count(result.Parts[0])
	if used != result.Tokens || used != result.Document.Used {
		t.Errorf("budget %d, %s: %d tokens written, %d said, %d in the head", o.Budget, o.Format.Name, used, result.Tokens, result.Document.Used)
	}
	if used > o.Budget {
		t.Errorf("budget %d, %s: %d tokens written", o.Budget, o.Format.Name, used)
	}
	if used*100 >= o.Budget*98 {
		return
	}
	if o.Config.Context.Packing != pipeline.Tiers && o.Budget-used <= o.Budget/25 {
		return // the last part did not fit, and its lines are as good as a small file
	}
	// The cost of an entry besides its text and escapes.
	const overhead = 80
	for i, f := range result.Files {
		if outcome := result.Outcomes[i]; outcome.Tier != packer.Skip {
			continue
		}
		left, full, summary := o.Budget-used-overhead, f.Contents.Tokens, 0
		if s := f.Summary(); s != nil {
			summary = s.Tokens
		}
		oversized := full > o.Config.Context.OversizedTokens
		if summary > 0 && 2*summary < left || !oversized && 2*full < left {
			t.Errorf("budget %d, %s: %d used, and %s with %d and %d tokens is left out", o.Budget, o.Format.Name, used, f.Name, full, summary)
		}
	}
}

func TestSplitHolds(t *testing.T) {
	t.Parallel()
	for i := range few(6) {
		r := rand.New(rand.NewPCG(uint64(i), 8))
		root := writeTree(t, randomTree(r))
		for k, format := range formats() {
			if k%2 != i%2 {
				continue // half of them for each tree
			}
			o := options(t, root, 20_000, format)
			o.Split = 1500 + r.IntN(4000)
			result, err := pipeline.Run(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			sum := 0
			for n, part := range result.Parts {
				tokens := o.Counter.Count(part)
				sum += tokens
				if tokens > o.Split {
					t.Errorf("%s: part %d of %d has %d tokens, more than %d", format, n+1, len(result.Parts), tokens, o.Split)
				}
			}
			if most := (o.Budget + o.Split - 1) / o.Split; len(result.Parts) > most {
				t.Errorf("%s: %d parts of at most %d tokens for a budget of %d", format, len(result.Parts), o.Split, o.Budget)
			}
			if sum > o.Budget || sum != result.Tokens {
				t.Errorf("%s: %d tokens in all parts, %d said, budget %d", format, sum, result.Tokens, o.Budget)
			}
		}
	}
}

func TestSameBytes(t *testing.T) {
	t.Parallel()
	files := randomTree(rand.New(rand.NewPCG(1, 9)))
	var first string
	for i, jobs := range []int{1, 8, 3, 8} {
		o := options(t, writeTree(t, files), 3000, "markdown")
		o.Jobs = jobs
		result, err := pipeline.Run(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = result.Parts[0]
		} else if result.Parts[0] != first {
			t.Errorf("%d jobs give other bytes", jobs)
		}
	}
}

func TestEveryFileHasAReason(t *testing.T) {
	t.Parallel()
	files := randomTree(rand.New(rand.NewPCG(2, 10)))
	files["go.sum"] = "x"
	files["a.png"] = "x"
	files[".gitignore"] = "*.log\n"
	files["x.log"] = "x"
	files["bin.dat"] = "\x00\x01\x02"
	root := writeTree(t, files)
	result, err := pipeline.Run(context.Background(), options(t, root, 2000, "json"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, f := range result.Files {
		seen[f.Name] = true
		if o := result.Outcomes[i]; (o.Tier == packer.Skip) != (o.Reason != source.None) {
			t.Errorf("%s: tier %s, reason %s", f.Name, o.Tier, o.Reason)
		}
	}
	for _, f := range result.Skipped {
		seen[f.Name] = true
		if f.Skip == source.None {
			t.Errorf("%s is left out without a reason", f.Name)
		}
	}
	for name := range files {
		if !seen[name] {
			t.Errorf("%s is in no list", name)
		}
	}
	sum := result.Counts.Full + result.Counts.Signatures + result.Counts.Skipped
	if sum != len(files) {
		t.Errorf("the counts add up to %d, there are %d files", sum, len(files))
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	root := writeTree(t, map[string]string{"a.go": "package a\n"})
	if _, err := pipeline.Run(ctx, options(t, root, 2000, "json")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestChangedWhilePacked: a file that changed since its analysis is omitted with that reason, which the run
// reports.
func TestChangedWhilePacked(t *testing.T) {
	t.Parallel()
	root := writeTree(t, map[string]string{"a.txt": "one\n", "b.txt": "two\n"})
	o := options(t, root, 2000, "markdown")
	o.Observe = func(stage pipeline.Stage, _, _ int, _ int64) {
		if stage == pipeline.StageRank {
			_ = os.WriteFile(filepath.Join(root, "b.txt"), []byte("other\n"), 0o644)
		}
	}
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Problems) != 1 || result.Problems[0].Path != "b.txt" {
		t.Errorf("problems: %v", result.Problems)
	}
	if text := result.Parts[0]; strings.Contains(text, "other") || strings.Contains(text, "two") || !strings.Contains(text, "changed while") {
		t.Errorf("bundle:\n%s", text)
	}
}

// TestUnreadable: an unreadable file is reported by name, and the rest is packed.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	root := writeTree(t, map[string]string{"a.txt": "one\n", "b.txt": "two\n", "c/d.txt": "three\n"})
	for _, name := range []string{"b.txt", "c"} {
		if err := os.Chmod(filepath.Join(root, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(root, "c"), 0o755) })
	result, err := pipeline.Run(context.Background(), options(t, root, 2000, "markdown"))
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, p := range result.Problems {
		paths = append(paths, p.Path)
	}
	if got := strings.Join(paths, " "); got != "b.txt c" {
		t.Errorf("problems with %s", got)
	}
	if !strings.Contains(result.Parts[0], "`a.txt`") {
		t.Errorf("bundle:\n%s", result.Parts[0])
	}
}
