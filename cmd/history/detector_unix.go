//go:build unix

package history

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
)

// shellCommand is how the system's shell is asked to run a line.
const shellCommand = "sh -c"

// escapes says that a backslash keeps the character behind it.
const escapes = true

// shell runs a line by the system's shell.
func shell(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", "-c", line)
}

// runGroup runs a command in a process group of its own. When the command is stopped, all of the group is killed, and
// so is what it leaves behind that holds its output open.
func runGroup(c *exec.Cmd) error {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // it may be gone already
		return nil
	}
	err := c.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		return c.Cancel()
	}
	return err
}
