package history

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ctxpack/compressor/messages"
	"ctxpack/internal/text/jsondoc"
)

// page reads a web page: a text, or an object with an address, a title and a content.
func (d *describer) page(v *jsondoc.Value) (page Page, err error) {
	if v.Kind == jsondoc.String {
		return Page{Content: v.Text}, nil
	}
	return page, v.ReadOnly("url", &page.URL, "title", &page.Title, "content", d.text(&page.Content, nil))
}

// files reads the files to show, without missing ones.
func (d *describer) files(into *[]File) reader {
	return d.list(func(v *jsondoc.Value) error {
		err := jsondoc.Each(into, d.file)(v)
		*into = slices.DeleteFunc(*into, func(f File) bool { return f.Path == "" })
		return err
	})
}

// file reads a file: a path, or an object with a path and optional content; without content the file is loaded.
func (d *describer) file(v *jsondoc.Value) (f File, err error) {
	if f.Path = v.Text; v.Kind != jsondoc.String {
		err = v.ReadOnly("path", &f.Path, "content", d.text(&f.Content, nil))
	}
	if err != nil {
		return f, err
	}
	path, err := CleanPath(f.Path)
	if err != nil {
		return f, failed(v, fmt.Errorf("%q: %w", f.Path, err))
	}
	if v.Get("content").Absent() {
		f.Content, err = d.load.File(path)
	}
	switch f.Path = path; {
	case errors.Is(err, ErrMissing):
		d.missing = append(d.missing, Missing{f.Path, v.Pointer()})
		return File{}, nil
	case err != nil:
		return f, failed(v, fmt.Errorf("read %q: %w", f.Path, err))
	case d.load.Fence != nil:
		f.Fence = d.load.Fence(f.Path, f.Content)
	}
	return f, nil
}

// history reads the messages of the history: given, in a file of any shape that ParseConversation accepts, or of a
// stored session.
func (d *describer) history(into *[]Message) reader {
	return func(v *jsondoc.Value) (err error) {
		switch {
		case v.Get("session") != nil:
			id := ""
			if err = v.ReadOnly("session", &id); err == nil {
				*into, err = d.load.Session(id)
			}
			return failed(v.Get("session"), err)
		case v.Get("file") != nil:
			text, err := d.named(v)
			if err != nil {
				return err
			}
			if *into, err = conversationOf(text); err != nil {
				return v.Get("file").Errorf("read %q: %s", v.Get("file").Text, err)
			}
			return nil
		case v.Kind != jsondoc.Array:
			return v.Errorf(`want an array of messages, {"session": ID} or {"file": PATH}`)
		}
		if *into, err = conversationOf(v.Raw()); err != nil {
			err = placed(v, err)
		}
		return err
	}
}

// conversationOf reads the messages of a conversation, except the system's. A call without its result would cause
// the whole request to be refused.
func conversationOf(text string) ([]Message, error) {
	c, err := ParseConversation(text)
	if err != nil {
		return nil, err
	}
	if len(c.System) > 0 {
		return nil, &messageError{c.System[0].index, errors.New("put system messages under system")}
	}
	if orphans := c.parsed.Orphans(); len(orphans) > 0 {
		what := "a tool call without its result"
		if orphans[0].Result {
			what = "the result of a tool call that is not there"
		}
		return nil, &messageError{orphans[0].Index, errors.New(what)}
	}
	return c.Messages, nil
}

// placed gives an error in a part of a document its position in the document.
func placed(v *jsondoc.Value, err error) error {
	var place *jsondoc.Error
	if !errors.As(v.Errorf("%s", err), &place) {
		return err
	}
	var inside *messages.Error
	var one *messageError
	switch {
	case errors.As(err, &inside):
		place.Line, place.Message = place.Line+inside.Line-1, inside.Text
		place.Pointer += inside.Pointer
	case errors.As(err, &one):
		return v.Items[one.index].Errorf("%s", err)
	}
	return place
}

// image reads an image of the request: a data URI, a web address or a path, or an object {"file": PATH} or {"url":
// ADDRESS}.
func (d *describer) image(v *jsondoc.Value) (image Image, err error) {
	path, address := "", v.Text
	if v.Kind != jsondoc.String {
		err = v.ReadOnly("file", &path, "url", &address)
	} else if !strings.HasPrefix(address, "data:") && !strings.Contains(address, "://") {
		path, address = address, ""
	}
	switch {
	case err != nil:
		return image, err
	case address != "":
		image, err = messages.ParseImageURL(address)
		return image, failed(v, err)
	}
	clean, err := CleanPath(path)
	if err != nil {
		return image, failed(v, fmt.Errorf("%q: %w", path, err))
	}
	if image, err = d.load.Image(clean); err != nil {
		err = fmt.Errorf("read %q: %w", clean, err)
	}
	return image, failed(v, err)
}
