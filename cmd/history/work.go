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

// work is a history that is being shortened.
type work struct {
	stored       *stored // without an id if the messages come from a file
	conversation *history.Conversation
	messages     []history.Message
	settings     history.Settings
	config       config.Config
	counter      *tokens.Counter
}

// question is what a detector is asked.
func (w *work) question(d detector) history.Question {
	return history.Question{
		Messages: w.messages, WindowStart: history.WindowStart(w.messages, w.settings, w.counter.Count), SummaryBudget: w.settings.SummaryBudget,
		MaxTokens: d.tokens, MaxMessages: d.messages, MaxCharacters: d.characters,
	}
}

// given lists messages as they were given, for JSON, with what the system says.
func (w *work) given(messages []history.Message) []json.RawMessage {
	if w.conversation != nil {
		messages = append(slices.Clone(w.conversation.System), messages...)
	}
	return given(messages)
}

// open reads the history that the flags name.
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
	if w.stored.id == "" {
		c.nothingStored(s, w.stored.store)
	}
	w.messages = w.stored.state.Messages()
	return w, nil
}

// keep stores what was decided, if anything was.
func (w *work) keep(m *history.Mark, dryRun bool) (string, error) {
	if m == nil || dryRun {
		return "", nil
	}
	return w.stored.store.AppendMark(w.stored.id, m)
}

// tell prints what was done, and a conversation that was given without what went.
func (w *work) tell(g *cli.Globals, s *cli.Streams, dropped []int, insert []history.Message, before int, line string) error {
	if w.conversation == nil {
		_, err := fmt.Fprintln(s.Out, line)
		return err
	}
	if err := cli.WriteProduct(s, "", w.conversation.Without(dropped, insert, before)); err != nil {
		return err
	}
	g.Note(s, "%s", line)
	return nil
}

func compactLine(c *history.Compaction) string {
	switch c.Case {
	case history.CaseTruncate:
		return fmt.Sprintf("%s: %s before the change of topic removed, %s tokens before, %s after",
			c.Case, humanize.Count(len(c.Gone()), "message"), cli.Grouped(c.TokensBefore), cli.Grouped(c.TokensAfter))
	case history.CaseSummarize:
		return fmt.Sprintf("%s: %s replaced by a summary, %s tokens before, %s after",
			c.Case, humanize.Count(len(c.Gone()), "message"), cli.Grouped(c.TokensBefore), cli.Grouped(c.TokensAfter))
	}
	return fmt.Sprintf("%s: %s tokens", c.Case, cli.Grouped(c.TokensBefore))
}
