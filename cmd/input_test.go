package cmd

import (
	"context"
	"errors"
	"io"
	"testing"
)

// An interrupted run does not wait for a writer that says nothing.
func TestInputInterrupted(t *testing.T) {
	t.Parallel()
	reader, writer := io.Pipe()
	defer func() { _ = writer.Close() }()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := readInput(ctx, &streams{in: reader}, ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
