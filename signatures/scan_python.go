package signatures

import (
	"path"
	"strings"
)

// A pythonSkeleton is a skeleton in the making, line by line: a line here is a
// logical one, which goes on within brackets and strings.
type pythonSkeleton struct {
	*skeleton
	facade bool // what the file imports may be its exports
	body   int  // indentation of the definition of which the body is left out
	after  int  // where comments start that may belong to what follows it, or -1
	open   []byte

	// Of the line that is read.
	raw       bool // nothing of it is left out
	statement int  // where its current statement starts
	colon     int  // after the last one outside of brackets, or -1
	block     int  // after the one before which a block follows, or 0
	bracket   int  // the outermost one that is open
	made      int  // the length of the skeleton there
}

const (
	minLeftOut = 100 // bytes in brackets or quotes that are worth leaving out
	tabWidth   = 8   // as the grammar has it
)

// buildPython makes the skeleton of a Python text: bodies of functions and
// classes become `...`, plain imports are read by hand, and of long values the
// brackets stay. Blocks of other statements are kept, they may declare names.
func buildPython(k *skeleton) bool {
	if strings.Count(k.src, "\r") != strings.Count(k.src, "\r\n") {
		return false
	}
	p := &pythonSkeleton{skeleton: k, facade: strings.HasPrefix(path.Base(k.name), "__init__.py"), after: -1}
	for i := 0; i < len(k.src); {
		indent, at := p.indentation(i)
		if at == len(k.src) {
			break
		}
		switch k.src[at] {
		case '#':
			if indent <= p.body && p.after < 0 {
				p.after = i
			}
			i = k.lineComment(at)
			continue
		case '\n':
			i = at + 1
			continue
		}
		if k.elided > 0 && indent <= p.body {
			if p.after < 0 {
				p.after = i
			}
			k.elided = 0
			k.leaveOut(p.after)
		}
		p.after = -1
		if i = p.line(at, indent); i < 0 {
			return false
		}
	}
	if k.elided > 0 {
		k.elided = 0
		k.leaveOut(len(k.src))
	}
	k.out = append(k.out, k.src[k.copied:]...)
	return true
}

// indentation reads the white space at the start of a line.
func (p *pythonSkeleton) indentation(i int) (columns, end int) {
	for ; i < len(p.src); i++ {
		switch p.src[i] {
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
func (p *pythonSkeleton) line(i, indent int) int {
	k := p.skeleton
	p.colon, p.block, p.raw = -1, 0, k.elided > 0
	if k.elided > 0 {
		p.pick(i)
		return p.rest(i)
	}
	word := pathHead(k.src[i:min(len(k.src), i+maxLine)])
	definition := false
	k.out = append(k.out, k.src[k.copied:i]...)
	k.copied = i
	made := len(k.out)
	switch word {
	case "import", "from":
		p.raw = true
		if list, end := importPython(k.src, i); len(list) > 0 && p.plain(word, i, end) {
			for n := range list {
				list[n].Line = k.lineOf(i)
			}
			k.imports = append(k.imports, list...)
			if end = p.rest(i); end < 0 {
				return -1
			}
			k.out, k.copied = k.out[:made], i
			if indent > 0 {
				k.out = append(k.out, "pass"...) // a block needs a statement
			}
			k.leaveOut(end)
			return end
		}
	case "__all__":
		p.raw = true
	case "def", "class", "async":
		p.raw = true
		definition = word != "async" || strings.HasPrefix(strings.TrimLeft(k.src[i+len(word):], " \t"), "def")
	}
	end := p.rest(i)
	if definition && end >= 0 && p.block > 0 {
		k.out = append(k.out, k.src[k.copied:p.block]...)
		k.out = append(k.out, " ..."...)
		k.out = append(k.out, k.src[p.block:end]...)
		k.copied, k.elided, p.body = end, 1, indent
	}
	return end
}

// plain tells whether nothing but the import from i to end stands on its line,
// and its names are for the file alone.
func (p *pythonSkeleton) plain(word string, i, end int) bool {
	after := strings.TrimLeft(p.src[end:], " \t\r")
	if after != "" && after[0] != '\n' && after[0] != '#' {
		return false
	}
	return word == "import" || !p.facade && !strings.Contains(p.src[i:end], " as ")
}

// rest reads from i to the line end that ends the line. It returns -1 if the text is not what it should be.
func (p *pythonSkeleton) rest(i int) int {
	p.statement = i
	p.open = p.open[:0]
	for i < len(p.src) {
		c := p.src[i]
		if !pythonStops[c] {
			i++
			continue
		}
		switch c {
		case '\n':
			if len(p.open) == 0 {
				p.header(i)
				return i
			}
			i++
		case '#':
			p.header(i)
			i = p.lineComment(i)
		case '\\':
			i++
			if strings.HasPrefix(p.src[i:], "\r") {
				i++
			}
			i++
		case '"', '\'':
			i = p.text(i)
		case ':', ';':
			if i++; len(p.open) == 0 {
				p.next(i, c)
			}
		default:
			i = p.pair(i)
		}
		if i < 0 {
			return -1
		}
	}
	if len(p.open) > 0 {
		return -1
	}
	p.header(len(p.src))
	return len(p.src)
}

//nolint:gochecknoglobals // read-only
var pythonStops = stopsAt("\n#\\\"':;()[]")

// next notes that a statement starts after a colon or a semicolon.
func (p *pythonSkeleton) next(i int, after byte) {
	if p.colon = -1; after == ':' {
		p.colon = i
	}
	if p.elided > 0 {
		p.pick(i + len(p.src[i:]) - len(strings.TrimLeft(p.src[i:], " \t")))
	}
}

// header notes whether a block follows the line that ends at i.
func (p *pythonSkeleton) header(i int) {
	if len(p.open) == 0 && p.colon > 0 && strings.TrimSpace(p.src[p.colon:i]) == "" {
		p.block = p.colon
	}
}

// text skips a string; of a long one only its line ends stay.
func (p *pythonSkeleton) text(i int) int {
	quotes := p.src[i : i+1]
	if strings.HasPrefix(p.src[i+1:], quotes+quotes) {
		quotes = p.src[i : i+3]
	}
	for j := i + len(quotes); j < len(p.src); j++ {
		switch p.src[j] {
		case '\\':
			if j++; strings.HasPrefix(p.src[j:], "\r\n") {
				j++
			}
		case '\n':
			if len(quotes) == 1 {
				return -1
			}
		case quotes[0]:
			if !strings.HasPrefix(p.src[j:], quotes) {
				continue
			}
			end := j + len(quotes)
			if len(quotes) == 3 && !p.raw && end-i > minLeftOut {
				p.out = append(p.out, p.src[p.copied:i+3]...)
				p.copied = i + 3
				p.leaveOut(j)
			}
			return end
		}
	}
	return -1
}

// pair reads a bracket. When the outermost one closes, much that stands in it
// is left out, unless the brackets are an index or hold names.
func (p *pythonSkeleton) pair(i int) int {
	k := p.skeleton
	switch c := k.src[i]; c {
	case '(', '[', '{':
		if len(p.open) == 0 && !p.raw {
			k.out = append(k.out, k.src[k.copied:i+1]...)
			k.copied, p.bracket, p.made = i+1, i, len(k.out)
		}
		p.open = append(p.open, c)
		if len(p.open) > maxNesting {
			return -1
		}
	case ')', ']', '}':
		last := len(p.open) - 1
		if last < 0 || p.open[last] != c-2 && (c != ')' || p.open[last] != '(') {
			return -1
		}
		p.open = p.open[:last]
		if last > 0 || p.raw || i-p.bracket < minLeftOut || c == ']' && p.indexes(p.bracket) {
			break
		}
		if after := strings.TrimLeft(k.src[i+1:], " "); strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==") {
			break
		}
		k.out, k.copied = k.out[:p.made], p.bracket+1
		k.leaveOut(i)
	}
	return i + 1
}

// indexes tells whether a square bracket follows what it is an index of.
func (p *pythonSkeleton) indexes(i int) bool {
	before := strings.TrimRight(p.src[max(0, i-maxLine):i], " \t")
	if before == "" {
		return true
	}
	c := before[len(before)-1]
	return inWordScript(c) || strings.IndexByte(")]}\"'", c) >= 0
}
