package pipeline_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/safe/redact/redacttest"
	"ctxpack/scorer/terms"
)

var update = flag.Bool("update", false, "write testdata/analyser.txt anew")

// Facts of a file are shared under the version of the analyser. So the version must change whenever the facts do,
// at least for the sample files.
func TestAnalyserVersion(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("needs all grammars")
	}
	const golden = "testdata/analyser.txt"
	files := samples(t)
	found := analysed(t, files)
	var b strings.Builder
	fmt.Fprintf(&b, "analyser %d\n", pipeline.Analyser)
	for _, path := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(&b, "%s %s %s\n", found[path], short(files[path]), path)
	}
	data, err := os.ReadFile(golden)
	if err != nil && !*update {
		t.Fatal(err)
	}
	var before int
	was := map[string]string{} // by contents and path
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if i == 0 {
			_, _ = fmt.Sscanf(line, "analyser %d", &before)
		} else if facts, file, ok := strings.Cut(line, " "); ok {
			was[file] = facts
		}
	}
	if before == pipeline.Analyser {
		for _, path := range slices.Sorted(maps.Keys(found)) {
			if facts, ok := was[short(files[path])+" "+path]; ok && facts != found[path] {
				t.Errorf("%s: other facts are found than before: raise Analyser in shared.go", path)
			}
		}
	}
	switch {
	case t.Failed():
	case *update:
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	case b.String() != string(data):
		t.Errorf("%s is of other files, or of another version: go test ./internal/bundle/pipeline -run Analyser -update", golden)
	}
}

// samples returns the test files of languages and of whole repositories, and some unwanted ones.
func samples(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	top := filepath.Join("..", "..", "..")
	for _, folder := range []string{"signatures", "testdata"} {
		err := filepath.WalkDir(filepath.Join(top, folder), func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel := filepath.ToSlash(strings.TrimPrefix(name, top+string(filepath.Separator)))
			switch {
			case d.IsDir() && (d.Name() == "golden" || d.Name() == "fuzz"):
				return filepath.SkipDir
			case d.IsDir(), strings.HasSuffix(name, ".golden"), !strings.Contains(rel, "testdata/"):
				return nil
			}
			rel = strings.ReplaceAll(strings.TrimSuffix(rel, ".src"), "dot-", ".")
			files[rel], err = os.ReadFile(name)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	for i, kind := range redacttest.Tokens() {
		fmt.Fprintf(&b, "key%d: %q\n", i, kind.Make(uint64(i)))
	}
	files["secrets.yml"] = []byte(b.String())
	files["prod.env"] = []byte("PASSWORD=" + redacttest.Fake(1, redacttest.Alnum, 20) + "\nPORT=80\n")
	files["utf-16.txt"] = []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune("Ein Text über viele Dinge\n")) {
		files["utf-16.txt"] = append(files["utf-16.txt"], byte(unit), byte(unit>>8))
	}
	files["latin1.txt"] = []byte("Stra\xdfe, \xfcber, sch\xf6n\r\n")
	files["binary"] = bytes.Repeat([]byte{0, 1, 2, 0xff}, 100)
	files["empty.go"] = nil
	files["long.js"] = bytes.Repeat([]byte("f(1);"), 2000)
	files["huge.go"] = []byte("package huge\n" + strings.Repeat("\n// F is long.\nfunc F(a, b int) {\n\tif a > b {\n\t\tF(b, a)\n\t}\n}\n", 2000))
	return files
}

// analysed returns hashes of the facts of files.
func analysed(t *testing.T, files map[string][]byte) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for path, data := range files {
		texts[path] = string(data)
	}
	o := options(t, writeTree(t, texts), 10_000, "markdown")
	o.Outlines, o.MarkInjections = true, true
	ranking, err := pipeline.Rank(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	found := map[string]string{}
	for _, f := range slices.Concat(ranking.Files, ranking.Skipped) {
		if f.Dir {
			continue
		}
		facts := f.Contents
		facts.Summary = nil
		all := fmt.Sprintf("%+v", facts)
		if s := f.Summary(); s != nil {
			all += fmt.Sprintf("%+v", *s)
		}
		found[f.Path] = short([]byte(all + string(terms.Count(texts[f.Path]))))
	}
	if len(found) < 150 {
		t.Fatalf("only %d files are looked at", len(found))
	}
	return found
}

func short(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data))[:16] }
