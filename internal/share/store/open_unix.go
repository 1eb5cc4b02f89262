//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package store

import "syscall"

// openSafely refuses links and does not wait for the writer of a FIFO.
const openSafely = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
