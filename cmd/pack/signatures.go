package pack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/tokens"
	"ctxpack/scorer"
	"ctxpack/signatures"
)

type signaturesOptions struct {
	files    []string
	json     bool
	numbers  bool
	imports  bool
	language string
	remote   *remoteFlags
	globals  *cli.Globals
	located  *located // what the arguments name
}

func newSignatures(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &signaturesOptions{}
	cmd := &cobra.Command{
		Use: "signatures PATH...",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, err := o.remote.locate(cmd.Context(), g, s, args)
			if err != nil {
				return cli.RunFailure(err)
			}
			defer found.close()
			o.files, o.located, o.globals = found.paths, found, g
			return cli.RunFailure(runSignatures(cmd.Context(), o, g, s))
		},
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print symbols, imports and exports as JSON")
	cmd.Flags().BoolVar(&o.imports, "imports", false, "start with a line of the file's imports")
	cmd.Flags().BoolVar(&o.numbers, "line-numbers", false, "put the line number before each declaration")
	o.remote = addRemote(cmd)
	o.remote.noHistory = true
	cli.AddRedaction(cmd, g)
	cmd.Flags().StringVar(&o.language, "name", "", "read standard input as a file named `NAME`")
	return cmd
}

// outlined is the outline of one file as JSON.
type outlined struct {
	Path     string           `json:"path"`
	Language string           `json:"language,omitempty"`
	Package  string           `json:"package,omitempty"`
	Entry    bool             `json:"entry,omitempty"`
	Fallback string           `json:"fallback,omitempty"`
	Errors   int              `json:"errors,omitempty"`
	Symbols  []outlinedSymbol `json:"symbols"`
	Imports  []outlinedImport `json:"imports"`
	Exports  []string         `json:"exports"`
	Outline  string           `json:"outline"`
}

type outlinedSymbol struct {
	Name       string `json:"name"`
	Kind       string `json:"kind"`
	Parent     string `json:"parent,omitempty"`
	Exported   bool   `json:"exported"`
	StartLine  int    `json:"start_line"`
	EndLine    int    `json:"end_line"`
	Complexity int    `json:"complexity"`
	Text       string `json:"text"`
}

type outlinedImport struct {
	Specifier string   `json:"specifier"`
	Kind      string   `json:"kind"`
	Names     []string `json:"names,omitempty"`
	Line      int      `json:"line"`
}

func runSignatures(ctx context.Context, o *signaturesOptions, g *cli.Globals, s *cli.Streams) error {
	if len(o.files) == 0 && o.language == "" {
		return cli.Usagef("signatures needs at least one PATH").WithHint("ctxpack signatures main.go, or ctxpack signatures . for a folder")
	}
	if len(o.files) == 0 {
		o.files = []string{"-"}
	}
	settings, err := cli.UserSettings(g)
	if err != nil {
		return err
	}
	vault, err := g.Vault(settings)
	if err != nil {
		return err
	}
	if o.files, err = o.inFolders(ctx, s); err != nil {
		return err
	}
	files, problems, err := o.readAll(ctx, s)
	if err != nil {
		return err
	}
	var texts []cli.Redactable
	for i := range files {
		texts = append(texts, cli.Redactable{Path: files[i].shown, Text: &files[i].text})
	}
	cli.RedactAll(g, s, vault, texts)
	out := &strings.Builder{}
	if err := o.write(ctx, out, vault, files); err != nil {
		return err
	}
	if _, err := io.WriteString(s.Out, vault.Seal(out.String())); err != nil {
		return err
	}
	if len(problems) == len(o.files) {
		return cli.ReadFailure(problems[0])
	}
	return cli.Incomplete(s, problems)
}

// inFolders returns the named files and, for folders, the code that pack would include.
func (o *signaturesOptions) inFolders(ctx context.Context, s *cli.Streams) (files []string, err error) {
	for _, name := range o.files {
		if !hasFolder([]string{name}) {
			files = append(files, name)
			continue
		}
		settings, _, err := cli.LoadConfig(o.globals, name)
		if err != nil {
			return nil, err
		}
		counter, err := tokens.New(tokens.Names()[0])
		if err != nil {
			return nil, err
		}
		ranking, err := pipeline.Rank(ctx, pipeline.Options{Paths: []string{name}, Config: settings, Counter: counter, Cache: cacheFolder(o.globals)})
		if err != nil {
			return nil, err
		}
		outlined := mapped.Where(ranking.Files, func(f *pipeline.File) bool {
			return f.Facts.Class != scorer.Prose && f.Contents.Outline.Language != ""
		})
		below := mapped.Of(outlined, func(f *pipeline.File) string { return filepath.Join(name, filepath.FromSlash(f.Name)) })
		err = ranking.Empty()
		ranking.Close()
		if err != nil {
			return nil, explainEmpty(o.globals, s, err)
		}
		if len(below) == 0 {
			return nil, cli.Usagef("%s contains no code with an outline", name)
		}
		slices.Sort(below)
		files = append(files, below...)
	}
	return files, nil
}

// readFile is a file with its text.
type readFile struct{ name, shown, text string }

// readAll reads all files and reports the unreadable ones.
func (o *signaturesOptions) readAll(ctx context.Context, s *cli.Streams) (files []readFile, problems []source.Problem, err error) {
	for _, name := range o.files {
		text, shown, err := o.read(ctx, s, name)
		switch {
		case errors.Is(err, context.Canceled):
			return nil, nil, err
		case err != nil:
			problems = append(problems, source.Problem{Path: o.located.shown(name), Err: err})
		default:
			files = append(files, readFile{o.located.shown(name), shown, text})
		}
	}
	return files, problems, nil
}

// write writes the outlines of all files.
func (o *signaturesOptions) write(ctx context.Context, out io.Writer, v *redact.Vault, files []readFile) error {
	var all []outlined
	for i, f := range files {
		outline := signatures.Extract(ctx, f.shown, f.text)
		name := v.CleanName(f.name)
		if o.json {
			all = append(all, asJSON(name, outline, f.text))
			continue
		}
		if len(o.files) > 1 {
			if i > 0 {
				fmt.Fprintln(out)
			}
			fmt.Fprintf(out, "==> %s <==\n", cli.OneLine(name))
		}
		if o.imports {
			fmt.Fprint(out, importLine(outline.Imports))
		}
		fmt.Fprint(out, o.text(outline, f.text))
	}
	if !o.json {
		return nil
	}
	return cli.PrintJSON(out, struct {
		Files []outlined `json:"files"`
	}{all})
}

// importLine lists a file's distinct imports; "" for none.
func importLine(imports []signatures.Import) string {
	var names []string
	for _, i := range imports {
		names = mapped.AppendNew(names, i.Specifier)
	}
	if len(names) == 0 {
		return ""
	}
	return "… imports " + cli.OneLine(strings.Join(names, ", ")) + "\n"
}

// summaryLines is how many lines are shown of a file without an outline.
const summaryLines = 20

// text returns an outline as text.
func (o *signaturesOptions) text(outline signatures.Outline, text string) string {
	shown := outlineText(outline, text)
	switch {
	case !o.numbers:
		return shown
	case outline.Text() != "":
		return cli.EnsureNewline(signatures.View{Numbers: true}.Text(outline.Symbols, outline.Tail))
	}
	var b strings.Builder
	n := 0
	for line := range strings.Lines(shown) {
		n++
		fmt.Fprintf(&b, "%d: %s", n, line)
	}
	return b.String()
}

func outlineText(o signatures.Outline, text string) string {
	if shown := o.Text(); shown != "" {
		return cli.EnsureNewline(shown)
	}
	return cli.EnsureNewline(signatures.FirstLines(text, summaryLines))
}

// read returns a file's text and the name that determines its language.
func (o *signaturesOptions) read(ctx context.Context, s *cli.Streams, name string) (text, shown string, err error) {
	if name == "-" {
		data, err := io.ReadAll(s.Limited(s.In, name))
		return string(data), o.language, err
	}
	text, err = cli.ReadText(ctx, s, name)
	return text, filepath.ToSlash(o.located.shown(name)), err
}

func asJSON(name string, o signatures.Outline, text string) outlined {
	out := outlined{
		Path: cli.EscapeInvalid(name), Language: o.Language, Package: o.Package, Entry: o.Main, Fallback: o.Fallback, Errors: o.Errors,
		Symbols: []outlinedSymbol{}, Imports: []outlinedImport{}, Exports: append([]string{}, o.Exports...), Outline: outlineText(o, text),
	}
	for _, y := range o.Symbols {
		out.Symbols = append(out.Symbols, outlinedSymbol{
			Name: y.Name, Kind: y.Kind, Parent: y.Parent, Exported: y.Exported,
			StartLine: y.StartLine, EndLine: y.EndLine, Complexity: y.Complexity, Text: y.Text(),
		})
	}
	imports := mapped.Of(o.Imports, func(i signatures.Import) outlinedImport { return outlinedImport{i.Specifier, i.Kind, i.Names, i.Line} })
	out.Imports = append(out.Imports, imports...)
	return out
}
