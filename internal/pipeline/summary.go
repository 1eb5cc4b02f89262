package pipeline

import (
	"context"
	"errors"
	"strings"

	"golang.org/x/sync/errgroup"

	"ctxpack/internal/cache"
	"ctxpack/internal/fault"
	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/internal/worktree"
	"ctxpack/packer"
	"ctxpack/signatures"
)

// Most files never come near the bundle, so their summaries are made when packing
// asks what they cost. Until then a floor says what they cost at the least.

// summarise makes the summary of a text: its outline or, where there is none or
// it says nothing, the first lines; neither if it is not smaller than the text.
// An oversized file gets its sections.
func (o Options) summarise(outline *signatures.Outline, facts cache.Facts, text string) *cache.Summary {
	s := &cache.Summary{Fallback: outline.Fallback}
	lines := o.Config.Context.SummaryLines
	switch {
	case len(outline.Symbols)+facts.Exports > 0 && outline.Text != "":
		s.Text = outline.Text
	case lines > 0 && facts.Lines > lines:
		s.Text, s.Lines = strings.Clone(signatures.FirstLines(text, lines)), lines
	}
	if s.Tokens = o.Counter.Count(s.Text); s.Tokens >= facts.Tokens {
		s.Text, s.Lines, s.Tokens = "", 0, 0
	}
	s.Declarations = declarationsOf(outline)
	if limit := o.Config.Context.OversizedTokens; limit > 0 && facts.Tokens > limit {
		s.Sections = o.sectionsOf(outline, text)
	}
	return s
}

// declarationsOf is what a summary keeps of the symbols of an outline. The texts of
// those that have no place in a folded outline are left out.
func declarationsOf(outline *signatures.Outline) []cache.Declaration {
	if len(outline.Symbols) > maxNames {
		return nil
	}
	var list []cache.Declaration
	for _, y := range outline.Symbols {
		d := cache.Declaration{
			Name: strings.Clone(y.Name), Kind: y.Kind, Exported: y.Exported, StartLine: y.StartLine, EndLine: y.EndLine,
			Complexity: y.Complexity, Depth: y.Depth,
		}
		if y.Depth <= foldedDepth && y.Text != "" {
			d.Head = headOf(y.Text)
		}
		list = append(list, d)
	}
	return list
}

// headOf returns the signature of a declaration on one line: its own lines of the
// outline without those of its documentation.
func headOf(text string) string {
	var b strings.Builder
	quoted := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case quoted != "":
			if strings.HasSuffix(line, quoted) {
				quoted = ""
			}
			continue
		case strings.HasPrefix(line, `"""`), strings.HasPrefix(line, "'''"):
			if len(line) < 6 || !strings.HasSuffix(line, line[:3]) {
				quoted = line[:3]
			}
			continue
		case line == "", isCommentLine(line):
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}

func isCommentLine(line string) bool {
	for _, mark := range [...]string{"//", "/*", "*", "# ", "--", ";;", "(*", "%"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return line == "#"
}

// summaryFloor is the least that the summary of a scanned file is taken to cost:
// the outline has what that of the skeleton has, and more. (Of 25,000 real files
// 30 have less, because the parser erred.) First lines may stand in for an
// outline that is not smaller than its file. It decides alike whether summaries
// are made on demand or all at once, so that the bundle is the same.
func (o Options) summaryFloor(scanned *signatures.Outline, facts cache.Facts, text string) int {
	least := o.Counter.Count(scanned.Text)
	if lines := o.Config.Context.SummaryLines; 2*len(scanned.Text) > len(text) && lines > 0 && facts.Lines > lines {
		least = min(least, o.Counter.Count(signatures.FirstLines(text, lines)))
	}
	return least
}

// entryFloor is the least that the signatures of a file can cost in a bundle, as
// far as it can be told without its summary: what is written around it, and its
// floor. Without it, the last few tokens of a bundle would be offered to every
// file of the tree.
func (o Options) entryFloor(file *File) int {
	const text, joins = "x", 2 // the text's own token, and one that it may join
	frame := render.File{
		Path: file.Name, Tier: packer.Signatures, Level: o.levelOf(packer.Signatures), Score: file.Breakdown.Score, FullTokens: file.Contents.Tokens,
		Lines: file.Contents.Lines, Language: file.Contents.Outline.Language, Fence: file.fence(), Text: text,
	}
	return file.Contents.SummaryFloor + max(o.Counter.Count(o.Format.Entry(frame))-joins, 0)
}

// summariseAll makes the summaries of files in parallel. One that cannot be read
// again is left for when it is asked for.
func (o Options) summariseAll(ctx context.Context, files []*File) {
	group := errgroup.Group{}
	group.SetLimit(o.jobs())
	for _, file := range files {
		group.Go(fault.Guard(file.Name, func() error {
			if text, skip, _ := file.again(ctx); skip == source.None {
				file.outline(ctx, o, text)
			}
			return nil
		}))
	}
	fault.Raise(group.Wait()) // nothing else fails
}

// outline makes the summary of a file that was only scanned. What ranking knows
// about it stays as it is.
func (f *File) outline(ctx context.Context, o Options, text string) {
	whole := signatures.Extract(f.context(ctx), f.Name, text)
	s := o.summarise(&whole, f.Contents, text)
	f.summary.Store(s)
	if f.tree.cache != nil && !f.bare && !s.Transient() {
		f.tree.cache().PutSummary(f.Path, *s)
	}
}

// again reads the file and makes sure that it is the one that was analysed.
func (f *File) again(ctx context.Context) (string, source.SkipReason, error) {
	text, skip, err := f.readAgain(ctx)
	return text.Content, skip, err
}

func (f *File) readAgain(ctx context.Context) (worktree.Text, source.SkipReason, error) {
	text, skip, err := f.Text(ctx)
	if skip == source.None && text.Blob != f.Contents.Blob {
		skip, err = source.Changed, errors.New("it changed while it was packed")
	}
	return text, skip, err
}

// sectionsOf offers the declarations of an oversized file.
func (o Options) sectionsOf(outline *signatures.Outline, text string) []cache.Section {
	lines := newLineIndex(text)
	var sections []cache.Section
	for _, symbol := range outline.Symbols {
		if !hasBody(symbol.Kind) || symbol.EndLine <= symbol.StartLine {
			continue
		}
		section := cache.Section{
			StartLine: symbol.StartLine, EndLine: symbol.EndLine,
			Exported: symbol.Exported, Complexity: symbol.Complexity,
		}
		for _, m := range outline.Markers {
			if m.Line >= symbol.StartLine && m.Line <= symbol.EndLine {
				section.Markers++
			}
		}
		section.Cost = o.Counter.Count(lines.slice(symbol.StartLine, symbol.EndLine)) + sectionOverhead
		sections = append(sections, section)
	}
	return sections
}

// sectionOverhead is about what the line range around a section costs, in
// tokens. What it really costs is counted when the bundle is written.
const sectionOverhead = 12

func hasBody(kind string) bool {
	switch kind {
	case "func", "method", "class", "struct", "interface", "trait", "enum", "impl", "macro", "module", "namespace", "type", "object", "constructor":
		return true
	}
	return false
}

// lineIndex finds the lines of a text.
type lineIndex struct {
	text   string
	starts []int
}

func newLineIndex(text string) lineIndex {
	starts := make([]int, 1, strings.Count(text, "\n")+2)
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return lineIndex{text: text, starts: append(starts, len(text))}
		}
		at += i + 1
		starts = append(starts, at)
	}
}

// slice returns the lines from first to last, both included, counted from 1;
// lines outside of the text are left out.
func (l lineIndex) slice(first, last int) string {
	first = min(max(first, 1), len(l.starts))
	last = min(max(last, first), len(l.starts)-1)
	return l.text[l.starts[first-1]:l.starts[last]]
}
