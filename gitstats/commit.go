package gitstats

import (
	"bytes"
	"context"

	"github.com/go-git/go-git/v5/plumbing"
)

// maxTime is the last second that four digits of a year can write.
const maxTime = 253402300799

// commit is what the walk needs of a commit object.
type commit struct {
	id      plumbing.Hash
	tree    plumbing.Hash
	parents []plumbing.Hash
	time    int64 // committer time in seconds since 1970, in 0..maxTime
}

// commit reads a commit.
func (s *store) commit(ctx context.Context, id plumbing.Hash) (*commit, error) {
	data, err := s.read(ctx, id, plumbing.CommitObject)
	if err != nil {
		return nil, err
	}
	c, err := parseCommit(data)
	c.id = id
	return c, err
}

// parseCommit decodes the head of a commit object: tree, parents, author,
// committer, in this order. A time that is not a number is 0, as it is for git.
func parseCommit(data []byte) (*commit, error) {
	c := &commit{}
	id, rest, ok := idLine(data, "tree ")
	if !ok {
		return c, errCorrupt
	}
	c.tree = id
	for {
		id, next, ok := idLine(rest, "parent ")
		if !ok {
			break
		}
		c.parents = append(c.parents, id)
		rest = next
	}
	_, rest, _ = bytes.Cut(rest, []byte("\n")) // author
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	if !bytes.HasPrefix(line, []byte("committer ")) {
		return c, errCorrupt
	}
	c.time = signatureTime(line)
	return c, nil
}

// idLine splits a line with a keyword and an id off data.
func idLine(data []byte, keyword string) (plumbing.Hash, []byte, bool) {
	n := len(keyword) + hexLen
	if len(data) <= n || string(data[:len(keyword)]) != keyword || data[n] != '\n' {
		return plumbing.ZeroHash, nil, false
	}
	id, err := parseID(string(data[len(keyword):n]))
	return id, data[n+1:], err == nil
}

// signatureTime reads the seconds behind the last ">" of a signature.
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
		if t = t*10 + int64(c-'0'); t > maxTime {
			return maxTime
		}
	}
	return t
}
