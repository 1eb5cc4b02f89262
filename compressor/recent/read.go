package recent

import (
	"cmp"
	"fmt"
	"slices"

	"ctxpack/internal/text/jsondoc"
)

// Input is a document that names files, or a history to collect them from.
type Input struct {
	Files     []File
	History   []Event
	IsHistory bool // History is meant, though it may be empty
}

// Parse reads a JSON object that has either files or a history. Names that it does not know are passed over. Errors
// have a line and a column or a JSON pointer.
func Parse(data []byte) (Input, error) {
	in, err := parse(data)
	if err != nil {
		return Input{}, fmt.Errorf("read files: %w", err)
	}
	return in, nil
}

func parse(data []byte) (in Input, err error) {
	v, err := jsondoc.Parse(data, jsondoc.Options{})
	if err == nil {
		err = v.Want(jsondoc.Object)
	}
	if err != nil {
		return in, err
	}
	files, history := v.Get("files"), v.Get("history")
	switch {
	case files.Absent() && history.Absent():
		return in, v.Errorf(`want an object with "files" or "history"`)
	case !files.Absent() && !history.Absent():
		return in, history.Errorf(`"files" and "history" exclude each other`)
	case !files.Absent():
		in.Files, err = list(v, "files", parseFile)
	default:
		in.IsHistory = true
		in.History, err = parseHistory(v)
	}
	return in, err
}

// list reads the array that a member is, item by item.
func list[T any](v *jsondoc.Value, name string, parse func(*jsondoc.Value) (T, error)) ([]T, error) {
	items, err := v.ItemsOf(name)
	if err != nil {
		return nil, err
	}
	out := make([]T, 0, len(items))
	for _, item := range items {
		if err := item.Want(jsondoc.Object); err != nil {
			return nil, err
		}
		x, err := parse(item)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

func parseFile(v *jsondoc.Value) (f File, err error) {
	if f.Path, err = text(v, "path"); err != nil {
		return f, err
	}
	if f.Content, err = text(v, "content"); err != nil {
		return f, err
	}
	if f.Ranges, err = list(v, "focal_ranges", parseRange); err != nil {
		return f, err
	}
	f.Edits, err = natural(v, "edit_entry_count")
	return f, err
}

// text returns a member that must be there and be a string.
func text(v *jsondoc.Value, name string) (string, error) {
	m := v.Get(name)
	if m.Absent() {
		return "", v.Errorf("%q is missing", name)
	}
	return m.Text, m.Want(jsondoc.String)
}

// natural returns a member that is no negative number, 0 if it is absent.
func natural(v *jsondoc.Value, name string) (int, error) {
	n, err := v.IntOf(name)
	if err == nil && n < 0 {
		err = v.Get(name).Errorf("want a number from 0, got %d", n)
	}
	return n, err
}

// position returns a member that must be there and be an offset.
func position(v *jsondoc.Value, name string) (int, error) {
	if v.Get(name).Absent() {
		return 0, v.Errorf("%q is missing", name)
	}
	return natural(v, name)
}

func parseRange(v *jsondoc.Value) (r Range, err error) {
	if r.Start, err = position(v, "start"); err != nil {
		return r, err
	}
	r.End, err = position(v, "end")
	return r, err
}

// parseHistory reads events. The newest of each document must say what the document's content is.
func parseHistory(v *jsondoc.Value) ([]Event, error) {
	seen := map[string]bool{}
	return list(v, "history", func(item *jsondoc.Value) (Event, error) {
		e, err := parseEvent(item)
		if err == nil && !seen[e.Path] && item.Get("content").Absent() {
			err = item.Errorf(`"content" is missing, and this is the newest event of its path`)
		}
		seen[e.Path] = true
		return e, err
	})
}

func parseEvent(v *jsondoc.Value) (e Event, err error) {
	if e.Path, err = text(v, "path"); err != nil {
		return e, err
	}
	kind, err := text(v, "kind")
	if err != nil {
		return e, err
	}
	switch kind {
	case "view":
	case "edit":
		e.Kind = Edited
	default:
		return e, v.Get("kind").Errorf(`want "edit" or "view", got %q`, kind)
	}
	if e.Content, err = v.StringOf("content"); err != nil {
		return e, err
	}
	if e.Edits, err = list(v, "edits", parseEdit); err != nil {
		return e, err
	}
	if e.Ranges, err = list(v, "ranges", parseRange); err != nil {
		return e, err
	}
	return e, checkEdits(v, e.Edits)
}

func parseEdit(v *jsondoc.Value) (e Edit, err error) {
	r, err := parseRange(v)
	if err != nil {
		return e, err
	}
	if r.End < r.Start {
		return e, v.Get("end").Errorf("want an end that is not in front of the start, got %d and %d", r.Start, r.End)
	}
	e.Start, e.End = r.Start, r.End
	e.Text, err = v.StringOf("text")
	return e, err
}

// checkEdits makes sure that edits do not overlap.
func checkEdits(v *jsondoc.Value, edits []Edit) error {
	order := make([]int, len(edits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(edits[a].Start, edits[b].Start), cmp.Compare(edits[a].End, edits[b].End))
	})
	for i := 1; i < len(order); i++ {
		if edits[order[i]].Start < edits[order[i-1]].End {
			return v.Get("edits").Items[order[i]].Errorf("it overlaps edit %d; the edits of an event all refer to the text before it", order[i-1])
		}
	}
	return nil
}
