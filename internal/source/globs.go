package source

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	maxGlobBytes        = 4096 // of one glob
	maxGlobAlternatives = 512  // that the braces of one glob expand to
)

// Globs is a compiled list of globs, as include, exclude, pin and boost take
// them. The syntax is doublestar's: `*` and `?` match within a path component,
// `**` as a whole component matches any number of components, `[a-z]` and
// `[!a-z]` match one character, `{a,b}` is either, `\` takes the special
// meaning away. Letters match in their own case only. Of the meaning:
//
//   - A glob without a slash matches at any depth: `*.ts`, `Makefile`, `docs`.
//     With a slash at the beginning or inside it is relative to the
//     root: `/Makefile`, `src/*.ts`.
//   - A glob that matches a folder covers all that is below it: `docs`,
//     `packages/*/dist`. With a slash at the end it matches folders only:
//     `docs/`.
//   - A last component of nothing but wildcards means the files there: `src/*`
//     are the files directly in src, `src/**` all files below it.
type Globs struct {
	patterns []string
	alts     []globAlt
}

// globAlt is one glob after its braces were expanded.
type globAlt struct {
	pattern   int      // index into Globs.patterns
	file      *program // matches the path; nil for a folder glob
	below     *program // matches a path below the glob; nil if files only
	universal bool     // matches every file, so that it names none
	last      string   // the last component
	lock      bool     // the last component names lock files
}

// CompileGlobs compiles the patterns. The error names the first pattern that is
// malformed, climbs out of the root, is negated, or expands to more than
// 512 alternatives.
func CompileGlobs(patterns []string) (*Globs, error) {
	g := &Globs{patterns: patterns}
	for i, p := range patterns {
		alts, err := expandBraces(p)
		if err == nil {
			err = g.add(i, alts)
		}
		if err != nil {
			return nil, fmt.Errorf("compile glob %q: %w", p, err)
		}
	}
	return g, nil
}

// Match gives the first pattern that matches the slash-separated path.
func (g *Globs) Match(path string) (pattern string, ok bool) {
	if g == nil {
		return "", false
	}
	for i := range g.alts {
		if g.alts[i].match(path) {
			return g.patterns[g.alts[i].pattern], true
		}
	}
	return "", false
}

// names reports whether a pattern that does not simply match everything matches
// the path; for a lock file (by its name) one that has lock files in mind.
func (g *Globs) names(path string, lockFile bool) bool {
	if g == nil {
		return false
	}
	base := path[strings.LastIndexByte(path, '/')+1:]
	for i := range g.alts {
		a := &g.alts[i]
		if a.universal || !a.match(path) {
			continue
		}
		if !lockFile || a.lock || a.last == base {
			return true
		}
	}
	return false
}

func (a *globAlt) match(path string) bool {
	return a.file != nil && a.file.match(path) || a.below != nil && a.below.match(path)
}

// add compiles the alternatives of pattern i.
func (g *Globs) add(i int, alts []string) error {
	for _, alt := range alts {
		a, err := compileGlob(alt)
		if err != nil {
			return err
		}
		a.pattern = i
		g.alts = append(g.alts, a)
	}
	return nil
}

// compileGlob compiles one alternative.
func compileGlob(p string) (globAlt, error) {
	if strings.HasPrefix(p, "!") {
		return globAlt{}, errors.New(`a glob cannot be negated (write \! for the character)`)
	}
	for strings.HasPrefix(p, "./") {
		p = strings.TrimLeft(p[2:], "/")
	}
	if p == "." || p == "/" {
		p = "**"
	}
	p, folder := strings.CutSuffix(p, "/")
	anchored := strings.Contains(p, "/")
	p = strings.TrimPrefix(p, "/")
	if p == "" {
		return globAlt{}, errors.New("the glob is empty")
	}
	for _, part := range strings.Split(p, "/") {
		switch part {
		case "", ".", "..":
			return globAlt{}, fmt.Errorf("%q cannot be a path component", part)
		}
	}
	if !anchored {
		p = "**/" + p
	}
	ops, err := parsePattern(p, dialect{runes: true, stars: 2, set: parseRuneSet})
	if err != nil {
		return globAlt{}, err
	}
	last := p[strings.LastIndexByte(p, '/')+1:]
	a := globAlt{
		universal: universal(p),
		last:      last,
		lock:      strings.Contains(last, "lock") || strings.Contains(last, ".sum"),
	}
	if !folder {
		a.file = newProgram(ops, true)
	}
	if folder || strings.Trim(last, "*?") != "" {
		below := append(ops[:len(ops):len(ops)], op{kind: opChar, ch: '/'}, op{kind: opDeep})
		a.below = newProgram(below, true)
	}
	return a, nil
}

// universal reports whether the glob has no component that restricts it.
func universal(p string) bool {
	for _, part := range strings.Split(p, "/") {
		if part != "*" && part != "**" && part != "*.*" {
			return false
		}
	}
	return true
}

// parseRuneSet reads a bracket expression from after its bracket on; n is its
// length with the closing bracket.
func parseRuneSet(p string) (set *charSet, n int, err error) {
	set = &charSet{}
	i := 0
	if strings.HasPrefix(p, "!") || strings.HasPrefix(p, "^") {
		set.negate = true
		i++
	}
	next := func() (rune, bool) {
		if i < len(p) && p[i] == '\\' {
			i++
		}
		c, size := utf8.DecodeRuneInString(p[i:])
		i += size
		return c, size > 0
	}
	for {
		if i < len(p) && p[i] == ']' {
			break
		}
		lo, ok := next()
		if !ok {
			return nil, 0, errOpenSet
		}
		hi := lo
		if i+1 < len(p) && p[i] == '-' && p[i+1] != ']' {
			i++
			if hi, ok = next(); !ok {
				return nil, 0, errOpenSet
			}
		}
		set.add(lo, hi)
	}
	if len(set.ranges) == 0 {
		return nil, 0, errors.New("a [] holds no character")
	}
	return set, i + 1, nil
}
