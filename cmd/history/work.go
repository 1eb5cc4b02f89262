package history

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/tokens"
)

// work is a history being shortened.
type work struct {
	stored       *stored // without an ID if the messages come from a file
	conversation *history.Conversation
	messages     []history.Message
	settings     history.Settings
	config       config.Config
	counter      *tokens.Counter
}

// question returns the question to a detector.
func (w *work) question(d detector) history.Question {
	return history.Question{
		Messages: w.messages, WindowStart: history.WindowStart(w.messages, w.settings, w.counter.Count), SummaryBudget: w.settings.SummaryBudget,
		MaxTokens: d.tokens, MaxMessages: d.messages, MaxCharacters: d.characters,
	}
}

// open reads the history that the flags select.
func (c *compacting) open(ctx context.Context, s *cli.Streams) (*work, error) {
	if c.messages != "" && c.session != "" {
		return nil, cli.Usagef("a SESSION and --messages exclude each other")
	}
	settings, counter, err := c.compaction.Load(c.globals)
	if err != nil {
		return nil, err
	}
	w := &work{counter: counter, stored: &stored{}, config: settings, settings: c.compaction.settings(settings)}
	if c.messages != "" {
		if w.conversation, err = readConversation(ctx, s, c.messages); err == nil {
			w.messages = w.conversation.Messages
		}
		return w, err
	}
	if w.stored, err = c.historyOptions.session(ctx, s, c.session); err != nil {
		return nil, err
	}
	c.noteEmpty(s, w.stored)
	w.messages = w.stored.state.Messages()
	return w, nil
}

// finish stores the decision, if any, and prints a report, a line, or the shortened conversation.
func (c *compacting) finish(s *cli.Streams, w *work, done *history.Compaction, report func(record string, left []json.RawMessage) any) error {
	record := ""
	if w.stored.id != "" && !c.dryRun {
		var err error
		if record, err = w.stored.store.AppendMark(w.stored.id, w.stored.state.Mark(done)); err != nil {
			return err
		}
	}
	switch {
	case c.json:
		var system []history.Message
		if w.conversation != nil {
			system = w.conversation.System
		}
		left := []json.RawMessage{}
		for _, m := range slices.Concat(system, done.Apply(w.messages)) {
			left = append(left, m.Given())
		}
		return cli.PrintJSON(s.Out, report(record, left))
	case w.conversation == nil:
		_, err := fmt.Fprintln(s.Out, line(done))
		return err
	}
	if err := cli.WriteProduct(s, "", w.conversation.Without(done.Gone(), done.Insert, done.Dropped)); err != nil {
		return err
	}
	c.globals.Note(s, "%s", line(done))
	return nil
}

// line returns the summary of a compaction in one line.
func line(c *history.Compaction) string {
	done := map[history.Case]string{
		history.CaseTruncate: "before the change of topic removed", history.CaseSummarize: "replaced by a summary", history.CaseEmergency: "removed",
	}[c.Case]
	if done == "" {
		return fmt.Sprintf("%s: %s tokens", c.Case, cli.Grouped(c.TokensBefore))
	}
	return fmt.Sprintf("%s: %s %s, %s tokens before, %s after",
		c.Case, humanize.Count(len(c.Gone()), "message"), done, cli.Grouped(c.TokensBefore), cli.Grouped(c.TokensAfter))
}
