package history

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/pattern"
)

// Boundary is a judgement of where the topic of a conversation changed, with a summary of what came before. Its
// zero value is the safe answer: no boundary, no confidence, no summary.
type Boundary struct {
	Index      *int    `json:"boundary_index"` // first message of the new topic; nil if there is none
	Reason     string  `json:"boundary_reason"`
	Confidence float64 `json:"confidence"` // 0 to 1
	Summary    string  `json:"summary"`
}

// Empty reports whether a judgement has no content: no summary, and no boundary with enough confidence.
func (b *Boundary) Empty() bool {
	return strings.TrimSpace(b.Summary) == "" && (b.Index == nil || b.Confidence < MinConfidence)
}

const (
	// maxAnswerWork bounds how many bytes of an answer are scanned for JSON: without it, each unclosed bracket
	// could cause another scan of the rest.
	maxAnswerWork = 16 << 20
	// maxAnswerDepth is the maximum nesting of an answer in strings.
	maxAnswerDepth = 4
)

// ParseAnswer finds a boundary in a model's answer: JSON alone, inside a Markdown fence, between other text, or in
// the text of a provider's response. The last object with a member of a boundary counts; a truncated one is read as
// far as it goes.
//
// Members are read leniently: numbers may be strings, an index is rounded down, a confidence is clamped to 0..1, a
// whole number from 2 to 100 is a percentage. Unreadable members get the value of the safe answer. It fails if
// there is no such object.
func ParseAnswer(answer string) (Boundary, error) {
	answer = strings.TrimPrefix(answer, "\uFEFF")
	if !utf8.ValidString(answer) {
		return Boundary{}, errors.New("the answer is not UTF-8")
	}
	answer = strings.TrimSpace(answer)
	// Models put line breaks inside strings, which JSON does not allow.
	flat := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, answer)
	for _, text := range []string{answer, flat, opened(answer), opened(flat), fromPython(answer)} {
		if b, ok := findAnswer(text, maxAnswerDepth); ok {
			return b, nil
		}
	}
	return Boundary{}, errors.New("the answer contains no JSON object with a boundary")
}

// python matches the parts of a printed Python object that differ from JSON: None, True and False, and strings in
// single quotes.
var python = pattern.Of(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b(?:None|True|False)\b`)

func fromPython(answer string) string {
	return python().ReplaceAllStringFunc(answer, func(found string) string {
		switch {
		case found == "None":
			return "null"
		case found[0] == '\'':
			inside := strings.ReplaceAll(found[1:len(found)-1], `\'`, "'")
			return `"` + strings.ReplaceAll(inside, `"`, `\"`) + `"`
		case found[0] != '"':
			return strings.ToLower(found)
		}
		return found
	})
}

// firstMember matches the start of a boundary without its brace.
var firstMember = pattern.Of(`(?i)"?(?:boundary_?index|boundary_?reason|confidence|summary)"`)

// opened adds a brace before the first member of a boundary: if the start of an answer was given to the model, the
// answer continues after it.
func opened(answer string) string {
	at := firstMember().FindStringIndex(answer)
	if at == nil {
		return ""
	}
	return `{"` + strings.TrimPrefix(answer[at[0]:], `"`)
}

// findAnswer searches for objects in a text, then for texts in these. A complete one takes precedence over a
// truncated one.
func findAnswer(text string, depth int) (found Boundary, ok bool) {
	var cut *Boundary
	var inner []string
	work, looked := 0, 0 // looked is the offset up to which texts were collected
	for i := strings.IndexByte(text, '{'); i >= 0 && work < maxAnswerWork; {
		s := jsondoc.Scanner[string]{Src: text, Pos: i, Loose: true, Comments: true}
		value, fault := s.Value()
		end := value.To
		switch {
		case fault != nil && fault.Ended:
			end = len(text)
		case fault != nil:
			end = fault.Offset
		}
		work += end - i + 1
		next := i + 1
		b, is := boundaryOf(membersOf(text, i))
		switch {
		case is && fault == nil:
			found, ok, next = b, true, end
		case is && fault.Ended:
			cut = &b
		case fault == nil && i >= looked && depth > 0:
			inner, looked = append(inner, textsIn(text[i:end])...), end
		}
		if i = strings.IndexByte(text[next:], '{'); i >= 0 {
			i += next
		}
	}
	for _, t := range inner {
		if !ok && strings.Contains(t, "{") {
			found, ok = findAnswer(t, depth-1)
		}
	}
	if !ok && cut != nil {
		return *cut, true
	}
	return found, ok
}

// membersOf returns the members of the object at an offset, by their plain names, as far as they go. The last one
// may be truncated.
func membersOf(text string, at int) map[string]string {
	members := map[string]string{}
	s := jsondoc.Scanner[string]{Src: text, Pos: at, Loose: true, Comments: true}
	_ = s.Object(func(name jsondoc.Span) *jsondoc.Fault {
		key := strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(jsondoc.Unquote(text[name.From:name.To])))
		from := s.Pos
		value, fault := s.Value()
		switch {
		case fault == nil:
			members[key] = text[value.From:value.To]
		case fault.Ended && from < len(text) && text[from] == '"':
			members[key] = closed(text[from:])
		}
		return fault
	})
	return members
}

// closed terminates a truncated string, possibly inside an escape.
func closed(cut string) string {
	for n := range min(7, len(cut)) {
		quoted := cut[:len(cut)-n] + `"`
		s := jsondoc.Scanner[string]{Src: quoted}
		if at, fault := s.Str(); fault == nil && at.To == len(quoted) {
			return quoted
		}
	}
	return `""`
}

func textsIn(raw string) []string {
	v, err := jsondoc.Parse([]byte(raw), jsondoc.Options{Repeated: true, Loose: true, Comments: true})
	if err != nil {
		return nil
	}
	var texts []string
	var look func(v *jsondoc.Value)
	look = func(v *jsondoc.Value) {
		if v.Kind == jsondoc.String {
			texts = append(texts, v.Text)
		}
		for _, item := range v.Items {
			look(item)
		}
		for _, m := range v.Members {
			look(m.Value)
		}
	}
	look(v)
	return texts
}

// boundaryOf converts the members of an object to a boundary, if it has any of one.
func boundaryOf(members map[string]string) (Boundary, bool) {
	var b Boundary
	index, hasIndex := members["boundaryindex"]
	summary, hasSummary := members["summary"]
	if !hasIndex && !hasSummary {
		return b, false
	}
	n, percent, ok := number(index)
	if isIndex := n >= 0 && n <= math.MaxInt32; ok && !percent && isIndex {
		i := int(n)
		b.Index = &i
	}
	if n, percent, ok := number(members["confidence"]); ok {
		if isWhole := n >= 2 && n <= 100 && n == math.Trunc(n); isWhole || percent {
			n /= 100
		}
		b.Confidence = min(max(n, 0), 1)
	}
	b.Reason, b.Summary = plainText(members["boundaryreason"]), plainText(summary)
	return b, true
}

// number parses a number, or a string with one.
func number(raw string) (n float64, percent, ok bool) {
	raw = strings.TrimSpace(plainText(raw))
	raw, percent = strings.CutSuffix(raw, "%")
	n, err := strconv.ParseFloat(strings.TrimSpace(raw), 64)
	return n, percent, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// plainText returns a string's text, a list's items on lines, or another value as is.
func plainText(raw string) string {
	switch {
	case raw == "null":
		return ""
	case strings.HasPrefix(raw, `"`):
		return jsondoc.Unquote(raw)
	case strings.HasPrefix(raw, "["):
		return strings.Join(textsIn(raw), "\n")
	}
	return raw
}
