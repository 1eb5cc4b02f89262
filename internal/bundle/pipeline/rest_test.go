package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/source"
	"ctxpack/packer"
)

// TestNoBudgetIsIdle: if text is omitted that could be shown in part, no more than a twenty-fifth of the budget is
// free, and no file is omitted for lack of budget while there is room for a piece of it. CTXPACK_SOAK=1 tries
// 10,000 trees.
func TestNoBudgetIsIdle(t *testing.T) {
	t.Parallel()
	rounds := few(80)
	if os.Getenv("CTXPACK_SOAK") != "" {
		rounds = 10_000
	}
	for i := range rounds {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(i), 11))
			o := options(t, writeTree(t, lopsidedTree(r)), 400+r.IntN(1<<(8+r.IntN(7))), formats()[r.IntN(len(formats())-1)])
			if r.IntN(4) == 0 {
				o.Task = &pipeline.Task{Text: "word of the function F3"}
			}
			o.LineNumbers = r.IntN(4) == 0
			checkIdle(t, o)
		})
	}
}

func checkIdle(t *testing.T, o pipeline.Options) {
	t.Helper()
	result, err := pipeline.Run(context.Background(), o)
	var small *pipeline.TooSmallError
	var empty *pipeline.EmptyError // the only file may be a line of a megabyte, which is skipped
	if errors.As(err, &small) || errors.As(err, &empty) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	free := o.Budget - result.Tokens
	if free < 0 {
		t.Fatalf("%d tokens of %d", result.Tokens, o.Budget)
	}
	const smallestEntry = 180 // the cost of a piece of text with its frame, in the most expensive format
	idle := max(o.Budget/25, smallestEntry)
	inPart := false
	for i, outcome := range result.Outcomes {
		inPart = inPart || outcome.Tier == packer.Signatures
		if outcome.Reason == source.NoBudget && free >= idle {
			t.Errorf("%s is left out for want of budget, of which %d of %d are free", result.Files[i].Name, free, o.Budget)
		}
	}
	if !inPart {
		idle = max(idle, smallestEntry) // no entry could be extended
	}
	if !result.Complete && free > idle {
		t.Errorf("%s, %s: %d of %d tokens are used", o.Format.Name, o.Config.Context.Packing, result.Tokens, o.Budget)
	}
}

// lopsidedTree has few files of few kinds, some of them far larger than the others.
func lopsidedTree(r *rand.Rand) map[string]string {
	kinds := []func(i, size int) (string, string){
		func(i, size int) (string, string) { return fmt.Sprintf("doc%d.md", i), proseFile(r, size) },
		func(i, size int) (string, string) { return fmt.Sprintf("f%d.go", i), goFile(r, i, size/8) },
		func(i, size int) (string, string) { return fmt.Sprintf("m%d.py", i), pythonFile(r, size/8) },
		func(i, size int) (string, string) {
			return fmt.Sprintf("data%d.json", i), "[" + strings.Repeat("{\"a\":\"é漢字\",\"b\":17},\n", size*4) + "1]"
		},
		func(i, size int) (string, string) {
			return fmt.Sprintf("table%d.csv", i), strings.Repeat("12,some value,\"x\"\n", size)
		},
		func(i, size int) (string, string) {
			return fmt.Sprintf("body%d.c", i), "int main(void)\n{\n" + strings.Repeat("\tx = step(x, 12);\n", size*2) + "}\n"
		},
	}
	only := r.IntN(2*len(kinds)) - len(kinds)
	files := map[string]string{}
	for i := range 1 + r.IntN(8) {
		kind := only
		if kind < 0 {
			kind = r.IntN(len(kinds))
		}
		name, text := kinds[kind](i, 1<<r.IntN(10))
		files[strings.Repeat("d/", r.IntN(3))+name] = text
	}
	return files
}

func proseFile(r *rand.Rand, size int) string {
	var b strings.Builder
	for i := range size/8 + 1 {
		fmt.Fprintf(&b, "## Part %d\n\n", i)
		for range 1 + r.IntN(4) {
			b.WriteString(strings.Repeat("a word of prose ", 1+r.IntN(60)) + "\n")
			if r.IntN(2) == 0 {
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}
