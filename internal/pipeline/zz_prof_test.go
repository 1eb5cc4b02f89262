package pipeline_test

import (
	"context"
	"os"
	"runtime/pprof"
	"testing"

	"ctxpack/internal/pipeline"
)

func TestZZ(t *testing.T) {
	o := options(t, os.Getenv("ZZ"), 128000, "markdown")
	o.Config.Context.Rank, o.Config.Context.Packing = "balanced", "levels"
	f, _ := os.Create("/tmp/cpu.prof")
	_ = pprof.StartCPUProfile(f)
	_, err := pipeline.Run(context.Background(), o)
	pprof.StopCPUProfile()
	if err != nil {
		t.Fatal(err)
	}
}
