package fault_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/safe/fault"
)

func TestGuard(t *testing.T) {
	t.Parallel()
	plain := errors.New("plain")
	if err := fault.Guard("x", func() error { return plain })(); err != plain { // the same one
		t.Errorf("an error became %v", err)
	}
	var none []int
	err := fault.Guard("a.go", func() error { return errors.New(fmt.Sprint(none[len(none)])) })()
	var p *fault.Panic
	if !errors.As(err, &p) || p.What != "a.go" || !strings.Contains(p.Stack, "goroutine") {
		t.Fatalf("got %#v", err)
	}
	if text := err.Error(); !strings.HasPrefix(text, "internal error in a.go: runtime error: index out of range [0] with length 0 (at "+
		"ctxpack/internal/safe/fault_test.TestGuard.func") {
		t.Error(text)
	}
	again := fault.Guard("b.go", func() error { fault.Raise(fmt.Errorf("read: %w", err)); return nil })()
	if again != err { // the same one
		t.Errorf("carried on, it became %v", again)
	}
	fault.Raise(plain)
	fault.Raise(nil)
	if err := fault.Guard("", func() error { panic("two\nlines") })(); !strings.HasPrefix(err.Error(), "internal error: two lines (at ") {
		t.Error(err)
	}
}

// Each makes every call, and raises a panic only when all have ended.
func TestEach(t *testing.T) {
	t.Parallel()
	done := make([]bool, 100)
	err := fault.Guard("", func() error {
		fault.Each(3, len(done), func(i int) string { return fmt.Sprint("call ", i) }, func(i int) {
			if done[i] = true; i == 7 {
				panic("odd")
			}
		})
		return nil
	})()
	if err == nil || !strings.HasPrefix(err.Error(), "internal error in call 7: odd") || slices.Contains(done, false) {
		t.Errorf("%v, %v", done, err)
	}
}
