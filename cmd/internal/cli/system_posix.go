//go:build !windows

package cli

import (
	"errors"
	"os"
	"syscall"
)

// OpenNonblock keeps open from waiting for a writer, should a FIFO have taken the place of a regular file.
const OpenNonblock = syscall.O_NONBLOCK

// brokenPipe reports whether an error says that nobody reads the pipe any more.
func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// PrepareTerminal does nothing: terminals act on control sequences.
func PrepareTerminal(*os.File) {}
