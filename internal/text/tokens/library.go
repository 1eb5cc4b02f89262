package tokens

import (
	"bufio"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/pkoukk/tiktoken-go"
)

const (
	// gpt2Pattern splits texts for the encodings of GPT-2 and of its successors before cl100k_base.
	gpt2Pattern = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
	// maxBlock is the maximum number of bytes passed to the library at once: it merges a piece in quadratic time. A
	// longer piece, such as a very long line of symbols, is cut, and may count one more token at each cut.
	maxBlock = 4 << 10
)

// library counts in rarely used encodings, with tiktoken-go.
type library struct{ *tiktoken.Tiktoken }

// p50kData is the vocabulary of p50k_base, which begins with that of r50k_base.
//
//go:embed data/p50k_base.gz
var p50kData string

// The numbers of ranks of the encodings, including the special token between them.
const (
	r50kRanks = 50_256
	p50kRanks = 50_281
)

// readRanks reads the first tokens of the vocabulary, written by gen/ranks.go.
func readRanks(limit int) (map[string]int, error) {
	z, err := gzip.NewReader(strings.NewReader(p50kData))
	if err != nil {
		return nil, err
	}
	in, ranks := bufio.NewReader(z), make(map[string]int, limit)
	for rank := range limit {
		n, err := binary.ReadUvarint(in)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			continue
		}
		token := make([]byte, min(n, maxLength))
		if _, err := io.ReadFull(in, token); err != nil {
			return nil, err
		}
		ranks[string(token)] = rank
	}
	return ranks, nil
}

// newLibrary loads an encoding with the given number of ranks.
func newLibrary(limit int) (*library, error) {
	ranks, err := readRanks(limit)
	if err != nil {
		return nil, fmt.Errorf("read vocabulary: %w", err)
	}
	// Without special tokens: all text is ordinary.
	bpe, err := tiktoken.NewCoreBPE(ranks, nil, gpt2Pattern)
	if err != nil {
		return nil, fmt.Errorf("read vocabulary: %w", err)
	}
	return &library{tiktoken.NewTiktoken(bpe, nil, nil)}, nil
}

// ids returns the ids of the tokens of valid UTF-8.
func (l *library) ids(s string) []int {
	ids := []int{}
	for s != "" {
		end := blockEnd(s)
		ids = append(ids, l.EncodeOrdinary(s[:end])...)
		s = s[end:]
	}
	return ids
}

// blockEnd returns the end of the block at the start of a text: the last border of pieces within reach, if there is
// one.
func blockEnd(s string) int {
	if len(s) <= maxBlock {
		return len(s)
	}
	border, last := 0, 0
	before, class := rune(0), 0
	for i, r := range s {
		if i > maxBlock {
			break
		}
		is := gpt2Class(r)
		// After white space a piece may begin before the border, and after an apostrophe it may end after it.
		if changes := i > 0 && is != class; changes && class != gpt2Space && before != '\'' {
			border = i
		}
		before, class, last = r, is, i
	}
	if border > 0 {
		return border
	}
	return last
}

// The classes of characters that gpt2Pattern distinguishes.
const (
	gpt2Other = iota
	gpt2Letter
	gpt2Number
	gpt2Space
)

func gpt2Class(r rune) int {
	switch {
	case unicode.IsSpace(r):
		return gpt2Space
	case unicode.IsLetter(r):
		return gpt2Letter
	case unicode.IsNumber(r):
		return gpt2Number
	}
	return gpt2Other
}
