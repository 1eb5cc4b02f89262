package remote_test

import (
	"strings"
	"testing"

	"ctxpack/internal/repo/remote"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ url, name, ref, tail string }{
		"owner/name":                                       {"https://github.com/owner/name", "name", "", ""},
		"owner/name.git":                                   {"https://github.com/owner/name", "name", "", ""},
		"github.com/owner/name":                            {"https://github.com/owner/name", "name", "", ""},
		"gitlab.com/group/sub/name":                        {"https://gitlab.com/group/sub/name", "name", "", ""},
		"https://GitHub.com/owner/name/":                   {"https://github.com/owner/name", "name", "", ""},
		"https://github.com/owner/name?tab=readme":         {"https://github.com/owner/name", "name", "", ""},
		"https://github.com/o/n/tree/main":                 {"https://github.com/o/n", "n", "", "main"},
		"https://github.com/o/n/tree/feature/x/src/a":      {"https://github.com/o/n", "n", "", "feature/x/src/a"},
		"https://github.com/o/n/blob/v1/a%20b.go#L1-L9":    {"https://github.com/o/n", "n", "", "v1/a b.go"},
		"https://github.com/o/n/pull/12/files":             {"https://github.com/o/n", "n", "refs/pull/12/head", ""},
		"https://github.com/o/n/commit/abc":                {"https://github.com/o/n", "n", "", "abc"},
		"https://gitlab.com/g/s/n/-/tree/main/src":         {"https://gitlab.com/g/s/n", "n", "", "main/src"},
		"https://gitlab.com/g/s/n/-/blob/main/a.go":        {"https://gitlab.com/g/s/n", "n", "", "main/a.go"},
		"https://codeberg.org/o/n/src/branch/main/a.go":    {"https://codeberg.org/o/n", "n", "", "main/a.go"},
		"https://codeberg.org/o/n/src/tag/v1/a.go":         {"https://codeberg.org/o/n", "n", "", "v1/a.go"},
		"https://bitbucket.org/o/n/src/main/a.go":          {"https://bitbucket.org/o/n", "n", "", "main/a.go"},
		"https://git.example:8443/n.git":                   {"https://git.example:8443/n", "n", "", ""},
		"http://127.0.0.1:80/o/n":                          {"http://127.0.0.1:80/o/n", "n", "", ""},
		"git@github.com:owner/name.git":                    {"ssh://git@github.com/owner/name", "name", "", ""},
		"me@git.example:~me/name":                          {"ssh://me@git.example/~me/name", "name", "", ""},
		"ssh://git@git.example:2222/owner/name.git":        {"ssh://git@git.example:2222/owner/name", "name", "", ""},
		"ssh://git.example/owner/name":                     {"ssh://git.example/owner/name", "name", "", ""},
		"https://git.example/o/src/branch-of-name":         {"https://git.example/o/src/branch-of-name", "branch-of-name", "", ""},
		"https://git.example/o/work/.git":                  {"https://git.example/o/work/.git", "work", "", ""},
		"https://git.example/o/n/tree/x":                   {"https://git.example/o/n", "n", "", "x"},
		"https://git.example/group/sub/sub2/deep/repo.git": {"https://git.example/group/sub/sub2/deep/repo", "repo", "", ""},
	} {
		a, err := remote.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if a.URL != want.url || a.Name != want.name || a.Ref != want.ref || a.Tail != want.tail {
			t.Errorf("%s: %s, name %s, ref %s, tail %s; want %v", text, a.URL, a.Name, a.Ref, a.Tail, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"https://user:hunter2@github.com/o/n":    "credentials",
		"https://hunter2@github.com/o/n":         "credentials",
		"ssh://git:hunter2@github.com/o/n":       "credentials",
		"file:///etc":                            "not read",
		"git://github.com/o/n":                   "not read",
		"ftp://github.com/o/n":                   "not read",
		"ext::/bin/sh":                           "",
		"https://github.com":                     "path",
		"https://github.com/o":                   "not that of a repository",
		"https://github.com/o/n/issues/3":        "not that of a repository",
		"https:///o/n":                           "malformed",
		"https://github.com/o/%00":               "malformed",
		"https://github.com/o/%zzhunter2":        "malformed",
		"https://git.example/../x":               "path",
		"https://git.example/o//n":               "path",
		"ssh://git@git.example/o'; rm -rf x; '/": "path",
		"git@git.example:-oProxyCommand=x":       "path",
		"ssh://-oProxyCommand=x/o/n":             "malformed",
		"git@git.example:o/`x`":                  "path",
	} {
		_, err := remote.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestRemote(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]bool{ // certainly an address; possibly one
		"https://github.com/o/n":   {true, false},
		"HTTP://h/o":               {true, false},
		"git@h:o/n":                {true, false},
		"file:///x":                {true, false},
		"owner/name":               {false, true},
		"github.com/o/n/tree/main": {false, true},
		"owner/name/more":          {false, false},
		"owner/..":                 {false, false},
		"./owner/name":             {false, false},
		"../name":                  {false, false},
		"/owner/name":              {false, false},
		"name":                     {false, false},
		"C:/folder/x":              {false, false},
		`C:\folder\x`:              {false, false},
		"a.b/c":                    {false, false},
		"host:path":                {false, false},
	} {
		if got := [2]bool{remote.Remote(text), remote.Short(text) && !remote.Remote(text)}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"owner/name", "https://h/o/n/tree/x/y", "git@h:o/n", "ssh://u@h:1/~x/y"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := remote.Parse(text)
		if err != nil {
			return
		}
		again, err := remote.Parse(a.URL)
		if err != nil || again.URL != a.URL || a.Name == "" || strings.ContainsAny(a.Name, "/\x00\n'") || a.Name == ".." {
			t.Errorf("%q: %q, and that is %q, %v", text, a.URL, again.URL, err)
		}
	})
}
