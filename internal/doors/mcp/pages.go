package mcp

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"ctxpack/internal/text/mapped"
)

// Limits of the cursors.
const (
	maxCursors   = 64
	maxKeptBytes = 64 << 20
)

// pages keeps the remaining parts of answers, by cursor.
type pages struct {
	mu    sync.Mutex
	last  int
	kept  map[string][]string
	order []string // cursors, oldest first
}

// rest returns the pieces that a cursor represents.
func (p *pages) rest(cursor string) ([]string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pieces, ok := p.kept[cursor]
	if !ok {
		return nil, fmt.Errorf("the cursor %.40q has expired: ask again without it", cursor)
	}
	return pieces, nil
}

// keep creates a cursor for pieces, and drops the oldest if there are too many.
func (p *pages) keep(pieces []string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.kept == nil {
		p.kept = map[string][]string{}
	}
	p.last++
	cursor := strconv.Itoa(p.last)
	p.kept[cursor] = pieces
	p.order = append(p.order, cursor)
	bytes := 0
	for _, list := range p.kept {
		bytes += size(list)
	}
	for len(p.order) > 1 && (len(p.order) > maxCursors || bytes > maxKeptBytes) {
		bytes -= size(p.kept[p.order[0]])
		delete(p.kept, p.order[0])
		p.order = p.order[1:]
	}
	return cursor
}

func size(pieces []string) int {
	return mapped.Sum(pieces, func(piece string) int { return len(piece) })
}

// MinLimit is the smallest limit of an answer.
const MinLimit = 200

// trailerRoom is enough for the last line of an answer with a cursor.
const trailerRoom = 32

// page returns as many pieces as fit limit tokens, and a last line with the cursor for the rest. It
// cuts a piece only if it is the first, and between lines.
func (p *pages) page(pieces []string, limit int, count func(string) int) string {
	if all := strings.Join(pieces, ""); len(all)/maxTokenBytes <= limit && count(all) <= limit {
		return all
	}
	n := fitting(pieces, limit-trailerRoom, count)
	head := strings.Join(pieces[:n], "")
	rest := pieces[n:]
	if n == 0 {
		cut := firstLines(pieces[0], limit-trailerRoom, count)
		head, rest = pieces[0][:cut], append([]string{pieces[0][cut:]}, pieces[1:]...)
	}
	if !strings.HasSuffix(head, "\n") {
		head += "\n"
	}
	left := mapped.Sum(rest, func(piece string) int { return strings.Count(piece, "\n") })
	return head + fmt.Sprintf("[cursor %s: %d more lines]\n", p.keep(rest), left)
}

// maxTokenBytes exceeds the average size of a token in any text.
const maxTokenBytes = 128

// fitting returns how many pieces fit room tokens together.
func fitting(pieces []string, room int, count func(string) int) int {
	n, sum := 0, 0
	for n < len(pieces) {
		if len(pieces[n])/maxTokenBytes > room {
			break
		}
		if sum += count(pieces[n]); sum > room {
			break
		}
		n++
	}
	// Joining texts may merge tokens at the borders, but rarely splits one.
	for n > 0 && count(strings.Join(pieces[:n], "")) > room {
		n--
	}
	return n
}

// firstLines returns how many bytes of the lines fit room tokens: at least one character, if even
// the first line does not fit.
func firstLines(text string, room int, count func(string) int) int {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, line)
		if len(lines) > room {
			break // a line has at least one token
		}
	}
	if n := fitting(lines, room, count); n > 0 {
		return size(lines[:n])
	}
	most := min(len(lines[0]), max(room, 0)*maxTokenBytes)
	cut := whole(text, sort.Search(most, func(n int) bool { return count(text[:whole(text, n+1)]) > room }))
	if cut == 0 {
		_, cut = utf8.DecodeRuneInString(text)
	}
	return cut
}

// whole returns the greatest offset up to n at which a character begins.
func whole(text string, n int) int {
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}
