package tokens

import (
	"slices"
	"testing"
)

// FuzzCount compares counts and ids of every encoding with tiktoken-go.
func FuzzCount(f *testing.F) {
	for _, text := range slices.Concat(scripts(), broken()) {
		f.Add(text)
	}
	for _, pattern := range hostile() {
		f.Add(repeat(pattern, len(pattern)+300)[:300])
	}
	all := counters(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return // the reference needs quadratic time
		}
		for _, name := range encodings() {
			compare(t, all[name], text)
		}
	})
}

// FuzzMerge compares the ways of merging with the plain one, on texts that need not be a piece.
func FuzzMerge(f *testing.F) {
	for _, pattern := range hostile() {
		f.Add(repeat(pattern, len(pattern)+600)[:600])
	}
	all, sc := tabled(f), map[string]*scratch{}
	for name := range all {
		sc[name] = newScratch()
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) == 0 || len(text) > 3000 {
			return
		}
		for name, c := range all {
			checkMerge(t, c, sc[name], text)
		}
	})
}

// FuzzAbout estimates long texts, with and without line ends, of any bytes.
func FuzzAbout(f *testing.F) {
	for _, text := range slices.Concat(scripts(), broken()) {
		f.Add(text, 10)
	}
	all := tabled(f)
	f.Fuzz(func(t *testing.T, text string, times int) {
		text = repeat(text+" ", min(max(times, 1), 5)*1000+2000)
		for name, c := range all {
			if n := c.About(text); n < 0 || n > 3*len(text) {
				t.Errorf("%s: about %d tokens in %d bytes", name, n, len(text))
			}
		}
	})
}
