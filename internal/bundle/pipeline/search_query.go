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

// SearchQuery is a search in a tree: words and identifiers, or a regular expression. Files are ranked by its Task.
type SearchQuery struct {
	Text string
	// Weak includes weak matches.
	Weak bool

	task    string         // for ranking files; "" if there is nothing to rank by
	pattern *regexp.Regexp // for matching lines; nil for words
	literal string         // contained in every matching text, "" if unknown
}

// RankedBy returns the task for ranking files, nil for none: an expression may contain no word.
func (q *SearchQuery) RankedBy() *Task {
	if q.task == "" {
		return nil
	}
	return &Task{Text: q.task}
}

// exact returns the query if it is a quoted phrase or an identifier: if it occurs exactly, nothing else is
// searched. It is "" for words.
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

// maxPattern is the maximum length of a regular expression in bytes, which bounds its cost.
const maxPattern = 1000

// ParseSearch parses a query: /EXPRESSION/, or /EXPRESSION/i to ignore case, else words. Words without meaning for
// the ranking, such as "update" or "->", are searched literally.
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

// expressionOf removes the slashes around a regular expression.
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

// atBorders returns an expression that matches a text literally, at word borders.
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

func literals(tree *syntax.Regexp, list []string) []string {
	if tree.Op == syntax.OpLiteral {
		return append(list, string(tree.Rune))
	}
	for _, part := range tree.Sub {
		list = literals(part, list)
	}
	return list
}

// longestLiteral returns the longest known text contained in every match.
func longestLiteral(tree *syntax.Regexp) string {
	best := ""
	switch tree.Op {
	case syntax.OpLiteral:
		if tree.Flags&syntax.FoldCase == 0 {
			best = string(tree.Rune)
		}
	case syntax.OpConcat, syntax.OpCapture, syntax.OpPlus: // required parts
		for _, part := range tree.Sub {
			if found := longestLiteral(part); len(found) > len(best) {
				best = found
			}
		}
	}
	return best
}
