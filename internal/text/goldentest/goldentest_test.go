package goldentest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/internal/text/goldentest"
)

// recorder records the failures of a test.
type recorder struct {
	testing.TB
	told string
}

func (r *recorder) Helper()                           {}
func (r *recorder) Errorf(format string, args ...any) { r.told += fmt.Sprintf(format, args...) }

func TestCompare(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "folder", "golden.txt")
	text := strings.Repeat("same\n", 100)
	r := &recorder{TB: t}
	goldentest.Compare(r, path, text+"old\n"+text, true)
	if data, err := os.ReadFile(path); err != nil || string(data) != text+"old\n"+text {
		t.Fatalf("written: %q, %v", data, err)
	}
	if goldentest.Compare(r, path, text+"old\n"+text, false); r.told != "" {
		t.Errorf("the same text: %s", r.told)
	}
	goldentest.Compare(r, path, text+"new\n"+text, false)
	if !strings.Contains(r.told, "\n-old\n+new\n") || strings.Count(r.told, "same") > 10 {
		t.Errorf("another text: %s", r.told)
	}
}
