package python

import (
	"cmp"
	"path"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// A skeleton builds the skeleton of a Python text by logical lines, which continue within brackets and strings.
type skeleton struct {
	*lex.Skeleton
	facade bool // the file's imports may be its exports
	body   int  // indentation of the definition whose body is omitted
	after  int  // start of comments that may belong to the next statement, or -1
	open   []byte

	// State of the current line.
	raw     bool // nothing of it is omitted
	colon   int  // offset after the last colon outside of brackets, or -1
	code    int  // end of its code, before a comment
	block   int  // offset after the colon that opens a block, or 0
	bracket int  // the outermost open one
	made    int  // length of the skeleton there
}

const (
	minLeftOut = 100 // bytes in brackets or quotes from which they are omitted
	tabWidth   = 8   // as the grammar has it
)

// build makes the skeleton of a Python text. Bodies of functions and classes become `...`, plain imports are read
// here, and long values keep only their brackets. Blocks of other statements stay, since they may declare names.
func build(k *lex.Skeleton) bool {
	if strings.Count(k.Src, "\r") != strings.Count(k.Src, "\r\n") {
		return false
	}
	if k.FindsBodies() {
		return findBodies(k)
	}
	p := &skeleton{Skeleton: k, facade: strings.HasPrefix(path.Base(k.Name), "__init__.py"), after: -1}
	for i := 0; i < len(k.Src); {
		indent, at := p.indentation(i)
		if at == len(k.Src) {
			break
		}
		switch k.Src[at] {
		case '#':
			if indent <= p.body && p.after < 0 {
				p.after = i
			}
			i = k.LineComment(at)
			continue
		case '\n':
			i = at + 1
			continue
		}
		if k.Elided > 0 && indent <= p.body {
			if p.after < 0 {
				p.after = i
			}
			k.Elided = 0
			k.LeaveOut(p.after)
		}
		p.after = -1
		if i = p.line(at, indent); i < 0 {
			return false
		}
	}
	if k.Elided > 0 {
		k.Elided = 0
		k.LeaveOut(len(k.Src))
	}
	k.Out = append(k.Out, k.Src[k.Copied:]...)
	return true
}

func (p *skeleton) indentation(i int) (columns, end int) {
	for ; i < len(p.Src); i++ {
		switch p.Src[i] {
		case ' ':
			columns++
		case '\t':
			columns += tabWidth
		case '\f', '\r':
			columns = 0
		default:
			return columns, i
		}
	}
	return columns, i
}

// line reads the line that starts at i up to its end.
func (p *skeleton) line(i, indent int) int {
	k := p.Skeleton
	p.colon, p.block, p.raw = -1, 0, k.Elided > 0
	if k.Elided > 0 {
		p.pick(i)
		return p.readRest(i)
	}
	word := lex.PathHead(k.Src[i:min(len(k.Src), i+outline.MaxLine)])
	definition := false
	k.Out = append(k.Out, k.Src[k.Copied:i]...)
	k.Copied = i
	made := len(k.Out)
	switch word {
	case "import", "from":
		p.raw = true
		if list, end := readImport(k.Src, i); len(list) > 0 && p.isPlainImport(word, i, end) {
			for n := range list {
				list[n].Line = k.LineOf(i)
			}
			k.Imports = append(k.Imports, list...)
			if end = p.readRest(i); end < 0 {
				return -1
			}
			k.Out, k.Copied = k.Out[:made], i
			if indent > 0 {
				k.Out = append(k.Out, "pass"...) // a block needs a statement
			}
			k.LeaveOut(end)
			return end
		}
	case "__all__":
		p.raw = true
	case "def", "class", "async":
		p.raw = true
		definition = word != "async" || strings.HasPrefix(strings.TrimLeft(k.Src[i+len(word):], " \t"), "def")
	}
	end := p.readRest(i)
	if definition && end >= 0 && p.block > 0 {
		k.Out = append(k.Out, k.Src[k.Copied:p.block]...)
		k.Out = append(k.Out, " ..."...)
		k.Out = append(k.Out, k.Src[p.block:end]...)
		k.Copied, k.Elided, p.body = end, 1, indent
	}
	return end
}

// isPlainImport reports whether the import from i to end is alone on its line and its names are used by this file only.
func (p *skeleton) isPlainImport(word string, i, end int) bool {
	after := strings.TrimLeft(p.Src[end:], " \t\r")
	if after != "" && after[0] != '\n' && after[0] != '#' {
		return false
	}
	return word == "import" || !p.facade && !strings.Contains(p.Src[i:end], " as ")
}

// readRest reads from i to the end of the logical line. It returns -1 for malformed text.
func (p *skeleton) readRest(i int) int {
	p.open = p.open[:0]
	for i < len(p.Src) {
		c := p.Src[i]
		if !stops[c] {
			i++
			continue
		}
		switch c {
		case '\n':
			if len(p.open) == 0 {
				p.noteBlock(i)
				return i
			}
			i++
		case '#':
			p.noteBlock(i)
			i = p.LineComment(i)
		case '\\':
			i++
			if strings.HasPrefix(p.Src[i:], "\r") {
				i++
			}
			i++
		case '"', '\'':
			i = p.skipString(i)
		case ':', ';':
			if i++; len(p.open) == 0 {
				p.noteStatement(i, c)
			}
		default:
			i = p.readBracket(i)
		}
		if i < 0 {
			return -1
		}
	}
	if len(p.open) > 0 {
		return -1
	}
	p.noteBlock(len(p.Src))
	return len(p.Src)
}

// Read-only.
var stops = lex.StopsAt("\n#\\\"':;()[]")

// noteStatement notes that a statement starts after a colon or a semicolon.
func (p *skeleton) noteStatement(i int, after byte) {
	if p.colon = -1; after == ':' {
		p.colon = i
	}
	if p.Elided > 0 {
		p.pick(i + len(p.Src[i:]) - len(strings.TrimLeft(p.Src[i:], " \t")))
	}
}

// noteBlock notes whether a block follows the line that ends at i.
func (p *skeleton) noteBlock(i int) {
	if len(p.open) == 0 && p.code == 0 {
		p.code = i
	}
	if len(p.open) == 0 && p.colon > 0 && strings.TrimSpace(p.Src[p.colon:i]) == "" {
		p.block = p.colon
	}
}

// skipString skips a string. A long string keeps only its line ends.
func (p *skeleton) skipString(i int) int {
	quotes := p.Src[i : i+1]
	if strings.HasPrefix(p.Src[i+1:], quotes+quotes) {
		quotes = p.Src[i : i+3]
	}
	for j := i + len(quotes); j < len(p.Src); j++ {
		switch p.Src[j] {
		case '\\':
			if j++; strings.HasPrefix(p.Src[j:], "\r\n") {
				j++
			}
		case '\n':
			if len(quotes) == 1 {
				return -1
			}
		case quotes[0]:
			if !strings.HasPrefix(p.Src[j:], quotes) {
				continue
			}
			end := j + len(quotes)
			if len(quotes) == 3 && !p.raw && end-i > minLeftOut {
				p.Out = append(p.Out, p.Src[p.Copied:i+3]...)
				p.Copied = i + 3
				p.LeaveOut(j)
			}
			return end
		}
	}
	return -1
}

// readBracket reads a bracket. When the outermost one closes, long contents are omitted, unless the brackets are an index
// or hold names.
func (p *skeleton) readBracket(i int) int {
	k := p.Skeleton
	switch c := k.Src[i]; c {
	case '(', '[', '{':
		if len(p.open) == 0 && !p.raw {
			k.Out = append(k.Out, k.Src[k.Copied:i+1]...)
			k.Copied, p.bracket, p.made = i+1, i, len(k.Out)
		}
		p.open = append(p.open, c)
		if len(p.open) > outline.MaxNesting {
			return -1
		}
	case ')', ']', '}':
		last := len(p.open) - 1
		if matches := last >= 0 && (p.open[last] == c-2 || c == ')' && p.open[last] == '('); !matches {
			return -1
		}
		p.open = p.open[:last]
		if isKept := last > 0 || p.raw || i-p.bracket < minLeftOut || c == ']' && p.isIndex(p.bracket); isKept {
			break
		}
		if after := strings.TrimLeft(k.Src[i+1:], " "); strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==") {
			break
		}
		k.Out, k.Copied = k.Out[:p.made], p.bracket+1
		k.LeaveOut(i)
	}
	return i + 1
}

// isIndex reports whether a square bracket is an index of what precedes it.
func (p *skeleton) isIndex(i int) bool {
	before := strings.TrimRight(p.Src[max(0, i-outline.MaxLine):i], " \t")
	if before == "" {
		return true
	}
	c := before[len(before)-1]
	return lex.InIdentifier(c) || strings.IndexByte(")]}\"'", c) >= 0
}

// findBodies notes the bodies of functions, each without its docstring.
func findBodies(k *lex.Skeleton) bool {
	p := &skeleton{Skeleton: k}
	within, first := -1, false // indentation of the definition; whether its first line is next
	start, end := 0, 0         // range of the text found
	for i := 0; i < len(k.Src); {
		indent, at := p.indentation(i)
		if at == len(k.Src) {
			break
		}
		switch k.Src[at] {
		case '#':
			i = k.LineComment(at)
			continue
		case '\n':
			i = at + 1
			continue
		}
		if within >= 0 && indent <= within {
			k.BodyEnds(start, end)
			within, start, end = -1, 0, 0
		}
		p.colon, p.block, p.code, p.raw = -1, 0, 0, true
		if i = p.readRest(at); i < 0 {
			return false
		}
		switch {
		case within < 0:
			if p.block > 0 && isFunction(k.Src[at:i]) {
				within, first = indent, true
			}
		case first && strings.IndexByte("\"'", strings.TrimLeft(k.Src[at:i], "rRuUbBfF")[0]) >= 0:
			first = false
		default:
			start = cmp.Or(start, at)
			first, end = false, at+len(strings.TrimRight(k.Src[at:p.code], " \t\r\\"))
		}
	}
	k.BodyEnds(start, end)
	return true
}

func isFunction(line string) bool {
	rest, async := strings.CutPrefix(line, "async")
	if async {
		rest = strings.TrimLeft(rest, " \t")
	}
	return strings.HasPrefix(rest, "def ") || strings.HasPrefix(rest, "def\t")
}
