//go:build unix

package cmd

import (
	"os/exec"
	"syscall"
)

// ownGroup has a command run in a process group of its own and, when it is
// stopped, all of the group killed.
func ownGroup(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error {
		killGroup(c)
		return nil
	}
}

func killGroup(c *exec.Cmd) {
	_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // it may be gone already
}
