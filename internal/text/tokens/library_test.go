package tokens

import (
	"maps"
	"slices"
	"strings"
	"testing"

	loader "github.com/pkoukk/tiktoken-go-loader"
)

// TestLibraryRanks: the vocabularies are those of the library's loader.
func TestLibraryRanks(t *testing.T) {
	t.Parallel()
	for name, limit := range map[string]int{"p50k_base": p50kRanks, "r50k_base": r50kRanks} {
		want, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := readRanks(limit); err != nil || !maps.Equal(got, want) {
			t.Errorf("%s: %d ranks, want %d, %v", name, len(got), len(want), err)
		}
	}
	if _, err := readRanks(p50kRanks + 1); err == nil {
		t.Error("no error for a vocabulary that is too short")
	}
}

// TestBlocks: texts of many blocks have the ids that the library returns for the whole.
func TestBlocks(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	c := counters(t)["p50k_base"]
	whole := strings.Join(scripts(), " ")
	for _, text := range []string{
		strings.Repeat(whole, 5),
		strings.Repeat("敏捷的棕色狐狸，跳过了懒狗。", 500),
		strings.Repeat("f(a,'s',b);it's=don't'll", 400),
		strings.Repeat("x='s'+'t'+'ve';", 400),
		strings.Repeat("SGVsbG8gV29ybGQhIFRoaXM1234", 300),
		strings.Repeat("\n  \t x\u2003\u00a0y", 900),
	} {
		compare(t, c, text)
		for shift := range 40 { // to end blocks at other places
			compare(t, c, text[:shift]+text[:3000])
		}
	}
}

// TestLongRuns: no block is too large for the library, and the count of a longer run of one kind is nearly exact.
func TestLongRuns(t *testing.T) {
	t.Parallel()
	c := counters(t)["p50k_base"]
	length := 100_000
	if testing.Short() {
		length = 5000
	}
	for _, pattern := range slices.Concat(slices.Collect(maps.Values(hostile())), []string{"a", " ", "=", "é", "\xff", "\U0001F600", "'", "''s"}) {
		text := valid(repeat(pattern, length))
		blocks := 0
		for rest := text; rest != ""; blocks++ {
			end := blockEnd(rest)
			if end <= 0 || end > maxBlock {
				t.Fatalf("%.20q: a block of %d bytes", pattern, end)
			}
			rest = rest[end:]
		}
		if limit := 2 * len(text) / maxBlock * 2; blocks > limit {
			t.Errorf("%.20q: %d blocks, want at most %d", pattern, blocks, limit)
		}
	}
	for _, pattern := range []string{"a", "ab", "=", " ", "é"} {
		text := repeat(pattern, 5*maxBlock)
		want := len(reference()["p50k_base"].EncodeOrdinary(text))
		if got := c.Count(text); got < want || got > want+5*2 {
			t.Errorf("%q: %d tokens, want %d and a few", pattern, got, want)
		}
	}
}
