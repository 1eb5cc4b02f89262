// Package fault makes errors of panics, which are mistakes of this program. A panic in a goroutine would end the
// process at once: those that the program starts run under [Guard], and whoever waits for them returns the error or,
// where nothing else can fail, carries the panic on by [Raise]. It also says of errors of files what is wrong.
package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"
	"strings"
)

// Panic is a panic that was caught.
type Panic struct {
	What  string // what was at work on, such as the name of a file; "" if that is not known
	Value string // what the panic says
	Where string // the function and line that panicked
	Stack string // the traceback, of several lines
}

// Error is what to report, on one line.
func (p *Panic) Error() string {
	text := "internal error"
	if p.What != "" {
		text += " in " + p.What
	}
	return strings.Join(strings.Fields(text+": "+p.Value+" (at "+p.Where+")"), " ")
}

// Caught returns what recover has returned as an error. It is called by the deferred
// function itself. One that was caught before stays as it is.
func Caught(what string, value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{what, fmt.Sprint(value), where(), string(debug.Stack())}
}

// where finds the function that panicked: the first one above the runtime's that raised the panic.
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

// Guard returns do with its panics as errors.
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

// Raise panics with the panic that an error is, if it is one.
func Raise(err error) {
	var p *Panic
	if errors.As(err, &p) {
		panic(p)
	}
}

// WithoutPath is what is wrong with a file, without its path and the call: the caller
// knows them, or has a better name for it.
func WithoutPath(err error) error {
	if onPath, ok := errors.AsType[*fs.PathError](err); ok {
		return onPath.Err
	}
	return err
}
