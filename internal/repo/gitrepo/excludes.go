package gitrepo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

const (
	maxExcludes     = 4 << 20 // bytes of a file with patterns
	maxIncludeDepth = 10      // configuration files that include each other, as in git
)

// Excludes returns the two lists of ignore patterns outside the tree itself: info is the repository's own
// info/exclude (of the main repository, in a linked work tree), global the user's file. Either is "" if there is
// none. top need not be a repository: global applies anyway.
//
// The user's file is the value of core.excludesFile in the system's configuration, $XDG_CONFIG_HOME/git/config,
// ~/.gitconfig, and files that these include unconditionally; the last one applies. The default is
// $XDG_CONFIG_HOME/git/ignore, with ~/.config for an unset variable. GIT_CONFIG_SYSTEM, GIT_CONFIG_GLOBAL and
// GIT_CONFIG_NOSYSTEM are respected. A core.excludesFile in the repository's configuration applies only if it names
// a file inside the work tree.
//
// Warnings name the lists that were refused or could not be read. unknown says why a list that exists could not be
// read, and is "" otherwise: files that the other lists do not exclude may then be secrets.
func Excludes(top string) (info, global, unknown string, warnings []string) {
	x := &excludes{getenv: os.Getenv, home: home(os.Getenv), system: systemConfig(os.Getenv)}
	info, global = x.read(top)
	return info, global, x.unknown, x.warnings
}

type excludes struct {
	unknown  string // why a list could not be read
	getenv   func(string) string
	home     string // "" if unknown
	system   string // path of the system's configuration, "" if unknown
	warnings []string
}

func (x *excludes) read(top string) (info, global string) {
	user := x.userSettings()
	repo, err := openRepository(top)
	if err != nil {
		if _, statErr := os.Lstat(filepath.Join(top, ".git")); statErr == nil {
			x.warn("repository's excludes are not read: %s", Describe(err))
			if errors.Is(err, syscall.EMFILE) || errors.Is(err, fs.ErrPermission) {
				x.unknown = Describe(err)
			}
		}
		return "", x.userFile(user, top)
	}
	defer repo.Close()
	info = x.repositoryFile(repo.common, "info/exclude")
	if own, ok := repo.conf.lookup("core.excludesfile"); ok {
		rel, inside := x.inside(repo.top, own.value)
		if inside {
			work, err := openFolder(repo.top)
			if err != nil {
				x.warn("core.excludesFile: %s", Describe(err))
				return info, ""
			}
			defer work.close()
			return info, x.repositoryFile(work, rel)
		}
		x.warn("core.excludesFile of the repository is outside the work tree and is not read")
	}
	return info, x.userFile(user, repo.top)
}

// inside returns the path below top that value denotes, if there is one.
func (x *excludes) inside(top, value string) (string, bool) {
	path, ok := x.expand(value)
	if !ok || path == "" {
		return "", false
	}
	if !filepath.IsAbs(path) {
		return path, filepath.IsLocal(path)
	}
	rel, err := filepath.Rel(top, path)
	return rel, err == nil && filepath.IsLocal(rel)
}

// repositoryFile reads a file with patterns below d, "" if it does not exist.
func (x *excludes) repositoryFile(d *folder, name string) string {
	data, _, err := d.read(name, maxExcludes)
	x.failed(err, "read excludes")
	return string(data)
}

func (x *excludes) userFile(user settings, top string) string {
	path := x.xdg("ignore")
	if s, ok := user.lookup("core.excludesfile"); ok {
		expanded, known := x.expand(s.value)
		if !known {
			x.warn("core.excludesFile %q is not read: only ~/ is expanded", s.value)
			return ""
		}
		path = expanded
	}
	if path == "" {
		return ""
	}
	if !filepath.IsAbs(path) {
		// Relative to the work tree, whose links are untrusted.
		work, err := openFolder(top)
		if err != nil {
			return ""
		}
		defer work.close()
		return x.repositoryFile(work, path)
	}
	data, err := readTrusted(path, maxExcludes)
	x.failed(err, "read global excludes")
	return string(data)
}

// failed records that a list could not be read.
func (x *excludes) failed(err error, what string) {
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return
	}
	x.warn("%s: %s", what, Describe(err))
	if errors.Is(err, errTooLong) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EMFILE) {
		x.unknown = what + ": " + Describe(err)
	}
}

func (x *excludes) userSettings() settings {
	var paths []string
	if !parseBool(x.getenv("GIT_CONFIG_NOSYSTEM")) {
		paths = append(paths, x.system)
	}
	if path := x.getenv("GIT_CONFIG_GLOBAL"); path != "" {
		paths = append(paths, path)
	} else {
		paths = append(paths, x.xdg("config"))
		if x.home != "" {
			paths = append(paths, filepath.Join(x.home, ".gitconfig"))
		}
	}
	var all settings
	for _, path := range paths {
		all = append(all, x.settings(path, 0)...)
	}
	return all
}

// settings reads one of the user's configuration files and those it includes, each at the position of its include
// line.
func (x *excludes) settings(path string, depth int) settings {
	if path == "" || depth > maxIncludeDepth {
		return nil
	}
	data, err := readTrusted(path, maxConfig)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			x.warn("read git configuration: %s", Describe(err))
		}
		return nil
	}
	own, err := parseConfig(data)
	if err != nil {
		x.warn("read git configuration %s: %s", filepath.Base(path), err)
	}
	var all settings
	for _, s := range own {
		if s.key != "include.path" {
			all = append(all, s)
			continue
		}
		target, ok := x.expand(s.value)
		if !ok || target == "" {
			continue
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		all = append(all, x.settings(target, depth+1)...)
	}
	return all
}

// expand replaces a leading ~/ by the home folder. Homes of other users and git's prefix are not supported.
func (x *excludes) expand(value string) (string, bool) {
	switch {
	case strings.HasPrefix(value, "~/"):
		return filepath.Join(x.home, value[2:]), x.home != ""
	case strings.HasPrefix(value, "~"), strings.HasPrefix(value, "%(prefix)/"):
		return "", false
	}
	return filepath.FromSlash(value), true
}

// xdg returns the path of one of git's files in the user's configuration folder, "" if that is unknown.
func (x *excludes) xdg(name string) string {
	if base := x.getenv("XDG_CONFIG_HOME"); base != "" {
		return filepath.Join(base, "git", name)
	}
	if x.home == "" {
		return ""
	}
	return filepath.Join(x.home, ".config", "git", name)
}

func (x *excludes) warn(format string, args ...any) {
	x.warnings = append(x.warnings, fmt.Sprintf(format, args...))
}

// home returns the home folder as git determines it.
func home(getenv func(string) string) string {
	if h := getenv("HOME"); h != "" || runtime.GOOS != "windows" {
		return h
	}
	return getenv("USERPROFILE")
}

func systemConfig(getenv func(string) string) string {
	if path := getenv("GIT_CONFIG_SYSTEM"); path != "" {
		return path
	}
	if runtime.GOOS != "windows" {
		return "/etc/gitconfig"
	}
	if base := getenv("PROGRAMDATA"); base != "" {
		return filepath.Join(base, "Git", "config")
	}
	return ""
}
