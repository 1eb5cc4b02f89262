package messages_test

import (
	"strings"
	"testing"

	"ctxpack/compressor/messages"
)

// long returns a conversation with about so many messages.
func long(sessions int) string {
	one := strings.TrimSuffix(strings.TrimPrefix(bugfix().openAI(), "["), "]\n")
	return "[" + strings.Repeat(one+",", sessions-1) + one + "]\n"
}

func BenchmarkParse(b *testing.B) {
	input := long(100)
	b.SetBytes(int64(len(input)))
	for b.Loop() {
		if _, err := messages.Parse(input); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTrim excludes counting, which depends on the tokenizer.
func BenchmarkTrim(b *testing.B) {
	input := long(100)
	c, err := messages.Parse(input)
	if err != nil {
		b.Fatal(err)
	}
	for name, o := range map[string]messages.Options{
		"drop":        options(len(input) / 5),
		"placeholder": placeholders(len(input) / 5),
		"summary":     summaries(len(input) / 5),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(input)))
			b.ReportAllocs()
			for b.Loop() {
				r, err := messages.Trim(b.Context(), c, o)
				if err != nil {
					b.Fatal(err)
				}
				_ = r.Text()
			}
		})
	}
}
