package pipeline

import (
	"context"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"ctxpack/internal/source"
	"ctxpack/packer"
	"ctxpack/signatures"
)

// stage runs one stage and notes how long it took.
func (s *survey) stage(name Stage, run func() error) error {
	start := time.Now()
	s.observe(name, 0, 0, 0)
	err := run()
	s.timings = append(s.timings, Timing{name, time.Since(start)})
	return err
}

func (s *survey) observe(stage Stage, done, total int, bytes int64) {
	if s.options.Observe != nil {
		s.options.Observe(stage, done, total, bytes)
	}
}

// analyse reads, scans and counts each file. Texts are let go at once, so
// that memory grows with the facts and not with the tree.
func (s *survey) analyse(ctx context.Context) error {
	var readable []*File
	for _, f := range s.files {
		if f.Skip == source.None {
			readable = append(readable, f)
		}
	}
	s.looked = len(readable)
	problems := make([]error, len(readable))
	var done, bytes atomic.Int64
	group := errgroup.Group{}
	group.SetLimit(s.options.jobs())
	for i, f := range readable {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			problems[i] = s.analyseFile(ctx, f)
			s.observe(StageAnalyse, int(done.Add(1)), len(readable), bytes.Add(f.Size))
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, f := range readable {
		if problems[i] != nil {
			s.problems = append(s.problems, Problem{Path: f.Name, Err: problems[i]})
		}
	}
	return nil
}

// analyseFile fills in what the file's text tells. Its error is a reason to
// report the file; it has a reason to be skipped then.
func (s *survey) analyseFile(ctx context.Context, f *File) error {
	if s.remembered(f) {
		return nil
	}
	text, skip, err := f.root.tree.Read(ctx, f.File)
	if skip != source.None {
		f.Skip = skip
		if err == nil && skip != source.Output {
			f.remember()
		}
		return err
	}
	if s.rememberedText(f, text.Blob) {
		return nil
	}
	defer func() {
		if ctx.Err() == nil { // what an end cut short is not the file's fault
			f.remember()
		}
	}()
	text = packedText(f.Name, text)
	f.Encoding, f.Blob, f.Lines = text.Encoding, text.Blob, text.Lines
	f.Tokens = s.options.Counter.Count(text.Content)
	place, exact := signatures.ExtractFacts(ctx, f.Name, text.Content)
	f.keep(place)
	switch {
	case exact, len(place.Symbols)+f.exports == 0: // a parse of the whole would find nothing either
		f.Outline.Markers = place.Markers
		f.summarise(s.options, text.Content)
		f.SummaryFloor = f.SummaryTokens
	default:
		f.SummaryFloor = s.floor(f, place, text.Content)
		f.Outline.Text, f.Outline.Symbols = "", nil
		if s.options.Outlines {
			f.outline(ctx, s.options, text.Content)
		}
	}
	return nil
}

// packedText is what is packed of a file: its text, and of a notebook its cells
// without what they put out.
func packedText(name string, text source.Text) source.Text {
	if path.Ext(name) != ".ipynb" {
		return text
	}
	if cells, ok := signatures.Notebook(text.Content); ok {
		text.Content, text.Lines = cells, strings.Count(cells, "\n")
	}
	return text
}

// floor is the least that the signatures of a scanned file are taken to cost:
// the outline has what its skeleton's has, and more. (Of 25,000 real files 30
// have less, because the parser erred.) First lines may stand in for an outline
// that is not smaller than its file. It decides alike whether outlines are made
// on demand or all at once, so that the bundle is the same.
func (s *survey) floor(f *File, place signatures.Outline, text string) int {
	least := s.options.Counter.Count(place.Text)
	if lines := s.options.Config.Context.SummaryLines; 2*len(place.Text) > len(text) && lines > 0 && f.Lines > lines {
		least = min(least, s.options.Counter.Count(signatures.FirstLines(text, lines)))
	}
	return least
}

// outline fills in the signatures tier of a file that was only scanned: most
// files never come near the bundle, and their outlines are never asked for.
// What ranking knows about the file stays as it is.
func (f *File) outline(ctx context.Context, o Options, text string) {
	whole := signatures.Extract(ctx, f.Name, text)
	f.Outline.Text, f.Outline.Symbols, f.Outline.Errors, f.Outline.Fallback = whole.Text, whole.Symbols, whole.Errors, whole.Fallback
	f.Outline.Markers = whole.Markers
	f.summarise(o, text)
}

// summarise prepares the signatures tier: the outline or, where there is none
// or it says nothing, the first lines; neither if it is not smaller than the
// file. An oversized file gets its sections.
func (f *File) summarise(o Options, text string) {
	f.outlined = true
	lines := o.Config.Context.SummaryLines
	if len(f.Outline.Symbols)+f.exports > 0 && f.Outline.Text != "" {
		f.SummaryTokens = o.Counter.Count(f.Outline.Text)
	} else if lines > 0 && f.Lines > lines {
		f.Summary, f.SummaryLines = strings.Clone(signatures.FirstLines(text, lines)), lines
		f.SummaryTokens = o.Counter.Count(f.Summary)
	}
	if f.SummaryTokens >= f.Tokens {
		f.Outline.Text, f.Summary, f.SummaryLines, f.SummaryTokens = "", "", 0, 0
	}
	if limit := o.Config.Context.OversizedTokens; limit > 0 && f.Tokens > limit {
		f.sections = f.sectionsOf(o, text)
	}
	f.Outline.Markers = nil
	if !o.Outlines {
		f.Outline.Symbols = nil
	}
}

// sectionsOf offers the declarations of an oversized file.
func (f *File) sectionsOf(o Options, text string) []packer.Section {
	lines := newLineIndex(text)
	var sections []packer.Section
	for _, symbol := range f.Outline.Symbols {
		if !hasBody(symbol.Kind) || symbol.EndLine <= symbol.StartLine {
			continue
		}
		section := packer.Section{
			StartLine: symbol.StartLine, EndLine: symbol.EndLine,
			Exported: symbol.Exported, Complexity: symbol.Complexity,
		}
		for _, m := range f.Outline.Markers {
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
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return lineIndex{text: text, starts: append(starts, len(text))}
}

// slice returns the lines from first to last, both included, counted from 1;
// lines outside of the text are left out.
func (l lineIndex) slice(first, last int) string {
	first = min(max(first, 1), len(l.starts))
	last = min(max(last, first), len(l.starts)-1)
	return l.text[l.starts[first-1]:l.starts[last]]
}
