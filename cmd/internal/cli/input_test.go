package cli

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
	if _, err := ReadInput(ctx, &Streams{In: reader, inputLimit: func() int64 { return 1 }}, ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
