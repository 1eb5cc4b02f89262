package history

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
	"ctxpack/internal/share/store"
	"ctxpack/internal/text/mapped"
)

type historySearchOptions struct {
	*historyOptions
	query, role, messages string
	limit                 int
}

func newHistorySearch(s *cli.Streams, h *historyOptions) *cobra.Command {
	o := &historySearchOptions{historyOptions: h}
	cmd := &cobra.Command{
		Use: "search QUERY",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("%s takes one QUERY, got %d arguments", cli.CommandName(cmd), len(args)).WithHint("put a query of several words in quotes")
			}
			return nil
		},
		RunE: cli.Runs(runHistorySearch, o, s, &o.query),
	}
	flags := cmd.Flags()
	cli.AddChoice(cmd, &o.role, "role", "r", "search only messages of role `NAME`", history.User, history.Assistant)
	flags.IntVarP(&o.limit, "limit", "n", 50, "print at most `N` messages")
	flags.StringVar(&o.messages, "messages", "", "search the messages in `FILE` if the store has no match")
	return cmd
}

// match is a message that matches the search.
type match struct {
	ID        string `json:"id,omitempty"`
	Session   string `json:"session_id,omitempty"`
	Timestamp string `json:"timestamp,omitempty"`
	Index     *int   `json:"index,omitempty"` // for a message of a file
	Role      string `json:"role"`
	Content   string `json:"content"`
}

func runHistorySearch(ctx context.Context, o *historySearchOptions, s *cli.Streams) error {
	if o.limit < 1 {
		return cli.Usagef("--limit: want a number from 1, got %d", o.limit)
	}
	matcher := history.NewMatcher(o.query)
	matches, total, err := o.searchStore(ctx, s, matcher)
	if err != nil {
		return err
	}
	from := "store"
	if total == 0 && o.messages != "" {
		if matches, total, err = o.searchMessages(ctx, s, matcher); err != nil {
			return err
		}
		from = "messages"
	}
	return o.print(s, matcher, from, matches, total)
}

// searchStore searches the store. If the store cannot be read and there is something else to search, it only warns.
func (o *historySearchOptions) searchStore(ctx context.Context, s *cli.Streams, matcher *history.Matcher) ([]match, int, error) {
	st, err := openStore(o.store)
	if err != nil {
		return nil, 0, err
	}
	found, problems, err := st.Search(ctx, store.Query{Matcher: matcher, Role: o.role, Limit: o.limit})
	if err != nil && o.messages != "" && ctx.Err() == nil {
		o.globals.Warn(s, "%s", err)
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	warnOf(o.globals, s, st, problems)
	return mapped.Of(found.Messages, func(r history.Record) match {
		return match{ID: r.ID, Session: r.Session, Timestamp: r.Timestamp, Role: r.Role, Content: r.Content}
	}), found.Total, nil
}

// searchMessages searches a file of messages, newest first.
func (o *historySearchOptions) searchMessages(ctx context.Context, s *cli.Streams, matcher *history.Matcher) ([]match, int, error) {
	c, err := readConversation(ctx, s, o.messages)
	if err != nil {
		return nil, 0, err
	}
	messages := c.Messages
	var matches []match
	total := 0
	for i := len(messages) - 1; i >= 0; i-- {
		m := messages[i]
		if otherRole := o.role != "" && m.Role != o.role; otherRole || matcher == nil || !matcher.MatchText(m.Content) {
			continue
		}
		if total++; total <= o.limit {
			matches = append(matches, match{Index: &i, Role: m.Role, Content: m.Content})
		}
	}
	return matches, total, nil
}

// readConversation reads a conversation from a file.
func readConversation(ctx context.Context, s *cli.Streams, name string) (*history.Conversation, error) {
	data, err := cli.ReadInput(ctx, s, name)
	if err != nil {
		return nil, err
	}
	c, err := history.ParseConversation(string(data))
	if err != nil {
		return nil, cli.Usagef("read %s: %w", cli.InputName(name), err).
			WithHint(`want a JSON array of messages, an object with an array "messages", "input" or "contents", or one message per line`)
	}
	return c, nil
}

func (o *historySearchOptions) print(s *cli.Streams, matcher *history.Matcher, from string, matches []match, total int) error {
	if o.json {
		return cli.PrintJSON(s.Out, struct {
			Searched string  `json:"searched"` // "store" or "messages"
			Total    int     `json:"total"`
			Matches  []match `json:"matches"`
		}{from, total, append([]match{}, matches...)})
	}
	var lines strings.Builder
	for _, m := range matches {
		where := fmt.Sprintf("%s  %s  %s", m.Timestamp, m.Session, m.ID)
		if m.Index != nil {
			where = fmt.Sprintf("[%d]", *m.Index)
		}
		fmt.Fprintf(&lines, "%s  %s: %s\n", cli.OneLine(where), m.Role, cli.OneLine(snippet(m.Content, matcher)))
	}
	if _, err := s.Out.Write([]byte(lines.String())); err != nil {
		return cli.Failf("write matches: %w", err)
	}
	if more := total - len(matches); more > 0 {
		o.globals.Note(s, "%s more found; a larger --limit shows them", cli.Grouped(more))
	}
	return nil
}

// around is how many bytes are shown before and after a match.
const around = 60

// snippet returns the text around a match, on one line.
func snippet(text string, matcher *history.Matcher) string {
	start, end := matcher.Find(text)
	from, to := max(0, start-around), min(len(text), end+around)
	out := strings.Join(strings.Fields(strings.ToValidUTF8(text[from:to], "")), " ") // cutting may split a character
	if from > 0 {
		out = "…" + out
	}
	if to < len(text) {
		out += "…"
	}
	return out
}
