package cli

import (
	"io"
	"os"
)

// Streams holds the input and output streams of a command and their properties.
type Streams struct {
	In                                   io.Reader
	Out, Err                             io.Writer
	painted                              io.Writer // standard output for text that this program colours
	OutFile                              *os.File  // nil if out is not a file
	InTerminal, OutTerminal, ErrTerminal bool
	Width, ErrWidth                      int          // width of the terminals of both outputs in columns, 0 without a terminal
	inputLimit                           func() int64 // size limit of a document, in bytes
}
