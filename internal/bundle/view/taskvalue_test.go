package view

import (
	"strings"
	"testing"

	"ctxpack/internal/share/cache"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/terms"
)

// TestRestOfTopFile: with a task, the rest of a file that makes it whole is worth what its
// parts are, though it is long.
func TestRestOfTopFile(t *testing.T) {
	t.Parallel()
	parts := []span{{cost: 100, value: 90}, {cost: 100, value: 85}, {cost: 900, value: 80}}
	for task, want := range map[bool]int{true: 80, false: finishing} {
		f := &Levels{Views: &Views{options: Options{Task: task}}}
		steps := f.partSteps(parts, packer.Step{Level: packer.Whole, Density: 10}, 1100)
		if last := steps[len(steps)-1]; len(steps) != 3 || last.Level != packer.Whole || last.Density != want {
			t.Errorf("task %v: %+v", task, steps)
		}
	}
}

// TestEveryPart: the parts of a large file are worth less the larger it is.
func TestEveryPart(t *testing.T) {
	t.Parallel()
	f := &Levels{topValue: 1000}
	for _, c := range []struct{ value, tokens, want int }{
		{1000, 3000, fitted.TaskTop}, {500, 3000, fitted.TaskAny}, {1000, 7000, fitted.TaskTop / 4}, {1000, 100_000, fitted.TaskAny},
	} {
		file := &File{Value: c.value}
		file.Contents.Tokens = c.tokens
		if got := f.everyPart(file); got != c.want {
			t.Errorf("a file of %d tokens worth %d: %d, not %d", c.tokens, c.value, got, c.want)
		}
	}
}

// TestPlainWordsReferToImports: a plain word refers to what is imported, an identifier of
// several words to any file.
func TestPlainWordsReferToImports(t *testing.T) {
	t.Parallel()
	files := make([]*File, 3)
	for i, name := range []string{"app/run.py", "shop/basket.py", "other/bank.py"} {
		files[i] = &File{}
		files[i].Name, files[i].Facts.Class = name, scorer.Source
	}
	files[1].Contents.Names = terms.Names([]string{"gather"})
	files[2].Contents.Names = terms.Names([]string{"settle", "write_receipts"})
	s := newSlicer(files, func(*File) map[string]bool { return map[string]bool{"app": true, "shop": true} })
	got := map[string]bool{}
	for _, slice := range s.refers(0, "gather()\nsettle()\nwrite_receipts()\n") {
		got[s.names[slice.ID]] = true
	}
	if !got["gather"] || got["settle"] || !got["write_receipts"] {
		t.Errorf("referred to %v", got)
	}
}

// TestTestsOf finds the module of tests in a file of Rust, which ends before what follows it.
func TestTestsOf(t *testing.T) {
	t.Parallel()
	words := func(text string) int { return len(strings.Fields(text)) }
	const text = "fn a() {\n}\n\n#[cfg(test)]\nuse b;\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n    fn b() {\n    }\n}\n\nfn c() {}\n"
	if got := TestsOf("a.go", text, words); got != (cache.Tests{}) {
		t.Errorf("%v in another language", got)
	}
	if got, want := TestsOf("src/a.rs", text, words), (cache.Tests{Start: 6, End: 11, Tokens: 10}); got != want {
		t.Errorf("%v, not %v", got, want)
	}
	if got := TestsOf("a.rs", "#[cfg(test)]\nmod tests;\nfn a() {\n}\n", words); got != (cache.Tests{}) {
		t.Errorf("%v of another file", got)
	}
}
