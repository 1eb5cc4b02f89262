package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/fault"
)

// OpenInput opens a document: the named file, or standard input for "" and "-". Reading from a
// terminal is a usage error.
func OpenInput(s *Streams, name string) (io.Reader, func(), error) {
	if name != "" && name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, FileFailure(name, err, "%w", err)
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return nil, nil, errors.Join(Failf("read %s: it is a folder", name), f.Close())
		}
		return s.Limited(f, name), func() { _ = f.Close() }, nil // opened read-only
	}
	if name == "" && s.InTerminal {
		return nil, nil, Usagef("no FILE is given and standard input is a terminal").
			WithHint("name a FILE, pipe something in, or give - to type it")
	}
	return s.Limited(s.In, name), func() {}, nil
}

// FlagFile reads the file that a flag names in addition to a command's documents: a regular file of
// at most limit bytes. It strips a byte order mark.
func FlagFile(flag, name string, limit int64) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", FileFailure(name, err, "--%s: %s: %w", flag, name, PlainPathError(err))
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return "", Usagef("--%s: %s is not a regular file of at most %s", flag, name, config.Size(limit))
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return "", Usagef("--%s: %s: %w", flag, name, PlainPathError(err))
	}
	return strings.TrimPrefix(string(data), "\uFEFF"), nil
}

// Limited limits a reader to the size that the settings allow.
func (s *Streams) Limited(in io.Reader, name string) io.Reader {
	limit := s.inputLimit()
	return &limitedInput{in: in, left: limit, limit: limit, name: InputName(name)}
}

// limitedInput fails if an input exceeds a limit.
type limitedInput struct {
	in          io.Reader
	left, limit int64
	name        string
}

func (l *limitedInput) Read(p []byte) (int, error) {
	if l.left < 0 {
		return 0, Usagef("%s has more than %s", l.name, config.Size(l.limit)).WithHint("to read more, set input.limit: CTXPACK_INPUT_LIMIT=500MB")
	}
	n, err := l.in.Read(p[:min(int64(len(p)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		n--
		err = nil // the next call returns it
	}
	return n, err
}

// ReadInput reads a document unchanged, from a file or standard input. Interrupting the run ends the wait for input.
func ReadInput(ctx context.Context, s *Streams, name string) ([]byte, error) {
	in, closeInput, err := OpenInput(s, name)
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
		r.err = fault.Guard(InputName(name), func() (err error) {
			r.data, err = io.ReadAll(in)
			return err
		})()
		done <- r
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		if known, ok := errors.AsType[*Failure](r.err); ok {
			return nil, known
		}
		if r.err != nil {
			return nil, Failf("read %s: %w", InputName(name), PlainPathError(r.err))
		}
		return r.data, nil
	}
}

// ReadAll reads a named file, or standard input, unchanged.
func ReadAll(ctx context.Context, s *Streams, name string) (string, error) {
	if name != "" && name != "-" {
		return ReadText(ctx, s, name)
	}
	in, closeInput, err := OpenInput(s, name)
	if err != nil {
		return "", err
	}
	defer closeInput()
	data, err := io.ReadAll(in)
	return string(data), err
}

// ReadText reads a file that the user named, in any encoding.
func ReadText(ctx context.Context, s *Streams, name string) (string, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("there is no such file")
	}
	tree, err := source.Open(filepath.Dir(name))
	if err != nil {
		return "", PlainPathError(err)
	}
	defer tree.Close()
	files, _, err := tree.List(ctx, []string{filepath.Base(name)}, source.Options{MaxBytes: s.inputLimit(), Own: render.Opens})
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", errors.New("it cannot be read")
	}
	text, skip, err := tree.Read(ctx, files[0], "")
	if err != nil {
		return "", PlainPathError(err)
	}
	switch skip {
	case source.None:
		return text.Content, nil
	case source.Generated, source.Minified, source.Output:
		// Files that pack would skip are shown if named.
		data, err := os.ReadFile(name)
		return strings.ToValidUTF8(string(data), "\uFFFD"), err
	}
	return "", errors.New(skip.Sentence())
}

// PlainPathError returns the cause of a path error, without the path and the system call.
func PlainPathError(err error) error { return fault.WithoutPath(err) }

// InputName returns the name of an input for errors.
func InputName(name string) string {
	if name == "" || name == "-" {
		return "standard input"
	}
	return name
}

// Expand resolves patterns among paths as a shell does: a path that does not exist is replaced with
// its matches, in order. Only a leading dot in the pattern matches a leading dot.
func Expand(paths []string) ([]string, error) {
	var out []string
	for _, path := range paths {
		if _, err := os.Lstat(path); !strings.ContainsAny(path, "*?[") || !errors.Is(err, fs.ErrNotExist) {
			out = append(out, path)
			continue
		}
		if strings.Contains(path, "**") {
			return nil, Usagef("open %s: a PATH must not contain **", path).WithHint("name the folder, and give --include %q", path)
		}
		found, err := filepath.Glob(path)
		if err != nil {
			return nil, Usagef("open %s: it is no pattern: %w", path, err)
		}
		matched := false
		for _, name := range found {
			if !hiddenMatch(path, name) {
				out, matched = append(out, name), true
			}
		}
		if !matched {
			return nil, Usagef("open %s: no file or folder matches it", path)
		}
	}
	return out, nil
}

// hiddenMatch reports whether a part of a matched name begins with a dot and the pattern's part does not.
func hiddenMatch(pattern, name string) bool {
	parts := strings.Split(filepath.ToSlash(name), "/")
	for i, p := range strings.Split(filepath.ToSlash(filepath.Clean(pattern)), "/") {
		if i < len(parts) && strings.HasPrefix(parts[i], ".") && !strings.HasPrefix(p, ".") {
			return true
		}
	}
	return false
}
