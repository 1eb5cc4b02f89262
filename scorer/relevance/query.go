// Package relevance finds out how relevant the files of a tree are to a task: an issue,
// a question, an error message, a stack trace or any other pasted text.
//
// It uses neither a model nor knowledge of programming languages. A task is a set of search terms ([Parse]). [Query.Rank]
// compares them with the facts about each file, signal by signal, in integers. It does not read texts: the caller
// passes each file as its terms.Counts.
//
// All functions are pure and safe for concurrent use. Their work is bounded for tasks of any length.
package relevance

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
	"ctxpack/scorer/fixed"
	"ctxpack/scorer/terms"
)

const (
	// MaxBytes is the maximum number of bytes read from a task.
	MaxBytes = 1 << 20
	// maxTerms is the maximum number of distinct terms of a query; later ones are ignored.
	maxTerms = 1000
	// maxNames is the maximum number of names of a query that are searched among declarations.
	maxNames = 300
	// titleWeight is how many times each term of the first line counts.
	titleWeight = 3
	// maxCounted limits how many times a term counts, before the square root.
	maxCounted = 3
)

// Query is a parsed task.
type Query struct {
	Title  string // the first line of the task
	Terms  []Term // in ascending order of their words
	Names  []string
	Places []Place
	// Messages are pieces of program output that source files may contain.
	Messages []string
	// Tests, Documents and Settings are set if the task is about such files.
	Tests, Documents, Settings bool

	words     []terms.Word // words of Terms, in the same order
	mentioned map[string]bool
	marked    map[string]bool // written as code
}

// Term is a search term of a query.
type Term struct {
	Text   string
	Word   terms.Word
	Weight int // grows with the number of occurrences; in units of [fixed.Unit]
}

// Place is a file that the task names, with a line if the task gives one.
type Place struct {
	Path string // as written, with slashes
	Line int    // from 1; 0 if none is given
	// Trace is the number, from 1, of the stack trace with this frame; 0 for none.
	Trace int
	// Linked is set if the place is the target of a link, possibly into another repository.
	Linked bool
}

// Parse parses a task.
func Parse(text string) *Query { return ParseWith(text, "") }

// ParseWith parses a task together with related source, such as changed lines or a file that the user is looking at.
func ParseWith(text, source string) *Query {
	text = strings.ToValidUTF8(text[:min(len(text), MaxBytes)], "\uFFFD")
	source = strings.ToValidUTF8(source[:min(len(source), MaxBytes)], "\uFFFD")
	q := &Query{mentioned: map[string]bool{}}
	body, linked := strip(text)
	q.Places = places(body, linked) // before a Windows path loses its \new
	body = escaped.Replace(body)
	title, rest := splitTitle(body)
	q.Title = title
	counts := termCounts{counts: map[string]int{}}
	counts.add(title, titleWeight)
	counts.add(rest, 1)
	counts.add(source, 1)
	q.Terms = append(q.Terms, mapped.Of(counts.order, func(term string) Term { return Term{term, terms.WordOf(term), rootOf(counts.counts[term])} })...)
	slices.SortFunc(q.Terms, func(a, b Term) int { return int(a.Word) - int(b.Word) })
	q.Terms = slices.CompactFunc(q.Terms, func(a, b Term) bool { return a.Word == b.Word })
	q.words = append(q.words, mapped.Of(q.Terms, func(t Term) terms.Word { return t.Word })...)
	q.Names = names(body + "\n" + source)
	for _, name := range q.Names {
		q.mentioned[name] = true
	}
	q.marked = marked(body)
	q.Messages = messages(body)
	q.about(title)
	return q
}

// termCounts counts terms and keeps the order of their first occurrences.
type termCounts struct {
	counts map[string]int
	order  []string
}

func (c *termCounts) add(text string, n int) {
	terms.Split(text, func(term string) {
		if stopTerms()[term] || len(c.order) >= maxTerms && c.counts[term] == 0 {
			return
		}
		if c.counts[term] == 0 {
			c.order = append(c.order, term)
		}
		c.counts[term] += n
	})
}

// Empty reports whether there is nothing to search for.
func (q *Query) Empty() bool { return len(q.Terms)+len(q.Places) == 0 }

// rootOf returns the square root of a count in units, with the count limited to maxCounted.
func rootOf(n int) int { return [...]int{0, fixed.Unit, 1448, 1774}[min(n, maxCounted)] }

// splitTitle separates the first line with a letter from the rest of a text.
func splitTitle(text string) (title, rest string) {
	for text != "" {
		line, next, _ := strings.Cut(text, "\n")
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "#*=-> "))
		if strings.ContainsFunc(line, unicode.IsLetter) {
			return line, next
		}
		text = next
	}
	return "", ""
}

// names returns the identifiers and words of a text that may be declared somewhere.
func names(text string) []string {
	var list []string
	seen := map[string]bool{}
	for _, w := range strings.FieldsFunc(text, notIdentifier) {
		if isName := len(w) > 3 && len(w) <= 60 && w[0] > '9'; !isName || seen[w] || stopWords()[strings.ToLower(w)] {
			continue
		}
		seen[w] = true
		if list = append(list, w); len(list) == maxNames {
			break
		}
	}
	return list
}

func notIdentifier(r rune) bool {
	return r < utf8.RuneSelf && r != '_' && !(r >= '0' && r <= '9') && !(r|0x20 >= 'a' && r|0x20 <= 'z')
}

// about determines which kinds of files in addition to code the title asks for.
func (q *Query) about(title string) {
	for w := range strings.FieldsFuncSeq(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch w {
		case "test", "tests", "testing", "flaky", "benchmark", "benchmarks", "spec", "specs", "fuzz":
			q.Tests = true
		case "doc", "docs", "documentation", "readme", "changelog", "typo", "typos", "tutorial", "guide", "manual", "translation":
			q.Documents = true
		case "ci", "workflow", "workflows", "dependencies", "dependency", "dockerfile", "docker", "makefile", "configuration", "settings":
			q.Settings = true
		}
	}
}

var codeName = pattern.Of("`([A-Za-z_]\\w*)(?:\\(\\))?`")

// marked returns the names that a text marks as code.
func marked(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range codeName().FindAllStringSubmatch(text, maxNames) {
		names[m[1]] = true
	}
	return names
}

// Weight returns how strongly a name of the task points to a declaration of that name.
func (q *Query) Weight(name string) int {
	if q.marked[name] {
		return Whole
	}
	return NameWeight(name)
}

// Naming returns how much of a declared name the task mentions, from 0 to [Whole]: the whole name, or some of its parts.
func (q *Query) Naming(name string) int {
	if q.mentioned[name] {
		return Whole
	}
	all, hits := 0, 0
	terms.Split(name, func(term string) {
		all++
		if _, ok := slices.BinarySearch(q.words, terms.WordOf(term)); ok {
			hits++
		}
	})
	return Whole * hits / max(all, 1)
}
