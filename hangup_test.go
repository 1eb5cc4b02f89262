//go:build unix

package main_test

import (
	"bytes"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestAddressSpace: where addresses run out the program says so.
func TestAddressSpace(t *testing.T) {
	t.Parallel()
	h := newHostileTree(t)
	for _, limit := range []string{"150000", "300000", "1000000", "2000000"} {
		p := exec.CommandContext(t.Context(), "sh", "-c", "ulimit -v "+limit+"; exec ctxpack pack .")
		p.Dir, p.Env = h.work, h.environment()
		out, err := p.CombinedOutput()
		if p.ProcessState.ExitCode() != 1 || string(out) != "ctxpack: too little address space: raise its limit (ulimit -v) to 5000000\n" {
			t.Errorf("with %s KB: %v: %s", limit, err, out)
		}
	}
}

// TestHangup: the end of a terminal ends a run as an interruption does, which cleans up.
func TestHangup(t *testing.T) {
	t.Parallel()
	h := newHostileTree(t)
	p := exec.CommandContext(t.Context(), "ctxpack", "trim", "text", "--limit", "500")
	p.Dir, p.Env = h.work, h.environment()
	var errs bytes.Buffer
	p.Stderr = &errs
	in, err := p.StdinPipe()
	h.must(err)
	h.must(p.Start())
	_, err = in.Write([]byte(strings.Repeat("a line\n", 100_000))) // which it reads: it has begun
	h.must(err)
	h.must(p.Process.Signal(syscall.SIGHUP))
	if _ = p.Wait(); p.ProcessState.ExitCode() != 130 || !strings.Contains(errs.String(), "interrupted") {
		t.Errorf("%v: %q", p.ProcessState, errs.String())
	}
}
