package pack

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/text/jsondoc"
)

// filesLimit is the largest document about files, in bytes.
const filesLimit = 256 << 20

// readFiles reads a document about files; what names it in errors. The document is a JSON array of entries, or an
// object with such an array under "files". With lines, it may also be a sequence of entries (JSON lines).
func readFiles[T any](s *cli.Streams, what, name string, lines bool) ([]T, error) {
	in, closeInput, err := cli.OpenInput(s, name)
	if err != nil {
		return nil, err
	}
	defer closeInput()
	data, err := io.ReadAll(io.LimitReader(in, filesLimit+1))
	if err != nil {
		return nil, cli.Failf("read %s: %w", what, err)
	}
	if len(data) > filesLimit {
		return nil, cli.Usagef("read %s: the document is larger than 256 MB", what)
	}
	entries, err := decodeFiles[T](data, lines)
	if err != nil {
		return nil, cli.Usagef("read %s: %w", what, err)
	}
	return entries, nil
}

func decodeFiles[T any](data []byte, lines bool) ([]T, error) {
	d := filesDecoder[T]{Scanner: jsondoc.Scanner[[]byte]{Src: bytes.TrimPrefix(data, []byte("\uFEFF"))}, lines: lines}
	found, fault := d.document()
	if d.Space(); fault == nil && d.Pos < len(d.Src) {
		fault = d.Failf(d.Pos, "the input goes on after the document")
	}
	switch {
	case fault != nil:
		line, column := jsondoc.Place(string(d.Src), fault.Offset)
		return nil, fmt.Errorf("line %d, column %d: %w", line, column, fault)
	case !found:
		return nil, errors.New(`neither an array nor an object with an array "files"`)
	}
	return d.entries, nil
}

type filesDecoder[T any] struct {
	jsondoc.Scanner[[]byte]
	lines   bool
	entries []T
}

// document reads the entries, if the document has any.
func (d *filesDecoder[T]) document() (found bool, fault *jsondoc.Fault) {
	d.Space()
	switch kind, _ := d.Kind(); kind {
	case jsondoc.Array:
		return true, d.Array(d.entry)
	case jsondoc.Object:
		start := d.Pos
		fault = d.Object(func(name jsondoc.Span) *jsondoc.Fault {
			if kind, _ := d.Kind(); kind == jsondoc.Array && jsondoc.Unquote(string(d.Src[name.From:name.To])) == "files" {
				found, d.entries = true, nil
				return d.Array(d.entry)
			}
			_, fault := d.Value()
			return fault
		})
		if !found && fault == nil && d.lines {
			d.Pos = start
			return true, d.sequence()
		}
		return found, fault
	}
	_, fault = d.Value()
	return false, fault
}

// sequence reads entries to the end of the text.
func (d *filesDecoder[T]) sequence() (fault *jsondoc.Fault) {
	for fault == nil && d.Pos < len(d.Src) {
		fault = d.entry()
		d.Space()
	}
	return fault
}

func (d *filesDecoder[T]) entry() *jsondoc.Fault {
	at, fault := d.Value()
	if fault != nil {
		return fault
	}
	var entry T
	err := json.Unmarshal(d.Src[at.From:at.To], &entry)
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return d.Failf(at.From+int(kind.Offset)-1, "%s cannot be a JSON %s", cmp.Or(strings.TrimPrefix(kind.Field, "Facts."), "an entry"), kind.Value)
	} else if err != nil {
		return d.Failf(at.From, "%s", err)
	}
	d.entries = append(d.entries, entry)
	return nil
}
