// Package codec writes values down as bytes and takes them back. What a record is made
// of is said once, by a function that is called for both: it hands its fields to a Codec,
// which appends them to the output or fills them from the input.
//
// Invariants: values are read in the order in which they were written. A text that is something else reads as zero
// values, and is not Whole; it never takes more memory than a few times its length.
//
// Concurrency: a Codec is for one goroutine.
package codec

import (
	"encoding/binary"
	"slices"
)

// Codec is a text that is written, or one that is read.
type Codec struct {
	out        []byte
	in         string
	at         int // of in, what was read
	reads, bad bool
}

// Writer appends to some bytes.
func Writer(out []byte) *Codec { return &Codec{out: out} }

// Reader takes values out of a text.
func Reader(in string) *Codec { return &Codec{in: in, reads: true} }

// Reads reports whether values are read.
func (c *Codec) Reads() bool { return c.reads }

// Bytes is what was written.
func (c *Codec) Bytes() []byte { return c.out }

// Grow makes room for so many bytes more.
func (c *Codec) Grow(n int) { c.out = slices.Grow(c.out, n) }

// Whole reports whether all that was asked for was there, and nothing more.
func (c *Codec) Whole() bool { return !c.bad && c.at == len(c.in) }

// Bad reports whether something was not there, or not what it should be.
func (c *Codec) Bad() bool { return c.bad }

func (c *Codec) left() int { return len(c.in) - c.at }

// Fail makes the rest of the input empty.
func (c *Codec) Fail() { c.at, c.bad = len(c.in), true }

// number writes or reads a number in as few bytes as it takes.
func (c *Codec) number(n uint64) uint64 {
	if !c.reads {
		c.out = binary.AppendUvarint(c.out, n)
		return n
	}
	if c.at < len(c.in) && c.in[c.at] < 0x80 { // most are small
		c.at++
		return uint64(c.in[c.at-1])
	}
	n, size := binary.Uvarint([]byte(c.in[c.at:min(len(c.in), c.at+binary.MaxVarintLen64)]))
	if size <= 0 { // it does not end, or is too large
		c.Fail()
		return 0
	}
	c.at += size
	return n
}

// Int is numbers that may be negative. They are written with their sign last.
func Int[T ~int | ~int64 | ~uint8](c *Codec, values ...*T) {
	for _, v := range values {
		n := int64(*v)
		n = int64(c.number(uint64(n<<1 ^ n>>63)))
		*v = T(int64(uint64(n)>>1) ^ -(n & 1)) // as it was written
	}
}

// Uint is numbers that are not negative.
func Uint[T ~int | ~int64 | ~uint8 | ~uint32 | ~uint64](c *Codec, values ...*T) {
	for _, v := range values {
		*v = T(c.number(uint64(*v))) // as it was written
	}
}

// Bool is truth values.
func (c *Codec) Bool(values ...*bool) {
	for _, v := range values {
		switch {
		case !c.reads && *v:
			c.out = append(c.out, 1)
		case !c.reads:
			c.out = append(c.out, 0)
		case c.at == len(c.in):
			c.Fail()
			*v = false
		default:
			*v = c.in[c.at] == 1
			c.at++
		}
	}
}

// String is texts, each with its length before it. A string that is read shares the memory of the whole.
func String[T ~string](c *Codec, values ...*T) {
	for _, v := range values {
		n := c.number(uint64(len(*v)))
		if !c.reads {
			c.out = append(c.out, *v...)
			continue
		}
		if n > uint64(c.left()) {
			c.Fail()
			n = 0
		}
		*v = T(c.in[c.at : c.at+int(n)])
		c.at += int(n)
	}
}

// Raw is bytes whose number is known.
func (c *Codec) Raw(b []byte) {
	switch {
	case !c.reads:
		c.out = append(c.out, b...)
	case c.left() < len(b):
		c.Fail()
		clear(b)
	default:
		c.at += copy(b, c.in[c.at:])
	}
}

// Count is how many values follow, of at least so many bytes each.
func (c *Codec) Count(n, least int) int {
	many := c.number(uint64(n))
	if c.reads && many > uint64(c.left()/least) {
		c.Fail()
		return 0
	}
	return int(many)
}

// List returns the values that were read, nil if there are none, or those that it is
// given. They are of at least so many bytes each; one reads or writes one.
func List[T any](c *Codec, list []T, least int, one func(*Codec, *T)) []T {
	n := c.Count(len(list), least)
	if c.reads {
		if list = nil; n > 0 {
			list = make([]T, n)
		}
	}
	for i := range list {
		one(c, &list[i])
	}
	return list
}

// Strings returns texts as List returns values.
func (c *Codec) Strings(list []string) []string {
	return List(c, list, 1, func(c *Codec, s *string) { String(c, s) })
}
