package pipeline

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"

	"ctxpack/scorer/relevance"
)

// SearchQuery is what is looked for in a tree: words and identifiers, or a regular
// expression. Files are ranked for it by its Task.
type SearchQuery struct {
	Text string
	// Weak asks for what matches much less well than the best, too.
	Weak bool

	task    string         // by which files are ranked; "" where there is nothing to rank by
	pattern *regexp.Regexp // that lines match; nil for words
	literal string         // that a text has which matches, "" if none is known
}

// RankedBy is the task by which files are to be ranked for the query, nil for none: an expression may name no word.
func (q *SearchQuery) RankedBy() *Task {
	if q.task == "" {
		return nil
	}
	return &Task{Text: q.task}
}

// exact is the phrase in quotes, or the identifier, that a query is: where it stands as such, nothing
// else is looked for. It is "" for words.
func (q *SearchQuery) exact() string {
	text := strings.TrimSpace(q.Text)
	for _, mark := range []string{`"`, "'", "`"} {
		if inner, ok := strings.CutPrefix(text, mark); ok && strings.HasSuffix(inner, mark) {
			return strings.TrimSuffix(inner, mark)
		}
	}
	written := strings.ContainsFunc(text, unicode.IsUpper) && strings.ContainsFunc(text, unicode.IsLower) || strings.Contains(text, "_")
	if written && !strings.ContainsFunc(text, func(r rune) bool { return !isWord(r) }) {
		return text
	}
	return ""
}

// maxPattern is the most bytes of a regular expression: what it costs grows with it.
const maxPattern = 1000

// ParseSearch reads what to look for: /EXPRESSION/, or /EXPRESSION/i for letters of either
// case, else words. Words that say nothing by themselves, such as "update" or "->", are
// looked for as they stand there.
func ParseSearch(text string) (*SearchQuery, error) {
	q := &SearchQuery{Text: text}
	trimmed := strings.TrimSpace(text)
	expression, isPattern := expressionOf(trimmed)
	switch {
	case trimmed == "":
		return nil, errors.New("there is nothing to search for")
	case !isPattern && CheckText(trimmed) == nil:
		q.task = trimmed
		return q, nil
	case !isPattern && len(trimmed) > relevance.MaxBytes:
		return nil, CheckText(trimmed)
	case !isPattern:
		expression = `(?i)` + atBorders(trimmed)
	}
	if len(expression) > maxPattern {
		return nil, fmt.Errorf("a regular expression has at most %d bytes, not %d", maxPattern, len(expression))
	}
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err == nil {
		q.pattern, err = regexp.Compile(expression)
	}
	if err != nil {
		return nil, fmt.Errorf("read the regular expression: %w", err)
	}
	tree = tree.Simplify()
	q.literal = longestLiteral(tree)
	if words := strings.Join(literals(tree, nil), " "); CheckText(words) == nil {
		q.task = words
	}
	return q, nil
}

// expressionOf takes the slashes off a regular expression.
func expressionOf(text string) (string, bool) {
	flags := ""
	if bare, ok := strings.CutSuffix(text, "/i"); ok && len(bare) > 1 {
		text, flags = bare+"/", "(?i)"
	}
	if len(text) < 3 || text[0] != '/' || text[len(text)-1] != '/' {
		return "", false
	}
	return flags + text[1:len(text)-1], true
}

// atBorders is the expression of a text as it is, where it does not go on as a word.
func atBorders(text string) string {
	expression := regexp.QuoteMeta(text)
	if isWord(rune(text[0])) {
		expression = `\b` + expression
	}
	if isWord(rune(text[len(text)-1])) {
		expression += `\b`
	}
	return expression
}

func isWord(r rune) bool {
	return r < utf8.RuneSelf && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r))
}

// literals are the texts that an expression names, in their order.
func literals(tree *syntax.Regexp, list []string) []string {
	if tree.Op == syntax.OpLiteral {
		return append(list, string(tree.Rune))
	}
	for _, part := range tree.Sub {
		list = literals(part, list)
	}
	return list
}

// longestLiteral is a text that stands in whatever matches, the longest that is known.
func longestLiteral(tree *syntax.Regexp) string {
	best := ""
	switch tree.Op {
	case syntax.OpLiteral:
		if tree.Flags&syntax.FoldCase == 0 {
			best = string(tree.Rune)
		}
	case syntax.OpConcat, syntax.OpCapture, syntax.OpPlus: // what must be there
		for _, part := range tree.Sub {
			if found := longestLiteral(part); len(found) > len(best) {
				best = found
			}
		}
	}
	return best
}
