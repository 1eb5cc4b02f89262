package store

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	// blockSize is how much of the file is read at once.
	blockSize = 2 << 20
	// maxProblems is how many skipped lines are stored.
	maxProblems = 20
)

// Problem is a line that was skipped.
type Problem struct {
	Line int // from 1
	Err  error
}

// Problems are the lines that were skipped: the first ones, and their total.
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

// blank is the white space allowed around a record on its line.
const blank = " \t\r\n"

var errOverlong = errors.New("the line is longer than a record can be")

// each calls visit for each non-blank line of the store, with its number, from 1, and records its errors. The line
// is valid until visit returns.
func (s *Store) each(ctx context.Context, visit func(line []byte, number int) error) (Problems, error) {
	f, err := s.open()
	if f == nil || err != nil {
		return Problems{}, err
	}
	problems, err := eachLine(ctx, f, visit)
	if err := errors.Join(err, f.Close()); err != nil {
		return problems, fmt.Errorf("read %s: %w", s.Path(), err)
	}
	return problems, nil
}

func eachLine(ctx context.Context, f *os.File, visit func(line []byte, number int) error) (problems Problems, err error) {
	info, err := f.Stat()
	if err != nil {
		return problems, err
	}
	// Records appended later are not read.
	in := bufio.NewReaderSize(io.LimitReader(f, info.Size()), blockSize)
	var buffer []byte // for a line longer than one read
	for number := 1; err == nil; number++ {
		if ctx.Err() != nil {
			return problems, ctx.Err()
		}
		var line []byte
		var overlong bool
		line, overlong, err = nextLine(in, &buffer)
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		if line = bytes.Trim(line, blank); overlong {
			problems.add(number, errOverlong)
		} else if len(line) > 0 {
			if err := visit(line, number); err != nil {
				problems.add(number, err)
			}
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return problems, err
}

// nextLine reads a line with its end. It skips one that is too long for a record.
func nextLine(in *bufio.Reader, buffer *[]byte) (line []byte, overlong bool, err error) {
	line, err = in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, false, err
	}
	*buffer = append((*buffer)[:0], line...)
	for errors.Is(err, bufio.ErrBufferFull) {
		line, err = in.ReadSlice('\n')
		if overlong = overlong || len(*buffer)+len(bytes.TrimRight(line, "\n")) > MaxLine; !overlong {
			*buffer = append(*buffer, line...)
		}
	}
	return *buffer, overlong, err
}
