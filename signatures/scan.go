package signatures

import (
	"context"
	"sort"
	"strings"
)

// Scan reads what a file is among others: language, imports, exports, package,
// main, markers, generated. It is [Extract] for those who need no outline, and
// several times faster, because the parser sees only a skeleton of the text:
// what stands inside of bodies is left out, and what matters there (an import
// inside of a function) is picked out by hand.
//
// Symbols and Text are those of the skeleton: what Extract shows has at least the
// declarations that stand there. exact tells that the result is Extract's own,
// with everything.
func Scan(ctx context.Context, path, src string) (o Outline, exact bool) {
	name := Language(path, src)
	s := specFor(name)
	if s == nil || s.skeleton == nil || ctx.Err() != nil {
		return Extract(ctx, path, src), true
	}
	if o, ok := bareOutline(ctx, s, path, src); ok {
		return o, false
	}
	return Extract(ctx, path, src), true
}

// bareOutline outlines the skeleton of a text; false if there is none.
func bareOutline(ctx context.Context, s *spec, path, src string) (o Outline, ok bool) {
	defer func() {
		if recover() != nil { // a hook met a tree it did not expect
			ok = false
		}
	}()
	text := src
	if s.skeleton.sure {
		text = s.sure(src)
	}
	if len(src) > maxScanBytes {
		return Outline{}, false
	}
	k, ok := elide(path, text, s.skeleton)
	if !ok {
		return Outline{}, false
	}
	o.Language = s.name
	f := &file{path: path, src: string(k.out), spec: s, out: &o, bare: true}
	if reason := f.parse(ctx); reason != "" {
		return Outline{}, false
	}
	o.Errors = 0
	if len(o.Text) >= len(src) && o.Text != "" { // and so is what Extract shows
		o.Text, o.Fallback = "", fallbackNotSmaller
	}
	if len(k.imports) > 0 {
		o.Imports = append(o.Imports, k.imports...)
		sort.SliceStable(o.Imports, func(i, j int) bool { return o.Imports[i].Line < o.Imports[j].Line })
	}
	o.Markers, o.Generated = k.markers, k.generated
	return o, true
}

// maxScanBytes bounds what is scanned; larger texts are not parsed either.
const maxScanBytes = 16 << 20

// skeletonRules are what making a skeleton needs to know about a language with
// braces.
type skeletonRules struct {
	// sure tells that the language's sure pass decides what is a body.
	sure bool
	// stops has every byte at which step has to look.
	stops *[256]bool
	// token skips a string or the like that starts at i: it returns the offset
	// after it, i if there is none, or -1 if the text cannot be told apart.
	token func(k *skeleton, i int) int
	// keeps tells whether what stands in the braces after head (the end of the
	// skeleton so far) is kept.
	keeps func(k *skeleton, head []byte) bool
	// words are what may start something that is needed even inside of a body;
	// pick reads it and returns the offset after it, or i.
	words []string
	pick  func(k *skeleton, i int) int
	// begin prepares k and returns where code starts; nil if that is at 0.
	begin func(k *skeleton) int
	// anywhere tells that pick is asked outside of bodies too.
	anywhere bool
	hash     bool // "#" starts a line comment too
	// lineEnd ends a line comment too, if it stands before the end of the line.
	lineEnd string
	nested  bool // comments in /* */ nest
	slash   bool // a slash may start a token
	// build makes the whole skeleton in place of the usual build.
	build func(k *skeleton) bool
}

// A skeleton is a text without what stands inside of bodies, with all its line
// ends.
type skeleton struct {
	src   string
	name  string
	rules *skeletonRules

	out        []byte
	copied     int // src[:copied] is in out, or left out
	elided     int // depth of braces inside of a body, 0 outside
	open       int // braces around what is kept
	mark       bool
	main       bool // for the rules: the text may hold an entry function
	conditions []condition
	line       int // of lineAt
	lineAt     int
	upcoming   []int // next offset of each of the rules' words

	said []span // comments in out since the last brace

	// look reads what starts at an offset, and find what one of the rules' words
	// starts; begin may put functions with more in mind in their place. Both
	// return the offset after it.
	look, find func(i int) int

	imports   []Import
	markers   []Marker
	generated bool
}

// elide makes the skeleton of the text src of a file; false if it is not what
// the rules expect.
func elide(name, src string, rules *skeletonRules) (*skeleton, bool) {
	k := &skeleton{src: src, name: name, rules: rules}
	return k, k.build()
}

// build makes the skeleton; false if the text is not what the rules expect.
func (k *skeleton) build() bool {
	for _, w := range [...]string{"TODO", "FIXME", "HACK", "XXX"} {
		k.mark = k.mark || strings.Contains(k.src, w)
	}
	k.line = 1
	k.out = make([]byte, 0, len(k.src)/4+64)
	k.upcoming = make([]int, len(k.rules.words))
	for w := range k.upcoming {
		k.seek(w, 0)
	}
	if k.rules.build != nil {
		return k.rules.build(k)
	}
	k.look, k.find = k.step, k.pick
	start := 0
	if k.rules.begin != nil {
		start = k.rules.begin(k)
	}
	for i := start; i < len(k.src); {
		next := k.nextWord()
		for i < len(k.src) && i < next && !k.rules.stops[k.src[i]] {
			i++
		}
		if i >= len(k.src) {
			break
		}
		end := i
		if i >= next {
			end = k.word(i)
		}
		if end == i && k.rules.stops[k.src[i]] {
			end = k.look(i)
		}
		if end < 0 {
			return false
		}
		i = max(end, i+1)
	}
	if k.elided > 0 || k.open > 0 {
		return false
	}
	k.out = append(k.out, k.src[k.copied:]...)
	return true
}

// seek finds the next place of a word.
func (k *skeleton) seek(w, from int) {
	if n := strings.Index(k.src[from:], k.rules.words[w]); n >= 0 {
		k.upcoming[w] = from + n
	} else {
		k.upcoming[w] = len(k.src)
	}
}

func (k *skeleton) nextWord() int {
	next := len(k.src)
	for _, at := range k.upcoming {
		next = min(next, at)
	}
	return next
}

// word looks at the words that start at i or were passed in a string, and reads
// one if it stands in a body.
func (k *skeleton) word(i int) int {
	end := i
	for w, at := range k.upcoming {
		if at > i || at >= len(k.src) {
			continue
		}
		if at == i && end == i && (k.elided > 0 || k.rules.anywhere) {
			end = k.find(i)
		}
		k.seek(w, max(end, i+1))
	}
	return end
}

func (k *skeleton) pick(i int) int { return k.rules.pick(k, i) }

func (k *skeleton) step(i int) int {
	switch c := k.src[i]; {
	case c == '{':
		k.brace(i)
	case c == '}':
		if k.elided > 1 {
			k.elided--
			return i + 1
		}
		if k.elided == 1 {
			k.elided = 0
			k.leaveOut(i)
			return i + 1
		}
		if k.open--; k.open < 0 {
			return -1
		}
	case c == '/' && strings.HasPrefix(k.src[i:], "//"):
		return k.lineComment(i)
	case c == '/' && strings.HasPrefix(k.src[i:], "/*"):
		return k.blockComment(i)
	case c == '#' && k.rules.hash:
		return k.lineComment(i)
	case c == '/' && !k.rules.slash:
	default:
		return k.rules.token(k, i)
	}
	return i + 1
}

func (k *skeleton) brace(i int) {
	if k.elided > 0 {
		k.elided++
		return
	}
	k.out = append(k.out, k.src[k.copied:i]...)
	k.copied = i
	keeps := k.rules.keeps != nil && k.rules.keeps(k, k.out)
	k.said = k.said[:0]
	if keeps {
		k.open++
		return
	}
	k.out = append(k.out, '{')
	k.copied = i + 1
	k.elided = 1
}

// leaveOut drops the source from copied up to end, all but the line ends.
func (k *skeleton) leaveOut(end int) {
	for n := strings.Count(k.src[k.copied:end], "\n"); n > 0; n-- {
		k.out = append(k.out, '\n')
	}
	k.copied = end
}

func (k *skeleton) lineComment(i int) int {
	end := len(k.src)
	if n := strings.IndexByte(k.src[i:], '\n'); n >= 0 {
		end = i + n
	}
	if k.rules.lineEnd != "" {
		if n := strings.Index(k.src[i:end], k.rules.lineEnd); n >= 0 {
			end = i + n
		}
	}
	return k.comment(i, end)
}

func (k *skeleton) blockComment(i int) int {
	for j, depth := i+2, 1; ; {
		n := strings.IndexByte(k.src[j:], '*')
		if n < 0 {
			return -1
		}
		switch at := j + n; {
		case k.rules.nested && n > 0 && k.src[at-1] == '/':
			depth++
			j = at + 1
		case strings.HasPrefix(k.src[at:], "*/"):
			j = at + 2
			if depth--; depth == 0 {
				return k.comment(i, j)
			}
		default:
			j = at + 1
		}
	}
}

// comment notes what a comment says. Outside of bodies it stays: it may document
// what follows.
func (k *skeleton) comment(i, end int) int {
	text := k.src[i:end]
	if k.mark {
		k.markers = appendMarkers(k.markers, text, k.lineOf(i))
	}
	if i < generatedHead && !k.generated {
		k.generated = saysGenerated(text)
	}
	switch {
	case k.elided > 0:
	case len(k.out) == 0 && strings.HasPrefix(text, "/*") && strings.Contains(text, "icense") && strings.TrimSpace(k.src[:i]) == "":
		k.leaveOut(end) // the licence, which documents nothing
	default:
		at := len(k.out) + i - k.copied
		k.said = append(k.said, span{at, at + end - i})
	}
	return end
}

// lineOf is the 1-based line of an offset; offsets must not go back.
func (k *skeleton) lineOf(i int) int {
	k.line += strings.Count(k.src[k.lineAt:i], "\n")
	k.lineAt = i
	return k.line
}

// stopsAt is the set of bytes of a language: those of every skeleton, and more.
func stopsAt(more string) *[256]bool {
	var set [256]bool
	for _, c := range []byte("{}/" + more) {
		set[c] = true
	}
	return &set
}

// quoted is the offset after a string in quotes on one line, or i if it does
// not end there.
func (k *skeleton) quoted(i int) int {
	quote := k.src[i]
	for j := i + 1; j < len(k.src); j++ {
		switch k.src[j] {
		case '\\':
			if j++; j < len(k.src) && k.src[j] == '\r' {
				j++
			}
		case quote:
			return j + 1
		case '\n':
			return i
		}
	}
	return i
}

// tail is the end of the skeleton so far without white space.
func tail(head []byte, most int) string {
	end := len(head)
	for end > 0 && (head[end-1] == ' ' || head[end-1] == '\n' || head[end-1] == '\t' || head[end-1] == '\r') {
		end--
	}
	return string(head[max(0, end-most):end])
}
