//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package atomicfile

import (
	"errors"
	"os"
)

const openSafely = 0

// tryLock fails: without a lock nothing is promised.
func tryLock(*os.File) (bool, error) { return false, errors.New("this system has no advisory locks") }
