package history

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
)

type historyShowOptions struct {
	*historyOptions
	session    string
	forContext bool
	images     bool
}

func newHistoryShow(s *cli.Streams, h *historyOptions) *cobra.Command {
	o := &historyShowOptions{historyOptions: h}
	cmd := &cobra.Command{
		Use:  "show [SESSION]",
		Args: cli.AtMostArgs(1),
		RunE: cli.Runs(runHistoryShow, o, s, &o.session),
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.forContext, "for-context", false, "print what a model should be given, with compactions applied")
	flags.BoolVar(&o.images, "images", false, "add images as data URIs")
	return cmd
}

func runHistoryShow(ctx context.Context, o *historyShowOptions, s *cli.Streams) error {
	d, err := o.historyOptions.session(ctx, s, o.session)
	if err != nil {
		return err
	}
	if d.id == "" {
		o.nothingStored(s, d.store)
	}
	var refs []string
	show := o.printRecords
	if o.forContext {
		show = o.printContext
		for _, m := range d.state.Items {
			for _, i := range m.Images {
				refs = append(refs, i.Ref)
			}
		}
	} else {
		for _, r := range d.records {
			refs = append(refs, r.ImageRefs...)
		}
	}
	loaded, missing := o.load(s, d, refs)
	if err := show(s, d, loaded); err != nil {
		return err
	}
	if missing {
		return cli.ErrIncomplete
	}
	return nil
}

// load loads images as data URIs, by reference, and reports those that are not there.
func (o *historyShowOptions) load(s *cli.Streams, d *stored, refs []string) (loaded map[string]string, missing bool) {
	loaded = map[string]string{}
	if !o.images {
		return loaded, false
	}
	reported := map[string]bool{}
	for _, ref := range refs {
		if loaded[ref] != "" || reported[ref] {
			continue
		}
		image, err := d.store.Image(ref)
		if err != nil {
			fmt.Fprintf(s.Err, "ctxpack: read image %s: %s\n", cli.OneLine(ref), cli.OneLine(err.Error()))
			reported[ref], missing = true, true
			continue
		}
		loaded[ref] = image.DataURI()
	}
	return loaded, missing
}

// printRecords prints all records: as text, or as they are stored.
func (o *historyShowOptions) printRecords(s *cli.Streams, d *stored, images map[string]string) error {
	if o.json {
		records := []json.RawMessage{}
		for _, r := range d.records {
			records = append(records, json.RawMessage(r.JSON))
		}
		out := struct {
			Session string            `json:"session_id"`
			Records []json.RawMessage `json:"records"`
			Images  map[string]string `json:"images,omitempty"`
		}{d.id, records, images}
		return cli.PrintJSON(s.Out, out)
	}
	var blocks []string
	for _, r := range d.records {
		if r.Hidden() {
			continue
		}
		text := fmt.Sprintf("%s  %s  %s\n", r.Timestamp, recordName(&r), r.ID)
		if r.Content != "" {
			text += cli.EnsureNewline(r.Content)
		}
		for _, ref := range r.ImageRefs {
			if uri := images[ref]; uri != "" {
				ref = uri
			}
			text += fmt.Sprintf("[image %s]\n", ref)
		}
		if note := r.Note(); note != "" {
			text += note + "\n"
		}
		blocks = append(blocks, text)
	}
	return printBlocks(s, blocks)
}

func recordName(r *history.Record) string {
	switch r.Kind {
	case history.MessageKind:
		return r.Role
	case history.SessionKind:
		return "session starts"
	case history.CompactionKind:
		return "compaction"
	}
	return "other"
}

// contextMessage is what a model is given of a message.
type contextMessage struct {
	Role    string   `json:"role"`
	Content string   `json:"content"`
	Images  []string `json:"images,omitempty"`
}

// printContext prints what a model should be given.
func (o *historyShowOptions) printContext(s *cli.Streams, d *stored, images map[string]string) error {
	messages := []contextMessage{}
	for _, item := range d.state.Items {
		m := contextMessage{Role: item.Role, Content: item.Content}
		for _, i := range item.Images {
			if uri := images[i.Ref]; uri != "" {
				m.Images = append(m.Images, uri)
			}
		}
		messages = append(messages, m)
	}
	if o.json {
		return cli.PrintJSON(s.Out, struct {
			Session  string           `json:"session_id"`
			Messages []contextMessage `json:"messages"`
		}{d.id, messages})
	}
	out := bufio.NewWriter(s.Out)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, m := range messages {
		if err := encoder.Encode(m); err != nil {
			return cli.Failf("write messages: %w", err)
		}
	}
	return out.Flush()
}
