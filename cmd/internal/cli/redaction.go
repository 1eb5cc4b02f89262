package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/compressor/history"
	"ctxpack/compressor/recent"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/mapped"
)

// noRedactFlag disables redaction. It has no setting and no environment variable, because only the
// user may decide to reveal secrets.
const noRedactFlag = "no-redact"

// AddRedaction adds the flag to a command that prints content.
func AddRedaction(cmd *cobra.Command, g *Globals) {
	cmd.Flags().BoolVar(&g.NoRedact, noRedactFlag, false, "write secrets instead of redacting them")
}

// Vault returns the vault that redacts secrets; nil with --no-redact.
func (g *Globals) Vault(c config.Config) (*redact.Vault, error) {
	if g.NoRedact {
		return nil, nil
	}
	return pipeline.NewVault(c.Redact.Allow)
}

// discreet redacts secrets in messages, which name files, packages and addresses of the repository.
// Readers of the bundle often read the messages too.
type discreet struct{ to io.Writer }

func (d *discreet) Write(p []byte) (int, error) {
	vault := redact.NewVault(redact.Allow{})
	if _, err := io.WriteString(d.to, vault.Clean(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// UserSettings returns the settings of the user's file, for a command without others.
func UserSettings(g *Globals) (config.Config, error) {
	var files []config.File
	if folder, err := os.UserConfigDir(); err == nil && !g.NoConfig {
		files = append(files, config.File{Path: filepath.Join(folder, filepath.FromSlash(config.UserFile)), Layer: config.LayerUser})
	}
	c, _, err := g.LoadFiles(os.ReadFile, files)
	return c, err
}

// Redactable is a text to print and its file, "" for none.
type Redactable struct {
	Path string
	Text *string
}

// RedactAll redacts secrets in texts that are printed together, and warns about them.
func RedactAll(g *Globals, s *Streams, v *redact.Vault, texts []Redactable) {
	if v == nil {
		return
	}
	var all []redact.Secret
	for _, t := range texts {
		_, found := v.Read(t.Path, *t.Text)
		all = append(all, found.Secrets...)
	}
	v.Number(all)
	counts, shown := render.Redactions{}, render.Redactions{}
	for _, t := range texts {
		clean, found := v.Read(t.Path, *t.Text)
		*t.Text = clean
		for _, one := range found.Secrets {
			if rule, isShown := v.Fate(one); isShown {
				shown[rule]++
			} else {
				counts[rule]++
			}
		}
		for _, one := range found.Copies {
			counts[one.Rule]++
		}
	}
	if len(counts) > 0 {
		g.Note(s, "redacted: %s", counts)
	}
	if len(shown) > 0 {
		g.Note(s, "allowed, and not redacted: %s", shown)
	}
}

// RedactFiles redacts secrets in files whose positions are given in lines.
func RedactFiles(g *Globals, s *Streams, v *redact.Vault, files []recent.File) {
	var texts []Redactable
	for i := range files {
		texts = append(texts, Redactable{files[i].Path, &files[i].Content})
	}
	RedactAll(g, s, v, texts)
	for i := range files {
		files[i].Path = v.CleanName(files[i].Path)
	}
}

// RedactPrompt redacts secrets in all parts of a prompt.
func RedactPrompt(g *Globals, s *Streams, v *redact.Vault, p *history.Prompt) {
	texts := []Redactable{{"", &p.System}, {"", &p.SymbolMap}, {"", &p.FileTree}, {"", &p.Pack}, {"", &p.Rounds}}
	for i := range p.Pages {
		texts = append(texts, Redactable{"", &p.Pages[i].URL}, Redactable{"", &p.Pages[i].Title}, Redactable{"", &p.Pages[i].Content})
	}
	var paths []*string
	add := func(files []history.File, messages []history.Message) {
		for i := range files {
			texts = append(texts, Redactable{files[i].Path, &files[i].Content})
			paths = append(paths, &files[i].Path)
		}
		for i := range messages {
			texts = append(texts, mapped.Of(messages[i].Texts(), func(text *string) Redactable { return Redactable{"", text} })...)
		}
	}
	add(p.Files, p.History)
	for i := range p.Tiers {
		texts = append(texts, Redactable{"", &p.Tiers[i].Symbols})
		add(p.Tiers[i].Files, p.Tiers[i].History)
	}
	texts = append(texts, Redactable{"", &p.Request})
	RedactAll(g, s, v, texts)
	for _, path := range paths {
		*path = v.CleanName(*path)
	}
}

// SummariseRedactions prints the redacted and the kept secrets of the files in the bundle, by rule.
func SummariseRedactions(w io.Writer, r *pipeline.Result, color bool) {
	lists := map[bool]map[string][]string{false: {}, true: {}} // shown or not -> rule -> files
	for i, f := range r.Files {
		if r.Outcomes[i].Shown == 0 {
			continue
		}
		counts := map[bool]render.Redactions{false: {}, true: {}}
		for _, one := range r.Redactions(f) {
			counts[one.Shown][one.Rule]++
		}
		for shown, list := range counts {
			for rule, n := range list {
				lists[shown][rule] = append(lists[shown][rule], fmt.Sprintf("%s (%d)", render.DisplayPath(f.Name), n))
			}
		}
	}
	for _, shown := range []bool{false, true} {
		if len(lists[shown]) == 0 {
			continue
		}
		heading := "redacted, by rule and file"
		if shown {
			heading = "allowed, and not redacted"
		}
		fmt.Fprintf(w, "\n%s\n", Bold(heading, color))
		for _, rule := range slices.Sorted(maps.Keys(lists[shown])) {
			files := lists[shown][rule]
			more := ""
			if n := len(files) - ExpensiveFiles; n > 0 {
				files, more = files[:ExpensiveFiles], fmt.Sprintf(" and %s more", Grouped(n))
			}
			fmt.Fprintf(w, "  %s: %s%s\n", rule, strings.Join(files, ", "), more)
		}
	}
}
