package groovy

import (
	"regexp"
	"strings"
	"sync"

	"ctxpack/signatures/internal/lex"
)

// A rewriter writes the declarations of a text again in the few forms that
// the grammar knows: `class Name { }`, `def name() { }`, `def name = [ ]`, each
// with at most one annotation, and blanks all else. The text of the outline
// comes from the original: names, types and parameters are read there.
type rewriter struct {
	*scan
	classes []string // names of the classes that are open
}

// Compiled once, read-only.
var forms = sync.OnceValue(func() (p struct{ class, method, field, kept, modifier *regexp.Regexp }) {
	const modifiers = `(?:(?:public|private|protected|static|final|abstract|synchronized|native|transient|volatile|default|sealed|strictfp)[ \t]+)*`
	p.class = regexp.MustCompile(`^(` + modifiers + `(?:class|interface|trait|enum|record|@interface)[ \t]+)(\w+)`)
	p.method = regexp.MustCompile(`^(` + modifiers + `(?:def[ \t]+)?(?:@\w+[ \t]+|static[ \t]+)*(?:<[^(){}\n]*?>[ \t]*)?(?:def[ \t]+)?(?:[A-Za-z_][\w.]*(?:<[^(){}=\n]*>)?(?:\[\])*[ \t]+)?)(\w+|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')[ \t]*(\()`)
	p.field = regexp.MustCompile(`^(` + modifiers + `(?:def[ \t]+)?(?:[A-Za-z_][\w.]*[ \t]*(?:<[^(){}=\n]*>)?(?:\[\])*[ \t]+)?)([A-Za-z_$][\w$]*)[ \t]*(=[^=~]|$|[;\n,}/])`)
	p.kept = regexp.MustCompile(`^(?:package|import|task|tasks\.\w+|apply|plugins|dependencies|repositories|pipeline|include)\b|^[a-z]\w*[ \t]*=[ \t]*[\w.]+[ \t]*(?:\n|$)`)
	p.modifier = regexp.MustCompile(`^` + modifiers)
	return p
})

// maxStatements bounds what a hostile text can cost: one takes up to 40 µs,
// and no real file has a tenth as many outside of bodies.
const maxStatements = 30_000

func mask(src string) string {
	blank := emptied(src)
	m := &rewriter{scan: newScan(blank)}
	for i, n := 0, 0; i < len(blank); n++ {
		if n == maxStatements {
			return src
		}
		i = m.statement(i)
	}
	return plainComments(string(m.Out))
}

// plainComments makes documentation plain comments: the grammar has rules of
// its own for it, which real documentation breaks.
func plainComments(src string) string {
	s := newScan(src)
	for i := 0; i < len(src); {
		end, comment := s.literal(i, 0)
		if end = max(end, i+1); comment && strings.HasPrefix(src[i:], "/**") && end-i > len("/**/") {
			s.Out[i+len("/*")] = ' '
		}
		i = end
	}
	return string(s.Out)
}

// space skips white space, comments and semicolons.
func (m *rewriter) space(i int) int {
	for i < len(m.Src) {
		if end, comment := m.literal(i, 0); comment {
			i = end
		} else if strings.IndexByte(" \t\r\n;", m.Src[i]) >= 0 {
			if m.Src[i] == ';' && m.Out[i] == ';' {
				m.Out[i] = '\n'
			}
			i++
		} else {
			break
		}
	}
	return i
}

// statement rewrites what starts at i and returns where the next one starts.
func (m *rewriter) statement(i int) int {
	i = m.space(i)
	if i >= len(m.Src) {
		return i
	}
	if m.Src[i] == '}' {
		m.classes = m.classes[:max(len(m.classes)-1, 0)]
		return i + 1
	}
	start := i
	i = m.annotations(i)
	if i >= len(m.Src) {
		return i
	}
	forms, rest := forms(), m.Src[i:min(len(m.Src), i+maxHeader)]
	if at := forms.class.FindStringSubmatchIndex(rest); at != nil {
		if open := strings.IndexByte(rest, '{'); open >= 0 {
			m.class(i, at, i+open)
			return i + open + 1
		}
	}
	end := m.end(i)
	if len(m.classes) == 0 && start == i && forms.kept.MatchString(rest) {
		if strings.HasPrefix(rest, "package") || strings.HasPrefix(rest, "import") {
			end = m.LineEnd(i) // `import a.*` does not go on
		}
		return end
	}
	if at := forms.method.FindStringSubmatchIndex(rest); at != nil && m.method(i, at, end) {
		return end
	}
	if at := forms.field.FindStringSubmatchIndex(rest); at != nil && at[3] >= len("T ") && m.field(i, at, end) {
		return end
	}
	m.code(start, end)
	m.traces(start, end)
	return max(end, start+1)
}

// traces leaves a number in the place of a statement that was blanked, and of
// each part between its commas: a comment above it is not one of what follows.
func (m *rewriter) traces(start, end int) {
	fresh := true
	for i := start; i < end; {
		next, comment := m.literal(i, 0)
		next = max(next, i+1)
		switch c := m.Src[i]; {
		case comment || c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case c == ',':
			m.Out[i], fresh = '\n', true
		case fresh:
			m.Out[i], fresh = '0', false
			fallthrough
		default:
			if c == '(' || c == '[' || c == '{' {
				next = m.closing(i)
			}
		}
		i = next
	}
}

// annotations makes those at i one and returns where they end.
func (m *rewriter) annotations(i int) int {
	start, count, end := i, 0, i
	for i < len(m.Src) && m.Src[i] == '@' && !strings.HasPrefix(m.Src[i:], "@interface") {
		i++
		for i < len(m.Src) && (lex.IsWord(rune(m.Src[i])) || m.Src[i] == '.') {
			i++
		}
		if i < len(m.Src) && m.Src[i] == '(' {
			i = m.closing(i)
		}
		count, end = count+1, i
		i = m.space(i)
	}
	if text := m.Src[start:end]; (count > 1 || strings.ContainsAny(text, "(.")) && len(text) >= len("@x()") {
		m.code(start, end)
		copy(m.Out[start:], "@x(")
		m.Out[end-1] = ')'
	}
	return i
}

// code blanks what is no comment.
func (m *rewriter) code(from, to int) {
	for i := from; i < to; {
		end, comment := m.literal(i, 0)
		if end = min(max(end, i+1), to); !comment {
			m.Masker.Blank(i, end)
		}
		i = end
	}
}

// closing is the offset after the bracket that closes the one at i.
func (m *rewriter) closing(i int) int {
	for depth := 0; i < len(m.Src); {
		if end, _ := m.literal(i, 0); end > i {
			i = end
			continue
		}
		switch m.Src[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
		i++
	}
	return i
}

// end is where the statement at i ends: a line end or semicolon outside of
// brackets, unless the text goes on, or the brace that closes what is around.
func (m *rewriter) end(i int) int {
	last := byte(0)
	for i < len(m.Src) {
		if end, comment := m.literal(i, 0); end > i {
			if i = end; !comment {
				last = '"'
			}
			continue
		}
		switch c := m.Src[i]; c {
		case '(', '[', '{':
			i, last = m.closing(i), '}'
			continue
		case '}', ';':
			return i
		case '\n':
			next, ok := m.goesOn(i, last)
			if !ok {
				return i
			}
			i = next
			continue
		case ' ', '\t', '\r':
		default:
			last = c
		}
		i++
	}
	return i
}

// goesOn tells whether a statement goes on after the line end at i, and where.
func (m *rewriter) goesOn(i int, last byte) (next int, ok bool) {
	next = m.space(i)
	rest := m.Src[next:]
	return next, strings.IndexByte(",=+-*/?:&|<\\", last) >= 0 ||
		rest != "" && strings.IndexByte(".?:{", rest[0]) >= 0 || strings.HasPrefix(rest, "throws ")
}

// class writes the head of a class; at are the places of what is before its
// name, and of the name.
func (m *rewriter) class(i int, at []int, open int) {
	name, end := i+at[4], i+at[5]
	m.classes = append(m.classes, m.Src[name:end])
	m.code(i, open)
	if name-i < len("class ") { // `enum X` is a byte too short
		name++
	}
	copy(m.Out[i:], "class")
	copy(m.Out[name:], m.Src[name:end])
	if name >= end && name < open {
		m.Out[name] = 'x'
	}
}

// method writes a method or constructor as `def name()`; false if it is none.
func (m *rewriter) method(i int, at []int, end int) bool {
	name, open := i+at[4], i+at[6]
	if n := len(m.classes); at[3] == 0 { // no type: a constructor or a call
		if n == 0 || m.Src[name:i+at[5]] != m.classes[n-1] {
			return false
		}
	} else if !typed(m.Src[i:name]) {
		return false
	}
	after := m.closing(open)
	body := m.space(after)
	if strings.HasPrefix(m.Src[body:], "throws") {
		if b := strings.IndexAny(m.Src[body:], "{\n;"); b >= 0 {
			body = m.space(body + b)
		}
	}
	if body >= len(m.Src) || m.Src[body] != '{' {
		body = after
	} else if rest := strings.TrimSpace(m.Src[min(m.closing(body), end):end]); rest != "" && rest[0] == '.' {
		return false // a chain of calls
	}
	from := m.room(i, name)
	if from+len("def x") > open {
		return false
	}
	m.code(i, body)
	m.def(from, name, i+at[5])
	m.Out[open], m.Out[after-1] = '(', ')'
	return true
}

// room is where `def ` can stand before a name: in the place of its type or of
// white space before it.
func (m *rewriter) room(i, name int) int {
	for i > 0 && name-i < len("def ") && (m.Src[i-1] == ' ' || m.Src[i-1] == '\t') {
		i--
	}
	return i
}

// def writes the word and a name, or what there is room for of it.
func (m *rewriter) def(from, name, end int) {
	copy(m.Out[from:], "def ")
	for i := max(name, from+len("def ")); i < end; i++ {
		m.Out[i] = 'x'
	}
}

// typed tells whether what is before a name declares it: a modifier or type,
// not a command.
func typed(before string) bool {
	rest := strings.TrimSpace(before[len(forms().modifier.FindString(before)):])
	word := rest
	if i := strings.IndexFunc(rest, func(r rune) bool { return !lex.IsWord(r) && r != '.' }); i >= 0 {
		word = rest[:i]
	}
	switch word {
	case "", "def", "var", "void", "int", "long", "short", "byte", "char", "boolean", "float", "double":
		return true
	}
	last := lex.PathEndDot(word)
	return last != "" && last[0] >= 'A' && last[0] <= 'Z'
}

// field writes a field or variable as `def name = [ ]`; false if it is none.
func (m *rewriter) field(i int, at []int, end int) bool {
	name, equals := i+at[4], i+at[6]
	from := m.room(i, name)
	if !typed(m.Src[i:name]) || from+len("def x") > i+at[5] {
		return false
	}
	m.code(i, end)
	m.def(from, name, i+at[5])
	if equals >= end || m.Src[equals] != '=' {
		return true
	}
	value := m.space(equals + 1)
	last := value
	for j := value; j < end; {
		next, comment := m.literal(j, 0)
		next = max(next, j+1)
		if !comment && strings.TrimSpace(m.Src[j:next]) != "" {
			last = next
		}
		j = next
	}
	last = min(last, end)
	if value >= end {
		return true
	}
	m.Out[equals], m.Out[value] = '=', '0'
	if last-value > 1 {
		m.Out[value], m.Out[last-1] = '[', ']'
	}
	return true
}
