package cmd

import (
	"errors"

	"ctxpack/cmd/internal/cli"
)

// closedOutput replaces standard output if the program was started without one. Go opens the null
// device in its place, so the output would be lost without an error.
type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) {
	return 0, cli.Failf("write standard output: %w", errors.New("it is closed")).WithHint("-o FILE writes to a file")
}
