// Package relevance finds what a task has to do with the files of a tree: an issue,
// a question, an error message, a stack trace, whatever somebody would paste.
//
// It knows no model and nothing of languages. A task is a set of search terms ([Parse]); what is known of each file
// is compared with them, signal by signal ([Query.Rank]), in integers. Texts are not looked at: a file is given as
// its terms.Counts.
//
// All functions are pure and safe for concurrent use. Their work is bounded however long the task is.
package relevance

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ctxpack/scorer/fixed"
	"ctxpack/scorer/terms"
)

const (
	// MaxBytes is the most bytes of a task that are read.
	MaxBytes = 1 << 20
	// maxTerms is the most different terms of a query: the first of them count.
	maxTerms = 1000
	// maxNames is the most names of a query that are looked for among declarations.
	maxNames = 300
	// titleWeight is how often the terms of the first line count.
	titleWeight = 3
	// maxCounted is how often a term counts at most, before the square root.
	maxCounted = 3
)

// Query is a task as it is searched for.
type Query struct {
	Title  string // its first line
	Terms  []Term // in ascending order of their words
	Names  []string
	Places []Place
	// Members are declarations that the task names with the type that they belong to.
	Members []Member
	// Messages are pieces of program output that its source may contain.
	Messages []string
	// Tests, Documents and Settings are set if the task is about such files.
	Tests, Documents, Settings bool

	words     []terms.Word // of Terms
	mentioned map[string]bool
	marked    map[string]bool // written as code
}

// Term is a search term of a query.
type Term struct {
	Text   string
	Word   terms.Word
	Weight int // by how often it is there, in units
}

// Place is a file that the task names, and a line of it if it names one.
type Place struct {
	Path string // as written, with slashes
	Line int    // from 1; 0 if none is named
	// Trace is the stack trace, from 1, of which it is a frame; 0 for none.
	Trace int
	// Linked is set if it is the target of a link, which may be that of another repository.
	Linked bool
}

// Parse reads a task.
func Parse(text string) *Query { return ParseWith(text, "") }

// ParseWith reads a task, and a text that has to do with it without saying so: source
// that was changed, or that somebody looks at.
func ParseWith(text, source string) *Query {
	text = strings.ToValidUTF8(text[:min(len(text), MaxBytes)], "\uFFFD")
	source = strings.ToValidUTF8(source[:min(len(source), MaxBytes)], "\uFFFD")
	q := &Query{mentioned: map[string]bool{}}
	body, linked := strip(text)
	q.Places = places(body, linked) // before a path of Windows loses its \new
	body = escaped.Replace(body)
	title, rest := splitTitle(body)
	q.Title = title
	counts := termCounts{counts: map[string]int{}}
	counts.add(title, titleWeight)
	counts.add(rest, 1)
	counts.add(source, 1)
	for _, term := range counts.order {
		q.Terms = append(q.Terms, Term{term, terms.WordOf(term), rootOf(counts.counts[term])})
	}
	slices.SortFunc(q.Terms, func(a, b Term) int { return int(a.Word) - int(b.Word) })
	q.Terms = slices.CompactFunc(q.Terms, func(a, b Term) bool { return a.Word == b.Word })
	for _, t := range q.Terms {
		q.words = append(q.words, t.Word)
	}
	q.Names = names(body + "\n" + source)
	for _, name := range q.Names {
		q.mentioned[name] = true
	}
	q.marked = marked(body)
	q.Messages, q.Members = messages(body), members(body)
	q.about(title)
	return q
}

// termCounts are terms in the order in which they were seen first, and how often they were.
type termCounts struct {
	counts map[string]int
	order  []string
}

func (c *termCounts) add(text string, n int) {
	terms.Split(text, func(term string) {
		if stopTerms[term] || len(c.order) >= maxTerms && c.counts[term] == 0 {
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

// rootOf is the square root of a count in units.
func rootOf(n int) int { return [...]int{0, fixed.Unit, 1448, 1774}[min(n, maxCounted)] }

// splitTitle takes the first line that says something off a text.
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

// names are the identifiers and words of a text that may be declared somewhere.
func names(text string) []string {
	var list []string
	seen := map[string]bool{}
	for _, w := range strings.FieldsFunc(text, notIdentifier) {
		if len(w) <= 3 || len(w) > 60 || w[0] <= '9' || seen[w] || stopWords[strings.ToLower(w)] {
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

// about finds out which kinds of files besides code the title asks for.
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

var codeName = regexp.MustCompile("`([A-Za-z_]\\w*)(?:\\(\\))?`")

// marked are the names that a text marks as code.
func marked(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range codeName.FindAllStringSubmatch(text, maxNames) {
		names[m[1]] = true
	}
	return names
}

// Weight is how much a name of the task says about a declaration.
func (q *Query) Weight(name string) int {
	if q.marked[name] {
		return Whole
	}
	return NameWeight(name)
}

// Naming returns how much of a declared name the task mentions, from 0 to [Whole]: all of it, or some of its parts.
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
