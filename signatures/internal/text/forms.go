package text

import (
	_ "embed" // the table
	"regexp"
	"strings"
	"sync"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// formsText is the table of languages that are read by forms; its head says how.
//
//go:embed forms.txt
var formsText string

// A formed language is read by forms.
type formed struct {
	blockRules
	quotes              lex.Quotes
	tagged              []tagged
	drop, branch, extra *regexp.Regexp
	inner, cut, braces  *regexp.Regexp
	after, next         *regexp.Regexp // a line end between matches ends no statement
	kinds               map[string]string
	end, rest, again    string
	forms               []form
}

// A form describes how a kind of declaration begins.
type form struct {
	where, kind, body string
	word              string // the first word of the head, if only one is possible
	find              *regexp.Regexp
	inline            *regexp.Regexp // the part of its body that is shown
}

// A tagged string ends with the tag of its opening.
type tagged struct {
	first string // its possible first bytes
	open  *regexp.Regexp
	close string
}

// formedLanguages returns the languages of the table, each parsed on first use.
var formedLanguages = sync.OnceValue(func() map[string]func() *formed {
	languages := map[string]func() *formed{}
	for _, part := range strings.Split(formsText, "\n\n")[1:] {
		name, lines, _ := strings.Cut(part, "\n")
		languages[name] = sync.OnceValue(func() *formed { return readForms(lines) })
	}
	return languages
})

func readForms(lines string) *formed {
	l := &formed{kinds: map[string]string{}}
	var lets []string // names and their replacements
	for line := range strings.SplitSeq(strings.TrimSpace(lines), "\n") {
		key, rest := word(strings.TrimSpace(line))
		rest = strings.NewReplacer(lets...).Replace(rest)
		if key == "let" {
			name, text := word(rest)
			lets = append(lets, "%"+name+"%", text)
		} else if key[0] == '@' {
			l.set(key, rest)
		} else {
			l.row(key, rest)
		}
	}
	fits := func(find *regexp.Regexp, text string) bool { return find != nil && find.MatchString(text) }
	l.value = func(head string) bool { return fits(l.braces, strings.TrimSpace(head)) }
	l.joins = func(before, next string) bool { return fits(l.after, strings.TrimSpace(before)) || fits(l.next, next) }
	return l
}

func (l *formed) set(key, rest string) {
	expressions := map[string]**regexp.Regexp{
		"@value": &l.braces, "@after": &l.after, "@next": &l.next, "@starts": &l.starts, "@opens": &l.opens, "@comes": &l.comes, "@list": &l.list,
		"@drop": &l.drop, "@inner": &l.inner, "@cut": &l.cut, "@branch": &l.branch, "@import": &l.extra,
	}
	texts := map[string]*string{"@ends": &l.ends, "@end": &l.end, "@triple": &l.triple}
	words := strings.Fields(rest)
	switch to, text := expressions[key], texts[key]; {
	case to != nil:
		*to = regexp.MustCompile(rest)
	case text != nil:
		*text = strings.ReplaceAll(rest, `\n`, "\n")
	case key == "@rest":
		l.rest = " " + rest
	case key == "@again":
		l.again = rest + " "
	case key == "@kind":
		l.kinds[words[0]] = words[1]
	case key == "@doc":
		l.docLine = docBy(strings.ReplaceAll(words[0], "_", " "), regexp.MustCompile(strings.TrimSpace(rest[len(words[0]):])))
	case key == "@quote":
		has := func(flag string) bool { return strings.Contains(words[3], flag) }
		l.quotes = append(l.quotes, lex.Quote{
			Open: words[0], Close: strings.Trim(words[1], "."), Hole: strings.Trim(words[2], "."),
			Lines: has("lines"), Raw: has("raw"), Char: has("char"), Tick: has("tick"),
		})
	case key == "@tagged":
		l.tagged = append(l.tagged, tagged{words[0], regexp.MustCompile(words[1]), strings.ReplaceAll(strings.Join(words[2:], " "), `\n`, "\n")})
	}
	l.breaks, l.angles = l.breaks || key == "@breaks", l.angles || key == "@angles"
}

// docBy returns a function that shows the match of an expression in a comment.
func docBy(shown string, find *regexp.Regexp) func(comment string) string {
	return func(comment string) string {
		const near = 2000 // bytes that are looked at
		parts := find.FindStringSubmatch(comment[:min(len(comment), near)])
		if len(parts) == 0 {
			return ""
		}
		text := outline.Summary("", strings.TrimSpace(strings.Join(parts[1:], "")))
		if text == "" {
			return ""
		}
		return strings.ReplaceAll(shown, "%", text)
	}
}

func (l *formed) row(where, rest string) {
	f := form{where: where}
	f.kind, rest = word(rest)
	f.body, rest = word(rest)
	f.find = regexp.MustCompile(rest)
	if found := firstWord().FindStringSubmatch(rest); found != nil {
		f.word = found[1]
	}
	if strings.HasPrefix(f.body, "[") && f.body != "[]" {
		f.inline = regexp.MustCompile("^(?:" + f.body[1:len(f.body)-1] + ")$")
	}
	l.forms = append(l.forms, f)
}

// firstWord matches the first word of an expression: the space after it shows that it is whole, and in no
// alternative.
var firstWord = pattern.Of(`^\^(?:\(\?P<head>)?([a-z]+ )[^?*{]`)

func outlineForms(p *page) string {
	l := formedLanguages()[p.Spec.Name]()
	rules := l.blockRules
	rules.skip = l.skipper()
	if l.extra != nil {
		for _, at := range l.extra.FindAllStringSubmatchIndex(p.Src, -1) {
			p.addImport("import", p.Src[at[2]:at[3]], at[0])
		}
	}
	return p.blocks(rules, func(list []*block) {
		r := &formReader{page: p, formed: l, all: true}
		n := countBlocks(list)
		r.bare, r.short = n > maxDocumented, n > maxMembers
		r.statements(list, outline.Symbol{Depth: -1})
	})
}

// skipper returns a function that skips strings.
func (l *formed) skipper() func(src string, i int) int {
	unclosed := 0 // strings without an end, each of which cost a scan of the rest of the text
	return func(src string, i int) int {
		const most, near = 50, 200
		if unclosed > most {
			return i
		}
		end := l.quotes.End(src, i)
		for k := range l.tagged {
			t := &l.tagged[k]
			if end != i || strings.IndexByte(t.first, src[i]) < 0 {
				continue
			}
			if at := t.open.FindStringSubmatchIndex(src[i:min(len(src), i+near)]); at != nil {
				end = t.closing(src, i, at)
			}
		}
		if end < 0 {
			unclosed++
			return i
		}
		return end
	}
}

// closing returns the offset after a string whose opening has these parts, -1 if it has no end.
func (t *tagged) closing(src string, i int, at []int) int {
	mark, end := t.close, i+at[1]
	if len(at) > 2 {
		mark = strings.ReplaceAll(mark, "%1", src[i+at[2]:i+at[3]])
	}
	if mark == "" {
		return end
	}
	text, own := strings.CutPrefix(mark, "\n") // at the start of a line
	for {
		n := strings.Index(src[end:], text)
		if n < 0 {
			return -1
		}
		before := src[end : end+n]
		if end += n + len(text); !own || strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) == "" && strings.Contains(before, "\n") {
			return end
		}
	}
}

const (
	maxDocumented = 400  // statements of a file whose members have comments
	maxMembers    = 3000 // statements of a file whose members are shown in full
)

func countBlocks(list []*block) int {
	return len(list) + mapped.Sum(list, func(b *block) int { return countBlocks(b.kids) })
}
