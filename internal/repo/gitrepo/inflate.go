package gitrepo

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"io"
	"math"
	"os"

	"github.com/go-git/go-git/v5/plumbing"
)

// A window reads a file from an offset on, a few kilobytes at a time: most requested objects are
// small and scattered.
type window struct {
	*bufio.Reader
	file *os.File
	from *io.SectionReader
	z    io.ReadCloser // the zlib reader, reused
}

func newWindow(file *os.File) *window {
	from := io.NewSectionReader(file, 0, math.MaxInt64)
	return &window{Reader: bufio.NewReader(from), file: file, from: from}
}

// WriteAt implements [io.WriterAt].
func (w *window) WriteAt(p []byte, at int64) (int, error) {
	w.Reset(w.from)
	return w.file.WriteAt(p, at)
}

// seek sets the offset of the next byte: commits that follow each other in history do so in a pack.
func (w *window) seek(at int64) error {
	end, _ := w.from.Seek(0, io.SeekCurrent) // this cannot fail
	if skip := at - end + int64(w.Buffered()); skip >= 0 && at <= end {
		_, err := w.Discard(int(skip))
		return err
	}
	_, err := w.from.Seek(at, io.SeekStart)
	w.Reset(w.from)
	return err
}

// A header precedes an object in a pack.
type header struct {
	kind plumbing.ObjectType
	size int64
	base int64 // offset of a delta's base, or
	id   ID    // or id of a delta's base
}

func (w *window) header(at int64) (h header, err error) {
	if err := w.seek(at); err != nil {
		return h, err
	}
	c, err := w.ReadByte()
	h.kind, h.size = plumbing.ObjectType(c>>4&7), int64(c&15)
	for shift := 4; c >= 0x80 && err == nil; shift += 7 {
		if shift > 56 {
			return h, errCorrupt
		}
		c, err = w.ReadByte()
		h.size |= int64(c&0x7f) << shift
	}
	switch {
	case err != nil:
	case h.kind == plumbing.OFSDeltaObject:
		back := int64(-1)
		for c = 0x80; c >= 0x80 && err == nil; {
			if back++; back > 1<<55 {
				return h, errCorrupt
			}
			c, err = w.ReadByte()
			back = back<<7 | int64(c&0x7f)
		}
		if h.base = at - back; err == nil && (back <= 0 || h.base <= 0) {
			err = errCorrupt
		}
	case h.kind == plumbing.REFDeltaObject:
		_, err = io.ReadFull(w, h.id[:])
	case !h.kind.Valid():
		err = errCorrupt
	}
	return h, err
}

// inflate returns the header and the uncompressed bytes at an offset.
func (p *pack) inflate(s *Objects, at int64) (header, []byte, error) {
	h, err := p.data.header(at)
	if err != nil {
		return h, nil, corrupt(err)
	}
	if err := s.spend(h.size); err != nil {
		return h, nil, err
	}
	if p.data.z == nil {
		p.data.z, err = zlib.NewReader(p.data)
	} else {
		err = p.data.z.(zlib.Resetter).Reset(p.data, nil)
	}
	if err != nil {
		p.data.z = nil
		return h, nil, corrupt(err)
	}
	if h.size > firstGrow { // a header is not trusted for more than this
		var buf bytes.Buffer
		if n, err := buf.ReadFrom(io.LimitReader(p.data.z, h.size+1)); err != nil || n != h.size {
			return h, nil, corrupt(err)
		}
		return h, buf.Bytes(), nil
	}
	data := make([]byte, h.size)
	if _, err := io.ReadFull(p.data.z, data); err != nil {
		return h, nil, corrupt(err)
	}
	if n, err := p.data.z.Read(make([]byte, 1)); n > 0 || err != io.EOF {
		return h, nil, corrupt(err)
	}
	return h, data, nil
}
