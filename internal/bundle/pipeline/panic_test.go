package pipeline_test

import (
	"context"
	"errors"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/safe/fault"
)

// TestWorkerPanics: a panic of a worker is an error with the name of its file.
func TestWorkerPanics(t *testing.T) {
	t.Parallel()
	o := options(t, writeTree(t, map[string]string{"dir/only.go": "package dir\n"}), 1000, "markdown")
	o.Observe = func(stage pipeline.Stage, done, _ int, _ int64) {
		if stage == pipeline.StageAnalyse && done == 1 {
			panic("a mistake")
		}
	}
	_, err := pipeline.Rank(context.Background(), o)
	var p *fault.Panic
	if !errors.As(err, &p) || p.What != "dir/only.go" {
		t.Errorf("got %v", err)
	}
}
