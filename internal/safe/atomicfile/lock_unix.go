//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// OpenSafely refuses links and does not wait for the writer of a FIFO.
const OpenSafely = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// tryLock locks f until it is closed, unless it is locked already.
func tryLock(f *os.File) (bool, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return false, err
	}
	var lockErr error
	if err := raw.Control(func(fd uintptr) {
		lockErr = syscall.Flock(int(fd), syscall.LOCK_EX|syscall.LOCK_NB)
	}); err != nil {
		return false, err
	}
	if errors.Is(lockErr, syscall.EWOULDBLOCK) || errors.Is(lockErr, syscall.EINTR) {
		return false, nil
	}
	return lockErr == nil, lockErr
}
