package history

import (
	"errors"
	"fmt"
	"strings"

	"ctxpack/compressor/messages"
	"ctxpack/internal/text/jsondoc"
)

// pages reads the web pages: texts, or objects with an address, a title and a content.
func (d *describer) pages(v *jsondoc.Value) []Page {
	var pages []Page
	for _, item := range d.list(v) {
		var page Page
		if item.Kind == jsondoc.String {
			page.Content = item.Text
		} else {
			d.wants(item, "url", "title", "content")
			d.member(item, "url", &page.URL)
			d.member(item, "title", &page.Title)
			d.text(item.Get("content"), &page.Content, nil)
		}
		if d.err != nil {
			return nil
		}
		pages = append(pages, page)
	}
	return pages
}

// wants makes sure that an object has no other members, which may be misspelt.
func (d *describer) wants(v *jsondoc.Value, names ...string) {
	if d.err == nil {
		d.err = v.WantMembers(names...)
	}
}

func (d *describer) member(v *jsondoc.Value, name string, into *string) {
	if d.err != nil {
		return
	}
	if d.err = v.Want(jsondoc.Object); d.err == nil {
		*into, d.err = v.StringOf(name)
	}
}

// files reads the files to show: paths, or objects with a path and perhaps a content; without one the file is read.
func (d *describer) files(v *jsondoc.Value) []File {
	var files []File
	for _, item := range d.list(v) {
		var f File
		f.Path = item.Text
		if item.Kind != jsondoc.String {
			d.wants(item, "path", "content")
			d.member(item, "path", &f.Path)
		}
		if d.err != nil {
			return nil
		}
		path, err := CleanPath(f.Path)
		if err != nil {
			d.fail(item, fmt.Errorf("%q: %w", f.Path, err))
			return nil
		}
		f.Path = path
		if content := item.Get("content"); !content.Absent() {
			d.text(content, &f.Content, nil)
		} else if !d.fileContent(item, &f) {
			continue
		}
		if d.load.Fence != nil && d.err == nil {
			f.Fence = d.load.Fence(f.Path, f.Content)
		}
		files = append(files, f)
	}
	return files
}

// fileContent reads a listed file. It is false for one that is not there.
func (d *describer) fileContent(item *jsondoc.Value, f *File) bool {
	if d.err != nil {
		return false
	}
	text, err := d.load.File(f.Path)
	if errors.Is(err, ErrMissing) {
		d.missing = append(d.missing, Missing{f.Path, item.Pointer()})
		return false
	}
	if err != nil {
		d.fail(item, fmt.Errorf("read %q: %w", f.Path, err))
	}
	f.Content = text
	return true
}

// history reads the messages that were said: given, in a file of any shape that
// ParseConversation takes, or those of a stored session.
func (d *describer) history(v *jsondoc.Value) []Message {
	if d.err != nil || v.Absent() {
		return nil
	}
	switch {
	case v.Get("session") != nil:
		return d.session(v)
	case v.Kind == jsondoc.Object && v.Get("file") != nil:
		text := d.named(v)
		if d.err != nil {
			return nil
		}
		list, err := conversationOf(text)
		if err != nil {
			d.fail(v.Get("file"), fmt.Errorf("read %q: %w", v.Get("file").Text, err))
		}
		return list
	case v.Kind != jsondoc.Array:
		d.err = v.Errorf(`want an array of messages, {"session": ID} or {"file": PATH}`)
		return nil
	}
	list, err := conversationOf(v.Raw())
	if err != nil {
		d.err = placed(v, err)
	}
	return list
}

// conversationOf reads the messages of a conversation, but for the system's. A call
// without its result would have the whole request refused.
func conversationOf(text string) ([]Message, error) {
	c, err := ParseConversation(text)
	if err != nil {
		return nil, err
	}
	if len(c.System) > 0 {
		return nil, &messageError{c.System[0].index, errors.New("what the system says belongs under system")}
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

// placed gives an error in a part of a document its place in the document.
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

func (d *describer) session(v *jsondoc.Value) []Message {
	id, err := "", v.WantMembers("session")
	if err == nil {
		id, err = v.StringOf("session")
	}
	if err != nil {
		d.err = err
		return nil
	}
	messages, err := d.load.Session(id)
	d.fail(v.Get("session"), err)
	return messages
}

// images reads the images of the request: data URIs, web addresses or paths, or
// objects {"file": PATH} and {"url": ADDRESS}.
func (d *describer) images(v *jsondoc.Value) []Image {
	var images []Image
	if d.err == nil && !v.Absent() {
		if d.err = v.Want(jsondoc.Array); d.err != nil {
			return nil
		}
	}
	for _, item := range d.list(v) {
		image, err := d.image(item)
		if err != nil {
			d.fail(item, err)
			return nil
		}
		images = append(images, image)
	}
	return images
}

func (d *describer) image(v *jsondoc.Value) (Image, error) {
	path, address := "", ""
	if v.Kind == jsondoc.String {
		if address = v.Text; !strings.HasPrefix(address, "data:") && !strings.Contains(address, "://") {
			path, address = address, ""
		}
	} else {
		d.wants(v, "file", "url")
		d.member(v, "file", &path)
		d.member(v, "url", &address)
		if d.err != nil {
			return Image{}, d.err
		}
	}
	if address != "" {
		return messages.ParseImageURL(address)
	}
	clean, err := CleanPath(path)
	if err != nil {
		return Image{}, fmt.Errorf("%q: %w", path, err)
	}
	image, err := d.load.Image(clean)
	if err != nil {
		return Image{}, fmt.Errorf("read %q: %w", clean, err)
	}
	return image, nil
}
