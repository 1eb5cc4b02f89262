// Package fleet supports packing many repositories: their list, the part of it in a shard, and the manifest, which
// has the result of each and lets the next run skip unchanged ones.
//
// Nothing here schedules: shards are independent processes started elsewhere.
package fleet

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ctxpack/internal/text/pattern"
)

const (
	maxLine = 4096      // bytes of a repository's name
	maxList = 1_000_000 // repositories
)

// ReadList reads the names of repositories, one per line. It skips empty lines, comments with #, and repeated
// names.
func ReadList(from io.Reader) ([]string, error) {
	scanner := bufio.NewScanner(from)
	scanner.Buffer(nil, 2*maxLine)
	var list []string
	seen := map[string]bool{}
	for n := 1; scanner.Scan(); n++ {
		line := scanner.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, "\uFEFF")
		}
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#") || seen[line]:
			continue
		case len(line) > maxLine || !utf8.ValidString(line) || strings.ContainsFunc(line, unicode.IsControl):
			return nil, fmt.Errorf("line %d is no name of a repository", n)
		case len(list) == maxList:
			return nil, fmt.Errorf("line %d: there are more than %d repositories", n, maxList)
		}
		seen[line] = true
		list = append(list, line)
	}
	if err := scanner.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			return nil, fmt.Errorf("a line has more than %d bytes", maxLine)
		}
		return nil, err
	}
	return list, nil
}

// Shard is one of Count parts of a list. The zero Shard is the whole list.
type Shard struct{ Index, Count int }

const maxShards = 100_000

// ParseShard parses i/n, with i from 0 to n-1.
func ParseShard(text string) (Shard, error) {
	index, count, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(count)
	inRange := i >= 0 && i < n && n <= maxShards
	if areNumbers := ok && err == nil && err2 == nil; !areNumbers || !inRange {
		return Shard{}, fmt.Errorf("want I/N with I from 0 to N-1, such as 0/4, got %q", text)
	}
	return Shard{i, n}, nil
}

// Has reports whether the shard has a repository. Each repository is in one shard, by rendezvous hashing: with
// another count, as few as possible move.
func (s Shard) Has(repository string) bool {
	if s.Count <= 1 {
		return true
	}
	own := weight(repository, s.Index)
	for i := range s.Count {
		if w := weight(repository, i); w > own || w == own && i < s.Index {
			return false
		}
	}
	return true
}

func weight(repository string, shard int) uint64 {
	text := binary.BigEndian.AppendUint64([]byte(repository+"\x00"), uint64(shard)) // not negative
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint64(sum[:])
}

// FileName returns a name for the files of a repository: safe on every system, readable, and unique.
func FileName(repository string) string {
	const most, digits = 80, 6
	readable := repository
	if _, rest, ok := strings.Cut(readable, "://"); ok {
		readable = rest
	}
	readable = strings.Trim(special().ReplaceAllString(strings.ToLower(readable), "-"), "-.") // some systems do not distinguish A from a
	if len(readable) > most {
		readable = strings.TrimLeft(readable[len(readable)-most:], "-.") // the end is more specific
	}
	sum := sha256.Sum256([]byte(repository))
	if readable != "" {
		readable += "-"
	}
	return readable + hex.EncodeToString(sum[:digits])
}

// special matches characters that may be special in file names.
var special = pattern.Of(`[^a-z0-9._]+`)
