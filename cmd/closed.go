package cmd

import (
	"errors"

	"ctxpack/cmd/internal/cli"
)

// closedOutput is standard output where the program was started without one. Go has
// opened the null device in its place, so that the output would be lost unseen.
type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) {
	return 0, cli.Failf("write standard output: %w", errors.New("it is closed")).WithHint("-o FILE writes to a file")
}
