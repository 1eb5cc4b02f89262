package history

import (
	"errors"
	"path/filepath"
	"strings"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer/relevance"
)

// taskShare is the divisor of the model's input limit that gives the budget of a bundle of the repository.
const taskShare = 4

// addFlags adds the parts that flags give to a prompt.
func (l *promptParts) addFlags(p *history.Prompt) error {
	for _, f := range []struct {
		flag, value string
		has         bool
		set         func(string) error
	}{
		{"system", l.system, p.System != "", func(name string) (err error) { p.System, err = cli.ReadText(l.ctx, l.streams, name); return err }},
		{"rounds", l.rounds, p.Rounds != "", func(name string) (err error) { p.Rounds, err = cli.ReadText(l.ctx, l.streams, name); return err }},
		{"prompt", l.prompt, p.Request != "", func(text string) (err error) { p.Request, err = l.promptText(text); return err }},
		{"session", l.assembleOptions.session, len(p.History) > 0, func(id string) (err error) { p.History, err = l.session(id); return err }},
	} {
		if f.value == "" {
			continue
		}
		if f.has {
			return cli.Usagef("--%s and the description both give the %s", f.flag, f.flag)
		}
		if err := f.set(f.value); err != nil {
			if _, ok := errors.AsType[*cli.Failure](err); ok {
				return err
			}
			return cli.Usagef("--%s: read %s: %w", f.flag, f.value, err)
		}
	}
	for _, name := range l.files {
		f, err := l.namedFile(name)
		if err != nil {
			return cli.Usagef("--file: read %s: %w", name, err)
		}
		p.Files = append(p.Files, f)
	}
	if l.task {
		var err error
		if p.Pack, err = l.bundle(asked(p), l.window/taskShare); err != nil {
			return err
		}
	}
	if l.tiers == "auto" {
		return l.chooseTiers(p)
	}
	return nil
}

// promptText returns the value of a flag, or standard input.
func (l *promptParts) promptText(text string) (string, error) {
	if text != "-" {
		return text, nil
	}
	data, err := cli.ReadInput(l.ctx, l.streams, "-")
	return strings.TrimSuffix(string(data), "\n"), err
}

// namedFile returns a file of the repository, named relative to the current folder.
func (l *promptParts) namedFile(name string) (history.File, error) {
	path, err := filepath.Abs(name)
	if err == nil {
		path, err = filepath.Rel(l.top, path)
	}
	if err == nil {
		path, err = history.CleanPath(filepath.ToSlash(path))
	}
	if err != nil {
		return history.File{}, err
	}
	text, err := l.file(path)
	return history.File{Path: path, Content: text, Fence: fence(path, text)}, err
}

// asked returns the question to the model: the prompt, or the user's last message.
func asked(p *history.Prompt) string {
	if strings.TrimSpace(p.Request) != "" {
		return p.Request
	}
	users := mapped.Where(p.History, func(m history.Message) bool { return m.Role == history.User })
	if len(users) == 0 {
		return ""
	}
	return users[len(users)-1].Content
}

// bundle packs the repository for a task.
func (l *promptParts) bundle(task string, budget int) (string, error) {
	format := render.Formats()[0]
	progress := cli.StartProgress(l.globals, l.streams)
	o := pipeline.Options{
		Paths: []string{l.top}, Config: l.config, Counter: l.counter, Format: format, Budget: budget,
		Outputs: cli.Existing(l.streams, l.output), Observe: progress.Observe,
	}
	if len(task) <= relevance.MaxBytes && !relevance.Parse(task).Empty() {
		o.Task = &pipeline.Task{Text: task}
	}
	r, err := pipeline.Run(l.ctx, o)
	progress.Stop()
	if err != nil {
		return "", err
	}
	for _, w := range r.Warnings {
		l.globals.Warn(l.streams, "%s", w)
	}
	return strings.Join(r.Parts, ""), nil
}

// chooseTiers assigns tiers to files and symbols, and saves their state after this turn in the store.
func (l *promptParts) chooseTiers(p *history.Prompt) error {
	d, err := readSession(l.ctx, l.globals, l.streams, l.sessions, l.assembleOptions.session)
	if err != nil {
		return err
	}
	if d.id == "" {
		return cli.Usagef("--tiers auto needs a session that stores them").WithHint("ctxpack history new starts one")
	}
	for _, t := range p.Tiers {
		if len(t.Files) > 0 || t.Symbols != "" || len(t.History) > 0 {
			return cli.Usagef("--tiers auto and the description both give tiers")
		}
	}
	state := p.AutoTiers(history.StabilityOf(d.records), l.counter.Count)
	if l.report {
		return nil // a report does not count as a turn
	}
	return l.sessions.AppendStability(d.id, state)
}
