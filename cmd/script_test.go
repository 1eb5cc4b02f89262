package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ctxpack/cmd"
	"ctxpack/internal/repo/gitrepo/gittest"
	"ctxpack/internal/repo/remote/remotetest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ctxpack": func() { os.Exit(cmd.Main()) },
	})
}

// TestScript runs the program itself; each script shows one behaviour.
func TestScript(t *testing.T) {
	t.Parallel()
	server := serve(t)
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
			e.Setenv("REMOTE", server.URL)
			e.Setenv("REMOTE_HOST", strings.TrimPrefix(server.URL, "http://"))
			e.Setenv("REMOTE_TOKEN", server.Token)
			e.Setenv("REMOTE_ROOT", server.Root)
			e.Setenv("GORACE", os.Getenv("GORACE"))
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

// serve serves repositories on the loopback: team/api with a branch and a tag, which can omit file
// contents, plain/api, which cannot, team/web, moving/web, to which a script may push, and
// private/api, which needs the token.
func serve(t *testing.T) *remotetest.Server {
	t.Helper()
	server := remotetest.New(t)
	api, web := gittest.New(t), gittest.New(t)
	api.Write("README.md", "# The API\n")
	api.Write("src/old.go", "package src\n\nfunc Old() int { return 1 }\n")
	api.Commit(0)
	api.Git("tag", "v1.0")
	api.Git("mv", "src/old.go", "src/new.go")
	api.Commit(1)
	api.Git("checkout", "-q", "-b", "feature/x")
	api.Write("src/feature.go", "package src\n\nfunc Feature() {}\n")
	api.Commit(2)
	api.Git("checkout", "-q", "main")
	web.Write("README.md", "# The web\n")
	web.Write("app.ts", "export function app(): number { return 1 }\n")
	web.Commit(0)
	for name, repo := range map[string]*gittest.Repo{"team/api": api, "team/web": web, "moving/web": web, "private/api": api, "plain/api": api} {
		repo.Git("clone", "-q", "--mirror", repo.Top, filepath.Join(server.Root, filepath.FromSlash(name)+".git"))
	}
	api.Git("-C", filepath.Join(server.Root, "team", "api.git"), "config", "uploadpack.allowFilter", "true")
	return server
}
