package source

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

const (
	// maxIgnoreFile is the maximum size of an ignore file in bytes. Git has no limit; the largest ones in use have
	// about ten thousand bytes.
	maxIgnoreFile = 16_000_000
	// maxIgnoreText bounds the bytes of all rule files that apply in a folder, maxIgnoreWild those of their
	// wildcard patterns: each of these is tried on each name, while plain names and paths are looked up.
	maxIgnoreText = 48_000_000
	maxIgnoreWild = 200_000
	// maxMatching bounds the work of matching the names of a tree, in units of one or two nanoseconds. Large
	// repositories take a thousandth of it.
	maxMatching = 4_000_000_000
)

// wildcards are the special characters of patterns.
const wildcards = `*?[\`

// rule is one pattern of an ignore file, or of a .gitattributes file with the state of one attribute. There may be
// millions.
type rule struct {
	text    span // as written, without trailing spaces
	name    span // without the parts stored as flags; the lookup key of a plain pattern
	line    uint32
	negate  bool           // `!pattern`: brings back
	state   attributeState // state of the attribute
	dirOnly bool           // `pattern/`: matches folders only
}

// span is a part of a list's text.
type span struct{ from, to uint32 }

type wildRule struct {
	rule     int32  // index of the rule
	baseName bool   // no slash inside: matches the last component at any depth
	prefix   string // literal prefix of each match
	rest     *program
}

// ruleList is one rule file. It is immutable once sealed.
type ruleList struct {
	source string // its name in Detail
	base   string // the folder with the file, "" for the root
	text   string // text of all rules
	rules  []rule
	// Most patterns are plain names, or paths below base. They are looked up; only the others are tried in
	// sequence. The plain ones are indexes into rules, sorted by name, then descending.
	names, paths []int32
	others       []wildRule
	wild         int    // bytes of the wildcard patterns
	closed       string // why the list ignores everything, "" if it does not
}

// closedList replaces a rule file that cannot be read: files that it might exclude stay excluded.
func closedList(source, base, why string) *ruleList {
	return &ruleList{source: source, base: base, closed: source + ": " + why}
}

// detail names a rule of the list.
func (l *ruleList) detail(r *rule) string {
	return fmt.Sprintf("%s:%d: %s", l.source, r.line, l.part(r.text))
}

func (l *ruleList) part(s span) string { return l.text[s.from:s.to] }

// parseIgnore parses an ignore file in the folder base. It returns nil if there is no pattern in it.
func parseIgnore(source, base, text string) *ruleList {
	l := &ruleList{source: source, base: base, text: text}
	rest := strings.TrimPrefix(text, "\ufeff")
	for line := uint32(1); rest != ""; line++ {
		from := len(text) - len(rest)
		var pattern string
		pattern, rest, _ = strings.Cut(rest, "\n")
		if pattern == "" || pattern[0] == '#' {
			continue
		}
		pattern = strings.TrimSuffix(pattern, "\r")
		// Git stores patterns as C strings.
		pattern, _, _ = strings.Cut(pattern, "\x00")
		pattern = trimTrailingSpaces(pattern)
		bare, negated := strings.CutPrefix(pattern, "!")
		end := from + len(pattern)
		l.add(rule{text: spanOf(from, end), line: line, negate: negated}, bare, end-len(bare))
	}
	if len(l.rules) == 0 {
		return nil
	}
	return l.seal()
}

func spanOf(from, to int) span { return span{uint32(from), uint32(to)} } // cannot overflow: texts are bounded

// seal sorts the plain patterns. Of rules with one name it keeps those that can apply: the last one, and the last
// one that is not for folders only.
func (l *ruleList) seal() *ruleList {
	for _, list := range []*[]int32{&l.names, &l.paths} {
		slices.SortFunc(*list, func(a, b int32) int {
			return cmp.Or(strings.Compare(l.part(l.rules[a].name), l.part(l.rules[b].name)), cmp.Compare(b, a))
		})
		kept := (*list)[:0]
		for _, i := range *list {
			r := &l.rules[i]
			if n := len(kept); n > 0 && l.part(l.rules[kept[n-1]].name) == l.part(r.name) {
				if r.dirOnly || !l.rules[kept[n-1]].dirOnly {
					continue
				}
			}
			kept = append(kept, i)
		}
		*list = slices.Clip(kept)
	}
	return l
}

// trimTrailingSpaces removes trailing spaces, up to an escaped one.
func trimTrailingSpaces(s string) string {
	bare := strings.TrimRight(s, " ")
	if escapes := len(bare) - len(strings.TrimRight(bare, `\`)); escapes%2 == 1 && len(bare) < len(s) {
		return bare + " "
	}
	return bare
}

// add compiles the pattern p of a rule, at l.text[at:]. It drops one that can match nothing.
func (l *ruleList) add(r rule, p string, at int) {
	p, r.dirOnly = strings.CutSuffix(p, "/")
	if p == "" {
		return
	}
	index := int32(len(l.rules)) // cannot overflow: texts are bounded
	baseName := !strings.Contains(p, "/")
	r.name = spanOf(at, at+len(p))
	// Git compares the text before the first special character literally and passes only the rest to wildmatch, so
	// that `**` there counts as the beginning of a pattern: `a**/b` matches a/x/b.
	wild := strings.IndexAny(p, wildcards)
	w := wildRule{rule: index, baseName: baseName}
	switch {
	case wild < 0 && baseName:
		l.names = append(l.names, index)
		l.rules = append(l.rules, r)
		return
	case wild < 0:
		if p[0] == '/' {
			r.name.from++
		}
		l.paths = append(l.paths, index)
		l.rules = append(l.rules, r)
		return
	case baseName:
		wild = 0
	default:
		w.prefix = strings.TrimPrefix(p[:wild], "/")
	}
	rest, ok := compileWildmatch(p[wild:])
	if !ok {
		return
	}
	w.rest = rest
	l.wild += len(p)
	l.others = append(l.others, w)
	l.rules = append(l.rules, r)
}

// last returns the last rule of the list that matches the path, which is below the list's base; nil if none does.
func (l *ruleList) last(path, name string, dir bool, work *int) *rule {
	rel := path
	if l.base != "" {
		rel = path[len(l.base)+1:]
	}
	best := max(l.lastOf(l.names, name, dir), l.lastOf(l.paths, rel, dir))
	for i := len(l.others) - 1; i >= 0 && l.others[i].rule > best; i-- {
		w := &l.others[i]
		r := &l.rules[w.rule]
		if r.dirOnly && !dir {
			continue
		}
		if w.baseName && w.rest.match(name, false, work) {
			return r
		}
		if !w.baseName && strings.HasPrefix(rel, w.prefix) && w.rest.match(rel[len(w.prefix):], false, work) {
			return r
		}
	}
	if best < 0 {
		return nil
	}
	return &l.rules[best]
}

// lastOf returns the last of some plain rules with the name, without those for folders if the path
// is a file; -1 if there is none.
func (l *ruleList) lastOf(sorted []int32, name string, dir bool) int32 {
	if len(sorted) == 0 {
		return -1
	}
	at := sort.Search(len(sorted), func(i int) bool { return l.part(l.rules[sorted[i]].name) >= name })
	for ; at < len(sorted) && l.part(l.rules[sorted[at]].name) == name; at++ {
		if dir || !l.rules[sorted[at]].dirOnly {
			return sorted[at]
		}
	}
	return -1
}

// ruleChain holds the rule files that apply in a folder, nearest first; nil is the empty chain.
type ruleChain struct {
	list       *ruleList
	up         *ruleChain
	text, wild int // bytes of all texts and of all wildcard patterns
}

func (c *ruleChain) push(l *ruleList) *ruleChain {
	if l == nil {
		return c
	}
	next := &ruleChain{list: l, up: c, text: len(l.text), wild: l.wild}
	if c != nil {
		next.text, next.wild = c.text+len(l.text), c.wild+l.wild
	}
	return next
}

// fits returns why a list exceeds the limits together with the chain, "" if it does not.
func (c *ruleChain) fits(l *ruleList) (why string) {
	with := c.push(l)
	switch {
	case l == nil:
	case with.text > maxIgnoreText:
		return fmt.Sprintf("the files with ignore rules up to this one have more than %d bytes", maxIgnoreText)
	case with.wild > maxIgnoreWild:
		return fmt.Sprintf("the patterns with wildcards up to here have more than %d bytes", maxIgnoreWild)
	}
	return ""
}

// ignored reports whether the path is ignored, and by which rule. The caller has checked that no folder above the
// path is ignored.
func (c *ruleChain) ignored(path string, dir bool, work *int) (detail string, ok bool) {
	name := path[strings.LastIndexByte(path, '/')+1:]
	for ; c != nil; c = c.up {
		if c.list.closed != "" {
			return c.list.closed, true
		}
		if r := c.list.last(path, name, dir, work); r != nil {
			if r.negate {
				return "", false
			}
			return c.list.detail(r), true
		}
	}
	return "", false
}
