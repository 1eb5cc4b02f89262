package source

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

const (
	maxGlobBytes        = 4096 // bytes of one glob
	maxGlobAlternatives = 512  // expansions of the braces of one glob
	// maxGlobsBytes bounds the total expansion of the braces of a list of globs.
	maxGlobsBytes = 1_000_000
)

// Globs is a compiled list of globs, as include, exclude, pin and boost take them. The syntax is doublestar's: `*`
// and `?` match within a path component, `**` as a whole component matches any number of components, `[a-z]` and
// `[!a-z]` match one character, `{a,b}` is either, `\` escapes a special character. Matching is case-sensitive.
// In detail:
//
//   - A glob without a slash matches at any depth: `*.ts`, `Makefile`, `docs`.
//     With a slash at the beginning or inside it is relative to the
//     root: `/Makefile`, `src/*.ts`.
//   - A glob that matches a folder covers all that is below it: `docs`,
//     `packages/*/dist`. With a slash at the end it matches folders only:
//     `docs/`.
//   - A last component of nothing but wildcards means the files there: `src/*`
//     are the files directly in src, `src/**` all files below it.
//
// A Globs may be used by several goroutines at once.
type Globs struct {
	patterns []string
	alts     []globAlt
	bytes    int // total bytes of alts
	work     atomic.Int64
}

// globAlt is one alternative of a glob with expanded braces.
type globAlt struct {
	*program
	pattern     int    // index into Globs.patterns
	file, below bool   // it matches the path itself, and paths below it
	universal   bool   // it matches every file, so that it names none
	last        string // the last component
	lock        bool   // the last component is specific to lock files
}

// CompileGlobs compiles the patterns. The error names the first pattern that is malformed, leaves the root, is
// negated, expands to more than 512 alternatives, or together with those before it to more than a million bytes.
func CompileGlobs(patterns []string) (*Globs, error) {
	g := &Globs{patterns: patterns}
	for i, p := range patterns {
		alts, err := expandBraces(p)
		if err == nil {
			err = g.add(i, alts)
		}
		if err != nil {
			return nil, fmt.Errorf("compile glob %q: %w", shorten(p), err)
		}
	}
	return g, nil
}

// Match returns the first pattern that matches the slash-separated path.
func (g *Globs) Match(path string) (pattern string, ok bool) {
	if g == nil {
		return "", false
	}
	work := 0
	defer func() { g.work.Add(int64(work)) }()
	for i := range g.alts {
		if g.alts[i].matches(path, &work) {
			return g.patterns[g.alts[i].pattern], true
		}
	}
	return "", false
}

// TooMuch returns an error once matching has taken so much work that the globs or the names must be hostile. It
// depends only on the matched texts.
func (g *Globs) TooMuch() error {
	if g == nil || g.work.Load() <= maxMatching {
		return nil
	}
	return fmt.Errorf("the globs %q and %d more are too much work for the names of this tree", shorten(g.patterns[0]), len(g.patterns)-1)
}

func shorten(pattern string) string {
	const most = 60
	if len(pattern) > most {
		return strings.ToValidUTF8(pattern[:most], "") + "…"
	}
	return pattern
}

// names reports whether a pattern that does not match everything matches the path; for a lock file (by its name), a
// pattern specific to lock files.
func (g *Globs) names(path string, lockFile bool) bool {
	if g == nil {
		return false
	}
	base, work := path[strings.LastIndexByte(path, '/')+1:], 0
	defer func() { g.work.Add(int64(work)) }()
	for i := range g.alts {
		a := &g.alts[i]
		if a.universal || !a.matches(path, &work) {
			continue
		}
		if !lockFile || a.lock || a.last == base {
			return true
		}
	}
	return false
}

func (a *globAlt) matches(path string, work *int) bool {
	return a.file && a.match(path, false, work) || a.below && a.match(path, true, work)
}

// add compiles the alternatives of pattern i.
func (g *Globs) add(i int, alts []string) error {
	for _, alt := range alts {
		if g.bytes += len(alt); g.bytes > maxGlobsBytes {
			return fmt.Errorf("the braces of the globs up to this one expand to more than %d bytes of globs", maxGlobsBytes)
		}
		a, err := compileGlob(alt)
		if err != nil {
			return err
		}
		a.pattern = i
		g.alts = append(g.alts, a)
	}
	return nil
}

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
	return globAlt{
		program:   newProgram(ops, true),
		file:      !folder,
		below:     folder || strings.Trim(last, "*?") != "",
		universal: !slices.ContainsFunc(strings.Split(p, "/"), func(part string) bool { return part != "*" && part != "**" && part != "*.*" }),
		last:      last,
		lock:      strings.Contains(last, "lock") || strings.Contains(last, ".sum"),
	}, nil
}

// parseRuneSet parses a bracket expression after its opening bracket; n is its length with the closing bracket.
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
