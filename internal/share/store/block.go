package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"ctxpack/internal/safe/fault"
)

const (
	// blockSize is how much of the file one goroutine reads at once.
	blockSize = 2 << 20
	// maxJobs bounds the memory: each goroutine has a block, or one long line.
	maxJobs = 4
	// maxProblems is how many bad lines are remembered.
	maxProblems = 20
)

// Problem is a line that was skipped.
type Problem struct {
	Line int // from 1
	Err  error
}

// Problems are the lines that were skipped: the first ones, and how many there
// are.
type Problems struct {
	First []Problem
	Total int
}

func (p *Problems) add(line int, err error) {
	p.Total++
	if len(p.First) < maxProblems {
		p.First = append(p.First, Problem{line, err})
	}
}

// join adds the problems of a block that begins after so many lines.
func (p *Problems) join(other Problems, before int) {
	for _, problem := range other.First {
		if len(p.First) < maxProblems {
			p.First = append(p.First, Problem{problem.Line + before, problem.Err})
		}
	}
	p.Total += other.Total
}

// block is the lines of a store that begin in one part of the file.
type block struct {
	data     []byte // the lines, without a byte order mark
	offset   int64  // of data in the file
	lines    int    // how many begin here
	problems Problems
	overlong bool // the last line has more than MaxLine bytes and is cut off
}

// blank is what may stand around a record on its line.
const blank = " \t\r\n"

var errOverlong = errors.New("the line is longer than a record can be")

// each calls a function for each line that is not blank, with its number in the
// block, from 1, and its offset in the file.
func (b *block) each(visit func(line []byte, number int, offset int64) error) {
	rest, offset := b.data, b.offset
	for number := 1; len(rest) > 0; number++ {
		end := bytes.IndexByte(rest, '\n') + 1
		if end == 0 {
			end = len(rest)
		}
		b.visit(rest[:end], number, offset, end == len(rest), visit)
		rest, offset = rest[end:], offset+int64(end)
	}
}

// visit calls a function for one line and notes its error.
func (b *block) visit(line []byte, number int, offset int64, last bool, visit func([]byte, int, int64) error) {
	if last && b.overlong {
		b.problems.add(number, errOverlong)
		return
	}
	text := bytes.TrimLeft(line, blank)
	offset += int64(len(line) - len(text))
	if text = bytes.TrimRight(text, blank); len(text) == 0 {
		return
	}
	if err := visit(text, number, offset); err != nil {
		b.problems.add(number, err)
	}
}

// readBlock reads the lines that begin in [start, end) of a file of size bytes,
// into a buffer that may be used again.
func readBlock(f io.ReaderAt, start, end, size int64, buffer []byte) (block, []byte, error) {
	from := max(start-1, 0) // a line begins behind the line end before it
	buffer, err := readTo(f, buffer[:0], from, end)
	if err != nil || len(buffer) == 0 {
		return block{}, buffer, err
	}
	b := block{offset: from}
	skip := 0
	if start > 0 {
		i := bytes.IndexByte(buffer, '\n')
		if i < 0 || start+int64(i) >= end {
			return b, buffer, nil // no line begins here
		}
		skip = i + 1
	}
	// The last line goes on behind the end.
	last := max(bytes.LastIndexByte(buffer, '\n')+1, skip)
	for at := end; at < size && buffer[len(buffer)-1] != '\n'; {
		if len(buffer)-last > MaxLine {
			b.overlong = true
			break
		}
		next := min(at+blockSize, size)
		grown := len(buffer)
		if buffer, err = readTo(f, buffer, at, next); err != nil {
			return b, buffer, err
		}
		if i := bytes.IndexByte(buffer[grown:], '\n'); i >= 0 {
			buffer = buffer[:grown+i+1]
			break
		}
		at = next
	}
	if start == 0 && bytes.HasPrefix(buffer, []byte("\uFEFF")) {
		skip = len("\uFEFF")
	}
	b.data, b.offset = buffer[skip:], from+int64(skip)
	if !b.overlong && len(buffer)-last > MaxLine+1 {
		b.overlong = true
	}
	b.lines = bytes.Count(b.data, []byte("\n"))
	if n := len(b.data); n > 0 && b.data[n-1] != '\n' {
		b.lines++
	}
	return b, buffer, nil
}

// readTo appends the bytes [from, to) of a file. A file that has become shorter
// ends there.
func readTo(f io.ReaderAt, buffer []byte, from, to int64) ([]byte, error) {
	have := len(buffer)
	need := have + int(to-from)
	if cap(buffer) < need {
		grown := make([]byte, have, need+need/4)
		copy(grown, buffer)
		buffer = grown
	}
	n, err := f.ReadAt(buffer[have:need], from)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return buffer[:have+n], err
}

// scan reads a store in blocks: work runs in several goroutines, one for each
// slot of the jobs at a time, and merge, with what work has made of a block and
// the number of lines before it, in the order of the file.
func scan[T any](ctx context.Context, s *Store, work func(slot int, b *block) T, merge func(result T, before int)) (Problems, error) {
	f, err := s.open()
	if f == nil || err != nil {
		return Problems{}, err
	}
	problems, err := scanFile(ctx, f, s.jobs(), work, merge)
	if err := errors.Join(err, f.Close()); err != nil {
		return problems, fmt.Errorf("read %s: %w", s.Path(), err)
	}
	return problems, nil
}

func (s *Store) jobs() int {
	if s.o.Jobs > 0 {
		return s.o.Jobs
	}
	return min(runtime.GOMAXPROCS(0), maxJobs)
}

func scanFile[T any](ctx context.Context, f *os.File, jobs int, work func(int, *block) T, merge func(T, int)) (Problems, error) {
	var problems Problems
	info, err := f.Stat()
	if err != nil {
		return problems, err
	}
	size, before := info.Size(), 0
	buffers, blocks := make([][]byte, jobs), make([]block, jobs)
	results, errs := make([]T, jobs), make([]error, jobs)
	for start := int64(0); start < size; start += int64(jobs) * blockSize {
		if err := ctx.Err(); err != nil {
			return problems, err
		}
		var group sync.WaitGroup
		used := min(jobs, int((size-start+blockSize-1)/blockSize))
		for i := range used {
			if cap(buffers[i]) > 4*blockSize {
				buffers[i] = nil // a long line is over
			}
			from := start + int64(i)*blockSize
			read := fault.Guard(fmt.Sprintf("%s from byte %d", f.Name(), from), func() (err error) {
				blocks[i], buffers[i], err = readBlock(f, from, min(from+blockSize, size), size, buffers[i])
				if err == nil {
					results[i] = work(i, &blocks[i])
				}
				return err
			})
			group.Go(func() { errs[i] = read() })
		}
		group.Wait()
		for i := range used {
			if errs[i] != nil {
				return problems, errs[i]
			}
			merge(results[i], before)
			problems.join(blocks[i].problems, before)
			before += blocks[i].lines
		}
	}
	return problems, nil
}

// eachAt is each for the lines that hold one of the places, which are sorted
// offsets into data.
func (b *block) eachAt(places []int, visit func(line []byte, number int, offset int64) error) {
	number, counted := 1, 0 // the line that begins at counted has that number
	end := 0
	for _, place := range places {
		if place < end {
			continue // another place of the same line
		}
		start := bytes.LastIndexByte(b.data[:place], '\n') + 1
		number += bytes.Count(b.data[counted:start], []byte("\n"))
		counted = start
		if i := bytes.IndexByte(b.data[place:], '\n'); i >= 0 {
			end = place + i + 1
		} else {
			end = len(b.data)
		}
		b.visit(b.data[start:end], number, b.offset+int64(start), end == len(b.data), visit)
	}
}
