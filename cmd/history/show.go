package history

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

type historyShowOptions struct {
	*historyOptions
	session    string
	forContext bool
	images     bool
	uris       map[string]string // data URIs of requested images, by reference
	missing    bool              // an image is missing
}

func newHistoryShow(s *cli.Streams, h *historyOptions) *cobra.Command {
	o := &historyShowOptions{historyOptions: h, uris: map[string]string{}}
	cmd := &cobra.Command{Use: "show [SESSION]", Args: cli.AtMostOneArg, RunE: cli.Runs(runHistoryShow, o, s, &o.session)}
	flags := cmd.Flags()
	flags.BoolVar(&o.forContext, "for-context", false, "print the messages for a model, with compactions applied")
	flags.BoolVar(&o.images, "images", false, "add images as data URIs")
	return cmd
}

func runHistoryShow(ctx context.Context, o *historyShowOptions, s *cli.Streams) error {
	d, err := o.historyOptions.session(ctx, s, o.session)
	if err != nil {
		return err
	}
	o.noteEmpty(s, d)
	show := o.printRecords
	if o.forContext {
		show = o.printContext
	}
	if err := show(s, d); err != nil {
		return err
	}
	if o.missing {
		return cli.ErrIncomplete
	}
	return nil
}

// uri returns a stored image as a data URI, if images are requested. It reports a missing image once.
func (o *historyShowOptions) uri(s *cli.Streams, d *stored, ref string) string {
	uri, known := o.uris[ref]
	if !o.images || known {
		return uri
	}
	image, err := d.store.Image(ref)
	if err != nil {
		fmt.Fprintf(s.Err, "ctxpack: read image %s: %s\n", cli.OneLine(ref), cli.OneLine(err.Error()))
		o.missing = true
	} else {
		uri = image.DataURI()
	}
	o.uris[ref] = uri
	return uri
}

// printRecords prints all records, as text or as stored.
func (o *historyShowOptions) printRecords(s *cli.Streams, d *stored) error {
	if o.json {
		records, images := []json.RawMessage{}, map[string]string{}
		for _, r := range d.records {
			records = append(records, json.RawMessage(r.JSON))
			for _, ref := range r.ImageRefs {
				if uri := o.uri(s, d, ref); uri != "" {
					images[ref] = uri
				}
			}
		}
		out := struct {
			Session string            `json:"session_id"`
			Records []json.RawMessage `json:"records"`
			Images  map[string]string `json:"images,omitempty"`
		}{d.id, records, images}
		return cli.PrintJSON(s.Out, out)
	}
	out := bufio.NewWriter(s.Out)
	between := ""
	for _, r := range d.records {
		if r.Hidden() {
			continue
		}
		name := [...]string{history.MessageKind: r.Role, history.SessionKind: "session starts", history.CompactionKind: "compaction", history.OtherKind: "other"}[r.Kind]
		text := fmt.Sprintf("%s  %s  %s\n", r.Timestamp, name, r.ID)
		if r.Content != "" {
			text += cli.EnsureNewline(r.Content)
		}
		for _, ref := range r.ImageRefs {
			text += fmt.Sprintf("[image %s]\n", cmp.Or(o.uri(s, d, ref), ref))
		}
		if note := r.Note(); note != "" {
			text += note + "\n"
		}
		fmt.Fprint(out, between, cli.EnsureNewline(plainText(text)))
		between = "\n"
	}
	return out.Flush()
}

// plainText escapes control characters, because others wrote the text.
func plainText(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
}

// contextMessage is a message as a model gets it.
type contextMessage struct {
	Role    string   `json:"role"`
	Content string   `json:"content"`
	Images  []string `json:"images,omitempty"`
}

// printContext prints the messages for a model.
func (o *historyShowOptions) printContext(s *cli.Streams, d *stored) error {
	messages := []contextMessage{}
	for _, item := range d.state.Items {
		images := mapped.NonZero(item.Images, func(i history.Image) string { return o.uri(s, d, i.Ref) })
		messages = append(messages, contextMessage{Role: item.Role, Content: item.Content, Images: images})
	}
	if o.json {
		return cli.PrintJSON(s.Out, struct {
			Session  string           `json:"session_id"`
			Messages []contextMessage `json:"messages"`
		}{d.id, messages})
	}
	out := bufio.NewWriter(s.Out)
	for _, m := range messages {
		fmt.Fprintf(out, "%s\n", jsondoc.Encode(m))
	}
	return out.Flush()
}
