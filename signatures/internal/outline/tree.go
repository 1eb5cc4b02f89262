package outline

/*
#include "tree.h"
*/
import "C"

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"sync"
	"time"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

// errParseLimit is returned for a parse that took too much time or work.
var errParseLimit = errors.New("the parser reached its limit")

// errLanguage is returned for a grammar of an unsupported version.
var errLanguage = errors.New("the grammar has an unsupported version")

// A flat is a node of a tree as C makes it (tree.h). The nodes of a tree are one list, each before its children.
type flat struct {
	start, end, next uint32
	symbol           uint16
	field, flags     uint8
}

const (
	flatNamed    = C.flat_named
	flatHasError = C.flat_has_error
)

// A tree is the syntax tree of a text, in C's memory unless Go made it.
type tree struct {
	nodes []flat
	own   bool
}

func (t *tree) Close() {
	if !t.own {
		C.tree_free((*C.flat_node)(unsafe.Pointer(unsafe.SliceData(t.nodes))))
	}
	t.nodes = nil
}

// counted makes the library count its memory allocations.
//
// Done once per process.
var counted = sync.OnceValue(func() bool {
	C.tree_count()
	return true
})

// parse makes a tree of a text with gaps, which the caller closes; nil if it took too much work or time. Work
// decides; the time limit is for work that is not counted, such as a scanner that looks far ahead for each token.
// The limit is in processor time, so that a busy machine gives the same result as an idle one. The parser's own
// clock is wall time, so a parse that it stopped starts again with more time if the processor was busy elsewhere.
// It is not resumed, since after a pause the parser can prefer another reading of a text with errors. Every parse
// has its own parser: making one costs microseconds, and a flag that cancelled one can affect its next parse.
func (g *grammar) parse(ctx context.Context, text string, gaps []gap, limit time.Duration, left int) (t *tree, work int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for wall := limit; wall <= maxWaits*limit && ctx.Err() == nil; wall *= 4 {
		start := threadTime()
		var err error
		if t, work, err = g.parseWithin(text, gaps, wall, left); err == nil {
			return t, work
		}
		if !errors.Is(err, errParseLimit) || work > left || threadTime()-start >= limit*9/10 {
			break
		}
	}
	return nil, work
}

// parseWithin parses within a limit of wall time and one of work.
func (g *grammar) parseWithin(text string, gaps []gap, wall time.Duration, left int) (*tree, int, error) {
	counted()
	var got C.flat_tree
	C.tree_parse(unsafe.Pointer(g.pointer), (*C.char)(unsafe.Pointer(unsafe.StringData(text))), C.uint32_t(len(text)),
		(*C.text_gap)(unsafe.Pointer(unsafe.SliceData(gaps))), C.uint32_t(len(gaps)),
		C.uint64_t(max(wall.Microseconds(), 1)), C.uint64_t(max(left, 0)), &got)
	work := int(got.work)
	switch {
	case got.nodes != nil:
		return &tree{nodes: unsafe.Slice((*flat)(unsafe.Pointer(got.nodes)), int(got.count))}, work, nil
	case bool(got.unknown):
		return nil, work, errLanguage
	}
	return nil, work, errParseLimit
}

// languagePointer returns the pointer to C's tables, a private field of the library.
func languagePointer(l *sitter.Language) unsafe.Pointer {
	return reflect.ValueOf(l).Elem().FieldByName("ptr").UnsafePointer()
}
