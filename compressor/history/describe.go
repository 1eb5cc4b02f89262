package history

import (
	"errors"
	"fmt"
	"strings"

	"ctxpack/internal/text/jsondoc"
)

// Loader gets the parts of a prompt that a description names or has produced.
// Paths are relative to the repository's root and plain, see [CleanPath].
type Loader struct {
	// File reads a file. The error wraps ErrMissing if there is none.
	File func(path string) (string, error)
	// Image reads a file that is an image.
	Image func(path string) (Image, error)
	// SymbolMap makes a map of the folder's symbols, of at most budget tokens; 0
	// stands for the default. The folder is "." for the whole repository.
	SymbolMap func(folder string, budget int) (string, error)
	// FileTree lists the folder's files.
	FileTree func(folder string) (string, error)
	// Session returns the context of a stored session, "latest" for the one that goes on.
	Session func(id string) ([]Message, error)
	// Fence returns the tag of the fence around a file, "" for none.
	Fence func(path, content string) string
}

// ErrMissing says that a file is not there.
var ErrMissing = errors.New("there is no such file")

// Missing is a file that a description lists and that is not there.
type Missing struct {
	Path    string `json:"path"`
	Pointer string `json:"pointer"` // where the description lists it
}

// ParsePrompt reads the description of a prompt, a JSON object whose parts are given, or named as a file ({"file":
// PATH}), or produced ({"pack": FOLDER, "budget": TOKENS}, {"session": ID}). Errors have a place. Listed files that
// are missing are left out and returned; any other part that cannot be had is an error.
func ParsePrompt(data []byte, load Loader) (Prompt, []Missing, error) {
	d := describer{load: load}
	v, err := jsondoc.Parse(data, jsondoc.Options{})
	if err == nil {
		err = v.WantMembers("system", "symbol_map", "file_tree", "url_context", "files", "history", "prompt", "images", "tiers")
	}
	if err != nil {
		return Prompt{}, nil, err
	}
	var p Prompt
	d.text(v.Get("system"), &p.System, nil)
	d.text(v.Get("symbol_map"), &p.SymbolMap, d.symbolMap)
	d.text(v.Get("file_tree"), &p.FileTree, d.fileTree)
	d.text(v.Get("prompt"), &p.Request, nil)
	p.Pages = d.pages(v.Get("url_context"))
	p.Files = d.files(v.Get("files"))
	p.History = d.history(v.Get("history"))
	p.Images = d.images(v.Get("images"))
	d.tiers(v.Get("tiers"), &p)
	return p, d.missing, d.err
}

// describer reads the parts of a description. The first error ends it.
type describer struct {
	load    Loader
	missing []Missing
	err     error
}

func (d *describer) fail(v *jsondoc.Value, err error) {
	if d.err == nil && err != nil {
		d.err = &PartError{v.Errorf("%s", err), err}
	}
}

// PartError is a part of a description that cannot be had: where it stands and why.
type PartError struct {
	place error
	cause error
}

func (e *PartError) Error() string { return e.place.Error() }
func (e *PartError) Unwrap() error { return e.cause }

// text reads a part that is a text. produce makes one of an object with "pack".
func (d *describer) text(v *jsondoc.Value, into *string, produce func(*jsondoc.Value) (string, error)) {
	if d.err != nil || v.Absent() {
		return
	}
	switch {
	case v.Kind == jsondoc.String:
		*into = v.Text
		return
	case v.Get("file") != nil:
		*into = d.named(v)
		return
	case v.Get("pack") != nil && produce != nil:
		var err error
		*into, err = produce(v)
		d.fail(v, err)
		return
	}
	forms := `a string or {"file": PATH}`
	if produce != nil {
		forms = `a string, {"file": PATH} or {"pack": FOLDER}`
	}
	d.err = v.Errorf("want %s", forms)
}

// named reads the file that an object names.
func (d *describer) named(v *jsondoc.Value) string {
	path, err := "", v.WantMembers("file")
	if err == nil {
		path, err = v.StringOf("file")
	}
	if err != nil {
		d.err = err
		return ""
	}
	clean, err := CleanPath(path)
	text := ""
	if err == nil {
		text, err = d.load.File(clean)
	}
	if err != nil {
		d.fail(v.Get("file"), fmt.Errorf("read %q: %w", path, err))
	}
	return text
}

// folder reads the path of what is to be packed.
func (d *describer) folder(v *jsondoc.Value, members ...string) (string, error) {
	if err := v.WantMembers(append(members, "pack")...); err != nil {
		return "", err
	}
	path, err := v.StringOf("pack")
	if err != nil || strings.Trim(path, `./\`) == "" && !strings.Contains(path, "..") {
		return ".", err
	}
	return CleanPath(path)
}

func (d *describer) symbolMap(v *jsondoc.Value) (string, error) {
	folder, err := d.folder(v, "budget")
	if err != nil {
		return "", err
	}
	budget, err := v.IntOf("budget")
	if err == nil && budget < 0 {
		err = errors.New("a budget is above zero")
	}
	if err != nil {
		return "", err
	}
	return d.load.SymbolMap(folder, budget)
}

func (d *describer) fileTree(v *jsondoc.Value) (string, error) {
	folder, err := d.folder(v)
	if err != nil {
		return "", err
	}
	return d.load.FileTree(folder)
}

// list returns the items of a part that is an array, or a file that holds one.
func (d *describer) list(v *jsondoc.Value) []*jsondoc.Value {
	if d.err != nil || v.Absent() {
		return nil
	}
	if v.Kind == jsondoc.Object && v.Get("file") != nil {
		text := d.named(v)
		if d.err != nil {
			return nil
		}
		inside, err := jsondoc.Parse([]byte(text), jsondoc.Options{})
		if err == nil {
			err = inside.Want(jsondoc.Array)
		}
		if err != nil {
			d.fail(v.Get("file"), fmt.Errorf("read %q: %w", v.Get("file").Text, err))
			return nil
		}
		return inside.Items
	}
	if v.Kind != jsondoc.Array {
		d.err = v.Errorf(`want an array or {"file": PATH}`)
		return nil
	}
	return v.Items
}

func (d *describer) tiers(v *jsondoc.Value, p *Prompt) {
	if d.err != nil || v.Absent() {
		return
	}
	if err := v.WantMembers("L0", "L1", "L2", "L3"); err != nil {
		d.err = err
		return
	}
	for i := range p.Tiers {
		t := v.Get(string(tierName(i)))
		if t.Absent() || d.err != nil {
			continue
		}
		if err := t.WantMembers("symbols", "files", "history"); err != nil {
			d.err = err
			return
		}
		d.text(t.Get("symbols"), &p.Tiers[i].Symbols, d.symbolMap)
		p.Tiers[i].Files = d.files(t.Get("files"))
		p.Tiers[i].History = d.history(t.Get("history"))
	}
}
