package shell

import (
	"path"
	"strings"

	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// A script builds a skeleton. It omits the bodies of functions that start and end in the first column, and reads
// the source commands in them itself.
type script struct {
	*lex.Skeleton
	body      int      // start of the current body, or 0
	documents []string // end words of the here-documents that begin below this line
	depth     int      // depth of substitutions
}

// Read-only.
var stops = lex.StopsAt("'\"\\`#<\n$;&|()")

var heads = pattern.Of(`^(?:function[ \t]+[\w:.-]+[ \t]*(?:\([ \t]*\))?|[A-Za-z_][\w:.-]*[ \t]*\([ \t]*\))[ \t]*\n?\{[ \t]*(?:#.*)?\n`)

// build makes the skeleton of a script; the grammar takes tests of bats for commands.
func build(k *lex.Skeleton) bool {
	s := &script{Skeleton: k}
	if path.Ext(k.Name) == ".bats" || strings.Contains(k.Src, "\r") {
		return false
	}
	for i := 0; i < len(k.Src); {
		switch c := k.Src[i]; {
		case c == '}' && s.body > 0:
			s.leaveOut(i)
		case lex.InIdentifier(c):
			if head := heads().FindString(k.Src[i:min(len(k.Src), i+200)]); head != "" {
				if s.body > 0 {
					return false
				}
				i += len(head)
				s.body, k.Elided = i, 1
				continue
			}
		}
		if i = s.read(i, '\n'); i < 0 {
			return false
		}
	}
	if s.body > 0 || len(s.documents) > 0 {
		return false
	}
	k.Out = append(k.Out, k.Src[k.Copied:]...)
	return true
}

// leaveOut omits the body that ends at an offset.
func (s *script) leaveOut(end int) {
	if s.FindsBodies() {
		s.BodyEnds(s.body, end)
	} else if end > s.body {
		s.Out = append(append(s.Out, s.Src[s.Copied:s.body]...), ':')
		s.Copied = s.body
		s.LeaveOut(end)
	}
	s.body, s.Elided = 0, 0
}

// read reads commands from i to the byte that ends them (a line end, or the bracket or quote of a substitution),
// and returns the offset after it, or -1 for malformed text.
func (s *script) read(i int, end byte) int {
	if s.depth++; s.depth > outline.MaxNesting {
		return -1
	}
	defer func() { s.depth-- }()
	s.readSource(i)
	for depth := 0; i < len(s.Src); {
		c := s.Src[i]
		if !stops[c] {
			i++
			continue
		}
		at := i
		i++
		switch {
		case c == '\n':
			if i = s.skipDocuments(i); i < 0 || end == '\n' {
				return i
			}
			s.readSource(i)
		case c == end && depth == 0:
			return i
		case c == '\\':
			i++
		case c == '\'':
			i = s.skipQuoted(i, c, at > 0 && s.Src[at-1] == '$')
		case c == '"':
			i = s.skipQuoted(i, c, true)
		case c == '`':
			i = s.read(i, '`')
		case c == '$' && strings.HasPrefix(s.Src[i:], "("):
			i = s.read(i+1, ')')
		case c == '#' && (at == 0 || strings.IndexByte(" \t\n;(&|`", s.Src[at-1]) >= 0):
			i = s.LineComment(at)
		case c == '<' && strings.HasPrefix(s.Src[i:], "<"):
			i = s.noteDocument(i + 1)
		case c == '(':
			depth++
		case c == ')':
			depth = max(depth-1, 0) // ends a pattern of case, if no bracket is open
		}
		if strings.IndexByte(";&|(`", c) >= 0 && i > 0 {
			s.readSource(i)
		}
		if i < 0 {
			return -1
		}
	}
	if end != '\n' {
		return -1
	}
	return len(s.Src)
}

// skipQuoted returns the offset after a quoted text; double quotes may hold commands.
func (s *script) skipQuoted(i int, quote byte, escapes bool) int {
	for i >= 0 && i < len(s.Src) {
		switch c := s.Src[i]; {
		case c == quote:
			return i + 1
		case c == '\\' && escapes:
			i += 2
		case quote == '"' && c == '`':
			i = s.read(i+1, '`')
		case quote == '"' && c == '$' && strings.HasPrefix(s.Src[i+1:], "("):
			i = s.read(i+2, ')')
		default:
			i++
		}
	}
	return -1
}

// noteDocument notes the end word of the here-document that << opens before i.
func (s *script) noteDocument(i int) int {
	rest := s.Src[i:]
	word := strings.TrimLeft(strings.TrimPrefix(rest, "-"), " \t")
	isNumber := word != "" && word[0] >= '0' && word[0] <= '9'
	isWord := word != "" && (lex.InIdentifier(word[0]) || strings.IndexByte(`'"\`, word[0]) >= 0)
	if strings.HasPrefix(rest, "<") || isNumber || !isWord {
		return i + len(rest) - len(strings.TrimPrefix(rest, "<"))
	}
	n := strings.IndexAny(word, " \t\n;&|)<>")
	if n < 0 {
		return -1
	}
	mark := ""
	if strings.HasPrefix(rest, "-") {
		mark = "\t"
	}
	s.documents = append(s.documents, mark+strings.NewReplacer(`'`, "", `"`, "", `\`, "").Replace(word[:n]))
	return i + len(rest) - len(word) + n
}

// skipDocuments returns the offset after the here-documents that begin at a line.
func (s *script) skipDocuments(i int) int {
	for _, end := range s.documents {
		mark, tabs := strings.CutPrefix(end, "\t")
		for found := false; !found; {
			if i >= len(s.Src) {
				return -1
			}
			line, _, _ := strings.Cut(s.Src[i:], "\n")
			i = min(i+len(line)+1, len(s.Src))
			found = line == mark || tabs && strings.TrimLeft(line, "\t") == mark
		}
	}
	s.documents = s.documents[:0]
	return i
}

// readSource reads the command at i of a body if it reads another file.
func (s *script) readSource(i int) {
	if s.body == 0 {
		return
	}
	rest := strings.TrimLeft(s.Src[i:], " \t")
	for _, word := range [...]string{"then ", "do ", "else ", "if ", "{ ", "! "} {
		if after, ok := strings.CutPrefix(rest, word); ok {
			rest = strings.TrimLeft(after, " \t")
		}
	}
	name, rest, ok := strings.Cut(rest[:min(len(rest), 4096)], " ")
	if !ok || !sources(name) {
		return
	}
	argument := strings.TrimLeft(rest, " \t")
	end, quote := 0, byte(0)
	for ; end < len(argument) && argument[end] != '\n'; end++ {
		switch c := argument[end]; {
		case c == quote:
			quote = 0
		case quote != 0:
		case c == '"' || c == '\'':
			quote = c
		case strings.IndexByte(" \t;&|)<>", c) >= 0:
			argument = argument[:end]
		}
	}
	if argument = argument[:min(end, len(argument))]; argument != "" {
		s.Imports = append(s.Imports, sourced(s.Name, name, argument, s.LineOf(i))...)
	}
}
