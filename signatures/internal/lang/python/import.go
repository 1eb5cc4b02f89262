package python

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// pick notes the import that starts at i inside a body.
func (p *skeleton) pick(i int) {
	if list, _ := readImport(p.Src, i); len(list) > 0 {
		for n := range list {
			list[n].Line = p.LineOf(i)
		}
		p.Imports = append(p.Imports, list...)
	}
}

// readImport reads an import statement at i and returns the offset after it; list is nil if there is none.
func readImport(src string, i int) (list []lex.Import, end int) {
	r := &importReader{src: src, at: i}
	switch r.token() {
	case "import":
		for {
			name := r.token()
			if name == "" || !lex.InIdentifier(name[0]) {
				return nil, i
			}
			list = append(list, lex.Import{Specifier: name, Kind: "import"})
			if !r.more() {
				break
			}
		}
	case "from":
		imp := lex.Import{Kind: "import"}
		for {
			name := r.token()
			if name == "import" {
				break
			}
			if name == "" || name[0] != '.' && !lex.InIdentifier(name[0]) {
				return nil, i
			}
			imp.Specifier += name
		}
		if imp.Names = r.names(); imp.Names == nil || imp.Specifier == "" || imp.Specifier == "__future__" {
			return nil, i
		}
		list = []lex.Import{imp}
	}
	if !r.ended() {
		return nil, i
	}
	return list, r.at
}

type importReader struct {
	src   string
	at    int
	inner bool // within brackets, where line ends count as spaces
}

// token returns a dotted name, dots, or a byte; "" at the end of the line.
func (r *importReader) token() string {
	r.space()
	start := r.at
	if r.ended() {
		return ""
	}
	for r.at < len(r.src) && r.src[r.at] == '.' {
		r.at++
	}
	if r.at > start {
		return r.src[start:r.at]
	}
	for r.at < len(r.src) && (lex.InIdentifier(r.src[r.at]) || r.src[r.at] == '.') {
		r.at++
	}
	r.at = max(r.at, start+1)
	return r.src[start:r.at]
}

func (r *importReader) space() {
	for r.at < len(r.src) {
		switch rest := r.src[r.at:]; {
		case rest[0] == ' ', rest[0] == '\t', r.inner && (rest[0] == '\n' || rest[0] == '\r'):
			r.at++
		case strings.HasPrefix(rest, "\\\n"):
			r.at += 2
		case strings.HasPrefix(rest, "\\\r\n"):
			r.at += 3
		case r.inner && rest[0] == '#':
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				return
			}
			r.at += n
		default:
			return
		}
	}
}

// ended reports whether a statement can end here.
func (r *importReader) ended() bool {
	if r.inner {
		return r.at >= len(r.src)
	}
	return r.at >= len(r.src) || strings.IndexByte("\n\r;#", r.src[r.at]) >= 0
}

// more skips `as name`, and a comma if there is one.
func (r *importReader) more() bool {
	back := r.at
	if r.token() == "as" {
		r.token()
		back = r.at
	} else {
		r.at = back
	}
	if r.token() == "," {
		return true
	}
	r.at = back
	r.space()
	return false
}

// names returns the names of a `from x import` list, nil for anything else.
func (r *importReader) names() []string {
	var names []string
	name := r.token()
	if name == "*" {
		r.space()
		return []string{name}
	}
	if name == "(" {
		r.inner = true
		name = r.token()
	}
	for name != ")" {
		if name == "" || !lex.InIdentifier(name[0]) {
			return nil
		}
		names = append(names, name)
		more := r.more()
		if !r.inner && !more {
			return names
		}
		if name = r.token(); !more && name != ")" {
			return nil
		}
	}
	r.inner = false
	r.space()
	return names
}
