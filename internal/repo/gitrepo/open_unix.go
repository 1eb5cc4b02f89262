//go:build unix

package gitrepo

import "syscall"

// openNonblock keeps open from waiting for a writer if a FIFO has replaced a regular file.
const openNonblock = syscall.O_NONBLOCK
