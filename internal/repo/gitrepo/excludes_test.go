package gitrepo

import (
	"os"
	"path/filepath"
	"testing"

	"ctxpack/internal/repo/gitrepo/gittest"
)

// user is a home folder and an environment for Excludes.
type user struct {
	*repo
	env map[string]string
}

func newUser(t *testing.T) *user {
	return &user{repo: newRepo(t), env: map[string]string{"GIT_CONFIG_NOSYSTEM": "1"}}
}

// put writes a file of the home folder.
func (u *user) put(path, content string) string {
	u.at(u.Home).Write(path, content)
	return filepath.Join(u.Home, filepath.FromSlash(path))
}

func (u *user) excludes() (info, global string, warnings []string) {
	getenv := func(name string) string { return u.env[name] }
	x := &excludes{getenv: getenv, home: u.Home, system: systemConfig(getenv)}
	info, global = x.read(u.Top)
	return info, global, x.warnings
}

func TestExcludes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		setup   func(u *user)
		info    string
		global  string
		warning string
	}{
		{"nothing", func(u *user) { _ = os.RemoveAll(filepath.Join(u.Top, ".git/info")) }, "", "", ""},
		{"info", func(u *user) { u.Write(".git/info/exclude", "i\n") }, "i\n", "", ""},
		{"default", func(u *user) { u.put(".config/git/ignore", "g") }, "", "g", ""},
		{"XDG", func(u *user) {
			u.env["XDG_CONFIG_HOME"] = u.Home + "/xdg"
			u.put("xdg/git/ignore", "x")
			u.put(".config/git/ignore", "g")
		}, "", "x", ""},
		{"configured", func(u *user) {
			u.put(".gitconfig", "[core]\nexcludesFile = ~/mine\n")
			u.put("mine", "m")
			u.put(".config/git/ignore", "g")
		}, "", "m", ""},
		{"~/.gitconfig comes after XDG", func(u *user) {
			u.put(".config/git/config", "[core]\nexcludesFile = ~/a\n")
			u.put(".gitconfig", "[core]\nexcludesFile = ~/b\n")
			u.put("a", "a")
			u.put("b", "b")
		}, "", "b", ""},
		{"XDG config", func(u *user) {
			u.put(".config/git/config", "[core]\nexcludesFile = ~/a\n")
			u.put("a", "a")
		}, "", "a", ""},
		{"included", func(u *user) {
			u.put(".gitconfig", "[include]\npath = sub/more\n[core]\nx = 1\n")
			u.put("sub/more", "[core]\nexcludesFile = ~/a\n[include]\npath = more\n")
			u.put("a", "a")
		}, "", "a", ""},
		{"GIT_CONFIG_GLOBAL", func(u *user) {
			u.env["GIT_CONFIG_GLOBAL"] = u.put("other", "[core]\nexcludesFile = ~/a\n")
			u.put(".gitconfig", "[core]\nexcludesFile = ~/b\n")
			u.put("a", "a")
			u.put("b", "b")
		}, "", "a", ""},
		{"GIT_CONFIG_GLOBAL off", func(u *user) {
			u.env["GIT_CONFIG_GLOBAL"] = os.DevNull
			u.put(".gitconfig", "[core]\nexcludesFile = ~/b\n")
			u.put("b", "b")
			u.put(".config/git/ignore", "g")
		}, "", "g", ""},
		{"GIT_CONFIG_SYSTEM", func(u *user) {
			u.env["GIT_CONFIG_NOSYSTEM"] = ""
			u.env["GIT_CONFIG_SYSTEM"] = u.put("system", "[core]\nexcludesFile = ~/a\n")
			u.put("a", "a")
		}, "", "a", ""},
		{"GIT_CONFIG_NOSYSTEM", func(u *user) {
			u.env["GIT_CONFIG_NOSYSTEM"] = "true"
			u.env["GIT_CONFIG_SYSTEM"] = u.put("system", "[core]\nexcludesFile = ~/a\n")
			u.put("a", "a")
		}, "", "", ""},
		{"empty value", func(u *user) {
			u.put(".gitconfig", "[core]\nexcludesFile =\n")
			u.put(".config/git/ignore", "g")
		}, "", "", ""},
		{"file does not exist", func(u *user) { u.put(".gitconfig", "[core]\nexcludesFile = ~/none\n") }, "", "", ""},
		{"another user's home", func(u *user) { u.put(".gitconfig", "[core]\nexcludesFile = ~bob/x\n") }, "", "", "only ~/ is expanded"},
		{"relative to the work tree", func(u *user) {
			u.put(".gitconfig", "[core]\nexcludesFile = patterns\n")
			u.Write("patterns", "p")
		}, "", "p", ""},
		{"broken line at the end", func(u *user) {
			u.put(".gitconfig", "[core]\nexcludesFile = ~/a\n[bad\n")
			u.put("a", "a")
		}, "", "a", ".gitconfig: line 3"},
		{"too large", func(u *user) {
			path := u.put(".config/git/ignore", "g")
			if err := os.Truncate(path, maxExcludes+1); err != nil {
				u.T.Fatal(err)
			}
		}, "", "", "too large"},
		{"repository's, inside", func(u *user) {
			u.Git("config", "core.excludesFile", "tools/ignore")
			u.Write("tools/ignore", "r")
			u.put(".config/git/ignore", "g")
		}, "", "r", ""},
		{"repository's, inside by absolute path", func(u *user) {
			u.Git("config", "core.excludesFile", u.Top+"/ignore")
			u.Write("ignore", "r")
		}, "", "r", ""},
		{"repository's, in the home folder", func(u *user) {
			u.Git("config", "core.excludesFile", "~/secret")
			u.put("secret", "s")
			u.put(".config/git/ignore", "g")
		}, "", "g", "outside the work tree"},
		{"repository's, outside", func(u *user) {
			u.Git("config", "core.excludesFile", "../home/secret")
			u.put("secret", "s")
		}, "", "", "outside the work tree"},
		{"repository's, includes", func(u *user) {
			u.Git("config", "include.path", u.put("extra", "[core]\nexcludesFile = ignore\n"))
			u.Write("ignore", "r")
		}, "", "", ""},
		{"repository's, by a link", func(u *user) {
			u.Git("config", "core.excludesFile", "ignore")
			if err := os.Symlink(u.put("secret", "s"), filepath.Join(u.Top, "ignore")); err != nil {
				u.T.Skip(err)
			}
		}, "", "", "escapes"},
		{"worktree configuration", func(u *user) {
			u.Git("config", "extensions.worktreeConfig", "true")
			u.Git("config", "--worktree", "core.excludesFile", "ignore")
			u.Write("ignore", "r")
		}, "", "r", ""},
		{"no repository", func(u *user) {
			_ = os.RemoveAll(filepath.Join(u.Top, ".git"))
			u.put(".config/git/ignore", "g")
		}, "", "g", ""},
		{"broken repository", func(u *user) {
			u.Write(".git/config", "[")
			u.put(".config/git/ignore", "g")
		}, "", "g", "line 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			u := newUser(t)
			u.Write(".git/info/exclude", "")
			tt.setup(u)
			info, global, warnings := u.excludes()
			if info != tt.info || global != tt.global {
				t.Errorf("got %q, %q; warnings %q", info, global, warnings)
			}
			if tt.warning == "" {
				gittest.Warns(t, warnings)
			} else {
				gittest.Warns(t, warnings, tt.warning)
			}
		})
	}
}

// TestExcludesEnvironment is not parallel: it sets the process's environment.
func TestExcludesEnvironment(t *testing.T) {
	u := newUser(t)
	u.put(".gitconfig", "[core]\nexcludesFile = ~/mine\n")
	u.put("mine", "m")
	u.Write(".git/info/exclude", "i")
	t.Setenv("HOME", u.Home)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", "")
	info, global, _, warnings := Excludes(u.Top)
	if info != "i" || global != "m" || len(warnings) > 0 {
		t.Errorf("got %q, %q, %q", info, global, warnings)
	}
}
