package gitrepo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	maxConfig  = 1 << 20 // bytes of a configuration file
	maxPointer = 1 << 14 // bytes of HEAD, a reference, a .git file and similar files
)

// Repository holds the handles on a work tree's Git folders.
type Repository struct {
	top    string  // absolute path of the work tree, links resolved
	git    *folder // files of this work tree only: HEAD, index
	common *folder // objects, references, configuration; the same as git unless the work tree is a linked one
	commonPath,
	gitPath string // absolute, links resolved
	conf settings
}

// Find returns the top folder of the work tree that holds dir: dir itself or the nearest folder above it with a
// .git that looks like a repository. The result is absolute and free of symbolic links; resolve dir likewise to
// compute its path below the top. It also finds a repository that [Open] will refuse.
func Find(dir string) (top string, ok bool) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	at, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", false
	}
	for {
		if plausible(filepath.Join(at, ".git")) {
			return at, true
		}
		parent := filepath.Dir(at)
		if parent == at {
			return "", false
		}
		at = parent
	}
}

// plausible reports whether path could be a repository. It opens only regular files.
func plausible(path string) bool {
	fi, err := os.Lstat(path)
	if err != nil {
		return false
	}
	switch mode := fi.Mode(); {
	case mode.IsDir():
		return exists(filepath.Join(path, "HEAD")) && exists(filepath.Join(path, "objects"))
	case mode.IsRegular():
		data, err := readTrusted(path, maxPointer)
		return err == nil && strings.HasPrefix(string(data), gitfilePrefix) || errors.Is(err, fs.ErrPermission)
	case mode&fs.ModeSymlink != 0:
		target, err := os.Stat(path)
		return err == nil && target.IsDir()
	}
	return false
}

// exists reports whether a file exists or may exist: an unreadable repository still has rules that exclude files.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil || errors.Is(err, fs.ErrPermission)
}

// Open opens the repository of the work tree top to read its objects and references. It follows a .git file only to
// a repository that refers back to this work tree, and a .git link only within the work tree. It also fails, with
// an explanation, if the repository's format is not supported. Close the result.
func Open(top string) (*Repository, error) {
	r, err := openRepository(top)
	if err != nil {
		return nil, err
	}
	if err := r.supportsHistory(); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// OpenBare opens a repository without a work tree, made by this program. Close the result.
func OpenBare(git string) (*Repository, error) {
	d, err := openFolder(git)
	if err != nil {
		return nil, err
	}
	return &Repository{top: git, git: d, common: d, gitPath: git, commonPath: git}, nil
}

// openRepository opens the Git folders of the work tree top, of any format.
func openRepository(top string) (*Repository, error) {
	abs, err := filepath.Abs(top)
	if err != nil {
		return nil, err
	}
	r := &Repository{}
	if r.top, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, err
	}
	if err := r.openFolders(); err != nil {
		r.Close()
		return nil, err
	}
	if r.conf, err = r.readConfig(); err != nil {
		r.Close()
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	return r, nil
}

// Close closes the handles.
func (r *Repository) Close() {
	if r.git != nil {
		r.git.close()
	}
	if r.common != nil && r.common != r.git {
		r.common.close()
	}
}

func (r *Repository) openFolders() error {
	work, err := openFolder(r.top)
	if err != nil {
		return err
	}
	defer work.close()
	fi, err := work.root.Stat(".git")
	if err != nil {
		return err
	}
	if !fi.IsDir() {
		return r.follow(work)
	}
	if r.git, err = work.sub(".git"); err != nil {
		return err
	}
	if r.gitPath, err = filepath.EvalSymlinks(filepath.Join(r.top, ".git")); err != nil {
		return err
	}
	if _, err := r.git.root.Lstat("commondir"); err == nil {
		return errors.New("a .git folder that points to another repository is not followed")
	}
	r.common, r.commonPath = r.git, r.gitPath
	return nil
}

const gitfilePrefix = "gitdir: "

// follow opens the repository that the .git file names, if it points back.
func (r *Repository) follow(work *folder) error {
	data, _, err := work.read(".git", maxPointer)
	if err != nil {
		return err
	}
	target, ok := strings.CutPrefix(string(data), gitfilePrefix)
	if !ok {
		return errors.New(".git is neither a folder nor a pointer to one")
	}
	path, err := r.resolve(r.top, target)
	if err != nil {
		return fmt.Errorf("follow .git: %w", err)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() && !exists(filepath.Join(path, "HEAD")) { // a path of unknown origin is not even opened
		return errors.New(".git points to a folder that is no repository and does not point back")
	}
	if r.git, err = openFolder(path); err != nil {
		return fmt.Errorf("follow .git: %w", err)
	}
	r.gitPath = path
	if _, err := r.git.root.Lstat("commondir"); err == nil {
		return r.followWorktree()
	}
	r.common, r.commonPath = r.git, path
	conf, err := r.readConfig()
	if err != nil {
		return fmt.Errorf("follow .git: %w", err)
	}
	if !r.names(path, conf.last("core.worktree"), r.top) {
		return errors.New(".git points to a repository that does not point back")
	}
	return nil
}

// followWorktree opens the main repository of a linked work tree. The pointers must form a cycle: the work tree's
// record names this .git file, and it is where the main repository keeps such records.
func (r *Repository) followWorktree() error {
	back, _, err := r.git.read("gitdir", maxPointer)
	if err != nil {
		return fmt.Errorf("follow .git: %w", err)
	}
	if !r.names(r.gitPath, string(back), filepath.Join(r.top, ".git")) {
		return errors.New(".git points to a repository that does not point back")
	}
	pointer, _, err := r.git.read("commondir", maxPointer)
	if err != nil {
		return fmt.Errorf("follow .git: %w", err)
	}
	path, err := r.resolve(r.gitPath, string(pointer))
	if err != nil {
		return fmt.Errorf("follow commondir: %w", err)
	}
	if filepath.Dir(r.gitPath) != filepath.Join(path, "worktrees") {
		return errors.New(".git points to a repository that does not point back")
	}
	r.commonPath = path
	r.common, err = openFolder(path)
	return err
}

// resolve converts the text of a pointer file to an absolute path without links.
func (r *Repository) resolve(base, pointer string) (string, error) {
	path := filepath.FromSlash(strings.TrimRight(pointer, "\r\n"))
	if path == "" || strings.ContainsRune(path, 0) {
		return "", errors.New("not a path")
	}
	// Accessing a network path would send the user's credentials to its host.
	if strings.HasPrefix(path, `\\`) || strings.HasPrefix(path, "//") {
		return "", errors.New("network path")
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	return filepath.EvalSymlinks(path)
}

// names reports whether pointer, relative to base, denotes the file or folder want.
func (r *Repository) names(base, pointer, want string) bool {
	path, err := r.resolve(base, pointer)
	if err != nil {
		return false
	}
	a, err := os.Stat(path)
	if err != nil {
		return false
	}
	b, err := os.Lstat(want)
	return err == nil && os.SameFile(a, b)
}

// readConfig reads the repository's own configuration. It ignores includes, since the file is untrusted.
func (r *Repository) readConfig() (settings, error) {
	conf, err := readSettings(r.common, "config")
	if err != nil {
		return nil, err
	}
	if conf.enabled("extensions.worktreeconfig") {
		own, err := readSettings(r.git, "config.worktree")
		if err != nil {
			return nil, err
		}
		conf = append(conf, own...)
	}
	return conf, nil
}

func readSettings(d *folder, name string) (settings, error) {
	data, _, err := d.read(name, maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseConfig(data)
}

// supportsIndex returns why the index cannot be read, nil if it can.
func (r *Repository) supportsIndex() error {
	if f := r.conf.last("extensions.objectformat"); f != "" && !strings.EqualFold(f, "sha1") {
		return fmt.Errorf("object format %q is not supported", f)
	}
	return nil
}

// supportsHistory returns why objects and references cannot be read, nil if they can.
func (r *Repository) supportsHistory() error {
	if err := r.supportsIndex(); err != nil {
		return err
	}
	if f := r.conf.last("extensions.refstorage"); f != "" && !strings.EqualFold(f, "files") {
		return fmt.Errorf("reference storage %q is not supported", f)
	}
	switch v := r.conf.last("core.repositoryformatversion"); v {
	case "", "0": // version 0 ignores extensions
		return nil
	case "1":
	default:
		return fmt.Errorf("repository format version %q is not supported", v)
	}
	for _, s := range r.conf {
		name, ok := strings.CutPrefix(s.key, "extensions.")
		if !ok {
			continue
		}
		switch name {
		case "noop", "noop-v1", "preciousobjects", "partialclone", "worktreeconfig",
			"relativeworktrees", "objectformat", "refstorage":
		default:
			return fmt.Errorf("repository extension %q is not supported", name)
		}
	}
	return nil
}

// Partial reports whether objects may be missing because they were not fetched.
func (r *Repository) Partial() bool {
	if r.conf.last("extensions.partialclone") != "" {
		return true
	}
	return slices.ContainsFunc(r.conf, func(s setting) bool {
		return strings.HasPrefix(s.key, "remote.") && strings.HasSuffix(s.key, ".promisor") && isTrue(s)
	})
}
