package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/redact/redacttest"
)

// secretTree returns a tree with secrets in unusual places, and their values.
func secretTree() (files map[string]string, values []string) {
	files = map[string]string{}
	kinds := redacttest.Tokens()
	value := func(i int) string {
		v := kinds[i%len(kinds)].Make(uint64(500 + i))
		values = append(values, v)
		return v
	}
	for i := range kinds {
		v := value(i)
		switch i % 5 {
		case 0:
			files[fmt.Sprintf("src/f%d.go", i)] = "package src\n\n// F" + fmt.Sprint(i) + " takes " + v + " for a key.\nfunc F" + fmt.Sprint(i) +
				"() string {\n\treturn \"\"\n}\n"
		case 1:
			files[fmt.Sprintf("src/c%d.py", i)] = "def f(key=\"" + v + "\"):\n    return key\n"
		case 2:
			files[fmt.Sprintf("conf/%d.yaml", i)] = "a:\n  run: |\n    use '" + v + "'\n"
		case 3:
			files[fmt.Sprintf("nb/%d.ipynb", i)] = `{"cells":[{"cell_type":"code","source":["k = '` + v + `'\n"]}]}`
		case 4:
			files[fmt.Sprintf("docs/%d.md", i)] = "# Note\n\nSee <https://a.test/?k=" + v + "&b=1>.\n"
		}
	}
	password := "pw-9" + redacttest.Fake(1, redacttest.Alnum, 14)
	values = append(values, password)
	files[".env"] = "DATABASE_PASSWORD=" + password + "\nPORT=3000\n"
	files["docs/run.md"] = "Run it on port 3000 with " + password + ".\n"
	name := redacttest.Tokens()[0].Make(77)
	values = append(values, name)
	files["dumps/"+name+".txt"] = "nothing\n"
	files["src/plain.go"] = "package src\n\nfunc Plain() int { return 3000 }\n"
	return files, values
}

func TestSecretsAreInNoBundle(t *testing.T) {
	t.Parallel()
	files, values := secretTree()
	root := writeTree(t, files)
	for _, format := range formats() {
		for _, budget := range []int{4000, 30_000} {
			for _, packing := range []string{pipeline.Levels, pipeline.Tiers} {
				o := options(t, root, budget, format)
				o.Config.Context.Packing = packing
				o.LineNumbers = budget == 4000
				o.ListSkipped = true
				o.Header = "Use " + values[3] + "."
				result, err := pipeline.Run(context.Background(), o)
				if err != nil {
					t.Fatal(err)
				}
				text := strings.Join(result.Parts, "")
				for _, v := range values {
					if strings.Contains(text, v) {
						t.Errorf("%s, %d, %s: %q is in the bundle", format, budget, packing, v)
					}
				}
				if !strings.Contains(text, "[redacted: github-oauth]") && !strings.Contains(text, "[redacted: ") {
					t.Errorf("%s, %d, %s: nothing is redacted", format, budget, packing)
				}
				if budget == 30_000 {
					if !result.Complete || !strings.Contains(text, "Run it on port 3000 with [redacted: env-value].") || !strings.Contains(text, "return 3000") {
						t.Errorf("%s: %v\n%s", format, result.Complete, text)
					}
					if n := result.Document.Redacted["env-value"]; n != 2 {
						t.Errorf("%s: %d values of .env are counted, want 2", format, n)
					}
				}
			}
		}
	}
}

func TestShowSecrets(t *testing.T) {
	t.Parallel()
	files, values := secretTree()
	o := options(t, writeTree(t, files), 30_000, "markdown")
	o.ShowSecrets = true
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range values {
		if !strings.Contains(result.Parts[0], v) {
			t.Errorf("%q is missing", v)
		}
	}
	if strings.Contains(result.Parts[0], "redacted") {
		t.Error("something is redacted")
	}
}

// The bundle is the same with a cache and without, as secrets come and go: the files that contain a value decide
// its redaction in others.
func TestSecretsAndCache(t *testing.T) {
	t.Parallel()
	for i := range 4 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(i), 5))
			files, _ := secretTree()
			root := writeTree(t, files)
			plain := options(t, root, []int{3000, 40_000}[i%2], "markdown")
			cached := plain
			cached.Cache = t.TempDir()
			names := []string{"src/a.go", "src/z.go", "docs/a.md", ".env.local", "conf/z.yaml"}
			for step := range 10 {
				want, _, _ := run(t, plain)
				for range 2 {
					if got, _, _ := run(t, cached); !slices.Equal(got, want) {
						t.Fatalf("step %d: the cache changes the bundle", step)
					}
				}
				name := names[r.IntN(len(names))]
				value := redacttest.Tokens()[r.IntN(4)].Make(uint64(r.IntN(3)))
				text := "package src\n\n// A is " + value + "\nfunc A() {}\n"
				switch r.IntN(4) {
				case 0:
					text = "A_TOKEN=" + strings.Repeat("x", r.IntN(3)) + redacttest.Fake(uint64(r.IntN(2)), redacttest.Alnum, 20) + "\n"
				case 1:
					text = "look at " + redacttest.Fake(uint64(r.IntN(2)), redacttest.Alnum, 20) + " there\n"
				case 2:
					text += "// " + value + " gitleaks:allow\n"
				}
				full := filepath.Join(root, filepath.FromSlash(name))
				if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// All results are reused, and no file is read for its secrets.
func TestSecretsAreCached(t *testing.T) {
	t.Parallel()
	files, _ := secretTree()
	o := options(t, writeTree(t, files), 4000, "markdown")
	o.Cache = t.TempDir()
	run(t, o)
	if _, reused, looked := run(t, o); reused != looked {
		t.Errorf("%d of %d files were found", reused, looked)
	}
}

// A text known to have no secret is not searched again, while it is unchanged.
func TestKnownTextsAreNotSearched(t *testing.T) {
	t.Parallel()
	value := redacttest.Tokens()[0].Make(1)
	ranking, err := pipeline.Rank(t.Context(), options(t, writeTree(t, map[string]string{"a.go": "package a\n\nconst A = \"" + value + "\"\n"}), 4000, "markdown"))
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	f := ranking.Files[0]
	shows := func() bool {
		text, skip, err := f.Text(t.Context())
		if skip != source.None || err != nil {
			t.Fatal(skip, err)
		}
		return strings.Contains(text.Content, value)
	}
	if len(f.Contents.Secrets) == 0 || shows() {
		t.Error("a file with a secret shows it")
	}
	if f.Contents.Secrets, f.Contents.Words = nil, ""; !shows() {
		t.Error("a file is searched that has no secret")
	}
	if f.Contents.Blob = "other"; shows() {
		t.Error("a file that changed is not searched")
	}
}

func TestAllowedSecrets(t *testing.T) {
	t.Parallel()
	files, _ := secretTree()
	root := writeTree(t, files)
	o := options(t, root, 40_000, "markdown")
	o.Config.Redact.Allow = []string{"nb/**"}
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	shown, redacted := 0, 0
	for _, f := range result.Files {
		for _, one := range result.Redactions(f) {
			switch {
			case one.Shown && !strings.HasPrefix(f.Name, "nb/"), !one.Shown && strings.HasPrefix(f.Name, "nb/"):
				t.Errorf("%s: %+v", f.Name, one)
			case one.Shown:
				shown++
			default:
				redacted++
			}
		}
	}
	if shown != 15 || redacted != 64 {
		t.Errorf("%d shown, %d redacted", shown, redacted)
	}
}

// An output that would reveal a secret is a failure, however the text got there.
func TestLeakIsAFailure(t *testing.T) {
	t.Parallel()
	files, values := secretTree()
	result, err := pipeline.Run(context.Background(), options(t, writeTree(t, files), 4000, "markdown"))
	if err != nil {
		t.Fatal(err)
	}
	if err := pipeline.CheckLeaks(result); err != nil {
		t.Error(err)
	}
	for _, v := range values {
		result.Parts = []string{"one\ntwo " + v + "\n"}
		var leak *pipeline.LeakError
		if err := pipeline.CheckLeaks(result); !errors.As(err, &leak) || leak.Line != 2 || strings.Contains(err.Error(), v) {
			t.Errorf("%q: %v", v, err)
		}
	}
}

// Many secrets in one file affect no other file, and a secret that only arises in writing is removed from the
// output, within the budget.
func TestManySecrets(t *testing.T) {
	t.Parallel()
	token, stripe := redacttest.Tokens()[2], redacttest.Prefixed("", "sk_"+"live_51", redacttest.Alnum, 99)
	var many, decoys, functions strings.Builder
	n := uint64(1000)
	if testing.Short() {
		n = 200
	}
	for i := range n {
		fmt.Fprintf(&many, "a%d = '%s'\n", i, token.Make(i))
		fmt.Fprintf(&decoys, "sk-ant-api03-x%d sk-ant-", i)
	}
	fmt.Fprintf(&decoys, "\n# %s\n", token.Make(9000))
	for i := range uint64(10) { // too long for a token, until an outline cuts it
		fmt.Fprintf(&functions, "  @Deprecated(\"%s\")\n  public String f%d(String a) {\n    return a;\n  }\n", stripe.Make(i), i)
	}
	root := writeTree(t, map[string]string{
		"many.py": many.String(), "decoys.txt": decoys.String(), "Cut.java": "public class Cut {\n" + functions.String() + "}\n",
		"plain.go": "package plain\n\nfunc Plain() int { return 3000 }\n",
	})
	sealed := 0
	for _, packing := range []string{pipeline.Levels, pipeline.Tiers} {
		for _, budget := range []int{500, 900, 3000, 500_000} {
			o := options(t, root, budget, "markdown")
			o.Config.Context.Packing = packing
			result, err := pipeline.Run(context.Background(), o)
			if err != nil {
				t.Errorf("%s, %d: %v", packing, budget, err)
				continue
			}
			text := strings.Join(result.Parts, "")
			if strings.Contains(text, "gh"+"p_") || !strings.Contains(text, "plain.go") {
				t.Errorf("%s, %d: a token is there, or the other file is not", packing, budget)
			}
			if n := o.Counter.Count(text); n > budget || n != result.Tokens {
				t.Errorf("%s: %d tokens of %d, said to be %d", packing, n, budget, result.Tokens)
			}
			again, err := pipeline.Run(context.Background(), o)
			if err != nil || strings.Join(again.Parts, "") != text {
				t.Errorf("%s, %d: another run gives another bundle (%v)", packing, budget, err)
			}
			sealed += result.Document.Redacted["stripe-access-token"]
		}
	}
	if sealed == 0 {
		t.Error("no outline cuts a token")
	}
}

// A file keeps its real name, even if that looks like a secret, unless the name has the form of a token.
func TestNamesOfFiles(t *testing.T) {
	t.Parallel()
	password, token := "pw-9"+redacttest.Fake(1, redacttest.Alnum, 14), redacttest.Tokens()[2].Make(1)
	o := options(t, writeTree(t, map[string]string{
		".env": "DB_PASSWORD=" + password + "\n", "dumps/" + password + "/a.txt": "one\n", "dumps/" + token + "/b.txt": "two " + password + "\n",
	}), 4000, "markdown")
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	text := result.Parts[0]
	if !strings.Contains(text, "dumps/"+password+"/a.txt") || !strings.Contains(text, "dumps/[redacted: github-pat]/b.txt") || !strings.Contains(text,
		"two [redacted: env-value]") {
		t.Errorf("the bundle is\n%s", text)
	}
}
