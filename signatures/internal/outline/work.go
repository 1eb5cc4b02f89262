package outline

/*
#include "work.h"
*/
import "C"

import (
	"context"
	"reflect"
	"sync"

	sitter "github.com/smacker/go-tree-sitter"
)

// Work is counted in units of some hundred nanoseconds and more. It does not depend on the
// machine: what is too much here is too much everywhere, and a text that has an
// outline has it on every run.
const (
	// A text of n bytes may cost baseWork + n*workPerByte and no more than mostWork, all
	// attempts together. What people write takes 0.2 a byte, and 2 in the worst of a
	// million files. A parser that looks for its way takes up to three microseconds a unit.
	baseWork    = 6000
	workPerByte = 3
	mostWork    = 600_000
	// maxInProgress bounds the matches that a query keeps open: for each node it
	// looks at all of them.
	maxInProgress = 2000
)

// workLimit is what a text of n bytes may cost.
func workLimit(ctx context.Context, n int) int {
	switch ctx.Value(workKey{}) {
	case noWork:
		return 0
	case ordinaryWork:
		return OrdinaryWork(n)
	}
	return min(baseWork+n*workPerByte, mostWork)
}

// counted tells whether work can be counted on this system.
//
// Done once in a process.
var counted = sync.OnceValue(func() bool { return bool(C.work_counts()) })

// countWork counts what the parser does until the function that it returns is called,
// and stops the parser at limit. The caller has locked its goroutine to the thread.
func countWork(p *sitter.Parser, limit int) (done func() int) {
	if !counted() {
		return func() int { return 0 }
	}
	C.work_begin(C.uint64_t(limit), C.uintptr_t(pointerIn(p, "cancel")))
	return func() int { return int(C.work_end()) }
}

// chunk is how much of a text the parser gets at a time. A scanner that looks far ahead
// for each token asks for one chunk after the other, every time, and that is counted.
const chunk = 1 << 10

// input gives a text to the parser, and counts what it looks at.
func input(text []byte) sitter.Input {
	return sitter.Input{Encoding: sitter.InputEncodingUTF8, Read: func(at uint32, _ sitter.Point) []byte {
		if int(at) >= len(text) {
			return nil
		}
		part := text[at:min(int(at)+chunk, len(text))]
		C.work_read(C.uint32_t(len(part)))
		return part
	}}
}

// limitMatches keeps a query from looking at ever more open matches.
func limitMatches(c *sitter.QueryCursor) {
	C.work_limit_matches(C.uintptr_t(pointerIn(c, "c")), maxInProgress)
}

// pointerIn is a pointer that the library keeps to itself.
func pointerIn[T any](of *T, field string) uintptr {
	return reflect.ValueOf(of).Elem().FieldByName(field).Pointer()
}

// workKey is the key of a context that says how much may be parsed.
type workKey struct{}

type workMode uint8

const (
	ordinaryWork workMode = iota + 1
	noWork
)

// WithOrdinaryWork returns a context in which texts that cost more than [OrdinaryWork]
// have the outline that [FallbackWork] stands for.
func WithOrdinaryWork(ctx context.Context) context.Context {
	return context.WithValue(ctx, workKey{}, ordinaryWork)
}

// WithoutParser returns a context in which texts are not parsed at all.
func WithoutParser(ctx context.Context) context.Context {
	return context.WithValue(ctx, workKey{}, noWork)
}

// headsKey is the key of a context in which bodies are not parsed.
type headsKey struct{}

// WithoutBodies returns a context in which the bodies of functions are not parsed where
// that can be told before: what they hold counts neither as complexity nor for markers.
func WithoutBodies(ctx context.Context) context.Context {
	return context.WithValue(ctx, headsKey{}, true)
}

// OrdinaryWork is what parsing a text of n bytes does not cost unless it was made to.
func OrdinaryWork(n int) int { return min(baseWork/3+n*workPerByte*2/3, mostWork*4/5) }
