package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// packaging are the files that releases are made with.
func packaging(t *testing.T) map[string]string {
	t.Helper()
	names := []string{"action.yml", "Dockerfile", ".pre-commit-hooks.yaml", "docs/install.md", ".goreleaser.yaml",
		"scripts/zig-cc", "scripts/dist.py", "scripts/dist-test.sh"}
	for _, pattern := range []string{"contrib/packaging/*", "contrib/packaging/*/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	texts := map[string]string{}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.ToSlash(name)] = string(data)
	}
	if len(texts) < 13 {
		t.Fatalf("only %d files", len(texts))
	}
	return texts
}

// Nothing but place.env names where releases are published, and it names nothing
// before there is such a place.
func TestPackagingClaimsNoAddress(t *testing.T) {
	t.Parallel()
	for name, text := range packaging(t) {
		for _, address := range regexp.MustCompile(`https?://[^\s"'<>]*`).FindAllString(text, -1) {
			t.Errorf("%s names %s", name, address)
		}
	}
	for _, setting := range []string{"\nPROJECT_URL=\n", "\nNPM_PREFIX=ctxpack\n"} {
		if !strings.Contains(packaging(t)["contrib/packaging/place.env"], setting) {
			t.Errorf("place.env lacks %q; docs/install.md and this test say that nothing is published yet", setting)
		}
	}
}

// The name ctxpack is another project's on PyPI: no file suggests installing it.
func TestPackagingInstallsNoStranger(t *testing.T) {
	t.Parallel()
	texts := packaging(t)
	name := regexp.MustCompile(`(?m)^PYPI_NAME=(\S+)$`).FindStringSubmatch(texts["contrib/packaging/place.env"])
	if name == nil || strings.EqualFold(name[1], "ctxpack") {
		t.Fatalf("place.env names the wheel %q", name)
	}
	documents, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(documents, "README.md") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(data)
	}
	installs := regexp.MustCompile(`\b(?:uvx|uv tool (?:run|install)|pipx (?:run|install)|pip3? install)(?: -\S+| dist)* ctxpack(?:[\s` + "`" + `'",;)]|$)`)
	for file, text := range texts {
		for _, line := range installs.FindAllString(text, -1) {
			t.Errorf("%s installs another project: %q", file, line)
		}
	}
}

// What templates leave open is what scripts/dist.py fills in, no more and no less.
func TestPackagingTemplates(t *testing.T) {
	t.Parallel()
	texts := packaging(t)
	for name, want := range map[string][]string{
		"ctxpack.rb": {"PROJECT_URL", "SHA256_DARWIN_AMD64", "SHA256_DARWIN_ARM64", "SHA256_LINUX_AMD64",
			"SHA256_LINUX_ARM64", "SUMMARY", "VERSION"},
		"npm/ctxpack.js":    {"NPM_PREFIX"},
		"npm/main.json":     {"PLATFORMS", "SUMMARY", "VERSION"},
		"npm/platform.json": {"CPU", "NAME", "OS", "VERSION"},
		"wheel/METADATA":    {"NAME", "README", "SUMMARY", "VERSION"},
		"wheel/WHEEL":       {"TAGS", "VERSION"},
	} {
		text := strings.ReplaceAll(texts["contrib/packaging/"+name], "$$", "")
		var got []string
		for _, found := range regexp.MustCompile(`\$\{(\w+)\}`).FindAllStringSubmatch(text, -1) {
			got = append(got, found[1])
		}
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s has the variables %q, want %q", name, got, want)
		}
		if !strings.Contains(texts["scripts/dist.py"], `"`+name+`"`) {
			t.Errorf("scripts/dist.py does not fill in %s", name)
		}
	}
}

// A platform has a compiler, archives and packages, or none of them.
func TestPackagingPlatforms(t *testing.T) {
	t.Parallel()
	texts := packaging(t)
	platforms := func(file, pattern string) []string {
		var names []string
		for _, found := range regexp.MustCompile(pattern).FindAllStringSubmatch(texts[file], -1) {
			names = append(names, found[1]+"/"+found[2])
		}
		slices.Sort(names)
		return names
	}
	want := platforms(".goreleaser.yaml", `\b(linux|darwin|windows)_(amd64|arm64)\b`)
	if len(want) < 5 {
		t.Fatalf(".goreleaser.yaml builds for %q", want)
	}
	for file, pattern := range map[string]string{
		"scripts/zig-cc":  `(?m)^(\w+)/(\w+)\) set -- -target`,
		"scripts/dist.py": `Platform\("(\w+)", "(\w+)"`,
	} {
		if got := platforms(file, pattern); !slices.Equal(got, want) {
			t.Errorf("%s knows %q, .goreleaser.yaml %q", file, got, want)
		}
	}
}

// The version is in cmd/internal/cli/version.go, where the scripts look for it, and the
// changelog begins with it; no other file of a release repeats it.
func TestVersionStandsInOnePlace(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("cmd/internal/cli/version.go")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^const Version = "(\d+\.\d+\.\d+)"$`).FindSubmatch(source)
	if found == nil {
		t.Fatal("cmd/internal/cli/version.go has no version that the scripts find")
	}
	version := string(found[1])
	changes, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if heading := regexp.MustCompile(`(?m)^## (\S+)`).FindSubmatch(changes); heading == nil || string(heading[1]) != version {
		t.Errorf("the changelog begins with %s, the version is %s", heading, version)
	}
	for name, text := range packaging(t) {
		if strings.Contains(text, version) {
			t.Errorf("%s repeats the version %s", name, version)
		}
	}
}

// The action passes its inputs on as words: nothing in them is taken for a command.
func TestActionPassesInputs(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no bash")
	}
	_, step, _ := strings.Cut(packaging(t)["action.yml"], "- id: pack\n")
	_, script, found := strings.Cut(step, "run: |\n")
	if !found {
		t.Fatal("action.yml has no script that packs")
	}
	folder := t.TempDir()
	standIn := "#!/bin/sh\nfor word in \"$@\"; do echo \"[$word]\"; done >&2\n"
	if err := os.WriteFile(filepath.Join(folder, "ctxpack"), []byte(standIn), 0o700); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(bash, "-c", strings.ReplaceAll(script, "\n        ", "\n"))
	run.Env = []string{
		"PATH=" + folder + ":" + os.Getenv("PATH"), "RUNNER_TEMP=" + folder, "GITHUB_OUTPUT=" + filepath.Join(folder, "output"),
		"BUNDLE_PATH=.", "BUNDLE_BUDGET=8k", "BUNDLE_TASK=@x $(id)", "BUNDLE_DIFF=main...", "BUNDLE_PROFILE=review", "BUNDLE_FORMAT=",
		"BUNDLE_INCLUDE=src/**\n*.go\n", "BUNDLE_EXCLUDE=a b; id", "BUNDLE_ARGS=--with-diff\n--boost=$HOME", "BUNDLE_OUTPUT=o.md", "BUNDLE_CACHE=c",
	}
	if text, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	said, err := os.ReadFile(filepath.Join(folder, "ctxpack-summary.txt"))
	want := "[pack]\n[--cache-dir]\n[c]\n[--output=o.md]\n[--budget=8k]\n[--diff=main...]\n[--profile=review]\n[--include=src/**]\n[--include=*.go]\n" +
		"[--exclude=a b; id]\n[--with-diff]\n[--boost=$HOME]\n[--task=@" + folder + "/ctxpack-task]\n[--]\n[.]\n"
	if err != nil || string(said) != want {
		t.Errorf("%v: it was called with\n%s\nwant\n%s", err, said, want)
	}
}
