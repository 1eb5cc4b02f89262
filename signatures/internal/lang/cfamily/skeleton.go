package cfamily

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// skeletonRules returns the skeleton rules of C and C++. They omit bodies of functions and types, and keep those of
// namespaces and `extern "C"`.
func skeletonRules() *lex.Rules {
	return &lex.Rules{Stops: lex.StopsAt("\"'#"), Token: token, Begin: begin, Keeps: keeps, Block: block, Hollow: ";"}
}

// block reports what a brace opens. After a word like struct, it may still be a function.
func block(k *lex.Skeleton) lex.Block {
	text, _ := k.Head()
	b := lex.Callable(k, "namespace")
	if b != lex.Passed {
		return b
	}
	if keeps(k, k.Out) || lex.HasWord(text, "class", "struct", "union") && !strings.Contains(text, "=") {
		return lex.Holder
	}
	return b
}

// conditionals builds a skeleton and tracks the open preprocessor conditionals.
type conditionals struct {
	*lex.Skeleton
	branches []branching
}

func begin(k *lex.Skeleton) int {
	k.Look = (&conditionals{Skeleton: k}).step
	return 0
}

func (k *conditionals) step(i int) int {
	switch {
	case k.Src[i] != '#':
		return k.Skeleton.Step(i)
	case !startsLine(k.Src, i):
		return i + 1 // an operator inside a macro that a mask would blank
	}
	return k.directive(i)
}

func token(k *lex.Skeleton, i int) int {
	switch k.Src[i] {
	case '"':
		if i > 0 && k.Src[i-1] == 'R' {
			if end := rawString(k.Src, i); end > i {
				return end
			}
		}
	case '\'':
		if i > 0 && isDigit(k.Src[i-1]) {
			return i + 1 // 1'000
		}
	}
	if end := k.Quoted(i); end > i {
		return end
	}
	line := k.Src[i:]
	if n := strings.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	return k.Waste(i, i+len(line))
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// startsLine reports whether only white space precedes i on its line.
func startsLine(src string, i int) bool {
	for i > 0 && (src[i-1] == ' ' || src[i-1] == '\t') {
		i--
	}
	return i == 0 || src[i-1] == '\n'
}

// rawString returns the offset after R"x( … )x", or i.
func rawString(src string, i int) int {
	const longest = 16 // bytes of a delimiter
	head := src[i+1 : min(len(src), i+2+longest)]
	open := strings.IndexByte(head, '(')
	if open < 0 || strings.ContainsAny(head[:open], " )\\\n\"") {
		return i
	}
	mark := ")" + head[:open] + `"`
	from := i + 1 + open
	if n := strings.Index(src[from:], mark); n >= 0 {
		return from + n + len(mark)
	}
	return i
}

// A branching is the state at an #if. Each of its branches starts from it, since only one of them is compiled.
type branching struct{ elided, open int }

// directive reads a preprocessor line up to its end, comments included. Braces in it do not count.
func (k *conditionals) directive(i int) int {
	end := directiveEnd(k.Src, i)
	line := k.Src[i:end]
	word := strings.TrimLeft(line[1:], " \t")
	switch {
	case strings.HasPrefix(word, "if"):
		k.branches = append(k.branches, branching{k.Elided, k.Open})
	case strings.HasPrefix(word, "el"):
		if n := len(k.branches); n > 0 && !k.back(i, k.branches[n-1]) {
			return -1
		}
	case strings.HasPrefix(word, "endif"):
		if n := len(k.branches); n > 0 {
			k.branches = k.branches[:n-1]
		}
	case k.Elided > 0 && strings.HasPrefix(word, "include"):
		k.include(i, strings.TrimLeft(word[len("include"):], " \t"))
	}
	if k.Marked {
		k.notes(i, line)
	}
	return end
}

// back restores the state at the start of a branch, and closes or opens the body that the previous branch left
// open. It fails while function bodies are being located, which then have no clear end.
func (k *conditionals) back(i int, at branching) bool {
	switch {
	case k.FindsBodies() && (k.Elided > 0) != (at.elided > 0):
		return false
	case k.Elided > 0 && at.elided == 0:
		k.LeaveOut(i)
		k.Out = append(k.Out, '}')
	case k.Elided == 0 && at.elided > 0:
		k.Out = append(k.Out, k.Src[k.Copied:i]...)
		k.Out = append(k.Out, '{')
		k.Copied = i
	}
	k.Elided, k.Open = at.elided, at.open
	return true
}

// directiveEnd returns the offset of the line end that ends a directive: not one after a backslash or inside a
// comment.
func directiveEnd(src string, i int) int {
	for ; i < len(src); i++ {
		switch src[i] {
		case '\n':
			return i
		case '\\':
			if i+1 < len(src) && src[i+1] == '\r' {
				i++
			}
			i++
		case '/':
			if strings.HasPrefix(src[i:], "//") {
				return lex.EndOfLine(src, i)
			}
			if strings.HasPrefix(src[i:], "/*") {
				i = lex.Past(src, "*/", i+2) - 1
			}
		}
	}
	return len(src)
}

func (k *conditionals) notes(i int, line string) {
	at := strings.Index(line, "/*")
	if n := strings.Index(line, "//"); n >= 0 && (at < 0 || n < at) {
		at = n
	}
	if at >= 0 {
		k.Markers = lex.AppendMarkers(k.Markers, line[at:], k.LineOf(i+at))
	}
}

func (k *conditionals) include(i int, what string) {
	imp := lex.Import{Kind: "include", Line: k.LineOf(i)}
	closing := `"`
	if strings.HasPrefix(what, "<") {
		imp.Kind, closing = "include-system", ">"
	} else if !strings.HasPrefix(what, `"`) {
		return // a macro
	}
	if name, _, ok := strings.Cut(what[1:], closing); ok && name != "" && !strings.Contains(name, "\n") {
		imp.Specifier = name
		k.Imports = append(k.Imports, imp)
	}
}

// keeps reports whether a brace opens a namespace or extern "C", whose contents stay.
func keeps(_ *lex.Skeleton, head []byte) bool {
	const most = 200 // bytes of a head
	text := lex.Tail(head, most)
	if strings.HasSuffix(text, `extern "C"`) || strings.HasSuffix(text, `extern "C++"`) {
		return true
	}
	if !strings.Contains(text, "namespace") {
		return false
	}
	if i := strings.LastIndexAny(text, ";{}#"); i >= 0 {
		text = text[i+1:]
	}
	i := strings.LastIndex(text, "namespace")
	return i >= 0 && !strings.ContainsAny(text[i:], "(=,<")
}
