package render

import (
	"fmt"
	"slices"
	"strings"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
	"ctxpack/packer"
)

func jsonFormat() Format {
	return Format{
		Name: "json", Extension: ".json", opens: jsonOpens,
		head: jsonHead, entry: func(f File) string { return encodeJSON(fileOf(f, TextPath)) }, between: ",\n", tail: jsonTail,
	}
}

// jsonOpens also accepts the program's report, whose first member is similar.
func jsonOpens(text string) bool {
	return strings.HasPrefix(text, `{"format":"ctxpack-`) || strings.HasPrefix(text, "{\n  \"format\": \"ctxpack-")
}

// The structs below are the JSON bundle's structure; docs/bundle.schema.json describes it for users.
type jsonMeta struct {
	Format     string     `json:"format"`
	Version    int        `json:"version"`
	Header     string     `json:"header,omitempty"`
	Root       string     `json:"root"`
	Git        *jsonGit   `json:"git,omitempty"`
	Several    []*jsonGit `json:"repositories,omitempty"`
	Part       *jsonPart  `json:"part,omitempty"`
	Tokenizer  string     `json:"tokenizer"`
	Estimated  bool       `json:"estimated,omitempty"`
	Budget     int        `json:"budget"`
	Window     *Window    `json:"arithmetic,omitempty"`
	Used       int        `json:"tokens"`
	Counts     Counts     `json:"counts"`
	Note       string     `json:"note"`
	Redacted   Redactions `json:"redacted,omitempty"`
	Addressing int        `json:"files_addressing_model,omitempty"`
	Task       string     `json:"task,omitempty"`
	Log        []Commit   `json:"log,omitempty"`
	Diff       string     `json:"diff,omitempty"`
	Tree       string     `json:"tree,omitempty"`
}

type jsonGit struct {
	Name    string `json:"name,omitempty"`
	Branch  string `json:"branch,omitempty"`
	Commit  string `json:"commit"`
	Differ  int    `json:"differing_files"`
	Shallow bool   `json:"shallow,omitempty"`
}

type jsonPart struct {
	Number int         `json:"number"`
	Of     int         `json:"of"`
	Budget int         `json:"budget"`
	Index  []PartIndex `json:"index"`
}

type jsonFile struct {
	Path       string      `json:"path"`
	Escaped    bool        `json:"path_escaped,omitempty"`
	Tier       packer.Tier `json:"tier"`
	Language   string      `json:"language,omitempty"`
	Tokens     int         `json:"tokens,omitempty"`
	FullTokens int         `json:"full_tokens,omitempty"`
	Names      string      `json:"names,omitempty"`
	Outline    *string     `json:"outline,omitempty"`
	Ranges     [][2]int    `json:"ranges,omitempty"`
	Content    *string     `json:"content,omitempty"`
	Redacted   Redactions  `json:"redacted,omitempty"`
	Addressing []int       `json:"addresses_model_on_lines,omitempty"`
}

// metaOf returns the document without its files; path converts names.
func metaOf(d *Document, path func(string) string) jsonMeta {
	meta := jsonMeta{
		Format: "ctxpack-bundle", Version: Version, Note: DataNote, Header: d.Header, Root: path(d.Root),
		Tokenizer: d.Tokenizer, Estimated: d.Estimated, Budget: d.Budget, Window: d.Window, Used: d.Used, Counts: d.Counts,
		Redacted: d.Redacted, Addressing: d.Addressing, Tree: d.Tree,
	}
	if t := d.Task; t != nil {
		meta.Task, meta.Log, meta.Diff = t.Text, t.Log, t.Diff
	}
	git := func(g *Git) *jsonGit {
		return &jsonGit{Name: path(g.Name), Branch: path(g.Branch), Commit: g.Commit, Differ: g.Differ, Shallow: g.Shallow}
	}
	if d.Git != nil {
		meta.Git = git(d.Git)
	}
	meta.Several = mapped.Of(d.Repositories, func(g Git) *jsonGit { return git(&g) })
	if p := d.Part; p != nil {
		meta.Part = &jsonPart{Number: p.Number, Of: p.Of, Budget: p.Budget, Index: slices.Clone(p.Index)}
		for i, part := range meta.Part.Index {
			meta.Part.Index[i].Paths = namesAs(path, part.Paths)
		}
	}
	return meta
}

func jsonHead(d *Document) string {
	object := encodeJSON(metaOf(d, TextPath))
	return strings.TrimSuffix(object, "}") + ",\n\"files\":[\n"
}

// fileOf returns an entry; path converts its name.
func fileOf(f File, path func(string) string) jsonFile {
	out := jsonFile{Path: f.Path, Tier: f.Tier, Names: f.Names, Redacted: f.Redactions(), Addressing: f.Addressing}
	if name := path(f.Path); name != f.Path {
		out.Path, out.Escaped = name, true
	}
	out.Ranges = mapped.Of(f.Ranges(), func(r Range) [2]int { return [2]int{r.Start, r.End} })
	text := f.shownText()
	if hasOutline := text != "" || f.Form() == Outlined; hasOutline && f.Tier != packer.Full && f.TextRange.Start == 0 {
		outline := text
		out.Language, out.Outline, text = f.Language, &outline, ""
	}
	if f.Tier == packer.Full || len(out.Ranges) > 0 {
		for _, s := range f.Sections {
			text += withNewline(f.shownSection(s))
		}
		out.Language, out.Content = f.Language, &text
	}
	if f.Tier != packer.Full && f.Form() != Named {
		out.Tokens, out.FullTokens = f.Tokens, f.FullTokens
	}
	return out
}

func jsonTail(d *Document) string {
	return fmt.Sprintf("\n],\n\"skipped\":%s%s}\n", encodeJSON(skippedOf(d, TextPath)), jsonTaskAgain(d.Task))
}

// skippedOf returns the omitted files; path converts their names.
func skippedOf(d *Document, path func(string) string) []Skipped {
	skipped := make([]Skipped, 0, len(d.Skipped))
	for _, s := range d.Skipped {
		s.Names = namesAs(path, s.Names)
		skipped = append(skipped, s)
	}
	return skipped
}

func namesAs(path func(string) string, names []string) []string {
	out := slices.Clone(names)
	for i, name := range out {
		out[i] = path(name)
	}
	return out
}

// encodeJSON encodes v on one line. Markup is not escaped: a bundle is not inserted into web pages, and the escapes
// would cost tokens.
func encodeJSON(v any) string { return string(jsondoc.Encode(v)) }
