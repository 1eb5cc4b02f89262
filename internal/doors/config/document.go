package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"ctxpack/internal/text/jsondoc"
)

// parseFile reads the settings of one file, or everything that is wrong with it.
func (t *Table) parseFile(path string, data []byte) (*walker, Errors) {
	w := &walker{table: t, path: path}
	root, err := parseDocument(path, data)
	if err != nil {
		return w, Errors{err}
	}
	if root != nil {
		w.mapping(t.accepted(), root)
	}
	return w, limitErrors(w.errs)
}

// parseDocument reads the one document of a file; nil if there is none. It
// refuses what a hostile file could make expensive, before it is walked.
func parseDocument(path string, data []byte) (*yaml.Node, *Error) {
	if len(data) > MaxBytes {
		return nil, &Error{Path: path, Line: 1, Msg: fmt.Sprintf("the file is larger than %s bytes", grouped(MaxBytes))}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if at := jsondoc.InvalidUTF8(string(data)); at >= 0 {
		line, column := jsondoc.Place(string(data), at)
		return nil, &Error{Path: path, Line: line, Column: column, Msg: "the file is not UTF-8"}
	}
	if line := directiveAt(data); line > 0 {
		return nil, &Error{Path: path, Line: line, Msg: "the file has too many %TAG directives"}
	}
	documents, err := decode(data, 2)
	if err != nil {
		return nil, syntaxError(path, data, err)
	}
	if len(documents) == 0 {
		return nil, nil
	}
	if len(documents) > 1 {
		second := documents[1]
		return nil, &Error{
			Path: path, Line: second.Line, Column: second.Column,
			Msg: "the file has more than one document", Hint: "remove the line --- and what follows it",
		}
	}
	root := documents[0].Content[0]
	switch size := (expander{sizes: map[*yaml.Node]int{}}).expanded(root); {
	case size == cyclic:
		return nil, &Error{Path: path, Line: root.Line, Column: root.Column, Msg: "an anchor contains an alias of itself"}
	case size > MaxBytes:
		return nil, &Error{
			Path: path, Line: root.Line, Column: root.Column,
			Msg: fmt.Sprintf("aliases and anchors expand beyond %s bytes", grouped(MaxBytes)),
		}
	}
	return root, nil
}

// decode reads at most limit documents. A panic of the parser becomes an error.
func decode(data []byte, limit int) (documents []*yaml.Node, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			err = errors.New("the file cannot be parsed")
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for len(documents) < limit {
		var n yaml.Node
		if err := decoder.Decode(&n); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		documents = append(documents, &n)
	}
	return documents, nil
}

// directiveAt returns the line of the first %TAG directive if there are many, or
// 0. The parser takes time that grows with the square of their number. They are
// counted wherever they are, because YAML knows more line ends than most.
func directiveAt(data []byte) int {
	const most = 100
	name := []byte("%TAG")
	if bytes.Count(data, name) <= most {
		return 0
	}
	return 1 + bytes.Count(data[:bytes.Index(data, name)], []byte("\n"))
}

// cyclic is the expanded size of a node that contains itself.
const cyclic = -1

// An expander computes how large nodes are once each alias is replaced by what it represents.
type expander struct {
	sizes map[*yaml.Node]int // of anchored nodes; cyclic while being computed
}

// expanded returns the size of n in bytes, at most just over MaxBytes, or cyclic. An alias comes after its anchor, so
// that it finds the anchor's size known, unless it is inside the anchor's node.
func (e expander) expanded(n *yaml.Node) int {
	if n.Kind == yaml.AliasNode {
		return e.sizes[n.Alias]
	}
	if n.Anchor != "" {
		e.sizes[n] = cyclic
	}
	size := len(n.Value) + 1
	for _, child := range n.Content {
		part := e.expanded(child)
		if part == cyclic {
			return cyclic
		}
		size = min(size+part, MaxBytes+1)
	}
	if n.Anchor != "" {
		e.sizes[n] = size
	}
	return size
}

// syntaxError turns an error of the parser into one with a place.
func syntaxError(path string, data []byte, err error) *Error {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	reported := 1
	if m := regexp.MustCompile(`^line (\d+): `).FindStringSubmatch(message); m != nil {
		message = message[len(m[0]):]
		if n, err := strconv.Atoi(m[1]); err == nil {
			reported = n
		}
	}
	lines := bytes.Split(bytes.TrimRight(data, "\n"), []byte("\n"))
	line := brokenLine(data)
	// An unclosed bracket is reported at the end of the file, which helps
	// nobody; otherwise the parser may know a later line of the same construct.
	if line == 0 || !strings.Contains(message, "end of stream") {
		line = max(line, reported)
	}
	line = min(line, len(lines))
	return &Error{Path: path, Line: line, Msg: "invalid YAML: " + message, Hint: syntaxHint(string(lines[line-1]))}
}

// brokenLine returns the first line that cannot be parsed together with all lines before it: the parser itself names
// the line where the surrounding construct starts, or none. It returns 0 for a file too long to find out.
func brokenLine(data []byte) int {
	const maxWork = 2_000_000 // bytes parsed in all
	work := 0
	ends := []int{0}
	for i, c := range data {
		if c == '\n' && i+1 < len(data) {
			ends = append(ends, i+1)
		}
	}
	// From the end, because a prefix that stops inside a list does not parse either.
	for i := len(ends) - 1; i > 0; i-- {
		if work += ends[i]; work > maxWork {
			return 0
		}
		if _, err := decode(data[:ends[i]], len(data)); err == nil {
			return i + 1
		}
	}
	return 1
}

// syntaxHint recognises the usual mistakes in the line of a syntax error.
func syntaxHint(line string) string {
	switch {
	case regexp.MustCompile(`(^|[\s\[,])\*[^\s]`).MatchString(line):
		return `quote patterns that start with *, as in "*.go"`
	case strings.HasPrefix(strings.TrimLeft(line, " "), "\t"):
		return "indent with spaces: YAML takes no tabs"
	case regexp.MustCompile("(^|[\\s\\[,])[!@`%{}\\[\\]][^\\s]").MatchString(line):
		return "quote texts that start with a special character"
	}
	return ""
}
