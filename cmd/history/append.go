package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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
	cmd := &cobra.Command{Use: "append [FILE]", Args: cli.AtMostOneArg, RunE: cli.Runs(runHistoryAppend, o, s, &o.file)}
	flags := cmd.Flags()
	cli.AddChoice(cmd, &o.role, "role", "r", "`NAME` of the role: user or assistant", history.User, history.Assistant)
	flags.StringVarP(&o.session, "session", "s", "", "add it to session `ID`, a new one if it does not exist")
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
		ref, err := addImage(st, name)
		if err != nil {
			return err
		}
		last := &drafts[len(drafts)-1]
		last.ImageRefs = append(last.ImageRefs, ref)
	}
	ids, session, err := st.Append(drafts...)
	if _, ok := errors.AsType[*store.TimestampError](err); ok {
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

// printID prints an ID, or an object with it.
func printID(s *cli.Streams, asJSON bool, id string, object any) error {
	if asJSON {
		return cli.PrintJSON(s.Out, object)
	}
	_, err := fmt.Fprintln(s.Out, id)
	return err
}

// drafts makes messages from the flags and the input; only records can be several.
func (o *historyAppendOptions) drafts(ctx context.Context, s *cli.Streams) (drafts []history.Draft, several bool, err error) {
	if o.session != "" {
		if err := history.CheckSession(o.session); err != nil {
			return nil, false, cli.Usagef("--session: %w", err)
		}
	}
	d := history.Draft{Role: o.role, Session: o.session}
	switch {
	case o.json:
	case o.role == "":
		return nil, false, cli.Usagef("history append needs --role, user or assistant").
			WithHint("echo hello | ctxpack history append --role user, or --json for a record or a conversation")
	case len(o.images) > 0 && o.file == "" && s.InTerminal:
		return []history.Draft{d}, false, nil // a message may consist of images only
	}
	data, err := cli.ReadInput(ctx, s, o.file)
	if err != nil {
		return nil, false, err
	}
	if o.json {
		return o.records(s, data)
	}
	text := strings.TrimPrefix(string(data), "\uFEFF")
	if !utf8.ValidString(text) {
		return nil, false, cli.Usagef("read %s: it is not UTF-8 text", cli.InputName(o.file))
	}
	text, cut := strings.CutSuffix(text, "\n")
	if cut {
		text = strings.TrimSuffix(text, "\r")
	}
	if strings.TrimSpace(text) == "" && len(o.images) == 0 {
		return nil, false, cli.Usagef("read %s: there is no message", cli.InputName(o.file))
	}
	d.Content = text
	return []history.Draft{d}, false, nil
}

// records reads messages in the format of records or of a conversation.
func (o *historyAppendOptions) records(s *cli.Streams, data []byte) ([]history.Draft, bool, error) {
	drafts, several, left, err := history.ParseDrafts(data)
	if err != nil {
		return nil, several, cli.Usagef("read %s: %w", cli.InputName(o.file), err).
			WithHint(`want a record such as {"role": "user", "content": "hello"}, several, or a conversation; without --json the input is text`)
	}
	if len(drafts) == 0 {
		return nil, several, cli.Usagef("read %s: there is no message", cli.InputName(o.file))
	}
	if left > 0 {
		o.globals.Note(s, "messages without text of user or assistant, not stored: %s", cli.Grouped(left))
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

// addImage copies the named image into the store.
func addImage(st *store.Store, name string) (string, error) {
	data, err := readImage(os.OpenFile(name, os.O_RDONLY|cli.OpenNonblock, 0))
	if err != nil {
		return "", cli.FileFailure(name, err, "--image: read %s: %w", name, err)
	}
	if _, err := messages.NewImage(data); err != nil {
		return "", cli.Usagef("--image: read %s: %w", name, err)
	}
	return st.AddImage(data)
}

// readImage reads an open regular file, up to one byte more than an image may have.
func readImage(f *os.File, err error) (string, error) {
	if err != nil {
		return "", cli.PlainPathError(err)
	}
	defer func() { _ = f.Close() }() // opened read-only
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", cmp.Or(err, errors.New("it is not a regular file"))
	}
	data, err := io.ReadAll(io.LimitReader(f, messages.MaxImage+1))
	return string(data), err
}

func runHistoryNew(_ context.Context, h *historyOptions, s *cli.Streams) error {
	st, err := openStore(h.store)
	if err != nil {
		return err
	}
	id, err := st.StartSession()
	if err != nil {
		return err
	}
	return printID(s, h.json, id, struct {
		Session string `json:"session_id"`
	}{id})
}
