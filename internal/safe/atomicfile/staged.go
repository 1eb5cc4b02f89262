package atomicfile

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// stageTries bounds the search for a free name.
const stageTries = 1000

// staged is a temporary file next to its target, which it will replace.
type staged struct {
	file   *os.File // nil after it was closed
	target string
}

// stage creates the file, with the permissions of an existing target.
func stage(target string) (*staged, error) {
	prefix := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".")
	for range stageTries {
		f, err := os.OpenFile(prefix+strconv.FormatUint(rand.Uint64(), 36), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		s := &staged{file: f, target: target}
		if info, err := os.Stat(target); err == nil {
			if err := f.Chmod(info.Mode().Perm()); err != nil {
				s.discard()
				return nil, err
			}
		}
		return s, nil
	}
	return nil, errors.New("no name is free for a temporary file")
}

func (s *staged) fill(data string) error {
	if _, err := s.file.WriteString(data); err != nil {
		return err
	}
	return s.file.Sync()
}

func (s *staged) place() error {
	name := s.file.Name()
	err := s.file.Close()
	if s.file = nil; err == nil {
		err = replace(name, s.target)
	}
	if err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// discard removes the file unless it was placed.
func (s *staged) discard() {
	if s.file == nil {
		return
	}
	name := s.file.Name()
	_ = s.file.Close() // the data is not wanted
	_ = os.Remove(name)
}

// Sweep removes leftovers of killed writes from a folder: temporary files not modified since a time. Errors are
// ignored.
func Sweep(folder string, before time.Time) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if isOld := err == nil && info.ModTime().Before(before); isOld && isStaged(e.Name()) && info.Mode().IsRegular() {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}

// isStaged reports whether a name has the form of stage's names, as nearly all of them have.
func isStaged(name string) bool {
	const fewest, limit = 11, 13 // digits of a random number
	at := strings.LastIndexByte(name, '.')
	number := name[at+1:]
	if fits := len(number) >= fewest && len(number) <= limit; !fits || at < 2 || name[0] != '.' {
		return false
	}
	_, err := strconv.ParseUint(number, 36, 64)
	return err == nil && strings.ToLower(number) == number && strings.ContainsAny(number, "0123456789")
}
