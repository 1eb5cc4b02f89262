package source

import (
	"fmt"
	"strings"
	"testing"
)

// TestDeepTracked: tracked paths below thousands of folders that do not exist stay within the work limit, and the
// others are still listed.
func TestDeepTracked(t *testing.T) {
	t.Parallel()
	tracked := map[string]Tracked{"a.go": TrackedFile, strings.Repeat("ordinary/", 40) + "b.go": TrackedFile}
	for i := range 300 {
		tracked[fmt.Sprintf("d%d/%sf", i, strings.Repeat("a/", 2000))] = TrackedFile
	}
	tree, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	files, problems, err := tree.Walk(t.Context(), Options{Tracked: tracked})
	if err != nil || len(files) != 2 || len(problems) != 1 || !strings.Contains(problems[0].Err.Error(),
		"this and 299 more tracked files are below more than 100 folders") {
		t.Errorf("%d files, problems %v, %v", len(files), problems, err)
	}
	states := pathStates{w: &walker{tree: tree, rules: &fileRules{}}}
	for i := range 100 {
		states.get(fmt.Sprintf("d%d/%s", i, strings.Repeat("a/", 500)+"x"))
	}
	if states.work > 1+2*100 {
		t.Errorf("%d states were made for 100 folders that are not there", states.work)
	}
}
