package messages

import (
	"path"
	"strings"
	"unicode"

	"ctxpack/internal/jsondoc"
)

// operation is what a tool call does to a file.
type operation uint8

const (
	noOperation operation = iota
	read
	created
	edited
	deleted
)

func (o operation) String() string {
	return [...]string{"", "read", "created", "edited", "deleted"}[o]
}

// modifies says whether a file is another one after the operation.
func (o operation) modifies() bool { return o > read }

// fileOperation is an operation and the file it is for. The path is "" if it is
// none.
type fileOperation struct {
	operation operation
	path      string // as it was given
}

// modifies says whether it is an operation that modifies a file.
func (f fileOperation) modifies() bool { return f.path != "" && f.operation.modifies() }

// operationWords are the words of which a tool's name must hold one. Of several
// the one counts that stands first here: what might modify a file is taken to
// do so.
func operationWords() []struct {
	word string
	operation
} {
	return []struct {
		word string
		operation
	}{
		{"create", created}, {"write", created},
		{"edit", edited}, {"modify", edited}, {"patch", edited}, {"replace", edited},
		{"delete", deleted}, {"remove", deleted},
		{"read", read}, {"get", read}, {"view", read}, {"open", read}, {"cat", read},
	}
}

// operationOf finds the operation in the words of a tool's name.
func operationOf(name string) operation {
	words := splitWords(name)
	for _, known := range operationWords() {
		for _, word := range words {
			if strings.EqualFold(word, known.word) {
				return known.operation
			}
		}
	}
	return noOperation
}

// splitWords splits a name into its words: at everything but letters and
// digits, between letters and digits, before a capital after a small letter,
// and before the last capital of several if a small letter follows.
func splitWords(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	for i := 0; i <= len(runes); i++ {
		if i < len(runes) && i > start && !wordBreak(runes, i) {
			continue
		}
		if i > start && (unicode.IsLetter(runes[start]) || unicode.IsDigit(runes[start])) {
			words = append(words, string(runes[start:i]))
		}
		start = i
	}
	return words
}

// wordBreak says whether a word ends before the character at i, which is not
// the first.
func wordBreak(runes []rune, i int) bool {
	a, b := runes[i-1], runes[i]
	switch {
	case !unicode.IsLetter(a) || !unicode.IsLetter(b):
		return !unicode.IsDigit(a) || !unicode.IsDigit(b)
	case unicode.IsUpper(b):
		return !unicode.IsUpper(a) || i+1 < len(runes) && unicode.IsLower(runes[i+1])
	}
	return false
}

// editorOperation is the operation of a call of Anthropic's text editor tool,
// whose name says "replace" whatever its argument `command` makes it do.
func editorOperation(name, command string) (operation, bool) {
	if name != "str_replace_editor" && name != "str_replace_based_edit_tool" {
		return noOperation, false
	}
	switch command {
	case "view":
		return read, true
	case "create":
		return created, true
	}
	return edited, true
}

func pathNames() [5]string {
	return [...]string{"path", "file", "file_path", "filePath", "filename"}
}

// findOperations finds out which calls are file operations. The path is looked
// for in the arguments, then in the results. A result without its call is one
// if it carries the name of its tool.
func (c *Conversation) findOperations() {
	for i := range c.messages {
		calls := c.messages[i].calls
		for k := range calls {
			calls[k].file, calls[k].pathFrom = c.operationOfCall(&calls[k]), -1
		}
	}
	for i := range c.messages {
		results := c.messages[i].results
		for k := range results {
			c.operationOfResult(i, &results[k])
		}
	}
}

func (c *Conversation) operationOfCall(call *call) fileOperation {
	out := fileOperation{operation: operationOf(call.name)}
	if out.operation == noOperation {
		return out
	}
	fields := stringFields(c.arguments(call))
	out.path = firstPath(fields)
	if operation, ok := editorOperation(call.name, fields["command"]); ok {
		out.operation = operation
	}
	return out
}

// operationOfResult gives a result of message i its call's operation, and the
// call the path that stands in the result if it has none.
func (c *Conversation) operationOfResult(i int, r *result) {
	from := &call{file: fileOperation{operation: operationOf(r.name)}}
	if r.call.message >= 0 {
		from = &c.messages[r.call.message].calls[r.call.call]
	}
	if from.file.operation != noOperation && from.file.path == "" {
		from.file.path, from.pathFrom = pathInResult(c.text(&r.body)), i
	}
	r.file = from.file
}

// pathInResult finds the path in a line `File:` or `Path:` of a result, or in a
// result that is JSON.
func pathInResult(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		for _, name := range []string{"File:", "Path:"} {
			if rest, ok := strings.CutPrefix(line, name); ok {
				if found := strings.Trim(rest, " \t`\"'"); found != "" {
					return found
				}
			}
		}
	}
	return firstPath(stringFields(text))
}

func firstPath(fields map[string]string) string {
	for _, name := range pathNames() {
		if value := strings.TrimSpace(fields[name]); value != "" {
			return value
		}
	}
	return ""
}

// stringFields returns the members of an object that can hold a path or a
// command and are strings, nil for what is no JSON object.
func stringFields(text string) map[string]string {
	s := newReader(text, 0)
	if s.Space(); s.Peek() != '{' {
		return nil
	}
	fields := map[string]string{}
	f := s.Object(func(name jsondoc.Span) *jsondoc.Fault {
		at, f := s.Value()
		if f != nil || text[at.From] != '"' {
			return f
		}
		switch key := jsondoc.Unquote(s.of(name)); key {
		case "path", "file", "file_path", "filePath", "filename", "command":
			fields[key] = jsondoc.Unquote(s.of(at))
		}
		return nil
	})
	if s.Space(); f != nil || s.Pos < len(text) {
		return nil
	}
	return fields
}

// samePath is a path in the form in which paths are compared.
func samePath(given string) string {
	return path.Clean(strings.ReplaceAll(given, `\`, "/"))
}
