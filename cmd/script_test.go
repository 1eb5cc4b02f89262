package cmd_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ctxpack/cmd"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ctxpack": func() { os.Exit(cmd.Main()) },
	})
}

// TestScript runs the program itself; each script shows one behaviour.
func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *cmd.Update,
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, ".home")
			if err := os.MkdirAll(home, 0o755); err != nil {
				return err
			}
			e.Setenv("HOME", home)
			readme, err := filepath.Abs(filepath.Join("..", "README.md"))
			if err != nil {
				return err
			}
			e.Setenv("README", readme)
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
			e.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
			e.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			e.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			for _, who := range []string{"AUTHOR", "COMMITTER"} {
				e.Setenv("GIT_"+who+"_NAME", "A")
				e.Setenv("GIT_"+who+"_EMAIL", "a@example.com")
				e.Setenv("GIT_"+who+"_DATE", "2024-01-02T03:04:05Z")
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": exitCode, "plant": plant, "secretless": secretless,
			"within": withinBudget,
		},
	})
}
