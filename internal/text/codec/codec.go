// Package codec writes values as bytes and reads them back. A record's layout is described once, by a function that
// serves both directions: it passes its fields to a Codec, which appends them to the output or fills them from the
// input.
//
// Invariants: values are read in the order in which they were written. Malformed input reads as zero values, and is
// not Whole; it never takes more memory than a few times its length.
//
// Concurrency: a Codec is for one goroutine.
package codec

import (
	"encoding/binary"
	"io"
)

// Codec is either a writer or a reader.
type Codec struct {
	out        []byte
	in         string
	at         int // offset of the next byte to read
	reads, bad bool
}

// Writer returns a Codec that appends to out.
func Writer(out []byte) *Codec { return &Codec{out: out} }

// Reader returns a Codec that reads from a text.
func Reader(in string) *Codec { return &Codec{in: in, reads: true} }

// Reads reports whether values are read.
func (c *Codec) Reads() bool { return c.reads }

// Bytes returns the written bytes.
func (c *Codec) Bytes() []byte { return c.out }

// Drain writes the bytes elsewhere, if there are at least n, and forgets them.
func (c *Codec) Drain(to io.Writer, n int) error {
	if len(c.out) < n {
		return nil
	}
	_, err := to.Write(c.out)
	c.out = c.out[:0]
	return err
}

// Whole reports whether all values were present, and nothing more.
func (c *Codec) Whole() bool { return !c.bad && c.at == len(c.in) }

// Bad reports whether a value was missing or malformed.
func (c *Codec) Bad() bool { return c.bad }

func (c *Codec) left() int { return len(c.in) - c.at }

// Fail makes the rest of the input empty.
func (c *Codec) Fail() { c.at, c.bad = len(c.in), true }

// number writes or reads a number in as few bytes as possible.
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
	if size <= 0 { // unterminated or too large
		c.Fail()
		return 0
	}
	c.at += size
	return n
}

// Int codes numbers that may be negative. The sign is in the lowest bit.
func Int[T ~int | ~int64 | ~uint8](c *Codec, values ...*T) {
	for _, v := range values {
		n := int64(*v)
		n = int64(c.number(uint64(n<<1 ^ n>>63)))
		*v = T(int64(uint64(n)>>1) ^ -(n & 1)) // as it was written
	}
}

// Uint codes numbers that are not negative.
func Uint[T ~int | ~int64 | ~uint8 | ~uint32 | ~uint64](c *Codec, values ...*T) {
	for _, v := range values {
		*v = T(c.number(uint64(*v))) // as it was written
	}
}

// Bool codes booleans.
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

// String codes texts, each after its length. A string that is read shares the memory of the input.
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

// Raw codes bytes of a known number.
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

// Count codes the number of values that follow, of at least a given number of bytes each.
func (c *Codec) Count(n, least int) int {
	many := c.number(uint64(n))
	if c.reads && many > uint64(c.left()/least) {
		c.Fail()
		return 0
	}
	return int(many)
}

// List codes a list of values, nil if there are none. Each value has at least a given number of
// bytes; one codes a single value.
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

// Strings codes a list of strings like List.
func (c *Codec) Strings(list []string) []string {
	return List(c, list, 1, func(c *Codec, s *string) { String(c, s) })
}
