package config

import (
	"math/bits"
	"strconv"
	"strings"
	"time"

	"ctxpack/internal/text/humanize"
)

// A Share is an exact fraction in millionths: 0 to 1,000,000. It is an
// integer so that every machine computes the same budget.
type Share int64

// whole is the share 1.
const whole = 1_000_000

// Of returns floor(n × s) for n ≥ 0, exactly, and 0 for a negative n.
func (s Share) Of(n int) int {
	if n <= 0 || s <= 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(n), uint64(s))
	quotient, _ := bits.Div64(high, low, whole) // at most n
	return int(quotient)
}

// floor returns floor(n × s), also for a negative n. The product must fit.
func (s Share) floor(n int64) int64 {
	product := n * int64(s)
	quotient := product / whole
	if product%whole < 0 {
		quotient--
	}
	return quotient
}

// String returns the share as a decimal fraction, such as 0.9.
func (s Share) String() string {
	text := strconv.FormatInt(int64(s/whole), 10)
	if rest := s % whole; rest != 0 {
		digits := strconv.FormatInt(int64(rest)+whole, 10)[1:]
		text += "." + strings.TrimRight(digits, "0")
	}
	return text
}

// A Duration is a time.Duration that is written in days if possible.
type Duration time.Duration

const day = 24 * time.Hour

// String returns whole days as 90d and everything else in Go's form.
func (d Duration) String() string {
	t := time.Duration(d)
	if t > 0 && t%day == 0 {
		return strconv.FormatInt(int64(t/day), 10) + "d"
	}
	return t.String()
}

// A Size is a number of bytes.
type Size int64

// String returns the shortest exact form in decimal units, such as 10MB.
func (s Size) String() string {
	for _, u := range []struct {
		name  string
		bytes Size
	}{{"GB", 1_000_000_000}, {"MB", 1_000_000}, {"kB", 1_000}} {
		if s > 0 && s%u.bytes == 0 {
			return strconv.FormatInt(int64(s/u.bytes), 10) + u.name
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// grouped writes n with thousands separators and a real minus sign.
func grouped(n int64) string { return strings.Replace(humanize.Comma(int(n)), "-", "−", 1) }
