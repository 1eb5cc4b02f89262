//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package store

import "syscall"

// openSafely refuses a link in the place of a file and keeps open from waiting should it be a FIFO.
const openSafely = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
