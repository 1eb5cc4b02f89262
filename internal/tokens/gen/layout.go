package main

import (
	"encoding/binary"
	"math/bits"
)

// The layout of a table file. Package tokens reads it; its comment in table.go
// explains the parts. Everything is little-endian.
const (
	magic     = "ctxbpe01"
	maxLength = 128 // bytes of the longest token
	idBits    = 18
	emptySlot = 1 << 25
	wholeOnly = 1 << 26
	noSplit   = 1<<32 - 1

	seed0 = 0x9e3779b97f4a7c15
	seed1 = 0xd6e8feb86659fd93
	seed2 = 0xa0761d6478bd642f
	step  = 0xff51afd7ed558ccd
)

// mix folds the 128-bit product of a and b.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// word reads up to eight bytes, the missing ones as zero.
func word(s string) uint64 {
	var b [8]byte
	copy(b[:], s)
	return binary.LittleEndian.Uint64(b[:])
}

// shortKey holds a text of at most 8 bytes in the high bytes of a word. (For a
// longer one the result is not used.)
func shortKey(s string) uint64 {
	return word(s) << (max(8-len(s), 0) * 8)
}

// hash is the hash of a token's bytes.
func hash(s string) uint64 {
	n := len(s)
	if n <= 8 {
		return mix(shortKey(s)^seed0, seed1+uint64(n)*seed2)
	}
	h := uint64(n) * seed2
	for i := 0; i+16 < n; i += 8 {
		h = mix(h^word(s[i:i+8]), seed1)
	}
	return mix(h^word(s[max(n-16, 0):][:8])^seed0, word(s[n-8:])^seed1)
}

// bucket is the bucket of a hash among n buckets.
func bucket(h uint64, n int) int {
	hi, _ := bits.Mul64(h, uint64(n))
	return int(hi)
}

// slot is the place of a hash among n slots under a bucket's pilot.
func slot(h uint64, pilot, n int) int {
	hi, _ := bits.Mul64((h^uint64(pilot)*seed0)*step, uint64(n))
	return int(hi)
}

// filterNext is the filter's hash of a prefix that is one byte longer.
func filterNext(f uint64, b byte) uint64 {
	return (f + uint64(b) + 1) * step
}
