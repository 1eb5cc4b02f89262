package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
	"ctxpack/compressor/messages"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/share/store"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/tokens"
	"ctxpack/signatures"
)

// symbolShare is the divisor of the model's input limit that gives the default budget of a symbol map.
const symbolShare = 8

// promptParts loads the parts of a prompt that its description refers to.
type promptParts struct {
	*assembleOptions
	ctx      context.Context // context of the run, because the loader's functions take none
	streams  *cli.Streams
	top      string
	tree     *source.Tree
	sessions *store.Store
	config   config.Config
	counter  *tokens.Counter
	window   int                          // input limit of the model, in tokens
	ranked   map[string]*pipeline.Ranking // by folder
}

func openPromptParts(ctx context.Context, o *assembleOptions, s *cli.Streams) (*promptParts, error) {
	top, err := cli.Top(".")
	if err != nil {
		return nil, err
	}
	tree, err := source.Open(top)
	if err != nil {
		return nil, err
	}
	st, err := openStore(o.store)
	if err != nil {
		tree.Close()
		return nil, err
	}
	return &promptParts{assembleOptions: o, ctx: ctx, streams: s, top: top, tree: tree, sessions: st, ranked: map[string]*pipeline.Ranking{}}, nil
}

func (l *promptParts) close() {
	l.tree.Close()
	for _, r := range l.ranked {
		r.Close()
	}
}

// fence returns the language tag for the fence around a file.
func fence(path, content string) string {
	const enough = 512 // bytes that show the language
	return signatures.FenceTag(signatures.Language(path, content[:min(len(content), enough)]))
}

// file reads a text file of the repository without following links.
func (l *promptParts) file(name string) (string, error) {
	text, skip, err := l.tree.Read(l.ctx, source.File{Path: name}, "")
	switch {
	case err != nil:
		return "", cli.PlainPathError(err)
	case skip == source.None:
		return text.Content, nil
	case l.isFolder(name):
		return "", errors.New("it is a folder")
	case skip == source.Missing && l.below(name):
		return "", errors.New("a folder in its path is a symbolic link, which is not followed")
	case skip == source.Missing:
		return "", history.ErrMissing
	case skip == source.Generated, skip == source.Minified, skip == source.SourceMap, skip == source.Output:
		// Files that pack would skip are included if named.
		return l.tree.ReadSmall(name, source.DefaultMaxBytes)
	}
	return "", fmt.Errorf("it is refused: %s", skip.Sentence())
}

func (l *promptParts) isFolder(name string) bool {
	info, err := os.Lstat(filepath.Join(l.top, filepath.FromSlash(name)))
	return err == nil && info.IsDir()
}

// below reports whether a path leads through a link.
func (l *promptParts) below(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := os.Lstat(filepath.Join(l.top, filepath.FromSlash(dir))); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return true
		}
	}
	return false
}

// image reads an image of the repository without following links.
func (l *promptParts) image(name string) (messages.Image, error) {
	root, err := os.OpenRoot(l.top)
	if err != nil {
		return messages.Image{}, err
	}
	defer func() { _ = root.Close() }() // opened read-only
	name = filepath.FromSlash(name)
	if info, err := root.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return messages.Image{}, history.ErrMissing
	} else if err != nil || !info.Mode().IsRegular() {
		return messages.Image{}, cmp.Or(err, errors.New("it is not a regular file"))
	}
	data, err := readImage(root.OpenFile(name, os.O_RDONLY|cli.OpenNonblock, 0))
	if err != nil {
		return messages.Image{}, err
	}
	return messages.NewImage(data)
}

// rank ranks and outlines the files of a folder.
func (l *promptParts) rank(folder string) (*pipeline.Ranking, error) {
	if r := l.ranked[folder]; r != nil {
		return r, nil
	}
	progress := cli.StartProgress(l.globals, l.streams)
	r, err := pipeline.Rank(l.ctx, pipeline.Options{
		Paths: []string{filepath.Join(l.top, filepath.FromSlash(folder))}, Config: l.config, Counter: l.counter, Outlines: true,
		ShowSecrets: true, // secrets are redacted later, in all parts together
		Outputs:     cli.Existing(l.streams, l.output), Observe: progress.Observe,
	})
	progress.Stop()
	if err != nil {
		return nil, err
	}
	l.ranked[folder] = r
	for _, w := range r.Warnings {
		l.globals.Warn(l.streams, "%s", w)
	}
	for _, p := range r.Problems {
		l.globals.Warn(l.streams, "read %s: %s", p.Path, p.Err)
	}
	return r, nil
}

// symbolMap shows the outlines of the best files that fit the budget, sorted by path.
func (l *promptParts) symbolMap(folder string, budget int) (string, error) {
	r, err := l.rank(folder)
	if err != nil {
		return "", err
	}
	budget = cmp.Or(budget, l.window/symbolShare)
	type entry struct{ name, text string }
	var entries []entry
	for _, f := range r.Files {
		outline := l.outlineOf(f)
		if outline == "" {
			continue
		}
		e := entry{path.Join(folder, f.Name), ""}
		e.text = render.DisplayPath(e.name) + "\n" + "  " + strings.ReplaceAll(strings.TrimRight(outline, "\n"), "\n", "\n  ") + "\n"
		// A line end joins the texts; it costs at most one token.
		if n := l.counter.Count(e.text) + 1; n <= budget {
			entries = append(entries, e)
			budget -= n
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return strings.Join(mapped.Of(entries, func(e entry) string { return e.text }), "\n"), nil
}

// outlineOf returns the outline of a file. A bundle omits outlines that are larger than their file;
// a symbol map does not, because it is about the names.
func (l *promptParts) outlineOf(f *pipeline.File) string {
	if s := f.Summary(); s != nil && s.Lines == 0 && s.Tokens > 0 {
		return s.Text(signatures.View{})
	}
	text, skip, _ := f.Text(l.ctx)
	if skip != source.None {
		return ""
	}
	lines := mapped.Of(signatures.Extract(l.ctx, f.Path, text.Content).Symbols, func(y signatures.Symbol) string { return y.Text() })
	return strings.Join(mapped.Where(lines, func(line string) bool { return strings.TrimSpace(line) != "" }), "\n")
}

// fileTree lists the files of a folder.
func (l *promptParts) fileTree(folder string) (string, error) {
	r, err := l.rank(folder)
	if err != nil {
		return "", err
	}
	names := mapped.Of(r.Files, func(f *pipeline.File) string { return path.Join(folder, f.Name) })
	for _, f := range r.Skipped {
		switch f.Skip {
		case source.Ignored, source.IgnoredByTool, source.Excluded, source.OutsideInclude, source.Missing, source.Output:
		default:
			if !f.Dir {
				names = append(names, path.Join(folder, f.Name))
			}
		}
	}
	slices.Sort(names)
	return render.NewTree(names, func(int) int { return 0 }).Full(), nil
}

// session returns the context of a stored session. For the latest session, a missing one is not an error.
func (l *promptParts) session(id string) ([]history.Message, error) {
	d, err := readSession(l.ctx, l.globals, l.streams, l.sessions, id)
	if err != nil {
		return nil, err
	}
	return d.state.Messages(), nil
}

// loadImages loads the images of stored messages. It omits and reports missing images.
func (l *promptParts) loadImages(p *history.Prompt) error {
	tiers := mapped.Of(p.Tiers[:], func(t history.Tier) []history.Message { return t.History })
	for _, list := range append([][]history.Message{p.History}, tiers...) {
		for i := range list {
			var loaded []messages.Image
			for _, image := range list[i].Images {
				if image.Ref != "" {
					ref := image.Ref
					var err error
					if image, err = l.sessions.Image(ref); err != nil {
						fmt.Fprintf(l.streams.Err, "ctxpack: read image %s: %s\n", cli.OneLine(ref), cli.OneLine(err.Error()))
						l.lost = true
						continue
					}
				}
				loaded = append(loaded, image)
			}
			list[i].Images = loaded
		}
	}
	return l.ctx.Err()
}
