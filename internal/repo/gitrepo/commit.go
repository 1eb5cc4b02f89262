package gitrepo

import (
	"bytes"
	"context"

	"github.com/go-git/go-git/v5/plumbing"
)

// MaxTime is the last second of a year with four digits.
const MaxTime = 253402300799

// Commit is the header of a commit object.
type Commit struct {
	ID      ID
	Tree    ID
	Parents []ID
	Time    int64 // committer time in seconds since 1970, in 0..MaxTime
}

// Commit reads a commit.
func (s *Objects) Commit(ctx context.Context, id ID) (*Commit, error) {
	data, err := s.read(ctx, id, plumbing.CommitObject)
	if err != nil {
		return nil, err
	}
	c, err := parseCommit(data)
	c.ID = id
	return c, err
}

// Subject reads the first line of a commit's message as stored: untrusted bytes, at most MaxSubject of them.
func (s *Objects) Subject(ctx context.Context, id ID) (string, error) {
	message, err := s.message(ctx, id)
	line, _, _ := bytes.Cut(message, []byte("\n"))
	return string(line[:min(len(line), MaxSubject)]), err
}

// Message reads a commit's message as stored, at most MaxMessage bytes of it.
func (s *Objects) Message(ctx context.Context, id ID) (string, error) {
	message, err := s.message(ctx, id)
	return string(message[:min(len(message), MaxMessage)]), err
}

func (s *Objects) message(ctx context.Context, id ID) ([]byte, error) {
	data, err := s.read(ctx, id, plumbing.CommitObject)
	_, message, _ := bytes.Cut(data, []byte("\n\n"))
	return bytes.TrimLeft(message, "\n"), err
}

const (
	// MaxSubject is the maximum length of a subject, in bytes.
	MaxSubject = 500
	// MaxMessage is the maximum length of a message, in bytes.
	MaxMessage = 1500
)

// parseCommit decodes the header of a commit object: tree, parents, author, committer, in this order. A time that
// is not a number is 0, as in git.
func parseCommit(data []byte) (*Commit, error) {
	c := &Commit{}
	id, rest, ok := idLine(data, "tree ")
	if !ok {
		return c, errCorrupt
	}
	c.Tree = id
	for {
		id, next, ok := idLine(rest, "parent ")
		if !ok {
			break
		}
		c.Parents = append(c.Parents, id)
		rest = next
	}
	_, rest, _ = bytes.Cut(rest, []byte("\n")) // author
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	if !bytes.HasPrefix(line, []byte("committer ")) {
		return c, errCorrupt
	}
	c.Time = signatureTime(line)
	return c, nil
}

// idLine splits a line with a keyword and an id off data.
func idLine(data []byte, keyword string) (ID, []byte, bool) {
	n := len(keyword) + hexLen
	if len(data) <= n || string(data[:len(keyword)]) != keyword || data[n] != '\n' {
		return ID{}, nil, false
	}
	id, err := ParseID(string(data[len(keyword):n]))
	return id, data[n+1:], err == nil
}

// signatureTime reads the seconds after the last ">" of a signature.
func signatureTime(line []byte) int64 {
	fields := bytes.Fields(line[bytes.LastIndexByte(line, '>')+1:])
	if len(fields) == 0 {
		return 0
	}
	t := int64(0)
	for _, c := range fields[0] {
		if c < '0' || c > '9' {
			break
		}
		if t = t*10 + int64(c-'0'); t > MaxTime {
			return MaxTime
		}
	}
	return t
}
