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

// parseFile parses the settings of one file and returns them with all errors of the file.
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

// parseDocument parses the single document of a file; nil if there is none. Before the
// document is walked, it rejects contents that would be expensive to process.
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

// decode reads at most limit documents. It turns a panic of the parser into an error.
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

// directiveAt returns the line of the first %TAG directive if there are many, otherwise 0: the parser needs quadratic
// time for them. It counts them anywhere in the text, because YAML has unusual line ends.
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

// An expander computes the sizes of nodes with all aliases expanded.
type expander struct {
	sizes map[*yaml.Node]int // sizes of anchored nodes; cyclic while being computed
}

// expanded returns the size of n in bytes, at most MaxBytes+1, or cyclic. An alias comes after its anchor, so the
// anchor's size is known, unless the alias is inside the anchor's node.
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

// syntaxError adds a place and a hint to an error of the parser.
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
	// The parser reports an unclosed bracket at the end of the file, which does
	// not help. For other errors it may report a better, later line.
	if line == 0 || !strings.Contains(message, "end of stream") {
		line = max(line, reported)
	}
	line = min(line, len(lines))
	return &Error{Path: path, Line: line, Msg: "invalid YAML: " + message, Hint: syntaxHint(string(lines[line-1]))}
}

// brokenLine returns the first line that cannot be parsed together with all lines before it: the parser itself reports
// the start of the surrounding construct, or no line. It returns 0 if the file is too long for this search.
func brokenLine(data []byte) int {
	const maxWork = 2_000_000 // bytes parsed in all
	work := 0
	ends := []int{0}
	for i, c := range data {
		if c == '\n' && i+1 < len(data) {
			ends = append(ends, i+1)
		}
	}
	// Search from the end, because a prefix that stops inside a list does not parse either.
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
