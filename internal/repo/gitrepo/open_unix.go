//go:build unix

package gitrepo

import "syscall"

// openNonblock keeps open from waiting for a writer, should a FIFO have taken the place of a regular file.
const openNonblock = syscall.O_NONBLOCK
