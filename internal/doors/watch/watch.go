// Package watch reports when something changes below folders. It follows no link, and
// enters no skipped folder; changes of skipped files count for nothing.
//
// A Watcher is for one goroutine. A change while nobody waits is not lost: the next call of Wait returns it.
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

// A change is reported when nothing more has changed for quiet, or at the latest after
// patience: who saves many files, or switches branches, is waited for.
const (
	quiet    = 200 * time.Millisecond
	patience = 5 * time.Second
)

// ErrTooMany says that the system does not watch as many folders.
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

// Close ends the watching.
func (w *Watcher) Close() { _ = w.notify.Close() } // nothing is lost by it

// Follow watches all folders below roots, which are absolute paths, but for those whose
// paths skip selects. It returns how many are watched, and how many of these were
// not before: their changes until now are unknown.
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

// enter watches a folder and those below it. A repository's own folder is watched for
// changes that show commits, and not entered. What goes away meanwhile is no error.
func (w *Watcher) enter(folder string) (added int, err error) {
	known := map[string]bool{}
	for _, name := range w.notify.WatchList() {
		known[name] = true
	}
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // it is gone, or may not be read: packing says so
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

// Wait returns when something has changed, and nothing more does for a moment. Its error
// is that of the context, or says that watching failed.
func (w *Watcher) Wait(ctx context.Context) error {
	settled := time.NewTimer(patience)
	settled.Stop()
	defer settled.Stop()
	var latest time.Time // when it is reported, whatever else happens
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-settled.C:
			return nil
		case err, ok := <-w.notify.Errors:
			if !ok || !errors.Is(err, fsnotify.ErrEventOverflow) { // then something has changed
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

// made watches a folder that was made.
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

// tooMany distinguishes the system's limits from what else goes wrong.
func tooMany(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) {
		return fmt.Errorf("%w: %w", ErrTooMany, err)
	}
	return err
}
