//go:build unix

package cli

import (
	"os"
	"strconv"
	"syscall"
)

// foreign reports whether a file is there and belongs to neither the user, nor root,
// nor, for root, the one who became root by sudo.
func foreign(path string) bool {
	info, err := os.Lstat(path)
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || stat.Uid == 0 || int(stat.Uid) == os.Geteuid() {
		return false
	}
	if by, err := strconv.Atoi(os.Getenv("SUDO_UID")); os.Geteuid() == 0 && err == nil && by == int(stat.Uid) {
		return false
	}
	return true
}
