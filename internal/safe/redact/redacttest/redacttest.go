// Package redacttest makes fake secrets for tests: they have the form of real ones, are the same in every run, and
// appear in no file.
package redacttest

import (
	_ "embed" // the kinds
	"math/rand/v2"
	"strconv"
	"strings"
)

// The alphabets of secrets.
const (
	Small   = "abcdefghijklmnopqrstuvwxyz"
	Capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	Numbers = "0123456789"
	Hex     = "0123456789abcdef"
	Base32  = Capital + "234567"
	Alnum   = Small + Capital + Numbers
	Base64  = Alnum + "+/"
	Bech32  = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
)

// Fake returns n random characters of an alphabet.
func Fake(seed uint64, alphabet string, n int) string {
	r := rand.New(rand.NewPCG(seed, 42))
	var b strings.Builder
	for range n {
		b.WriteByte(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

// Kind is a kind of secret: a function that makes one, and the rule that finds it.
type Kind struct {
	Rule string
	Make func(seed uint64) string
}

// Prefixed returns a kind whose secrets are a prefix and n characters.
func Prefixed(rule, prefix, alphabet string, n int) Kind {
	return Kind{rule, func(seed uint64) string { return prefix + Fake(seed, alphabet, n) }}
}

// kindLines are kinds of tokens: the rule and what they are made of, which is characters that are always the same, in
// which a | keeps scanners from taking them for a secret, or an alphabet and how many characters of it.
//
//go:embed kinds.txt
var kindLines string

// Tokens returns the kinds that are recognized in any context.
func Tokens() (kinds []Kind) {
	alphabets := strings.NewReplacer("Small", Small, "Capital", Capital, "Numbers", Numbers, "Hex", Hex, "Base32", Base32, "Alnum", Alnum, "Bech32", Bech32, "+", "")
	for line := range strings.Lines(kindLines) {
		rule, parts, _ := strings.Cut(strings.TrimSpace(line), " ")
		kinds = append(kinds, Kind{rule, func(seed uint64) string {
			text := ""
			for fields := strings.Fields(parts + " |"); len(fields) > 1; fields = fields[1:] {
				n, err := strconv.Atoi(fields[1])
				if err != nil {
					text += strings.ReplaceAll(fields[0], "|", "")
					continue
				}
				text += Fake(seed, alphabets.Replace(fields[0]), n)
				seed, fields = seed+1, fields[1:]
			}
			return text
		}})
	}
	return kinds
}

// PEM returns a block of random lines between the delimiters of a kind of key.
func PEM(seed uint64, kind string) string {
	var b strings.Builder
	b.WriteString("-----BEGIN " + kind + "-----\n")
	for i := range uint64(5) {
		b.WriteString(Fake(seed+i, Base64, 64) + "\n")
	}
	b.WriteString(Fake(seed, Base64, 22) + "==\n-----END " + kind + "-----\n")
	return b.String()
}
