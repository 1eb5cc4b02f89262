package relevance

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
	"ctxpack/scorer/terms"
)

// Issue forms repeat the same text in every issue of a repository: their headings,
// boxes and comments are not part of the task.

// strip removes the text of a form and all links. linked holds the source paths that the links point to.
func strip(text string) (body string, linked []string) {
	text = comments().ReplaceAllString(text, " ")
	text = urls().ReplaceAllStringFunc(text, func(link string) string {
		if found := sourceLink().FindStringSubmatch(link); found != nil {
			linked = append(linked, found[1])
		}
		return " "
	})
	return stripLines(text), linked
}

// stripLines blanks the lines of a form and those that describe an environment.
func stripLines(text string) string {
	var b strings.Builder
	skip := environment(text)
	n := -1
	for line := range strings.Lines(text) {
		n++
		bare := strings.TrimSpace(line)
		if isForm := skip[n] || isBox(bare) || isFormHeading(bare); isForm || trailer().MatchString(bare) {
			b.WriteByte('\n')
			continue
		}
		b.WriteString(line)
	}
	return b.String()
}

var (
	comments = pattern.Of(`(?s)<!--.*?-->`)
	urls     = pattern.Of(`https?://[^\s)>\]]+`)
	// A link to a file in a commit or a branch, as Git servers write it.
	sourceLink = pattern.Of(`/(?:blob|src/(?:branch|commit|tag)|src)/[^/]+/([^?\s]+\.[A-Za-z][A-Za-z0-9+]*(?:#L\d+)?)`)
	// The last lines of a commit message may name people.
	trailer = pattern.Of(`^[A-Z][a-z]+(?:-[a-z]+)*-by: .*<.*@.*>$`)
	// Line ends are escaped in quoted program text. Read-only.
	escaped = strings.NewReplacer(`\r\n`, " ", `\n`, " ", `\t`, " ")
	// A line with a setting and its value, or with a program and its version.
	setting = pattern.Of(`^[\s|*>#+-]*[\w@][\w@ .()/+-]{0,40}?(?:\s*[:|]\s*|\s*==?\s*|@|(\s+))["'\x60]?v?([^\s|"'\x60]+)["'|\s\x60]*$`)
	version = pattern.Of(`^\d+\.\d+[\w.+-]*$`)
)

// leastVersions is how many lines with versions in a row make a pasted environment.
const leastVersions = 3

// environment returns the lines, numbered from 0, of the lists of programs and versions in bug reports: all their
// words are names, and none is the subject of the task.
func environment(text string) map[int]bool {
	skip := map[int]bool{}
	n, from, versions, exact := -1, 0, 0, false
	end := func() {
		for k := from; exact && versions >= leastVersions && k < n; k++ {
			skip[k] = true
		}
		from, versions, exact = n+1, 0, false
	}
	for line := range strings.Lines(text) {
		n++
		bare := strings.TrimSpace(line)
		if bare == "" || strings.Trim(bare, "-=| ") == "" {
			continue
		}
		const longest = 100
		found := setting().FindStringSubmatch(bare[:min(len(bare), longest)])
		switch {
		case found == nil || len(bare) > longest:
			end()
		case version().MatchString(found[2]):
			versions++
			exact = exact || strings.Count(found[2], ".") > 1 // 1.5 may be any number
		case found[1] != "":
			end() // a word and its value are not a version
		}
	}
	n++
	end()
	return skip
}

// isBox reports whether a line is a box to tick.
func isBox(line string) bool {
	line = strings.TrimLeft(line, "-*+ ")
	return strings.HasPrefix(line, "[ ]") || strings.HasPrefix(line, "[x]") || strings.HasPrefix(line, "[X]")
}

// isFormHeading reports whether a line is a typical heading of a form.
func isFormHeading(line string) bool {
	const longest = 60
	bare := strings.ToLower(strings.Trim(line, "#*_:=-?. \t"))
	if isText := bare == strings.ToLower(line) && !strings.HasSuffix(line, ":"); isText || len(bare) == 0 || len(line) > longest {
		return false // without a mark it may be ordinary text
	}
	list := strings.FieldsFunc(bare, func(r rune) bool { return !unicode.IsLetter(r) })
	return !slices.ContainsFunc(list, func(word string) bool { return !formWords()[word] })
}

// Read-only.
var formWords = setOf(`a about additional actual affected and any are as attach behavior behaviour bug can code configuration
checklist context current describe description did do does environment error example expected expectation experience feature
for happen happened happens have how i if in info information installed is issue it logs message minimal motivation
of operating optional or os output package paste platform please possible problem proposal python relevant reproduce reproducible
reproducing reproduction request result results run sample screenshots see should solution steps stack summary system template that
the this to trace traceback type use used using version versions what when which with workaround would you your`)

// stopWords holds words without evidence about a file: common English words, and words of commit messages and issues.
//
// Read-only.
var stopWords = setOf(`the an and or of to in for on with is are be was were this that it its as by from at not no if when then
than so we you they he she do does did done have has had can could should would will may might must into out up
only also just now new all any some more most other such what who how why where there here these those same
but about after before because while over under again very make made get got use via let
add fix remove update change support allow ensure don doesn isn
using used uses makes making gets getting lets adds added adding fixes fixed fixing removes removed removing updates updated updating
changes changed changing supports allows allowed which been being cannot am my your our their his her i me`)

// stopTerms holds the search terms of stopWords.
var stopTerms = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for w := range stopWords() {
		terms.Split(w, func(term string) { set[term] = true })
	}
	return set
})

func setOf(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return mapped.Set(strings.Fields(words)) })
}
