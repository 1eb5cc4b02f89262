// Package fault turns panics, which are bugs of this program, into errors. A panic in a goroutine would end the
// process at once: the program's goroutines run under [Guard], and the code that waits for them returns the error
// or, if it cannot fail, continues the panic with [Raise]. The package also describes file errors.
package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/sync/errgroup"
)

// Panic is a recovered panic.
type Panic struct {
	What  string // the item being processed, such as the name of a file; "" if unknown
	Value string // the panic's value
	Where string // the function and line that panicked
	Stack string // the stack trace, of several lines
}

// Error returns a one-line report.
func (p *Panic) Error() string {
	text := "internal error"
	if p.What != "" {
		text += " in " + p.What
	}
	return strings.Join(strings.Fields(text+": "+p.Value+" (at "+p.Where+")"), " ")
}

// Caught converts the result of recover to an error. The deferred function itself must call it. An earlier *Panic
// is not changed.
func Caught(what string, value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{what, fmt.Sprint(value), where(), string(debug.Stack())}
}

// where returns the function that panicked: the first one above the runtime's panic functions.
func where() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for raised := false; ; {
		f, more := frames.Next()
		switch {
		case strings.HasPrefix(f.Function, "runtime."):
			raised = raised || f.Function == "runtime.gopanic"
		case raised:
			return fmt.Sprintf("%s:%d", f.Function, f.Line)
		}
		if !more {
			return "an unknown place"
		}
	}
}

// Guard returns a function that calls do and returns its panics as errors.
func Guard(what string, do func() error) func() error {
	return func() (err error) {
		defer func() {
			if value := recover(); value != nil {
				err = Caught(what, value)
			}
		}()
		return do()
	}
}

// Raise panics again with an error that came from a panic.
func Raise(err error) {
	if p, ok := errors.AsType[*Panic](err); ok {
		panic(p)
	}
}

// Each calls do for 0 to n-1, on as many goroutines as jobs. A panic of one call is raised after all others; what names
// the call.
func Each(jobs, n int, what func(i int) string, do func(i int)) {
	group := errgroup.Group{}
	group.SetLimit(jobs)
	for i := range n {
		group.Go(Guard(what(i), func() error {
			do(i)
			return nil
		}))
	}
	Raise(group.Wait()) // only panics can occur
}

// WithoutPath describes a file error without its path and the call: the caller knows them, or has a better name for
// the file.
func WithoutPath(err error) error {
	if onPath, ok := errors.AsType[*fs.PathError](err); ok {
		return onPath.Err
	}
	if onLink, ok := errors.AsType[*os.LinkError](err); ok {
		return onLink.Err
	}
	return err
}
