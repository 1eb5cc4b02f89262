package messages

import (
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"ctxpack/internal/text/jsondoc"
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

func (o operation) String() string { return [...]string{"", "read", "created", "edited", "deleted"}[o] }

// fileOperation is an operation and the files it is for. It is none without a path.
type fileOperation struct {
	operation operation
	paths     []string // as they were given
}

// path returns the first path, "" if it is no file operation.
func (f fileOperation) path() string {
	if len(f.paths) == 0 {
		return ""
	}
	return f.paths[0]
}

// operationWords are the words of which a tool's name must hold one. Of several the one counts that stands first
// here: what might modify a file is taken to do so.
func operationWords() []struct {
	word string
	operation
} {
	return []struct {
		word string
		operation
	}{
		{"create", created}, {"write", created}, {"save", created},
		{"edit", edited}, {"modify", edited}, {"patch", edited}, {"replace", edited}, {"update", edited}, {"append", edited},
		{"insert", edited}, {"apply", edited}, {"move", edited},
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

// splitWords splits a name into its words: at everything but letters and digits, between letters and digits, before a
// capital after a small letter, and before the last capital of several if a small letter follows.
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

// wordBreak reports whether a word ends before the character at i, which is not the first.
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

// pathNames are the arguments that name a file, the best first.
func pathNames() []string {
	return []string{
		"path", "file", "file_path", "filePath", "filename", "target_file", "absolute_path", "notebook_path", "paths", "uri",
	}
}

// findOperations finds out which calls are file operations. The path is looked for in the arguments, then in the
// results. A result without its call is one if it carries the name of its tool.
func (c *Conversation) findOperations() {
	for i := range c.messages {
		calls := c.messages[i].calls
		for k := range calls {
			calls[k].file = c.operationOfCall(&calls[k])
		}
	}
	for i := range c.messages {
		results := c.messages[i].results
		for k := range results {
			c.operationOfResult(&results[k])
		}
	}
}

func (c *Conversation) operationOfCall(call *call) fileOperation {
	arguments := c.arguments(call)
	out := fileOperation{operation: operationOf(call.name)}
	if strings.Contains(arguments, patchStart) {
		out.operation = edited // whatever runs it
	}
	if out.operation == noOperation {
		return out
	}
	fields := fieldsOf(arguments)
	if out.paths = firstPaths(fields); out.paths == nil && out.operation == edited {
		out.paths = patchedPaths(arguments, fields)
	}
	if command := fields["command"]; len(command) > 0 {
		if operation, ok := editorOperation(call.name, command[0]); ok {
			out.operation = operation
		}
	}
	return out
}

// operationOfResult gives a result its call's operation, and the call the path
// that stands in the result if it has none.
func (c *Conversation) operationOfResult(r *result) {
	from := &call{file: fileOperation{operation: operationOf(r.name)}}
	if r.call.message >= 0 {
		from = &c.messages[r.call.message].calls[r.call.call]
	}
	if from.file.operation != noOperation && from.file.paths == nil {
		from.file.paths = pathInResult(c.text(&r.body))
	}
	r.file = from.file
}

// pathInResult finds the path in a line `File:` or `Path:` of a result, or in a result that is JSON.
func pathInResult(text string) []string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		for _, name := range []string{"File:", "Path:"} {
			if rest, ok := strings.CutPrefix(line, name); ok {
				if found := strings.Trim(rest, " \t`\"'"); found != "" {
					return []string{found}
				}
			}
		}
	}
	return firstPaths(fieldsOf(text))
}

func firstPaths(fields map[string][]string) []string {
	for _, name := range pathNames() {
		var found []string
		for _, value := range fields[name] {
			if value = localPath(strings.TrimSpace(value)); value != "" {
				found = append(found, value)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// localPath is the path in an address of a file, and nothing for addresses of
// other things.
func localPath(value string) string {
	if rest, ok := strings.CutPrefix(value, "file://"); ok {
		return rest
	}
	if strings.Contains(value, "://") {
		return ""
	}
	return value
}

// patchStart opens a patch in the form that agents of OpenAI write.
const patchStart = "*** Begin Patch"

// patchedPaths returns the files that a patch given as text is for.
func patchedPaths(arguments string, fields map[string][]string) []string {
	texts := []string{arguments}
	if fields != nil {
		texts = nil
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			texts = append(texts, fields[name]...)
		}
	}
	var found []string
	add := func(path string) {
		path, _, _ = strings.Cut(strings.TrimSpace(path), "\t")
		if path != "" && path != "/dev/null" && !slices.Contains(found, path) {
			found = append(found, path)
		}
	}
	for _, text := range texts {
		unified := strings.Contains(text, "\n@@ ")
		for line := range strings.Lines(text) {
			for _, mark := range []string{"*** Update File:", "*** Add File:", "*** Delete File:", "*** Move to:"} {
				if rest, ok := strings.CutPrefix(line, mark); ok {
					add(rest)
				}
			}
			for mark, side := range map[string]string{"--- ": "a/", "+++ ": "b/"} {
				if rest, ok := strings.CutPrefix(line, mark); ok && unified {
					add(strings.TrimPrefix(strings.TrimSpace(rest), side))
				}
			}
		}
	}
	return found
}

// fieldsOf returns the members of an object that are strings, or lists of them
// where they may be; nil for what is no JSON object.
func fieldsOf(text string) map[string][]string {
	s := newReader(text, 0)
	if s.Space(); s.Peek() != '{' {
		return nil
	}
	fields := map[string][]string{}
	f := s.Object(func(name jsondoc.Span) *jsondoc.Fault {
		at, f := s.Value()
		if f != nil {
			return f
		}
		key := jsondoc.Unquote(s.of(name))
		switch text[at.From] {
		case '"':
			fields[key] = []string{jsondoc.Unquote(s.of(at))}
		case '[':
			if key != "paths" && key != "command" {
				return nil
			}
			list := s.at(at)
			return list.items(func(int) *jsondoc.Fault {
				item, f := list.Value()
				if f == nil && text[item.From] == '"' {
					fields[key] = append(fields[key], jsondoc.Unquote(list.of(item)))
				}
				return f
			})
		}
		return nil
	})
	if s.Space(); f != nil || s.Pos < len(text) {
		return nil
	}
	return fields
}

// samePath is a path in the form in which paths are compared.
func samePath(given string) string { return path.Clean(strings.ReplaceAll(given, `\`, "/")) }
