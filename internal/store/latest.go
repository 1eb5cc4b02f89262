package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"ctxpack/compressor/history"
)

// tailSize is how much of the end of the file is looked at first.
const tailSize = 64 << 10

// Latest returns the session that goes on where none is named: that of the last
// record in the file that is a message or starts a session, whatever its
// timestamp says; "" if there is none. Only the end of the file is read, so that
// the time does not depend on its size.
func (s *Store) Latest() (string, error) {
	f, err := s.open()
	if f == nil || err != nil {
		return "", err
	}
	session, err := latest(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return "", fmt.Errorf("read %s: %w", s.Path(), err)
	}
	return session, nil
}

// latest reads lines from the end backwards.
func latest(f *os.File) (string, error) {
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	var tail []byte // from at on; its first line may begin before it
	step := int64(tailSize)
	for at := info.Size(); at > 0; {
		from := max(at-step, 0)
		grown := make([]byte, int(at-from)+len(tail))
		n, err := f.ReadAt(grown[:at-from], from)
		if err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		tail = append(grown[:n], tail...)
		at = from
		for {
			i := bytes.LastIndexByte(tail, '\n')
			if i < 0 && at > 0 {
				break
			}
			if session, ok := sessionOf(tail[i+1:], i < 0); ok {
				return session, nil
			}
			if i < 0 {
				return "", nil
			}
			tail = tail[:i]
		}
		if len(tail) > MaxLine {
			tail = tail[:0] // no record: what is left of the line is passed over
		}
		step = min(2*step, blockSize)
	}
	return "", nil
}

// sessionOf returns the session of a line that says where the talk is.
func sessionOf(line []byte, first bool) (string, bool) {
	if first {
		line = bytes.TrimPrefix(line, []byte("\uFEFF"))
	}
	var f history.Fields
	if line = bytes.Trim(line, blank); len(line) == 0 || len(line) > MaxLine || f.Scan(line) != nil {
		return "", false
	}
	if f.Kind != history.MessageKind && f.Kind != history.SessionKind {
		return "", false
	}
	return string(history.AppendText(nil, f.Session)), true
}
