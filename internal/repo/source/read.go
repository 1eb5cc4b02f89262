package source

import (
	"bytes"
	"context"
	"crypto/sha1" // git's object ids are SHA-1; not used for security
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"ctxpack/internal/repo/charset"
)

// Text is the contents of a file.
type Text struct {
	Content  string // valid UTF-8, without a byte order mark, with the line ends of the file
	Encoding string // source encoding: `utf-8`, `utf-8-bom`, `utf-16le`, `windows-1252`, …
	Lines    int    // line ends, plus one if the last line has none; 0 for an empty file
	Blob     string // git's blob id of the bytes on disk: SHA-1, 40 hex digits
}

// Read opens the file and decodes it. A reason other than None says why there is no text; Blob is set if the reason
// is in the contents. The error is the cause of [Unreadable], or ctx's. A file that already has a reason in f is
// not opened: the reason is returned. known is the blob id of contents that an earlier check did not exclude, ""
// for none.
//
// It reads the file now on disk: any regular file at the path of f within the size limit of the walk.
func (t *Tree) Read(ctx context.Context, f File, known string) (Text, SkipReason, error) {
	if err := ctx.Err(); err != nil {
		return Text{}, None, fmt.Errorf("read %s: %w", f.Path, err)
	}
	if f.Skip != None {
		return Text{}, f.Skip, nil
	}
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	raw, reason, err := t.read(f.Path, f.mostBytes(), *buffer)
	if reason != None {
		return Text{}, reason, err
	}
	*buffer = raw
	content, encoding, reason := decode(raw)
	if reason != None {
		return Text{Blob: blobID(raw)}, reason, nil
	}
	if f.rules != nil && f.rules.o.Own != nil && f.rules.o.Own(content) {
		return Text{}, Output, nil
	}
	blob := blobID(raw)
	if !f.Named() && blob != known {
		_, name := splitPath(f.Path)
		if reason := contentReason(name, content); reason != None {
			return Text{Blob: blob}, reason, nil
		}
	}
	return Text{Content: content, Encoding: encoding, Lines: countLines(content), Blob: blob}, None, nil
}

// Reused memory for the bytes of a file, which is not needed once they are decoded.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// CommittedAs reports whether a file on disk is the content of a blob, except for line ends, which git may convert
// on checkout (core.autocrlf, as on most Windows machines).
func (t *Tree) CommittedAs(f File, blob string) bool {
	raw, reason, err := t.read(f.Path, f.mostBytes(), nil)
	if reason != None || err != nil {
		return false
	}
	return blobID(raw) == blob || bytes.Contains(raw, []byte("\r\n")) && blobID(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))) == blob
}

// Exists reports whether there is anything at a path.
func (t *Tree) Exists(path string) bool {
	clean, err := cleanPath(path)
	if err != nil {
		return false
	}
	_, err = t.lstat(clean)
	return err == nil
}

// LinkTarget returns the path, relative to the root, of the target of a symbolic link directly below the root;
// false if there is no such link, or it leads out of the tree. The target need not exist.
func (t *Tree) LinkTarget(name string) (target string, ok bool) {
	if strings.ContainsAny(name, `/\`) {
		return "", false // a folder on the way may itself be a link
	}
	to, err := os.Readlink(filepath.Join(t.absolute[0], name))
	if to = filepath.ToSlash(to); err != nil || path.IsAbs(to) || filepath.IsAbs(to) {
		return "", false
	}
	target, err = cleanPath(to)
	return target, err == nil
}

// ReadSmall returns the text of a small file such as a manifest at a path relative to the root, which need not have
// been walked. It fails if there is no such regular file, or if it has more than limit bytes or is not text.
func (t *Tree) ReadSmall(path string, limit int64) (string, error) {
	clean, err := cleanPath(path)
	if err != nil {
		return "", fmt.Errorf("read file: %w", err)
	}
	raw, reason, err := t.read(clean, limit, nil)
	if err != nil {
		return "", err
	}
	if reason == None {
		var text string
		if text, _, reason = decode(raw); reason == None {
			return text, nil
		}
	}
	return "", fmt.Errorf("read %s: %w", path, errors.New(reason.Sentence()))
}

func (t *Tree) read(path string, limit int64, buffer []byte) (raw []byte, reason SkipReason, err error) {
	if !validPath(path) {
		return nil, Unreadable, fmt.Errorf("read %q: not a path below the root", path)
	}
	defer func() {
		if err != nil {
			err = errorAt("read", path, err)
		}
	}()
	folder, name := splitPath(path)
	f, err := t.folders.get(folder)
	if err != nil {
		return failed(err)
	}
	defer t.folders.put(f)
	err = t.folders.patient(func() (err error) { raw, reason, err = f.read(name, limit, buffer); return err })
	if t.Opened != nil {
		t.Opened(path, len(raw))
	}
	return raw, reason, err
}

// decode returns the text of a file's bytes and the name of its encoding. The reason is None, [Binary] or
// [NotDecodable].
func decode(raw []byte) (text, encoding string, reason SkipReason) {
	text, encoding, err := charset.Decode(raw)
	switch {
	case err == nil:
		return text, encoding, None
	case errors.Is(err, charset.ErrBinary):
		return "", "", Binary
	}
	return "", "", NotDecodable
}

// countLines returns the number of lines, including a last one without a line end.
func countLines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

func blobID(raw []byte) string {
	h := sha1.New() // see the import
	h.Write([]byte("blob " + strconv.Itoa(len(raw)) + "\x00"))
	h.Write(raw)
	return hex.EncodeToString(h.Sum(nil))
}
