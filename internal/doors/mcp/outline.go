package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/text/mapped"
	"ctxpack/signatures"
)

const (
	firstShown = 20  // lines shown of a file without declarations
	namesShown = 24  // names shown per file in a folder's listing
	namedFiles = 400 // files listed with their names; each beyond this would cost another parse
)

// outline answers with the declarations of a file, or with the files of a folder.
func (q *query) outline(ctx context.Context) ([]string, error) {
	if q.Path == "" {
		return q.listing(ctx, "")
	}
	real, err := q.scope.resolve(q.Path)
	if err != nil && !errors.Is(err, errMissing) {
		return nil, err
	}
	if err == nil && isFolder(real) {
		return q.listing(ctx, real)
	}
	c, err := q.open(ctx, q.Path)
	if err != nil {
		return nil, err
	}
	return []string{c.outline()}, nil
}

// outline returns a line for each declaration, below the file's name.
func (c *content) outline() string {
	var b strings.Builder
	declared := c.declarations()
	if len(declared) == 0 {
		fmt.Fprintf(&b, "%s (%d lines, no declarations)\n%s", c.name, len(c.lines), c.numbered(1, firstShown))
		return b.String()
	}
	fmt.Fprintf(&b, "%s (%d lines)\n", c.name, len(c.lines))
	last := ""
	for _, d := range declared {
		line := fmt.Sprintf("%s%s\t%s\n", strings.Repeat("  ", d.Depth), span(d), c.head(d))
		if line != last { // one line may declare several names
			b.WriteString(line)
		}
		last = line
	}
	return b.String()
}

func (c *content) declarations() []signatures.Symbol {
	if s := c.file.Summary(); s != nil && s.Lines == 0 {
		return s.Declarations
	}
	return nil
}

func span(d signatures.Symbol) string {
	if d.EndLine <= d.StartLine {
		return fmt.Sprint(d.StartLine)
	}
	return fmt.Sprintf("%d-%d", d.StartLine, d.EndLine)
}

// headBytes limits a line that represents a declaration.
const headBytes = 140

// head returns a declaration on one line: its signature, or else its first line of code.
func (c *content) head(d signatures.Symbol) string {
	if head := d.Signature(); head != "" {
		return head
	}
	for n := d.StartLine; n <= min(d.EndLine, len(c.lines)) && n > 0; n++ {
		if line := strings.TrimSpace(c.lines[n-1]); line != "" && !isComment(line) && !strings.HasPrefix(line, "@") {
			return clipped(strings.TrimSuffix(line, " {"))
		}
	}
	return strings.TrimSpace(d.Kind + " " + d.Name)
}

// clipped truncates a long line.
func clipped(line string) string {
	if len(line) > headBytes {
		return line[:whole(line, headBytes)] + "…"
	}
	return line
}

// isComment reports whether a line begins like a comment in most languages.
func isComment(line string) bool {
	marks := []string{"#:", "# ", "//", "/*", "* ", "*/", "--", ";;", "\"\"\""}
	return line == "#" || line == "*" || slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(line, mark) })
}

// listing returns a line for each file of a folder, "" for all: its name and its declarations, highest rank first.
func (q *query) listing(ctx context.Context, folder string) ([]string, error) {
	if err := q.rankFor(ctx, folder); err != nil {
		return nil, err
	}
	files := mapped.Where(q.ranking.Files, func(f *pipeline.File) bool { return !f.Dir && (folder == "" || gitrepo.Within(folder, diskPath(f))) })
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no text files, or all are ignored", q.Path)
	}
	q.ranking.Summarise(ctx, files[:min(len(files), namedFiles)])
	q.usually(listingLimit)
	line := func(f *pipeline.File) string {
		return fmt.Sprintf("%s (%d lines)%s\n", q.shown(f), f.Contents.Lines, namesOf(f))
	}
	return mapped.Of(files, line), ctx.Err()
}

// namesOf returns a file's top-level names, only the exported ones if there are any.
func namesOf(f *pipeline.File) string {
	s := f.Summary()
	if s == nil || s.Lines > 0 {
		return ""
	}
	exported := slices.ContainsFunc(s.Declarations, func(d signatures.Symbol) bool { return d.Exported && d.Depth == 0 })
	var names []string
	for _, d := range s.Declarations {
		if isShown := d.Exported || !exported; isShown && d.Depth == 0 && d.Name != "" {
			names = mapped.AppendNew(names, d.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	more := ""
	if n := len(names) - namesShown; n > 0 {
		names, more = names[:namesShown], fmt.Sprintf(" … %d more", n)
	}
	return ": " + strings.Join(names, ", ") + more
}
