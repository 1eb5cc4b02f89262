package recent

import (
	"cmp"
	"fmt"
	"slices"

	"ctxpack/internal/text/jsondoc"
)

// Input is a document with files, or with a history from which to collect them.
type Input struct {
	Files     []File
	History   []Event
	IsHistory bool // History is set, though it may be empty
}

// Parse parses a JSON object with either files or a history. Unknown names are ignored. Errors have a line and a
// column or a JSON pointer.
func Parse(data []byte) (Input, error) {
	in, err := parse(data)
	if err != nil {
		return Input{}, fmt.Errorf("read files: %w", err)
	}
	return in, nil
}

func parse(data []byte) (in Input, err error) {
	v, err := jsondoc.Parse(data, jsondoc.Options{})
	if err != nil {
		return in, err
	}
	files, history := v.Get("files"), v.Get("history")
	switch {
	case v.Kind == jsondoc.Object && files.Absent() && history.Absent():
		return in, v.Errorf(`want an object with "files" or "history"`)
	case !files.Absent() && !history.Absent():
		return in, history.Errorf(`"files" and "history" exclude each other`)
	}
	in.IsHistory = files.Absent()
	seen := map[string]bool{}
	err = v.Read("files", jsondoc.Each(&in.Files, parseFile), "history", jsondoc.Each(&in.History, func(item *jsondoc.Value) (Event, error) {
		e, err := parseEvent(item)
		if err == nil && !seen[e.Path] && item.Get("content").Absent() {
			err = item.Errorf(`"content" is missing, and this is the newest event of its path`)
		}
		seen[e.Path] = true
		return e, err
	}))
	return in, err
}

func parseFile(v *jsondoc.Value) (f File, err error) {
	err = v.Read("path!", &f.Path, "content!", &f.Content, "focal_ranges", jsondoc.Each(&f.Ranges, parseRange), "edit_entry_count", natural(&f.Edits))
	return f, err
}

// natural reads a number that is not negative.
func natural(into *int) func(*jsondoc.Value) error {
	return func(v *jsondoc.Value) (err error) {
		if *into, err = v.Int(); err == nil && *into < 0 {
			err = v.Errorf("want a number from 0, got %d", *into)
		}
		return err
	}
}

func parseRange(v *jsondoc.Value) (r Range, err error) {
	err = v.Read("start!", natural(&r.Start), "end!", natural(&r.End))
	return r, err
}

func parseEvent(v *jsondoc.Value) (e Event, err error) {
	kind := func(v *jsondoc.Value) error {
		if e.Kind = Viewed; v.Text == "edit" {
			e.Kind = Edited
		} else if v.Kind == jsondoc.String && v.Text != "view" {
			return v.Errorf(`want "edit" or "view", got %q`, v.Text)
		}
		return v.Want(jsondoc.String)
	}
	err = v.Read("path!", &e.Path, "kind!", kind, "content", &e.Content, "edits", jsondoc.Each(&e.Edits, parseEdit), "ranges", jsondoc.Each(&e.Ranges, parseRange))
	if err == nil {
		err = checkEdits(v, e.Edits)
	}
	return e, err
}

func parseEdit(v *jsondoc.Value) (e Edit, err error) {
	err = v.Read("start!", natural(&e.Start), "end!", natural(&e.End))
	if err == nil && e.End < e.Start {
		err = v.Get("end").Errorf("want an end that is not before the start, got %d and %d", e.Start, e.End)
	}
	if err == nil {
		err = v.Read("text", &e.Text)
	}
	return e, err
}

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
