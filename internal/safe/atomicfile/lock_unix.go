//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package atomicfile

import (
	"errors"
	"syscall"
)

// OpenSafely refuses links and does not wait for the writer of a FIFO.
const OpenSafely = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// lock locks a file until it is closed; busy is set if it is locked already.
func lock(fd uintptr) (busy bool, err error) {
	err = syscall.Flock(int(fd), syscall.LOCK_EX|syscall.LOCK_NB)
	return errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR), err
}
