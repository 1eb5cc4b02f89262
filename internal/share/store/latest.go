package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"ctxpack/compressor/history"
	"ctxpack/internal/text/jsondoc"
)

// tailSize is how much of the end of the file is read first.
const tailSize = 64 << 10

// Latest returns the session that continues if none is named: that of the last record in the file that is a message
// or starts a session, regardless of timestamps; "" if there is none. It reads only the end of the file, so that
// the time does not depend on its size.
func (s *Store) Latest() (string, error) {
	f, err := s.open()
	if f == nil || err != nil {
		return "", err
	}
	var session string
	info, err := f.Stat()
	if err == nil {
		session, _, err = latest(f, info.Size())
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return "", fmt.Errorf("read %s: %w", s.Path(), err)
	}
	return session, nil
}

// latest reads lines backwards from the end of a file. Each byte is read once: work counts the bytes searched or
// copied.
func latest(f io.ReaderAt, size int64) (session string, work int64, err error) {
	var behind [][]byte // pieces of a line whose start was not found yet, the last one first
	length := 0         // their total, including dropped ones of a line too long for a record
	step := int64(tailSize)
	for at := size; at > 0; {
		from := max(at-step, 0)
		chunk := make([]byte, at-from)
		n, err := f.ReadAt(chunk, from)
		if err != nil && !errors.Is(err, io.EOF) {
			return "", work, err
		}
		chunk, at = chunk[:n], from
		work += int64(n)
		for {
			i := bytes.LastIndexByte(chunk, '\n')
			if i < 0 && at > 0 {
				behind, length = append(behind, chunk), length+len(chunk)
				break
			}
			if length += len(chunk) - i - 1; length <= MaxLine {
				line := chunk[i+1:]
				if len(behind) > 0 {
					work += int64(length)
					slices.Reverse(behind)
					line = slices.Concat(append([][]byte{line}, behind...)...)
				}
				if session, ok := sessionOf(line, i < 0); ok {
					return session, work, nil
				}
			}
			if i < 0 {
				return "", work, nil
			}
			chunk, behind, length = chunk[:i], nil, 0
		}
		if length > MaxLine {
			behind = nil
		}
		step = min(2*step, blockSize)
	}
	return "", work, nil
}

// sessionOf returns the session of a line that is a message or starts a session.
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
	return string(jsondoc.AppendText(nil, f.Session)), true
}
