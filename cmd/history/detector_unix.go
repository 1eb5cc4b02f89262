//go:build unix

package history

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
)

// shellCommand is the command that runs a line in the system's shell.
const shellCommand = "sh -c"

// escapes is set if a backslash protects the next character.
const escapes = true

// shell returns the command that runs a line in the system's shell.
func shell(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", "-c", line)
}

// runGroup runs a command in its own process group. Stopping the command kills the whole group,
// also processes left behind that hold its output open.
func runGroup(c *exec.Cmd) error {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // it may already have ended
		return nil
	}
	err := c.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		return c.Cancel()
	}
	return err
}
