package messages

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/kinds"
	"ctxpack/internal/text/mapped"
)

// operation is the effect of a tool call on a file.
type operation uint8

const (
	noOperation operation = iota
	read
	created
	edited
	deleted
)

func (o operation) String() string { return [...]string{"", "read", "created", "edited", "deleted"}[o] }

// fileOperation is an operation and its files. Without a path, it is not an operation.
type fileOperation struct {
	operation operation
	paths     []string // as given
}

// path returns the first path, "" if it is not a file operation.
func (f fileOperation) path() string {
	if len(f.paths) == 0 {
		return ""
	}
	return f.paths[0]
}

// operationOf derives the operation from the words of a tool's name. Of several, the first in this list counts: a
// tool that might modify a file is assumed to.
func operationOf(name string) operation {
	words := strings.Fields(strings.ToLower(strings.Join(splitWords(name), " ")))
	for _, o := range []operation{created, edited, deleted, read} {
		if slices.ContainsFunc(words, func(word string) bool { return kinds.Is(word, "file is "+o.String()) }) {
			return o
		}
	}
	return noOperation
}

// splitWords splits a name into its words: at everything but letters and digits, between letters and digits, before
// a capital after a small letter, and before the last capital of several if a small letter follows.
func splitWords(name string) []string {
	var parted strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && wordBreak(runes, i) {
			parted.WriteByte(' ')
		}
		parted.WriteRune(r)
	}
	return strings.FieldsFunc(parted.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
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

// pathNames are the arguments that name a file, the best first.
const pathNames = "path file file_path filePath filename target_file absolute_path notebook_path paths uri"

// findOperations determines which calls are file operations. It takes the path from the arguments, else from the
// results. A result without its call counts if it has the name of its tool.
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
			r := &results[k]
			of := &fileOperation{operation: operationOf(r.name)}
			if r.call.message >= 0 {
				of = &c.messages[r.call.message].calls[r.call.call].file
			}
			if of.operation != noOperation && of.paths == nil {
				of.paths = pathInResult(c.text(&r.body))
			}
			r.file = *of
		}
	}
}

func (c *Conversation) operationOfCall(call *call) fileOperation {
	arguments := c.arguments(call)
	out := fileOperation{operation: operationOf(call.name)}
	if strings.Contains(arguments, patchStart) {
		out.operation = edited // whichever tool applies it
	}
	if out.operation == noOperation {
		return out
	}
	fields := fieldsOf(arguments)
	if out.paths = firstPaths(fields); out.paths == nil && out.operation == edited {
		out.paths = patchedPaths(arguments, fields)
	}
	// Anthropic's text editor tool is named "replace" for all of its commands.
	editor := call.name == "str_replace_editor" || call.name == "str_replace_based_edit_tool"
	if command := fields["command"]; editor && len(command) > 0 {
		out.operation = cmp.Or(map[string]operation{"view": read, "create": created}[command[0]], edited)
	}
	return out
}

// pathInResult finds the path in a line `File:` or `Path:` of a result, or in a JSON result.
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
	for name := range strings.FieldsSeq(pathNames) {
		values := mapped.NonZero(fields[name], func(value string) string { return strings.TrimPrefix(strings.TrimSpace(value), "file://") })
		if found := mapped.Where(values, func(value string) bool { return !strings.Contains(value, "://") }); found != nil {
			return found
		}
	}
	return nil
}

// patchStart starts a patch in the format of OpenAI's agents.
const patchStart = "*** Begin Patch"

// patchedPaths returns the files of a patch given as text.
func patchedPaths(arguments string, fields map[string][]string) []string {
	texts := []string{arguments}
	if fields != nil {
		texts = mapped.Flat(slices.Sorted(maps.Keys(fields)), func(name string) []string { return fields[name] })
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

// fieldsOf returns the members of an object that are strings, or lists of strings where allowed; nil unless it is a
// JSON object.
func fieldsOf(text string) map[string][]string {
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return nil
	}
	v, err := jsondoc.Parse([]byte(text), jsondoc.Options{Repeated: true})
	if err != nil {
		return nil
	}
	fields := map[string][]string{}
	for _, m := range v.Members {
		items := []*jsondoc.Value{m.Value}
		if m.Name == "paths" || m.Name == "command" {
			items = append(items, m.Value.Items...)
		}
		for _, item := range items {
			if item.Kind == jsondoc.String {
				fields[m.Name] = append(fields[m.Name], item.Text)
			}
		}
	}
	return fields
}

// samePath normalizes a path for comparison.
func samePath(given string) string { return path.Clean(strings.ReplaceAll(given, `\`, "/")) }
