package tokens

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// hostile returns patterns that take quadratic time or worse in encoders that repeatedly search for the best pair,
// or in backtracking matchers.
func hostile() map[string]string {
	random := rand.New(rand.NewPCG(1, 2))
	var letters, han, noise, symbols strings.Builder
	for range 1 << 12 {
		letters.WriteByte('a' + byte(random.IntN(26)))
		han.WriteRune(0x4e00 + random.Int32N(0x5000))
		noise.WriteRune(0x10000 + random.Int32N(0x10000))
		symbols.WriteByte("!\"#$%&()*+,-./:;<=>?@[]^_`{|}~"[random.IntN(30)])
	}
	return map[string]string{
		"letter":      "a",
		"capital":     "A",
		"space":       " ",
		"tab":         "\t",
		"newline":     "\n",
		"space-line":  " \n",
		"crlf":        "\r\n",
		"emoji":       "\U0001F600",
		"family":      "\U0001F468\u200d\U0001F469\u200d\U0001F467",
		"mark":        "\u0301",
		"mark-upper":  "\u0301A",
		"han":         "\u4e2d",
		"thai":        "\u0e01\u0e34",
		"nul":         "\x00",
		"equals":      "=",
		"slash":       "/",
		"quote":       "'",
		"pair":        "ab",
		"triple":      "aab",
		"near-run":    strings.Repeat("=", 70) + "-",
		"near-spaces": strings.Repeat(" ", 127) + "\t",
		"long-words":  "abcdefghijklmnopqrstuvwxyzzyxwvutsrqponmlkjihgfedcba",
		"invalid":     "\xff",
		"letters":     letters.String(),
		"ideographs":  han.String(),
		"astral":      noise.String(),
		"symbols":     symbols.String(),
	}
}

// repeat repeats a pattern up to n bytes.
func repeat(pattern string, n int) string {
	return strings.Repeat(pattern, n/len(pattern))
}

// BenchmarkHostile shows that the time is linear: each size has the same rate.
func BenchmarkHostile(b *testing.B) {
	for _, name := range encodings() {
		c := counters(b)[name]
		for kind, pattern := range hostile() {
			for _, mb := range []int{1, 8, 64} {
				text := repeat(pattern, mb<<20)
				b.Run(fmt.Sprintf("%s/%s/%dMB", name, kind, mb), func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						c.Count(text)
					}
				})
			}
		}
	}
}

// BenchmarkSource counts a sample of GOROOT/src, or of the texts of the folder
// CTXPACK_BENCH_TREE, here and with tiktoken-go.
func BenchmarkSource(b *testing.B) {
	texts := sample(b)
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	for _, name := range encodings() {
		c := counters(b)[name]
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, text := range texts {
					c.Count(text)
				}
			}
		})
		b.Run(name+"/tiktoken-go", func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, text := range texts {
					reference()[name].EncodeOrdinary(text)
				}
			}
		})
	}
}

// sample returns roughly the first megabytes of every nth file.
func sample(b *testing.B) []string {
	b.Helper()
	root := os.Getenv("CTXPACK_BENCH_TREE")
	if root == "" {
		return goSources(b, 40)
	}
	const every, enough, large = 7, 8 << 20, 100_000 // the reference is quadratic for some
	var texts []string
	seen, size := 0, 0
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || size > enough || strings.Contains(path, "/.git/") {
			return err
		}
		if seen++; seen%every != 0 {
			return nil
		}
		data, err := os.ReadFile(path)
		if err == nil && len(data) <= large && utf8.Valid(data) {
			texts = append(texts, string(data))
			size += len(data)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return texts
}

func BenchmarkNew(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := New(name); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
