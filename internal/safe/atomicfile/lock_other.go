//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package atomicfile

import "errors"

const OpenSafely = 0

// lock fails, since without a lock there are no guarantees.
func lock(uintptr) (bool, error) { return false, errors.New("this system has no advisory locks") }
