//go:build unix

package main_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestAddressSpace: where addresses run out the program says so.
func TestAddressSpace(t *testing.T) {
	t.Parallel()
	h := newHostileTree(t)
	h.must(os.WriteFile(filepath.Join(h.work, "a.txt"), []byte("a line\n"), 0o600))
	said := regexp.MustCompile(`^ctxpack: too little address space: raise its limit \(ulimit -v\) to (\d{7})\n$`)
	limits := []string{"150000", "300000", "1000000", "1500000"}
	for i, limit := range limits {
		p := exec.CommandContext(t.Context(), "sh", "-c", "ulimit -v "+limit+"; exec ctxpack pack .")
		p.Dir, p.Env = h.work, h.environment()
		out, err := p.CombinedOutput()
		needed := said.FindSubmatch(out)
		if p.ProcessState.ExitCode() != 1 || needed == nil {
			t.Fatalf("with %s KB: %v: %s", limit, err, out)
		}
		limits[i] = string(needed[1])
	}
	p := exec.CommandContext(t.Context(), "sh", "-c", "ulimit -v "+limits[0]+"; exec ctxpack pack .")
	p.Dir, p.Env = h.work, h.environment()
	if out, err := p.CombinedOutput(); err != nil {
		t.Errorf("with %s KB, as it says itself: %v: %s", limits[0], err, out)
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
