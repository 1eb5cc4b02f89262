package cli

import (
	"io"
	"os"
)

// Streams are where a command reads and writes, and what it knows of them.
type Streams struct {
	In                                   io.Reader
	Out, Err                             io.Writer
	painted                              io.Writer // standard output for what this program colours
	OutFile                              *os.File  // nil if out is no file
	InTerminal, OutTerminal, ErrTerminal bool
	Width, ErrWidth                      int          // columns of the terminals of both outputs, 0 if there is none
	inputLimit                           func() int64 // bytes of a document
}
