package mcp

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

const (
	maxWhat   = 32 // entries per call
	aroundIt  = 15 // lines shown on each side of a line outside declarations
	maxBodies = 4  // declarations of one name that are shown; further ones are listed
	maxListed = 40
)

// placed matches a path followed by lines.
var placed = pattern.Of(`^(.+?)(?::(\d{1,9})(?:-(\d{1,9}))?)?(?::\d+)?$`)

// read answers with declarations and lines, in the requested order. A missing name is reported in place of its text.
func (q *query) read(ctx context.Context) ([]string, error) {
	if len(q.What) > maxWhat {
		return nil, fmt.Errorf("what: at most %d at once", maxWhat)
	}
	var pieces []string
	var failures []error
	for _, what := range q.What {
		found, err := q.find(ctx, what)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			failures = append(failures, err)
			pieces = append(pieces, strings.ReplaceAll(err.Error(), "\n", " ")+"\n")
			continue
		}
		pieces = append(pieces, found...)
	}
	if len(failures) == len(q.What) {
		return nil, errors.Join(failures...)
	}
	return pieces, nil
}

// find resolves one entry: a file or a place in it if such a file exists, else declarations of the name.
func (q *query) find(ctx context.Context, what string) ([]string, error) {
	if what == "" {
		return nil, errors.New("what: there is an empty name")
	}
	match := placed().FindStringSubmatch(what)
	if match == nil || !looksLikePath(match[1]) {
		if real, err := q.scope.resolve(what); err != nil || real == "" || isFolder(real) {
			return q.named(ctx, what)
		}
		match = []string{what, what, "", ""}
	}
	c, err := q.open(ctx, match[1])
	if match[2] == "" && errors.Is(err, errMissing) {
		return q.member(ctx, what, err)
	}
	if err != nil {
		return nil, err
	}
	from, _ := strconv.Atoi(match[2]) // digits, or none
	to, _ := strconv.Atoi(match[3])
	return c.place(from, to)
}

// member finds declarations for a name that looks like a file's but matches no file.
func (q *query) member(ctx context.Context, what string, missing error) ([]string, error) {
	parts := nameParts(what)
	if len(parts) < 2 {
		return nil, missing
	}
	owner, name := parts[len(parts)-2], parts[len(parts)-1]
	all, err := q.declaring(ctx, name)
	if err != nil {
		return nil, err
	}
	owned := slices.DeleteFunc(slices.Clone(all), func(d found) bool { return !d.ownedBy(owner) })
	switch {
	case len(owned) > 0:
		return shownOrListed(name, owned), nil
	case len(all) > 0 && !strings.Contains(missing.Error(), ";"):
		return nil, fmt.Errorf("%w; %s is declared, and not in %s:\n%s", missing, name, owner, listed(name, all))
	case len(all) == 0 && len(name) >= leastMeant && !strings.ContainsAny(what, `/\`):
		if near := q.nearestName(ctx, name); near != "" {
			return nil, fmt.Errorf("%w; no file declares %s%s", missing, name, near)
		}
	}
	return nil, missing
}

// leastMeant is the shortest text after a dot that counts as a name rather than an extension.
const leastMeant = 5

// looksLikePath reports whether a text is a path: names have neither slash nor extension.
func looksLikePath(name string) bool {
	return strings.ContainsAny(name, `/\`) && !strings.Contains(name, "::") || path.Ext(name) != "" && !strings.ContainsAny(name, "(# ")
}

// place shows a whole file, a range of lines, or the declaration around a line.
func (c *content) place(from, to int) ([]string, error) {
	last := len(c.lines)
	switch {
	case from == 0:
		return []string{c.excerpt(1, last)}, nil
	case from > last:
		return nil, fmt.Errorf("%s has %d lines", c.name, last)
	case to > 0 && to < from:
		return nil, fmt.Errorf("%s: line %d is before line %d", c.name, to, from)
	case to > 0:
		return []string{c.excerpt(from, min(to, last))}, nil
	}
	if d, ok := c.around(from); ok {
		return []string{c.excerpt(d.StartLine, d.EndLine)}, nil
	}
	return []string{c.excerpt(max(from-aroundIt, 1), min(from+aroundIt, last))}, nil
}

// around returns the smallest declaration that contains a line.
func (c *content) around(line int) (best signatures.Symbol, ok bool) {
	for _, d := range c.declarations() {
		isAround := d.StartLine <= line && line <= d.EndLine && d.EndLine > d.StartLine
		if isAround && (!ok || d.EndLine-d.StartLine < best.EndLine-best.StartLine) {
			best, ok = d, true
		}
	}
	return best, ok
}

// excerpt returns lines of the file below a heading.
func (c *content) excerpt(from, to int) string {
	if len(c.lines) == 0 {
		return c.name + " is empty\n"
	}
	return fmt.Sprintf("%s:%d-%d of %d\n%s", c.name, from, to, len(c.lines), c.numbered(from, to))
}

// found is a declaration with its file.
type found struct {
	content *content
	signatures.Symbol
}

// named finds declarations by name, those in higher-ranked files first.
func (q *query) named(ctx context.Context, what string) ([]string, error) {
	if err := q.rankFor(ctx, ""); err != nil {
		return nil, err
	}
	parts := nameParts(what)
	if len(parts) == 0 {
		return nil, fmt.Errorf("%.60q is no name", what)
	}
	name := parts[len(parts)-1]
	all, err := q.declaring(ctx, name)
	if err != nil {
		return nil, err
	}
	if len(parts) > 1 {
		owner := parts[len(parts)-2]
		if owned := slices.DeleteFunc(slices.Clone(all), func(d found) bool { return !d.ownedBy(owner) }); len(owned) > 0 {
			all = owned
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no file declares %.60s%s", name, q.nearestName(ctx, name))
	}
	return shownOrListed(name, all), nil
}

// nameParts splits a name and the qualifiers before it.
func nameParts(what string) []string {
	return strings.FieldsFunc(what, func(r rune) bool { return strings.ContainsRune(".:#/()*& ", r) })
}

// shownOrListed shows a few declarations, and lists the places of many.
func shownOrListed(name string, all []found) []string {
	if len(all) > maxBodies {
		return []string{listed(name, all)}
	}
	return mapped.Of(all, func(d found) string { return d.content.excerpt(d.StartLine, d.EndLine) })
}

// listed lists the places of many declarations.
func listed(name string, all []found) string {
	var b strings.Builder
	if len(all) > maxBodies {
		fmt.Fprintf(&b, "%d declarations are named %s: ask for one by its place\n", len(all), name)
	}
	for i, d := range all {
		if i == maxListed {
			fmt.Fprintf(&b, "… %d more\n", len(all)-maxListed)
			break
		}
		fmt.Fprintf(&b, "%s:%s\t%s\n", d.content.name, span(d.Symbol), clipped(d.content.head(d.Symbol)))
	}
	return b.String()
}

// declaring finds the declarations of a name. Ranking has indexed longer identifiers of code; for
// other names it searches the files that are not indexed.
func (q *query) declaring(ctx context.Context, name string) ([]found, error) {
	term := terms.Of(name)
	var likely, others []*pipeline.File
	for _, f := range q.ranking.Files {
		switch {
		case f.Contents.Terms.Has(term):
			likely = append(likely, f)
		case f.Contents.Terms.Len() == 0 || len(name) < terms.MinLength:
			others = append(others, f)
		}
	}
	for _, files := range [][]*pipeline.File{likely, others} {
		q.ranking.Summarise(ctx, files)
		var all []found
		for _, f := range files {
			s := f.Summary()
			if s == nil || s.Lines > 0 || !slices.ContainsFunc(s.Declarations, func(d signatures.Symbol) bool { return d.Name == name }) {
				continue
			}
			c, err := q.content(ctx, q.ranking, f)
			if err != nil {
				return nil, err
			}
			for _, d := range s.Declarations {
				if d.Name == name {
					all = append(all, found{c, d})
				}
			}
		}
		if len(all) > 0 || ctx.Err() != nil {
			return all, ctx.Err()
		}
	}
	return nil, nil
}

// ownedBy reports whether a declaration belongs to a type, or is in a package or a file with that name.
func (d found) ownedBy(owner string) bool {
	for _, other := range d.content.declarations() {
		if isAround := other.StartLine <= d.StartLine && d.EndLine <= other.EndLine; isAround && other.Name == owner && other.Depth < d.Depth {
			return true
		}
	}
	if receiver, _, ok := strings.Cut(d.Signature(), d.Name); ok && slices.Contains(slices.Collect(terms.Identifiers(receiver)), owner) {
		return true
	}
	if slices.Contains(slices.Collect(terms.Identifiers(d.content.above(d.StartLine))), owner) {
		return true
	}
	folder, file := path.Split(d.content.name)
	return strings.TrimSuffix(file, path.Ext(file)) == owner || path.Base(folder) == owner
}

// above returns the nearest earlier line with less indentation, such as an impl block, which is not
// a declaration; "" for a line without indentation.
func (c *content) above(line int) string {
	indent := func(text string) int { return len(text) - len(strings.TrimLeft(text, " \t")) }
	if line > len(c.lines) || indent(c.lines[line-1]) == 0 {
		return ""
	}
	for n := line - 1; n > 0; n-- {
		text := c.lines[n-1]
		if strings.TrimSpace(text) != "" && indent(text) < indent(c.lines[line-1]) && !isComment(strings.TrimSpace(text)) {
			return text
		}
	}
	return ""
}

// nearestName suggests declared names.
func (q *query) nearestName(ctx context.Context, name string) string {
	return didYouMean(q.ranking.NearNames(ctx, name, q.ranking.Files))
}
