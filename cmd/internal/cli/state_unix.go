//go:build unix

package cli

import (
	"os"
	"strconv"
	"syscall"
)

// foreign reports whether an existing file belongs to somebody other than the user, root and, under
// sudo, the user who called sudo.
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
