//go:build !windows

package cmd

import (
	"errors"
	"os"
	"syscall"
)

// openNonblock keeps open from waiting for a writer, should a FIFO have taken the
// place of a regular file.
const openNonblock = syscall.O_NONBLOCK

// brokenPipe reports whether an error says that nobody reads the pipe any more.
func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// prepareTerminal does nothing: terminals act on control sequences.
func prepareTerminal(*os.File) {}
