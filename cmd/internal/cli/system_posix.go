//go:build !windows

package cli

import (
	"errors"
	"os"
	"syscall"
)

// OpenNonblock prevents open from waiting for a writer if a FIFO has replaced a regular file.
const OpenNonblock = syscall.O_NONBLOCK

// brokenPipe reports whether an error means that the reader has closed the pipe.
func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// PrepareTerminal does nothing: terminals interpret control sequences.
func PrepareTerminal(*os.File) {}
