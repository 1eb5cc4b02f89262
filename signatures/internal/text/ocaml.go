package text

import (
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// maxOCamlBytes bounds OCaml sources, whose tokens are all kept.
const maxOCamlBytes = 4 << 20

// An mlToken is a word, a literal or a sign; comments are kept apart.
type mlToken struct{ start, end int }

// An mlItem is one item of a structure, signature or object.
type mlItem struct {
	kind     string // let, type, module, …
	at       int    // index of its first token
	end      int    // index after its last token
	opens    string // struct, sig or object, if it has a body
	bodyAt   int    // index of that word
	kids     []*mlItem
	head     *mlItem // the item that an "and" goes on from
	local    bool    // a let … in
	branches int
}

// An mlFrame is an open bracket.
type mlFrame struct {
	word  string
	owner *mlItem // of a container's items; nil for other brackets
	lets  []*mlItem
	last  *mlItem
}

// An mlReader finds the items of a source and writes its outline.
type mlReader struct {
	*page
	tokens   []mlToken
	comments []lex.Span
	stack    []*mlFrame
}

// outlineOCaml reads items by their keywords. The grammar costs a tenth of the
// program's size, does not read interfaces at all (an eighth of them parse),
// and its scanner calls itself for each comment in a comment, which hostile
// text turns into a crash. A let is an item if no "in" follows that belongs to
// it; with that rule and the brackets (struct … end, begin … end, …), items
// are found without reading expressions.
func outlineOCaml(p *page) string {
	if len(p.Src) > maxOCamlBytes {
		return outline.FallbackTooLarge
	}
	r := &mlReader{page: p}
	r.scan()
	root := &mlItem{opens: "struct"}
	if strings.HasSuffix(p.Path, ".mli") {
		root.opens = "sig"
	}
	r.stack = []*mlFrame{{word: root.opens, owner: root}}
	for i := range r.tokens {
		r.token(i)
	}
	r.finish(root, len(r.tokens))
	r.items(root, 0, "")
	return ""
}

// scan parts the source into tokens and comments.
func (r *mlReader) scan() {
	src := r.Src
	unclosed := 0 // quoted strings without an end
	for i := 0; i < len(src); {
		c := src[i]
		end := i + 1
		switch {
		case c <= ' ':
			i++
			continue
		case c == '(' && strings.HasPrefix(src[i:], "(*") && !strings.HasPrefix(src[i:], "(*)"):
			end = mlComment(src, i)
			r.comments = append(r.comments, lex.Span{Start: i, End: end})
			i = end
			continue
		case c == '"':
			end = mlString(src, i)
		case c == '\'':
			end = mlQuote(src, i)
		case c == '{':
			if unclosed > 50 {
				break
			}
			if quoted := mlQuotedString(src, i); quoted > 0 {
				end = quoted
			} else if quoted < 0 {
				unclosed++
			}
		case isWordByte(c) || c == '~' || c == '?':
			for end < len(src) && (isWordByte(src[end]) || src[end] == '\'') {
				end++
			}
		case strings.IndexByte("=<>@^|&+-*/$%!:.", c) >= 0:
			for end < len(src) && strings.IndexByte("=<>@^|&+-*/$%!:.~?", src[end]) >= 0 {
				end++
			}
		}
		r.tokens = append(r.tokens, mlToken{i, end})
		i = end
	}
}

// mlComment is the offset after a comment; comments nest.
func mlComment(src string, i int) int {
	depth := 0
	for i < len(src) {
		switch {
		case strings.HasPrefix(src[i:], "(*"):
			depth++
			i += 2
		case strings.HasPrefix(src[i:], "*)"):
			i += 2
			if depth--; depth == 0 {
				return i
			}
		case src[i] == '"':
			i = mlString(src, i)
		case src[i] == '\'':
			i = max(mlQuote(src, i), i+1)
		default:
			i++
		}
	}
	return len(src)
}

func mlString(src string, i int) int {
	for j := i + 1; j < len(src); j++ {
		switch src[j] {
		case '\\':
			j++
		case '"':
			return j + 1
		}
	}
	return len(src)
}

// mlQuote is the offset after a character or a type variable.
func mlQuote(src string, i int) int {
	switch {
	case i+2 < len(src) && src[i+1] != '\\' && src[i+1] != '\n' && src[i+2] == '\'':
		return i + 3
	case i+1 < len(src) && src[i+1] == '\\':
		if n := strings.IndexByte(src[i+2:min(len(src), i+12)], '\''); n >= 0 {
			return i + 2 + max(n, 1) + 1
		}
		return i + 2
	}
	end := i + 1
	for end < len(src) && isWordByte(src[end]) {
		end++
	}
	if end < len(src) && src[end] == '\'' && src[i+1] >= 0x80 { // a character of several bytes
		end++
	}
	return end
}

// mlQuotedString is the offset after {id|…|id}, 0 if there is none, -1 if it
// has no end.
func mlQuotedString(src string, i int) int {
	j := i + 1
	for j < len(src) && j < i+100 && (isWordByte(src[j]) || strings.IndexByte("%. ", src[j]) >= 0) {
		j++
	}
	if j >= len(src) || src[j] != '|' {
		return 0
	}
	id := src[i+1 : j]
	id = id[strings.LastIndexAny(id, "%. ")+1:]
	if strings.HasPrefix(src[j:], "|}") && id == "" {
		return 0
	}
	mark := "|" + id + "}"
	if n := strings.Index(src[j+1:], mark); n >= 0 {
		return j + 1 + n + len(mark)
	}
	return -1
}

func (r *mlReader) text(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return r.Src[r.tokens[i].start:r.tokens[i].end]
}

func (r *mlReader) top() *mlFrame { return r.stack[len(r.stack)-1] }

func (r *mlReader) token(i int) {
	switch t := r.text(i); t {
	case "struct", "sig", "object":
		r.open(i, t)
	case "begin", "(", "[", "{", "do":
		r.push(&mlFrame{word: t})
	case "end":
		r.pop(i, "begin struct sig object")
	case "done":
		r.pop(i, "do")
	case ")":
		r.pop(i, "(")
	case "]":
		r.pop(i, "[")
	case "}":
		r.pop(i, "{")
	case "if", "when", "while", "for", "|", "&&", "||":
		if f := r.inner(); f != nil && f.last != nil {
			f.last.branches++
		}
	default:
		if f := r.top(); f.owner != nil {
			r.keyword(f, i, t)
		}
	}
}

// inner is the innermost container.
func (r *mlReader) inner() *mlFrame {
	for i := len(r.stack) - 1; i >= max(0, len(r.stack)-50); i-- {
		if r.stack[i].owner != nil {
			return r.stack[i]
		}
	}
	return nil
}

func (r *mlReader) push(f *mlFrame) {
	r.stack = append(r.stack, f)
}

// open starts a container; its owner is the item it is the body of.
func (r *mlReader) open(i int, word string) {
	owner := &mlItem{opens: word}
	if f := r.top(); f.owner != nil && f.last != nil && len(r.stack) < outline.MaxNesting {
		if f.last.opens == "" {
			owner = f.last
			owner.opens, owner.bodyAt = word, i
		}
	}
	r.push(&mlFrame{word: word, owner: owner})
}

// pop closes the innermost bracket if it is one of the words.
func (r *mlReader) pop(i int, words string) {
	f := r.top()
	if len(r.stack) == 1 || !strings.Contains(words, f.word) {
		return
	}
	if f.owner != nil {
		f.owner.end = i
	}
	r.stack = r.stack[:len(r.stack)-1]
}

func (r *mlReader) keyword(f *mlFrame, i int, t string) {
	before := r.text(i - 1)
	switch t {
	case "let":
		f.last = &mlItem{kind: t, at: i}
		f.owner.kids = append(f.owner.kids, f.last)
		f.lets = append(f.lets, f.last)
	case "in":
		if n := len(f.lets); n > 0 {
			f.lets[n-1].local = true
			f.lets = f.lets[:n-1]
			f.last = nil
			for k := len(f.owner.kids) - 1; k >= max(0, len(f.owner.kids)-100); k-- {
				if !f.owner.kids[k].isLocal() {
					f.last = f.owner.kids[k]
					break
				}
			}
		}
	case "and":
		next := r.text(i + 1)
		if f.last == nil || next == "type" || next == "module" {
			return
		}
		switch f.last.kind {
		case "let", "type", "module", "class":
			head := f.last
			if head.head != nil {
				head = head.head
			}
			f.last = &mlItem{kind: head.kind, at: i, head: head}
			f.owner.kids = append(f.owner.kids, f.last)
		}
	case "type", "module", "exception", "external", "open", "include", "class":
		switch before {
		case "let", "let%", ":", "with", "and", "module", "class", "of", "|", "(", "open!":
			return
		}
		if t == "module" && (before == "include" || before == "=") {
			return // module type of …
		}
		r.start(f, i, t)
	case "val", "method", "inherit", "initializer", "constraint":
		if t == "val" && f.word != "struct" || f.word == "object" && before != "let" {
			r.start(f, i, t)
		}
	}
}

// start opens an item. What is not matched by an "in" before it is no local.
func (r *mlReader) start(f *mlFrame, i int, kind string) {
	f.last = &mlItem{kind: kind, at: i}
	f.owner.kids = append(f.owner.kids, f.last)
	f.lets = f.lets[:0]
}

func (m *mlItem) isLocal() bool {
	return m.local || m.head != nil && m.head.local
}
