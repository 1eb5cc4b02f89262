package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
	"ctxpack/compressor/messages"
	"ctxpack/internal/share/store"
)

type historyAppendOptions struct {
	*historyOptions
	file, role, session string
	images              []string
}

func newHistoryAppend(s *cli.Streams, h *historyOptions) *cobra.Command {
	o := &historyAppendOptions{historyOptions: h}
	cmd := &cobra.Command{
		Use:  "append [FILE]",
		Args: cli.AtMostArgs(1),
		RunE: cli.Runs(runHistoryAppend, o, s, &o.file),
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.role, "role", "r", "", "`NAME` of who says it: user or assistant")
	cli.Offer(cmd, "role", "user", "assistant")
	flags.StringVarP(&o.session, "session", "s", "", "add it to session `ID`, which begins if it is not there")
	flags.StringArrayVar(&o.images, "image", nil, "attach the image in `FILE` (repeatable)")
	return cmd
}

func runHistoryAppend(ctx context.Context, o *historyAppendOptions, s *cli.Streams) error {
	drafts, several, err := o.drafts(ctx, s)
	if err != nil {
		return err
	}
	st, err := openStore(o.store)
	if err != nil {
		return err
	}
	for _, name := range o.images {
		ref, err := addImage(ctx, st, name)
		if err != nil {
			return err
		}
		last := &drafts[len(drafts)-1]
		last.ImageRefs = append(last.ImageRefs, ref)
	}
	ids, session, err := st.Append(drafts...)
	var stamp *store.TimestampError
	if errors.As(err, &stamp) {
		return cli.Usagef("read %s: /timestamp: %w", cli.InputName(o.file), err)
	}
	if err != nil {
		return err
	}
	if several {
		return cli.PrintJSON(s.Out, struct {
			Session string   `json:"session_id"`
			IDs     []string `json:"ids"`
		}{session, ids})
	}
	return printID(s, o.json, ids[0], struct {
		ID      string `json:"id"`
		Session string `json:"session_id"`
	}{ids[0], session})
}

// printID prints an id, or an object with it.
func printID(s *cli.Streams, asJSON bool, id string, object any) error {
	if asJSON {
		return cli.PrintJSON(s.Out, object)
	}
	_, err := fmt.Fprintln(s.Out, id)
	return err
}

// drafts makes messages of the flags and the input, several only of records.
func (o *historyAppendOptions) drafts(ctx context.Context, s *cli.Streams) (drafts []history.Draft, several bool, err error) {
	if o.json {
		return o.records(ctx, s)
	}
	d, err := o.draft(ctx, s)
	return []history.Draft{d}, false, err
}

// draft makes a message of the flags and the input.
func (o *historyAppendOptions) draft(ctx context.Context, s *cli.Streams) (history.Draft, error) {
	var d history.Draft
	if err := o.check(); err != nil {
		return d, err
	}
	if o.role == "" {
		return d, cli.Usagef("history append needs --role, user or assistant").
			WithHint("echo hello | ctxpack history append --role user, or --json for a record or a conversation")
	}
	d.Role, d.Session = o.role, o.session
	if len(o.images) > 0 && o.file == "" && s.InTerminal {
		return d, nil // the images are the message
	}
	data, err := cli.ReadInput(ctx, s, o.file)
	if err != nil {
		return d, err
	}
	text := strings.TrimPrefix(string(data), "\uFEFF")
	if !utf8.ValidString(text) {
		return d, cli.Usagef("read %s: it is not UTF-8 text", cli.InputName(o.file))
	}
	text, cut := strings.CutSuffix(text, "\n")
	if cut {
		text = strings.TrimSuffix(text, "\r")
	}
	if strings.TrimSpace(text) == "" && len(o.images) == 0 {
		return d, cli.Usagef("read %s: there is no message", cli.InputName(o.file))
	}
	d.Content = text
	return d, nil
}

// check checks the flags.
func (o *historyAppendOptions) check() error {
	if o.role != "" {
		if _, err := cli.OneOf("role", o.role, history.User, history.Assistant); err != nil {
			return err
		}
	}
	if o.session != "" {
		if err := history.CheckSession(o.session); err != nil {
			return cli.Usagef("--session: %w", err)
		}
	}
	return nil
}

// records reads messages that are given as records, or as a conversation.
func (o *historyAppendOptions) records(ctx context.Context, s *cli.Streams) ([]history.Draft, bool, error) {
	if err := o.check(); err != nil {
		return nil, false, err
	}
	data, err := cli.ReadInput(ctx, s, o.file)
	if err != nil {
		return nil, false, err
	}
	drafts, several, left, err := history.ParseDrafts(data)
	if err != nil {
		return nil, several, cli.Usagef("read %s: %w", cli.InputName(o.file), err).
			WithHint(`want a record such as {"role": "user", "content": "hello"}, several, or a conversation; without --json the input is text`)
	}
	if len(drafts) == 0 {
		return nil, several, cli.Usagef("read %s: there is no message", cli.InputName(o.file))
	}
	if left > 0 {
		o.globals.Note(s, "messages that are not stored, because neither user nor assistant says anything in them: %s", cli.Grouped(left))
	}
	for i := range drafts {
		d := &drafts[i]
		for _, f := range []struct {
			flag, value, name string
			field             *string
		}{{"role", o.role, "role", &d.Role}, {"session", o.session, "session_id", &d.Session}} {
			switch {
			case f.value == "":
			case *f.field == "":
				*f.field = f.value
			case *f.field != f.value:
				return nil, several, cli.Usagef("--%s says %q and the record's %s %q", f.flag, f.value, f.name, *f.field)
			}
		}
		if d.Role == "" {
			return nil, several, cli.Usagef("read %s: the record has no role", cli.InputName(o.file)).WithHint("add it, or give --role")
		}
	}
	return drafts, several, nil
}

// addImage copies the image that the user names into the store.
func addImage(ctx context.Context, st *store.Store, name string) (string, error) {
	data, err := readImageFile(ctx, name)
	if err != nil {
		return "", cli.FileFailure(name, err, "--image: read %s: %w", name, cli.PlainPathError(err))
	}
	if _, err := messages.NewImage(data); err != nil {
		return "", cli.Usagef("--image: read %s: %w", name, err)
	}
	ref, err := st.AddImage(data)
	return ref, err
}

// readImageFile reads a file of no more bytes than an image may have, and one.
func readImageFile(ctx context.Context, name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("it is not a regular file")
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // opened for reading only
	data, err := cli.ReadString(ctx, f, messages.MaxImage)
	if errors.Is(err, cli.ErrTooLong) {
		err = fmt.Errorf("it is larger than %d MB", messages.MaxImage>>20)
	}
	return data, err
}

func newHistoryNew(s *cli.Streams, h *historyOptions) *cobra.Command {
	return &cobra.Command{
		Use:  "new",
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			st, err := openStore(h.store)
			if err != nil {
				return cli.RunFailure(err)
			}
			id, err := st.StartSession()
			if err != nil {
				return cli.RunFailure(err)
			}
			return cli.RunFailure(printID(s, h.json, id, struct {
				Session string `json:"session_id"`
			}{id}))
		},
	}
}
