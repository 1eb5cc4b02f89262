package cmd

import (
	"io"
	"os"
)

// streams are where a command reads and writes, and what it knows of them.
type streams struct {
	in                                   io.Reader
	out, err                             io.Writer
	painted                              io.Writer // standard output for what this program colours
	outFile                              *os.File  // nil if out is no file
	inTerminal, outTerminal, errTerminal bool
	width                                int   // columns of the terminal, 0 if there is none
	inputLimit                           int64 // bytes of a document; 0 for the default
}
