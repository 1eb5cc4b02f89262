package view

import (
	"regexp"
	"strings"
	"unicode"

	"ctxpack/signatures"
)

// docMark stands before what the documentation of a declaration says.
const docMark = " // "

// javadocTag is what a documentation of Java marks as code or as a link.
var javadocTag = regexp.MustCompile(`\{@(?:link|linkplain|code|literal)\s+([^{}]*)\}`) // read-only

// purpose is the first sentence of a declaration's documentation without its marks, if that
// says more than its name; "" for none.
func purpose(d signatures.Symbol) string {
	if d.Doc == "" || isValue(d.Kind) {
		return ""
	}
	doc := strings.Join(strings.Fields(d.Doc), " ")
	if strings.HasPrefix(doc, "@") { // @moduledoc "…"
		_, doc, _ = strings.Cut(doc, " ")
	}
	doc = strings.Trim(javadocTag.ReplaceAllString(doc, "$1"), "/*#\"'!%;{|<- ")
	doc = strings.TrimSuffix(strings.TrimPrefix(doc, "summary>"), "</summary>")
	doc = strings.TrimPrefix(doc, d.Name+" ") // as Go's begin
	name, news := strings.ToLower(onlyLetters(d.Name)), 0
	for word := range strings.FieldsFuncSeq(doc, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(word) >= newLetters && !strings.Contains(name, strings.ToLower(word)) {
			news++
		}
	}
	switch {
	case news < newWords || news == newWords && !hasMembers(d.Kind), strings.HasSuffix(doc, ":"), strings.Contains(doc, "://"):
		return ""
	case strings.HasPrefix(doc, "TODO"), strings.HasPrefix(doc, "FIXME"), strings.HasPrefix(doc, "DEPRECATED"):
		return ""
	}
	return doc
}

// What makes a documentation worth reading: so many words that the name has not, of so many
// letters; of a function one more.
const newWords, newLetters = 2, 5

// bareType splits a line of a folded outline that has nothing but the name of a type: its kind
// with what may stand behind the name, as in Go; "" for another.
func bareType(line string) (kind, name string) {
	words := strings.Split(line, " ")
	if len(words) == 3 && words[0] == "type" && (words[2] == "struct" || words[2] == "interface") {
		return words[2], words[1]
	}
	if len(words) == 2 && isWord(words[1]) {
		switch words[0] {
		case "struct", "enum", "trait", "interface", "class", "record", "protocol":
			return words[0], words[1]
		}
	}
	return "", ""
}

func isWord(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// joinTypes writes types of a kind that follow one another and are shown by nothing but their
// names on one line: struct A, B.
func joinTypes(lines []string) []string {
	var joined []string
	last := ""
	for _, line := range lines {
		bare, mark := strings.CutSuffix(line, leftOutMark)
		kind, name := bareType(bare)
		if mark && kind != "" {
			kind += leftOutMark
		}
		if k := len(joined) - 1; kind != "" && kind == last {
			if goes, ok := strings.CutSuffix(joined[k], " "+kind); ok { // type A, B struct
				joined[k] = goes + ", " + name + " " + kind
			} else if goes, ok := strings.CutSuffix(joined[k], leftOutMark); ok {
				joined[k] = goes + ", " + name + leftOutMark
			} else {
				joined[k] += ", " + name
			}
			continue
		}
		joined, last = append(joined, line), kind
	}
	return joined
}
