package source

import (
	"fmt"
	"strings"
)

// maxIgnoreFile is the most bytes that an ignore file may have. Git knows no
// such limit; the largest ones in use have some ten thousand bytes.
const maxIgnoreFile = 1_000_000

// wildcards are the characters that a pattern does not simply stand for.
const wildcards = `*?[\`

// rule is one pattern of an ignore file, or of a .gitattributes file with what
// that says of one attribute.
type rule struct {
	text     string // as written, without trailing spaces
	line     int
	negate   bool           // `!pattern`: brings back
	state    attributeState // of the attribute
	dirOnly  bool           // `pattern/`: matches folders only
	baseName bool           // no slash inside: matches the last component at any depth
	prefix   string         // what a path must begin with, compared literally
	rest     *program
}

// ruleList is one such file.
type ruleList struct {
	source string // how Detail names it
	base   string // the folder that it stands in, "" for the root
	rules  []rule
	// Most patterns are plain names, or paths below base. They are looked up; only
	// the others are tried one by one. All hold indexes into rules in ascending
	// order.
	names, paths map[string][]int
	others       []int
	wild         int // bytes of the patterns of others
}

func newRuleList(source, base string) *ruleList {
	return &ruleList{source: source, base: base, names: map[string][]int{}, paths: map[string][]int{}}
}

// detail names a rule of the list.
func (l *ruleList) detail(r *rule) string { return fmt.Sprintf("%s:%d: %s", l.source, r.line, r.text) }

// parseIgnore reads the text of an ignore file that stands in the folder base.
// It gives nil if there is no pattern in it.
func parseIgnore(source, base, text string) *ruleList {
	l := newRuleList(source, base)
	text = strings.TrimPrefix(text, "\ufeff")
	for line := 1; text != ""; line++ {
		var pattern string
		pattern, text, _ = strings.Cut(text, "\n")
		if pattern == "" || pattern[0] == '#' {
			continue
		}
		pattern = strings.TrimSuffix(pattern, "\r")
		// Git holds patterns as C strings.
		pattern, _, _ = strings.Cut(pattern, "\x00")
		pattern = trimTrailingSpaces(pattern)
		bare, negated := strings.CutPrefix(pattern, "!")
		l.add(rule{text: pattern, line: line, negate: negated}, bare)
	}
	if len(l.rules) == 0 {
		return nil
	}
	return l
}

// trimTrailingSpaces removes the spaces at the end, up to one that is escaped.
func trimTrailingSpaces(s string) string {
	end := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			if end < 0 {
				end = i
			}
		case '\\':
			i++
			if i == len(s) {
				return s
			}
			end = -1
		default:
			end = -1
		}
	}
	if end < 0 {
		return s
	}
	return s[:end]
}

// add compiles the pattern p of a rule. One that can match nothing is left out.
func (l *ruleList) add(r rule, p string) {
	p, r.dirOnly = strings.CutSuffix(p, "/")
	if p == "" {
		return
	}
	r.baseName = !strings.Contains(p, "/")
	// Git compares what comes before the first special character literally and
	// gives wildmatch only the rest, so that `**` there counts as the beginning
	// of a pattern: `a**/b` matches a/x/b.
	wild := strings.IndexAny(p, wildcards)
	switch {
	case wild < 0 && r.baseName:
		l.names[p] = append(l.names[p], len(l.rules))
		l.rules = append(l.rules, r)
		return
	case wild < 0:
		p = strings.TrimPrefix(p, "/")
		l.paths[p] = append(l.paths[p], len(l.rules))
		l.rules = append(l.rules, r)
		return
	case r.baseName:
		wild = 0
	default:
		r.prefix = strings.TrimPrefix(p[:wild], "/")
	}
	rest, ok := compileWildmatch(p[wild:])
	if !ok {
		return
	}
	r.rest = rest
	l.wild += len(p)
	l.others = append(l.others, len(l.rules))
	l.rules = append(l.rules, r)
}

// last gives the last rule of the list that matches the path, which is below
// the list's base; nil if none does.
func (l *ruleList) last(path, name string, dir bool) *rule {
	rel := path
	if l.base != "" {
		rel = path[len(l.base)+1:]
	}
	best := max(l.lastOf(l.names[name], dir), l.lastOf(l.paths[rel], dir))
	for i := len(l.others) - 1; i >= 0 && l.others[i] > best; i-- {
		r := &l.rules[l.others[i]]
		if r.dirOnly && !dir {
			continue
		}
		if r.baseName && r.rest.match(name) {
			return r
		}
		if !r.baseName && strings.HasPrefix(rel, r.prefix) && r.rest.match(rel[len(r.prefix):]) {
			return r
		}
	}
	if best < 0 {
		return nil
	}
	return &l.rules[best]
}

// lastOf gives the last of some rules, by their indexes, that is not for folders
// only, if the path is none; -1 if there is none.
func (l *ruleList) lastOf(hits []int, dir bool) int {
	for i := len(hits) - 1; i >= 0; i-- {
		if dir || !l.rules[hits[i]].dirOnly {
			return hits[i]
		}
	}
	return -1
}

// ruleChain holds the files that are in force in a folder, the nearest
// first; nil is the empty chain.
type ruleChain struct {
	list *ruleList
	up   *ruleChain
}

func (c *ruleChain) push(l *ruleList) *ruleChain {
	if l == nil {
		return c
	}
	return &ruleChain{list: l, up: c}
}

// ignored says whether the path is ignored, and by which rule. The caller has
// made sure that no folder above the path is ignored.
func (c *ruleChain) ignored(path string, dir bool) (detail string, ok bool) {
	name := path[strings.LastIndexByte(path, '/')+1:]
	for ; c != nil; c = c.up {
		if r := c.list.last(path, name, dir); r != nil {
			if r.negate {
				return "", false
			}
			return c.list.detail(r), true
		}
	}
	return "", false
}
