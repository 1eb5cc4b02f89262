package lex

import "strings"

// Rules describe how to make skeletons of a language.
type Rules struct {
	// Preprocessed is set if the language's preprocessing applies before the skeleton is made.
	Preprocessed bool
	// Stops has every byte at which anything but plain code may start.
	Stops *[256]bool
	// Quotes are the strings.
	Quotes Quotes
	// Token skips any other token at i. It returns the offset after it, i if there is none, or -1 if the text is
	// ambiguous.
	Token func(k *Skeleton, i int) int
	// Keeps reports whether the contents of the braces after head (the skeleton so far) stay. If it is nil,
	// everything in braces is omitted.
	Keeps func(k *Skeleton, head []byte) bool
	// Block classifies the next brace, for outlines that need no bodies of functions; nil if that is impossible.
	Block func(k *Skeleton) Block
	// Hollow replaces a body if an empty one would mean something else. Its first and last byte are placed far
	// apart.
	Hollow string
	// Words may start a construct that is needed even inside a body, such as an import. Pick reads it and returns
	// the offset after it, or i.
	Words []string
	Pick  func(k *Skeleton, i int) int
	Main  string // the function that starts a program, "" if Begin looks for it
	// Begin prepares k and returns where code starts; nil means at 0.
	Begin func(k *Skeleton) int
	// Anywhere is set if Pick also applies outside of bodies.
	Anywhere bool
	// LineEnd also ends a line comment, if it comes before the end of the line.
	LineEnd string
	Nested  bool // comments in /* */ nest
	// Build makes the whole skeleton, for languages without braces.
	Build func(k *Skeleton) bool
}

// A Skeleton is a source text on its way from Src to Out: without the contents of bodies, with all its line ends.
type Skeleton struct {
	Src   string
	Name  string // the file's
	rules *Rules

	Out        []byte
	Copied     int  // Src[:Copied] is in Out, or omitted
	Elided     int  // depth of braces inside of a body, 0 outside
	Open       int  // braces around the kept text
	Marked     bool // the text may hold markers
	Main       bool // for the rules: the text may declare an entry function
	conditions []condition
	line       int // line number for lineAt
	lineAt     int
	upcoming   []int // next offset of each of the rules' words
	finding    bool  // the bodies of functions, which follow
	bodies     []Span
	statements []Span
	bodyAt     int // start of the body being read; 0 for none
	wasted     int // bytes scanned without finding the end of a string

	comments []Span // comments in Out since the last brace

	// Look reads the token at an offset, and Find the construct that one of the rules' words starts. Both return
	// the offset after it. Begin may replace them by functions with a state of their own.
	Look, Find func(i int) int

	Imports []Import
	Markers []Marker
}

// Elide makes the skeleton of the text src; false if the rules do not fit the text.
func Elide(name, src string, rules *Rules) (*Skeleton, bool) {
	k := NewSkeleton(name, src, rules)
	return k, k.build()
}

// NewSkeleton returns an empty skeleton, for rules that read a text before its skeleton is made.
func NewSkeleton(name, src string, rules *Rules) *Skeleton {
	return &Skeleton{Src: src, Name: name, rules: rules}
}

// build makes the skeleton; false if the rules do not fit the text.
func (k *Skeleton) build() bool {
	for _, w := range [...]string{"TODO", "FIXME", "HACK", "XXX"} {
		k.Marked = k.Marked || strings.Contains(k.Src, w)
	}
	k.line = 1
	k.Out = make([]byte, 0, len(k.Src)/4+64)
	k.upcoming = make([]int, len(k.rules.Words))
	for w := range k.upcoming {
		k.seek(w, 0)
	}
	if k.rules.Build != nil {
		return k.rules.Build(k)
	}
	k.Look, k.Find = k.Step, k.pick
	start := 0
	if k.rules.Main != "" {
		k.Main = Called(k.Src, k.rules.Main)
	}
	if k.rules.Begin != nil {
		start = k.rules.Begin(k)
	}
	for i := start; i < len(k.Src); {
		next := k.nextWord()
		for i < len(k.Src) && i < next && !k.rules.Stops[k.Src[i]] {
			i++
		}
		if i >= len(k.Src) {
			break
		}
		end := i
		if i >= next {
			end = k.word(i)
		}
		if end == i && k.rules.Stops[k.Src[i]] {
			end = k.Look(i)
		}
		if end < 0 {
			return false
		}
		i = max(end, i+1)
	}
	if k.Elided > 0 || k.Open > 0 {
		return false
	}
	k.Out = append(k.Out, k.Src[k.Copied:]...)
	return true
}

func (k *Skeleton) seek(w, from int) {
	if n := strings.Index(k.Src[from:], k.rules.Words[w]); n >= 0 {
		k.upcoming[w] = from + n
	} else {
		k.upcoming[w] = len(k.Src)
	}
}

func (k *Skeleton) nextWord() int {
	next := len(k.Src)
	for _, at := range k.upcoming {
		next = min(next, at)
	}
	return next
}

// word checks the words that start at i or were skipped in a string, and reads one if it is in a body.
func (k *Skeleton) word(i int) int {
	end := i
	for w, at := range k.upcoming {
		if at > i || at >= len(k.Src) {
			continue
		}
		if isNext := at == i && end == i; isNext && (k.Elided > 0 || k.rules.Anywhere) {
			end = k.Find(i)
		}
		k.seek(w, max(end, i+1))
	}
	return end
}

func (k *Skeleton) pick(i int) int { return k.rules.Pick(k, i) }

// Step reads the token at an offset and returns the offset after it, or -1 if the rules do not fit the text.
func (k *Skeleton) Step(i int) int {
	switch c := k.Src[i]; {
	case c == '{':
		k.brace(i)
	case c == '}':
		if k.Elided > 1 {
			k.Elided--
			return i + 1
		}
		if k.Elided == 1 {
			k.Elided = 0
			k.BodyEnds(k.bodyAt, i)
			k.LeaveOut(i)
			return i + 1
		}
		if k.Open--; k.Open < 0 {
			return -1
		}
	case c == '/' && strings.HasPrefix(k.Src[i:], "//"):
		return k.LineComment(i)
	case c == '/' && strings.HasPrefix(k.Src[i:], "/*"):
		return k.blockComment(i)
	case c == '/':
	default:
		if end := k.rules.Quotes.End(k.Src, i); end != i || k.rules.Token == nil {
			return end
		}
		return k.rules.Token(k, i)
	}
	return i + 1
}

func (k *Skeleton) brace(i int) {
	if k.Elided > 0 {
		k.Elided++
		return
	}
	k.Out = append(k.Out, k.Src[k.Copied:i]...)
	k.Copied = i
	keeps, bodyAt := false, 0
	if k.finding {
		block := k.rules.Block(k)
		if keeps = block == Holder; block == Function {
			bodyAt = i + 1
		}
	} else if k.rules.Keeps != nil {
		keeps = k.rules.Keeps(k, k.Out)
	}
	k.comments = k.comments[:0]
	if keeps {
		k.Open++
		return
	}
	k.Out = append(k.Out, '{')
	k.Copied = i + 1
	k.Elided, k.bodyAt = 1, bodyAt
}

// LeaveOut omits the source from Copied to end, except line ends. Without line ends, in brackets, a space marks the
// omission.
func (k *Skeleton) LeaveOut(end int) {
	n := strings.Count(k.Src[k.Copied:end], "\n")
	at := len(k.Out) - 1
	if inLine := n == 0 && end > k.Copied; inLine && at >= 0 && strings.IndexByte("{[(", k.Out[at]) >= 0 {
		k.Out = append(k.Out, ' ')
	}
	for ; n > 0; n-- {
		k.Out = append(k.Out, '\n')
	}
	k.Copied = end
}

// LineComment reads the line comment at i.
func (k *Skeleton) LineComment(i int) int {
	end := EndOfLine(k.Src, i)
	if k.rules.LineEnd != "" {
		if n := strings.Index(k.Src[i:end], k.rules.LineEnd); n >= 0 {
			end = i + n
		}
	}
	return k.Comment(i, end)
}

func (k *Skeleton) blockComment(i int) int {
	for j, depth := i+2, 1; ; {
		n := strings.IndexByte(k.Src[j:], '*')
		if n < 0 {
			return -1
		}
		switch at := j + n; {
		case k.rules.Nested && n > 0 && k.Src[at-1] == '/':
			depth++
			j = at + 1
		case strings.HasPrefix(k.Src[at:], "*/"):
			j = at + 2
			if depth--; depth == 0 {
				return k.Comment(i, j)
			}
		default:
			j = at + 1
		}
	}
}

// Comment collects the markers of a comment. Outside of bodies the comment stays, since it may document what
// follows.
func (k *Skeleton) Comment(i, end int) int {
	text := k.Src[i:end]
	if k.Marked {
		k.Markers = AppendMarkers(k.Markers, text, k.LineOf(i))
	}
	isFirst := len(k.Out) == 0 && strings.TrimSpace(k.Src[:i]) == ""
	switch {
	case k.Elided > 0:
	case isFirst && strings.HasPrefix(text, "/*") && strings.Contains(text, "icense"):
		k.LeaveOut(end) // the licence documents nothing
	default:
		at := len(k.Out) + i - k.Copied
		k.comments = append(k.comments, Span{at, at + end - i})
	}
	return end
}

// LineOf returns the 1-based line of an offset; offsets must not decrease.
func (k *Skeleton) LineOf(i int) int {
	k.line += strings.Count(k.Src[k.lineAt:i], "\n")
	k.lineAt = i
	return k.line
}

// StopsAt returns the stop bytes common to all skeletons, and more.
func StopsAt(more string) *[256]bool {
	var set [256]bool
	for _, c := range []byte("{}/" + more) {
		set[c] = true
	}
	return &set
}

// Quoted returns the offset after a quoted string on one line, or i if it does not end there.
func (k *Skeleton) Quoted(i int) int {
	quote := k.Src[i]
	for j := i + 1; j < len(k.Src); j++ {
		switch k.Src[j] {
		case '\\':
			if j++; j < len(k.Src) && k.Src[j] == '\r' {
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

// Tail returns the end of the skeleton so far without white space.
func Tail(head []byte, most int) string {
	end := len(head)
	for end > 0 && IsSpace(head[end-1]) {
		end--
	}
	return string(head[max(0, end-most):end])
}

// Waste continues after i when a scan up to end found nothing. It gives up on a text where this happens too often.
func (k *Skeleton) Waste(i, end int) int {
	if k.wasted += end - i; k.wasted > 4*len(k.Src)+4096 {
		return -1
	}
	return i + 1
}
