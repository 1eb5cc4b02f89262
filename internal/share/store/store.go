package store

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ctxpack/compressor/history"
	"ctxpack/internal/safe/atomicfile"
)

// Names inside a repository.
const (
	// Folder is the folder of the store at a repository's root.
	Folder = ".ctxpack"
	// File is the store in its folder.
	File = "history.jsonl"
	// imageFolder is the folder of images next to a store.
	imageFolder = "images"
)

// MaxLine is the maximum size of a record. Readers skip longer lines, and Append does not write them.
const MaxLine = 64 << 20

// Options replace the clock and the random source; the zero value uses the system's.
type Options struct {
	Now    func() time.Time
	Random io.Reader
}

// Store is a file of records.
type Store struct {
	folder string // folder of the store
	name   string // file name in the folder
	own    bool   // the folder is ctxpack's own and created on demand
	o      Options
}

// InRepository returns the store of the repository with this root.
func InRepository(root string, o Options) *Store {
	return newStore(&Store{folder: filepath.Join(root, Folder), name: File, own: true, o: o})
}

// Named returns the store in a file named by the user, whose folder must exist before writing.
func Named(path string, o Options) *Store {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return newStore(&Store{folder: filepath.Dir(path), name: filepath.Base(path), o: o})
}

func newStore(s *Store) *Store {
	if s.o.Now == nil {
		s.o.Now = time.Now
	}
	s.o.Random = cmp.Or(s.o.Random, rand.Reader)
	return s
}

// Path returns the path of the store.
func (s *Store) Path() string { return filepath.Join(s.folder, s.name) }

// timestampForm is ISO 8601 in UTC to the millisecond, as ids have it.
const timestampForm = "2006-01-02T15:04:05.000Z"

// stamp returns the time as milliseconds and as text.
func (s *Store) stamp() (int64, string) {
	now := s.o.Now().UTC()
	return now.UnixMilli(), now.Format(timestampForm)
}

// newSession returns an id for a session, newID one for a record: the first bytes of a random UUID.
func (s *Store) newSession(millis int64) (string, error) { return s.id("sess_%d_%x", 3, millis) }

func (s *Store) newID(millis int64) (string, error) { return s.id("%d-%x", 4, millis) }

func (s *Store) id(form string, n int, millis int64) (string, error) {
	random := make([]byte, n)
	if _, err := io.ReadFull(s.o.Random, random); err != nil {
		return "", fmt.Errorf("make id: %w", err)
	}
	return fmt.Sprintf(form, millis, random), nil
}

// TimestampError is returned for an invalid timestamp of a record.
type TimestampError struct{ Text string }

func (e *TimestampError) Error() string {
	return fmt.Sprintf("timestamp %q is not ISO 8601, such as 2024-05-06T07:08:09Z", e.Text)
}

// Append adds messages, all or none. Empty fields of a draft are filled in: the id, the time, and the latest
// session or, in an empty store, a new one. It returns the messages' ids, and the session of the last one, once the
// records are on disk.
func (s *Store) Append(drafts ...history.Draft) (ids []string, session string, err error) {
	millis, stamp := s.stamp()
	latest := ""
	var lines [][]byte
	for _, d := range drafts {
		if d.Timestamp == "" {
			d.Timestamp = stamp
		} else if t, err := time.Parse(time.RFC3339Nano, d.Timestamp); err != nil {
			return nil, "", &TimestampError{d.Timestamp}
		} else if _, offset := t.Zone(); offset != 0 || d.Timestamp[len(d.Timestamp)-1] != 'Z' {
			d.Timestamp = t.UTC().Format("2006-01-02T15:04:05.999999999Z")
		}
		if d.Session == "" {
			if latest == "" {
				if latest, err = s.latestOrNew(millis); err != nil {
					return nil, "", err
				}
			}
			d.Session = latest
		}
		if d.ID == "" {
			if d.ID, err = s.newID(millis); err != nil {
				return nil, "", err
			}
		}
		ids, session, lines = append(ids, d.ID), d.Session, append(lines, d.Line())
	}
	return ids, session, s.write(lines...)
}

func (s *Store) latestOrNew(millis int64) (string, error) {
	session, err := s.Latest()
	if session != "" || err != nil {
		return session, err
	}
	return s.newSession(millis)
}

// StartSession starts a session, which becomes the latest one, and returns its id.
func (s *Store) StartSession() (session string, err error) {
	_, session, err = s.appendRecord("", history.SessionLine)
	return session, err
}

// AppendMark adds the record of a compaction, if there is one, to a session and returns its id.
func (s *Store) AppendMark(session string, m *history.Mark) (id string, err error) {
	if m != nil {
		id, _, err = s.appendRecord(session, m.Line)
	}
	return id, err
}

// AppendStability adds the state of a session's tiers.
func (s *Store) AppendStability(session string, state history.Stability) error {
	_, _, err := s.appendRecord(session, state.Line)
	return err
}

// appendRecord adds a record that is not a message, to a new session if none is named.
func (s *Store) appendRecord(session string, line func(id, session, timestamp string) []byte) (id, of string, err error) {
	millis, stamp := s.stamp()
	if session == "" {
		if session, err = s.newSession(millis); err != nil {
			return "", "", err
		}
	}
	if id, err = s.newID(millis); err != nil {
		return "", "", err
	}
	return id, session, s.write(line(id, session, stamp))
}

func (s *Store) write(lines ...[]byte) error {
	for _, line := range lines {
		if len(line) > MaxLine {
			return fmt.Errorf("append to %s: the record is larger than %d MB", s.Path(), MaxLine>>20)
		}
	}
	if err := s.makeFolder(); err != nil {
		return err
	}
	return atomicfile.Append(s.Path(), lines...)
}

func (s *Store) makeFolder() error {
	if s.own {
		return atomicfile.IgnoredFolder(s.folder)
	}
	return nil
}

// open opens the store for reading. The file is nil if there is none.
func (s *Store) open() (*os.File, error) {
	root, err := s.root()
	if root == nil || err != nil {
		return nil, err
	}
	f, err := openRegular(root, s.name)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err := errors.Join(err, root.Close()); err != nil {
		return nil, fmt.Errorf("read %s: %w", s.Path(), err)
	}
	return f, nil
}

// root opens the store's folder, nil if there is none. It refuses a link as ctxpack's own folder, since it came
// with the repository and may lead anywhere.
func (s *Store) root() (*os.Root, error) {
	if s.own {
		info, err := os.Lstat(s.folder)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err == nil && !info.IsDir() {
			return nil, fmt.Errorf("read %s: %s is not a folder", s.Path(), s.folder)
		}
	}
	root, err := os.OpenRoot(s.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", s.Path(), err)
	}
	return root, nil
}

// openRegular opens a regular file in a folder, but no link and no FIFO.
func openRegular(root *os.Root, name string) (*os.File, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|atomicfile.OpenSafely, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
