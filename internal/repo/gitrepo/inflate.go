package gitrepo

import (
	"bytes"
	"compress/zlib"
	"io"
	"os"

	"github.com/go-git/go-git/v5/plumbing"
)

// A window reads a file from an offset on, a few kilobytes at a time: most requested objects are
// small and scattered.
type window struct {
	file *os.File
	at   int64  // offset after the bytes in buf
	held int    // bytes in buf
	rest []byte // the unread part of them
	buf  [4 << 10]byte
	z    io.ReadCloser // the zlib reader, reused
}

func (w *window) fill() error {
	n, err := w.file.ReadAt(w.buf[:], w.at)
	if n == 0 {
		return err
	}
	w.at, w.held, w.rest = w.at+int64(n), n, w.buf[:n]
	return nil
}

// WriteAt implements [io.WriterAt].
func (w *window) WriteAt(p []byte, at int64) (int, error) {
	w.held, w.rest = 0, nil
	return w.file.WriteAt(p, at)
}

// seek sets the offset of the next byte: commits that follow each other in history do so in a pack.
func (w *window) seek(at int64) {
	if behind := w.at - at; behind > 0 && behind <= int64(w.held) {
		w.rest = w.buf[int64(w.held)-behind : w.held]
		return
	}
	w.at, w.held, w.rest = at, 0, nil
}

// ReadByte makes the decoder read no more than it needs.
func (w *window) ReadByte() (byte, error) {
	if len(w.rest) == 0 {
		if err := w.fill(); err != nil {
			return 0, err
		}
	}
	c := w.rest[0]
	w.rest = w.rest[1:]
	return c, nil
}

// Read implements [io.Reader].
func (w *window) Read(p []byte) (int, error) {
	if len(w.rest) == 0 {
		if err := w.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}

// A header precedes an object in a pack.
type header struct {
	kind plumbing.ObjectType
	size int64
	base int64 // offset of a delta's base, or
	id   ID    // or id of a delta's base
}

func (w *window) header(at int64) (h header, err error) {
	w.seek(at)
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
