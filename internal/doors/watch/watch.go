// Package watch reports when something changes below folders. It follows no links, and enters no skipped folders;
// changes of skipped files do not count.
//
// A Watcher is for one goroutine. Changes between two calls of Wait are not lost: the next call returns them.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A change is reported after quiet without further changes, or after patience at the latest: saving
// many files, or switching branches, counts as one change.
const (
	quiet    = 200 * time.Millisecond
	patience = 5 * time.Second
)

// ErrTooMany reports that the system cannot watch that many folders.
var ErrTooMany = errors.New("the system watches no more folders")

// Watcher watches folders.
type Watcher struct {
	notify *fsnotify.Watcher
	skip   func(path string) bool
}

// New returns a watcher that watches nothing yet. The caller closes it.
func New() (*Watcher, error) {
	n, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch: %w", tooMany(err))
	}
	return &Watcher{notify: n, skip: func(string) bool { return false }}, nil
}

// Close stops watching.
func (w *Watcher) Close() { _ = w.notify.Close() } // closing loses nothing

// Follow watches all folders below roots, which are absolute paths, except those that skip selects. It returns how
// many are watched, and how many of them are new: earlier changes in those are unknown.
func (w *Watcher) Follow(roots []string, skip func(path string) bool) (all, added int, err error) {
	w.skip = skip
	for _, root := range roots {
		n, err := w.enter(root)
		if added += n; err != nil {
			return 0, added, fmt.Errorf("watch: %w", tooMany(err))
		}
	}
	return len(w.notify.WatchList()), added, nil
}

// enter watches a folder and its subfolders. It watches a git folder for new commits, but does not
// enter it. Folders that disappear meanwhile are not errors.
func (w *Watcher) enter(folder string) (added int, err error) {
	known := map[string]bool{}
	for _, name := range w.notify.WatchList() {
		known[name] = true
	}
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // it disappeared or is unreadable, which packing reports
		case !e.IsDir():
			return nil
		case path != folder && w.skip(path):
			return fs.SkipDir
		}
		if !known[path] {
			if err := w.notify.Add(path); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
				return err
			}
			added++
		}
		if e.Name() == ".git" {
			return fs.SkipDir
		}
		return nil
	})
	return added, err
}

// Wait returns when something has changed and the changes have paused. Its error is that of the
// context, or reports that watching failed.
func (w *Watcher) Wait(ctx context.Context) error {
	settled := time.NewTimer(patience)
	settled.Stop()
	defer settled.Stop()
	var latest time.Time // when to report at the latest
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-settled.C:
			return nil
		case err, ok := <-w.notify.Errors:
			if !ok || !errors.Is(err, fsnotify.ErrEventOverflow) { // an overflow means that something changed
				return fmt.Errorf("watch: %w", tooMany(err))
			}
		case event, ok := <-w.notify.Events:
			switch {
			case !ok:
				return errors.New("watch: it has ended")
			case w.skip(event.Name):
				continue
			}
			if err := w.made(event); err != nil {
				return err
			}
		}
		now := time.Now()
		if latest.IsZero() {
			latest = now.Add(patience)
		}
		settled.Reset(max(min(quiet, latest.Sub(now)), 0))
	}
}

// made watches a new folder.
func (w *Watcher) made(event fsnotify.Event) error {
	if !event.Has(fsnotify.Create) {
		return nil
	}
	if info, err := os.Lstat(event.Name); err != nil || !info.IsDir() || filepath.Base(filepath.Dir(event.Name)) == ".git" {
		return nil
	}
	if _, err := w.enter(event.Name); err != nil {
		return fmt.Errorf("watch: %w", tooMany(err))
	}
	return nil
}

// tooMany recognises the errors of the system's limits.
func tooMany(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) {
		return fmt.Errorf("%w: %w", ErrTooMany, err)
	}
	return err
}
