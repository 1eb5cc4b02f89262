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
var errParseLimit = errors.New("the parser came to its limit")

// errLanguage is returned for a grammar that the library does not know how to use.
var errLanguage = errors.New("the grammar is of another version of the library")

// A flat is a node of a tree as C makes it (tree.h): the nodes of a tree are one list, each before its children.
type flat struct {
	start, end, next uint32
	symbol           uint16
	field, flags     uint8
}

const (
	flatNamed    = C.flat_named
	flatHasError = C.flat_has_error
)

// A tree is the syntax tree of a text, in C's memory unless it is Go's own.
type tree struct {
	nodes []flat
	own   bool
}

// Close frees the tree.
func (t *tree) Close() {
	if !t.own {
		C.tree_free((*C.flat_node)(unsafe.Pointer(unsafe.SliceData(t.nodes))))
	}
	t.nodes = nil
}

// counted makes the library count what it asks memory for.
//
// Done once in a process.
var counted = sync.OnceValue(func() bool {
	C.tree_count()
	return true
})

// parse makes a tree of a text with gaps that the caller closes; nil if it took more work than is left, or more time.
// Work decides; the limit of time is for uncounted work, such as a scanner that looks far ahead for each
// token. It is of processor time, so that a busy machine gives the same result as an idle one: the parser's own clock
// is on the wall, so a parse that it stopped is begun again with more time if the processor had been elsewhere. It is
// not resumed: after a pause the parser can prefer another reading of a text with mistakes. Every parse has its own
// parser: making one costs microseconds, and a flag that cancelled one can reach its next parse.
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

// parseWithin parses with a limit of wall time and one of work.
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

// languagePointer is the pointer to C's tables, which the library keeps to itself.
func languagePointer(l *sitter.Language) unsafe.Pointer {
	return reflect.ValueOf(l).Elem().FieldByName("ptr").UnsafePointer()
}
