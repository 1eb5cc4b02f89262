package signatures

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"

	"ctxpack/signatures/internal/outline"
)

// corpus returns texts of one language: its fixtures, repeated, or for Go part of the standard library.
func corpus(b *testing.B, s *outline.Spec) (texts []string, size int) {
	b.Helper()
	if s.Name == "Go" {
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			b.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", "net", "http", "*.go"))
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range files {
			if text, err := os.ReadFile(name); err == nil {
				texts = append(texts, string(text))
			}
		}
	}
	if len(texts) == 0 {
		for _, name := range fixtures(b, s.Name) {
			texts = append(texts, strings.Repeat(readFixture(b, name)+"\n", 8))
		}
	}
	for _, text := range texts {
		size += len(text)
	}
	return texts, size
}

// BenchmarkExtract against BenchmarkParse shows the cost in addition to the parse.
func BenchmarkExtract(b *testing.B) {
	for _, s := range outlined() {
		b.Run(s.Name, func(b *testing.B) {
			texts, size := corpus(b, s)
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, text := range texts {
					Extract(context.Background(), "a"+s.Extensions[0], text)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for _, s := range outlined() {
		if s.Grammar == nil {
			continue
		}
		b.Run(s.Name, func(b *testing.B) {
			texts, size := corpus(b, s)
			p := sitter.NewParser()
			defer p.Close()
			p.SetLanguage(s.Grammar())
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, text := range texts {
					if tree, err := p.ParseCtx(context.Background(), nil, []byte(text)); err == nil {
						tree.Close()
					}
				}
			}
		})
	}
}
