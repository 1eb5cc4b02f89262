package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ctxpack/internal/config"
	"ctxpack/internal/fault"
	"ctxpack/internal/render"
	"ctxpack/internal/source"
)

// openInput opens a document for a command that reads one: the file that is
// named, or standard input for "" and "-". Waiting for a terminal that nobody
// types into is a usage error.
func openInput(s *streams, name string) (io.Reader, func(), error) {
	if name != "" && name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, fileFailure(name, err, "%w", err)
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return nil, nil, errors.Join(failf("read %s: it is a folder", name), f.Close())
		}
		return s.limited(f, name), func() { _ = f.Close() }, nil // opened for reading only
	}
	if name == "" && s.inTerminal {
		return nil, nil, usagef("no FILE is given and standard input is a terminal").
			withHint("name a FILE, pipe something in, or give - to type it")
	}
	return s.limited(s.in, name), func() {}, nil
}

// flagFile reads the file that a flag names besides the documents of a command: a
// regular one of at most limit bytes. A byte order mark is left out.
func flagFile(flag, name string, limit int64) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", fileFailure(name, err, "--%s: %s: %w", flag, name, plainPathError(err))
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return "", usagef("--%s: %s is no regular file of at most %s", flag, name, config.Size(limit))
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return "", usagef("--%s: %s: %w", flag, name, plainPathError(err))
	}
	return strings.TrimPrefix(string(data), "\uFEFF"), nil
}

// defaultInputLimit is the most bytes of a document that a command reads. An input
// may have no end.
const defaultInputLimit = 100_000_000

// limited reads at most what --input-limit allows.
func (s *streams) limited(in io.Reader, name string) io.Reader {
	limit := s.inputLimit
	if limit == 0 {
		limit = defaultInputLimit
	}
	return &limitedInput{in: in, left: limit, limit: limit, name: inputName(name)}
}

// limitedInput fails where an input goes on beyond a limit.
type limitedInput struct {
	in          io.Reader
	left, limit int64
	name        string
}

func (l *limitedInput) Read(p []byte) (int, error) {
	if l.left < 0 {
		return 0, usagef("%s has more than %s", l.name, config.Size(l.limit)).withHint("--input-limit SIZE reads more")
	}
	n, err := l.in.Read(p[:min(int64(len(p)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		n--
		err = nil // the next call tells
	}
	return n, err
}

// size is that of a regular file, 0 if it is not known.
func (l *limitedInput) size() int64 {
	if f, ok := l.in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return 0
}

// readInput reads a document as it is, from a file or standard input. It does not
// wait for a writer that says nothing once the run is interrupted.
func readInput(ctx context.Context, s *streams, name string) ([]byte, error) {
	in, closeInput, err := openInput(s, name)
	if err != nil {
		return nil, err
	}
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		defer closeInput()
		var r result
		r.err = fault.Guard(inputName(name), func() (err error) {
			r.data, err = io.ReadAll(in)
			return err
		})()
		done <- r
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		if known, ok := errors.AsType[*failure](r.err); ok {
			return nil, known
		}
		if r.err != nil {
			return nil, failf("read %s: %w", inputName(name), plainPathError(r.err))
		}
		return r.data, nil
	}
}

// errTooLong is the error of readString for too much text.
var errTooLong = errors.New("too long")

// readString reads a text of at most limit bytes without a second copy, and
// does not wait for an input that does not come once the run is interrupted.
func readString(ctx context.Context, in io.Reader, limit int64) (string, error) {
	var b strings.Builder
	if l, ok := in.(*limitedInput); ok {
		b.Grow(int(min(l.size(), limit, l.limit)) + 1)
	}
	done := make(chan error, 1)
	go func() {
		done <- fault.Guard("reading", func() error {
			_, err := io.CopyBuffer(&b, io.LimitReader(in, limit+1), make([]byte, 1<<20))
			return err
		})()
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case err := <-done:
		if err == nil && int64(b.Len()) > limit {
			err = errTooLong
		}
		return b.String(), err
	}
}

// readAll reads a named file, or standard input as it is.
func readAll(ctx context.Context, s *streams, name string) (string, error) {
	if name != "" && name != "-" {
		return readText(ctx, s, name)
	}
	in, closeInput, err := openInput(s, name)
	if err != nil {
		return "", err
	}
	defer closeInput()
	data, err := io.ReadAll(in)
	return string(data), err
}

// readText reads a file that the user named, in whatever encoding.
func readText(ctx context.Context, s *streams, name string) (string, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if meant := meantPath(name); meant != "" {
			return "", fmt.Errorf("there is no such file; did you mean %s?", meant)
		}
		return "", errors.New("there is no such file")
	}
	tree, err := source.Open(filepath.Dir(name))
	if err != nil {
		return "", plainPathError(err)
	}
	defer tree.Close()
	limit := cmp.Or(s.inputLimit, defaultInputLimit)
	files, _, err := tree.List(ctx, []string{filepath.Base(name)}, source.Options{MaxBytes: limit, Own: render.Opens})
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", errors.New("it cannot be read")
	}
	text, skip, err := tree.Read(ctx, files[0])
	if err != nil {
		return "", plainPathError(err)
	}
	switch skip {
	case source.None:
		return text.Content, nil
	case source.Generated, source.Minified, source.Output:
		// What is not worth packing is still worth a look if it is asked for.
		data, err := os.ReadFile(name)
		return strings.ToValidUTF8(string(data), "\uFFFD"), err
	}
	return "", errors.New(skip.Sentence())
}

func plainPathError(err error) error {
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// inputName is what an input is called in errors.
func inputName(name string) string {
	if name == "" || name == "-" {
		return "standard input"
	}
	return name
}
