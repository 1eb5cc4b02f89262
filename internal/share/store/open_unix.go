//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package store

import "syscall"

// openSafely refuses links and keeps open from waiting on a FIFO.
const openSafely = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
