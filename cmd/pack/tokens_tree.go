package pack

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/tokens"
)

// folderTokens is a folder or a file with its tokens.
type folderTokens struct {
	Path     string          `json:"path"` // from the root; ends with a slash for folders
	Tokens   int             `json:"tokens"`
	Files    int             `json:"files"`
	Children []*folderTokens `json:"children,omitempty"` // most tokens first
}

const (
	treeDepth   = 2  // printed levels below the folder
	treeEntries = 12 // printed entries per folder
)

// hasFolder reports whether one of the paths is a folder.
func hasFolder(paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.IsDir()
	})
}

// countFolders prints, by folder, the tokens of the files that pack would include.
func (o *tokensOptions) countFolders(ctx context.Context, s *cli.Streams, counter *tokens.Counter) error {
	if o.depth < 0 {
		return cli.Usagef("--depth takes a positive number, not %d", o.depth)
	}
	settings, origins, err := cli.LoadConfig(o.globals, cli.FirstPath(o.files))
	if err != nil {
		return err
	}
	if o.model == "" && o.tokenizer == "" {
		if counter, err = cli.ApplyModel(o.globals, &settings, origins); err != nil {
			return err
		}
	}
	objects, err := openObjects(o.globals, settings, origins)
	if err != nil {
		return err
	}
	defer closeObjects(o.globals, s, objects)
	progress := cli.StartProgress(o.globals, s)
	ranking, err := pipeline.Rank(ctx, pipeline.Options{
		Paths: o.files, Config: settings, Counter: counter, Exact: true, Cache: cacheFolder(o.globals), Objects: objects, Observe: progress.Observe,
	})
	progress.Stop()
	if err != nil {
		return err
	}
	defer ranking.Close()
	if err := ranking.Empty(); err != nil {
		return explainEmpty(o.globals, s, err)
	}
	top := &folderTokens{Path: "./"}
	folders := map[string]*folderTokens{"": top}
	for _, f := range ranking.Files {
		folderOf(folders, f.Name).add(&folderTokens{Path: f.Name, Tokens: f.Whole(), Files: 1})
	}
	top.settle()
	if err := o.printTree(s, top, counter); err != nil {
		return err
	}
	return cli.Incomplete(s, ranking.Problems)
}

// folderOf returns the folder of a path, and adds missing ones.
func folderOf(folders map[string]*folderTokens, path string) *folderTokens {
	i := strings.LastIndexByte(strings.TrimSuffix(path, "/"), '/')
	name := path[:i+1]
	if f, ok := folders[name]; ok {
		return f
	}
	f := &folderTokens{Path: name}
	folders[name] = f
	folderOf(folders, name).add(f)
	return f
}

func (f *folderTokens) add(child *folderTokens) { f.Children = append(f.Children, child) }

// settle sums the tokens of folders and sorts their entries.
func (f *folderTokens) settle() {
	for _, c := range f.Children {
		c.settle()
		f.Tokens += c.Tokens
		f.Files += c.Files
	}
	slices.SortFunc(f.Children, func(a, b *folderTokens) int {
		return cmp.Or(cmp.Compare(b.Tokens, a.Tokens), cmp.Compare(a.Path, b.Path))
	})
}

// cut removes entries below a number of levels.
func (f *folderTokens) cut(depth int) {
	if depth == 0 {
		f.Children = nil
	}
	for _, c := range f.Children {
		c.cut(depth - 1)
	}
	f.Path = cli.EscapeInvalid(f.Path)
}

func (o *tokensOptions) printTree(s *cli.Streams, top *folderTokens, counter *tokens.Counter) error {
	if o.json {
		if depth := o.depth; depth > 0 {
			top.cut(depth)
		}
		return cli.PrintJSON(s.Out, struct {
			Tokenizer string        `json:"tokenizer"`
			Estimated bool          `json:"estimated"`
			Tree      *folderTokens `json:"tree"`
		}{counter.Name(), counter.Estimated(), top})
	}
	out := bufio.NewWriter(s.Out)
	about := ""
	if counter.Estimated() {
		about = ", estimated"
	}
	header := "   tokens   share  files  by "
	if s.Width > 0 && s.Width <= narrow {
		header = "   tokens  share by "
	}
	fmt.Fprintln(out, header+counter.Name()+about)
	depth, entries := o.depth, treeEntries
	if depth == 0 {
		depth = treeDepth
	} else {
		entries = len(top.Path) + top.Files // no limit
	}
	writeTree(out, top, max(top.Tokens, 1), "", depth, entries, s.Width)
	return out.Flush()
}

// baseName returns the last element of a path; a folder keeps its slash.
func baseName(path string) string {
	name := strings.TrimSuffix(path, "/")
	return path[strings.LastIndexByte(name, '/')+1:]
}

// writeTree prints a folder and its entries down to a number of levels. Each folder shows a limited
// number of entries, and the total of the rest.
func writeTree(w io.Writer, f *folderTokens, all int, indent string, depth, entries, width int) {
	const percent = 100
	name := baseName(f.Path)
	for len(f.Children) == 1 && f.Path != "./" && strings.HasSuffix(f.Children[0].Path, "/") {
		f = f.Children[0] // a folder with a single subfolder is merged with it
		name += baseName(f.Path)
	}
	line := func(tokens, files int, name string) {
		row := fmt.Sprintf("%9s  %5.1f%% %6s  %s", cli.Grouped(tokens), percent*float64(tokens)/float64(all), cli.Grouped(files), indent)
		if width > 0 && width <= narrow {
			row = fmt.Sprintf("%9s %5.1f%% %s", cli.Grouped(tokens), percent*float64(tokens)/float64(all), indent)
		}
		fmt.Fprintf(w, "%s%s\n", row, cli.Shorten(name, width-len(row)))
	}
	line(f.Tokens, f.Files, render.DisplayPath(name))
	if depth == 0 {
		return
	}
	indent += "  "
	shown := f.Children
	if len(shown) > entries {
		shown = shown[:entries-1]
	}
	for _, c := range shown {
		writeTree(w, c, all, indent, depth-1, entries, width)
	}
	rest, files := 0, 0
	for _, c := range f.Children[len(shown):] {
		rest += c.Tokens
		files += c.Files
	}
	if n := len(f.Children) - len(shown); n > 0 {
		line(rest, files, fmt.Sprintf("… %s more", cli.Grouped(n)))
	}
}
