package gitrepo

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

const (
	maxAlternates = 1 << 20 // bytes of objects/info/alternates
	maxAltDepth   = 5       // alternates of alternates, as in git
	maxAltDirs    = 64
)

// alternates finds the folders from which a repository borrows objects.
type alternates struct {
	repo     *Repository
	objects  *Objects
	seen     map[string]bool
	warnings []string
}

// add opens the alternates of the objects folder d, at path, if they are in the repository or the work tree. Others
// may belong to repositories whose paths the author of this one only guessed.
func (a *alternates) add(d *folder, path string, depth int) {
	data, _, err := d.read("info/alternates", maxAlternates)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		a.warn("read alternates: %s", Describe(err))
		return
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if len(a.objects.dirs) > maxAltDirs {
			a.warn("more than %d folders to borrow objects from", maxAltDirs)
			return
		}
		if target, err := a.repo.resolve(path, line); err == nil && a.allowed(target) {
			a.open(target, depth)
		} else {
			a.warn("objects outside the repository are not read: " +
				"CTXPACK_OBJECTS_FROM=FOLDER allows those below a folder, git repack -a -d makes the clone whole")
		}
	}
}

func (a *alternates) allowed(path string) bool {
	inside := func(folder string) bool { return Within(folder, path) }
	return inside(a.repo.commonPath) || inside(a.repo.top) || slices.ContainsFunc(a.objects.limits.Borrow, inside)
}

func (a *alternates) open(path string, depth int) {
	if a.seen[path] {
		return
	}
	a.seen[path] = true
	d, err := openFolder(path)
	if err != nil {
		a.warn("open alternate objects: %s", Describe(err))
		return
	}
	a.objects.dirs = append(a.objects.dirs, d)
	if depth < maxAltDepth {
		a.add(d, path, depth+1)
	}
}

func (a *alternates) warn(format string, args ...any) {
	if w := fmt.Sprintf(format, args...); !slices.Contains(a.warnings, w) {
		a.warnings = append(a.warnings, w)
	}
}

// Within reports whether path is folder or lies below it; both are absolute and free of links.
func Within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}
