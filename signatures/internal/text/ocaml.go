package text

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// ocamlSpec reads items by their columns: an item is a line that begins with its keyword
// in the column of the first item of its module. The language does not ask for that, but
// all who write it do. The grammar costs a tenth of the program's size, does not read
// interfaces at all (an eighth of them parse), and its scanner calls itself for each
// comment in a comment, which hostile text turns into a crash.
func ocamlSpec() *outline.Spec {
	s := plain("OCaml", "ocaml", lex.Comments{Block: [][2]string{{"(*", "*)"}}, Quote: `"`}, ".ml .mli .mll .mly #!ocaml")
	s.Plain, s.Layout = by(outlineOCaml), outline.Layout{Indent: "  "}
	return s
}

// mlForms are how items begin, and what they hold. Read-only.
var mlForms = sync.OnceValue(func() (f struct{ opens, quoted, binding, value, kind, module, holds *regexp.Regexp }) {
	const name = `(\([^()]*\)|[\w']+)`
	f.opens = regexp.MustCompile(`(?:^|[=:>] *|\b(?:include|open) *)(struct|sig|object)(?: *\([^()]*\))?$`)
	f.quoted = regexp.MustCompile(`^\{(?:%%?[\w.]+ *)?([a-z_]*)\|`)
	f.binding = regexp.MustCompile(`^(?:let|and)\s+(?:rec\s+|nonrec\s+)?` + name + `\s*`)
	f.value = regexp.MustCompile(`^\w+!?\s+(?:(?:mutable|virtual|override)\s+)*` + name)
	f.kind = regexp.MustCompile(`^\w+\s+(?:nonrec\s+)?(?:\([^()]*\)\s*|[+!-]*(?:'\w+|_)\s+)?(?:[A-Z]\w*\.)*([\w']+)`)
	f.module = regexp.MustCompile(`^\w+\s+(type\s+)?(?:rec\s+|virtual\s+)*(?:\[[^\]]*\]\s*)?([\w']+)`)
	f.holds = regexp.MustCompile(`\b(?:struct|sig|object)\b`)
	return f
})

// mlItems are the keywords of what stands in a structure, a signature, or an object.
func mlItems(in string) string {
	switch in {
	case "sig":
		return " val and type exception external open include module class "
	case "object":
		return " val method inherit "
	}
	return " let and type exception external open include module class "
}

// An mlItem is one item of a structure, signature or object.
type mlItem struct {
	word    string // let, type, module, …; of an "and" that of the item that it goes on from
	at, end int
	column  int // of its keyword, -1 for the file

	opens  string // struct, sig or object, if it has a body
	bodyAt int    // offset behind that word
	kids   []*mlItem
	inner  int // column of the first of these, -1 before it
}

// An mlReader finds the items of a source and writes its outline.
type mlReader struct {
	*page
	bare     string // the source without comments
	code     string // and without strings
	comments []lex.Span
}

func outlineOCaml(p *page) string {
	r := &mlReader{page: p}
	r.mask()
	root := &mlItem{opens: "struct", column: -1, inner: -1}
	if strings.HasSuffix(p.Path, ".mli") {
		root.opens = "sig"
	}
	r.read(root)
	r.items(root, 0, "")
	return ""
}

// mlQuotes are strings and characters but for {id|…|id}. Read-only.
var mlQuotes = lex.Quotes{{Open: `"`, Lines: true}, {Open: "'", Char: true}}

// mask makes the source without comments and strings.
func (r *mlReader) mask() {
	src := r.Src
	bare, code := lex.Masker{Src: src, Out: []byte(src)}, lex.Masker{Src: src, Out: []byte(src)}
	for i := 0; i < len(src); {
		end := i + 1
		switch c := src[i]; {
		case c == '(' && strings.HasPrefix(src[i:], "(*") && !strings.HasPrefix(src[i:], "(*)"):
			end = mlComment(src, i)
			r.comments = append(r.comments, lex.Span{Start: i, End: end})
			bare.Blank(i, end)
			code.Blank(i, end)
		case c == '{':
			if found := mlForms().quoted.FindStringSubmatch(src[i:min(len(src), i+100)]); found != nil {
				end = code.Past("|"+found[1]+"}", i+len(found[0]))
				code.Blank(i+1, end-1)
			}
		case c == '"', c == '\'' && (i == 0 || !isWordByte(src[i-1])):
			end = mlString(src, i)
			code.Blank(i+1, end-1)
		}
		i = end
	}
	r.bare, r.code = string(bare.Out), string(code.Out)
}

// mlComment is the offset after a comment; comments nest, and hold strings.
func mlComment(src string, i int) int {
	for depth := 0; i < len(src); {
		switch {
		case strings.HasPrefix(src[i:], "(*"):
			depth++
			i += 2
		case strings.HasPrefix(src[i:], "*)"):
			i += 2
			if depth--; depth == 0 {
				return i
			}
		case src[i] == '"', src[i] == '\'':
			i = mlString(src, i)
		default:
			i++
		}
	}
	return len(src)
}

// mlString is the offset after the string or character at i, i+1 if there is none. What
// does not end goes to the end of the source.
func mlString(src string, i int) int {
	if end := mlQuotes.End(src, i); end >= 0 {
		return max(end, i+1)
	}
	return len(src)
}

// read finds the items of the file.
func (r *mlReader) read(root *mlItem) {
	open, before := []*mlItem{root}, ""
	for at := 0; at < len(r.code); {
		line, _, _ := strings.Cut(r.code[at:], "\n")
		start, end := at+indentOf(line), at+len(strings.TrimRight(line, " \t\r"))
		at += len(line) + 1
		if start >= end {
			continue
		}
		column, text := indentOf(line), r.code[start:end]
		for len(open) > 1 && column <= open[len(open)-1].column {
			open = open[:len(open)-1]
		}
		in := open[len(open)-1]
		if in.inner < 0 {
			in.inner, before = column, ""
		}
		if column == in.inner {
			in.begin(text, before, start)
		}
		before = text
		if len(in.kids) == 0 {
			continue
		}
		last := in.kids[len(in.kids)-1]
		last.end = end
		if found := r.holds(last, text, end); found != nil && len(open) < outline.MaxNesting {
			last.opens, last.bodyAt, last.inner = text[found[2]:found[3]], start+found[3], -1
			open = append(open, last)
		}
	}
}

// begin adds an item if a line begins with a keyword of one, and the line before does not
// go on there.
func (m *mlItem) begin(line, before string, at int) {
	word := ident(line)
	if !strings.Contains(mlItems(m.opens), " "+word+" ") || mlGoesOn(before) {
		return
	}
	if word == "and" {
		if len(m.kids) == 0 {
			return
		}
		word = m.kids[len(m.kids)-1].word
	}
	m.kids = append(m.kids, &mlItem{word: word, at: at, column: m.inner})
}

// mlGoesOn tells whether what a line ends with is followed by an expression.
func mlGoesOn(line string) bool {
	last := line[strings.LastIndexByte(line, ' ')+1:]
	switch last {
	case "in", "then", "else", "begin", "do", "->":
		return true
	}
	return last != "" && last != ";;" && strings.IndexByte("=(,|&;", last[len(last)-1]) >= 0
}

// holds tells where a word at the end of a line opens the body of an item, with no
// bracket open before it; nil if none does.
func (r *mlReader) holds(m *mlItem, line string, end int) []int {
	head := r.code[m.at:end]
	if !strings.Contains(line, "struct") && !strings.HasSuffix(line, "sig") && !strings.Contains(line, "object") || m.opens != "" || !slices.Contains([]string{"module", "class", "include", "open"}, m.word) || len(head) > outline.MaxFlat ||
		strings.Count(head, "(") != strings.Count(head, ")") {
		return nil
	}
	return mlForms().opens.FindStringSubmatchIndex(line)
}
