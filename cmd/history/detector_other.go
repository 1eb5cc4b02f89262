//go:build !unix && !windows

package history

import (
	"context"
	"os/exec"
)

// shellCommand is how the system's shell is asked to run a line.
const shellCommand = "sh -c"

// escapes says that a backslash keeps the character behind it.
const escapes = true

// shell runs a line by the system's shell.
func shell(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", "-c", line)
}

// runGroup runs a command, which alone is killed when it is stopped.
func runGroup(c *exec.Cmd) error { return c.Run() }
