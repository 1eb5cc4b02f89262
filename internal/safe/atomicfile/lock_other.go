//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package atomicfile

import (
	"errors"
	"os"
)

const OpenSafely = 0

// tryLock fails, since without a lock there are no guarantees.
func tryLock(*os.File) (bool, error) { return false, errors.New("this system has no advisory locks") }
