package history

import (
	"errors"
	"fmt"
	"strings"

	"ctxpack/internal/text/jsondoc"
)

// Loader loads the parts of a prompt that a description names or generates. Paths are relative to the repository's
// root and clean, see [CleanPath].
type Loader struct {
	// File reads a file. The error wraps ErrMissing if there is none.
	File func(path string) (string, error)
	// Image reads an image file.
	Image func(path string) (Image, error)
	// SymbolMap makes a map of the folder's symbols, of at most budget tokens; 0 means the default. The folder is
	// "." for the whole repository.
	SymbolMap func(folder string, budget int) (string, error)
	// FileTree lists the folder's files.
	FileTree func(folder string) (string, error)
	// Session returns the context of a stored session, "latest" for the latest one.
	Session func(id string) ([]Message, error)
	// Fence returns the tag of the fence around a file, "" for none.
	Fence func(path, content string) string
}

// ErrMissing means that a file does not exist.
var ErrMissing = errors.New("there is no such file")

// Missing is a listed file of a description that does not exist.
type Missing struct {
	Path    string `json:"path"`
	Pointer string `json:"pointer"` // its place in the description
}

// ParsePrompt parses the description of a prompt, a JSON object whose parts are given, read from a file ({"file":
// PATH}), or generated ({"pack": FOLDER, "budget": TOKENS}, {"session": ID}). Errors have a place. Missing listed
// files are omitted and returned; failing to load any other part is an error.
func ParsePrompt(data []byte, load Loader) (Prompt, []Missing, error) {
	d := describer{load: load}
	v, err := jsondoc.Parse(data, jsondoc.Options{})
	if err != nil {
		return Prompt{}, nil, err
	}
	var p Prompt
	tiers := func(v *jsondoc.Value) error {
		var names []any
		for i := range p.Tiers {
			t := &p.Tiers[i]
			names = append(names, string(tierName(i)), func(v *jsondoc.Value) error {
				return v.ReadOnly("symbols", d.text(&t.Symbols, d.symbolMap), "files", d.files(&t.Files), "history", d.history(&t.History))
			})
		}
		return v.ReadOnly(names...)
	}
	err = v.ReadOnly("system", d.text(&p.System, nil), "symbol_map", d.text(&p.SymbolMap, d.symbolMap), "file_tree", d.text(&p.FileTree, d.fileTree),
		"url_context", d.list(jsondoc.Each(&p.Pages, d.page)), "files", d.files(&p.Files), "history", d.history(&p.History), "prompt", d.text(&p.Request, nil),
		"images", jsondoc.Each(&p.Images, d.image), "tiers", tiers)
	return p, d.missing, err
}

type describer struct {
	load    Loader
	missing []Missing
}

type reader = func(*jsondoc.Value) error

// failed returns an error about a value, with its place unless it has one.
func failed(v *jsondoc.Value, err error) error {
	var placed *jsondoc.Error
	if err == nil || errors.As(err, &placed) {
		return err
	}
	return &PartError{v.Errorf("%s", err), err}
}

// PartError is the failure to load a part of a description.
type PartError struct {
	place error
	cause error
}

func (e *PartError) Error() string { return e.place.Error() }
func (e *PartError) Unwrap() error { return e.cause }

// text reads a part that is a text. produce generates one from an object with "pack".
func (d *describer) text(into *string, produce func(*jsondoc.Value) (string, error)) reader {
	return func(v *jsondoc.Value) (err error) {
		switch {
		case v.Kind == jsondoc.String:
			*into = v.Text
		case v.Get("file") != nil:
			*into, err = d.named(v)
		case v.Get("pack") != nil && produce != nil:
			*into, err = produce(v)
		case produce != nil:
			err = v.Errorf(`want a string, {"file": PATH} or {"pack": FOLDER}`)
		default:
			err = v.Errorf(`want a string or {"file": PATH}`)
		}
		return failed(v, err)
	}
}

// named reads the file named by an object.
func (d *describer) named(v *jsondoc.Value) (text string, err error) {
	path := ""
	if err = v.ReadOnly("file!", &path); err != nil {
		return "", err
	}
	clean, err := CleanPath(path)
	if err == nil {
		text, err = d.load.File(clean)
	}
	if err != nil {
		err = fmt.Errorf("read %q: %w", path, err)
	}
	return text, failed(v.Get("file"), err)
}

func packed(v *jsondoc.Value, budget ...any) (path string, err error) {
	err = v.ReadOnly(append(budget, "pack", &path)...)
	if err != nil || strings.Trim(path, `./\`) == "" && !strings.Contains(path, "..") {
		return ".", err
	}
	return CleanPath(path)
}

func (d *describer) symbolMap(v *jsondoc.Value) (string, error) {
	budget := 0
	folder, err := packed(v, "budget", &budget)
	if err == nil && budget < 0 {
		err = errors.New("a budget is above zero")
	}
	if err != nil {
		return "", err
	}
	return d.load.SymbolMap(folder, budget)
}

func (d *describer) fileTree(v *jsondoc.Value) (string, error) {
	folder, err := packed(v)
	if err != nil {
		return "", err
	}
	return d.load.FileTree(folder)
}

// list reads the items of a part that is an array, or a file with one.
func (d *describer) list(items reader) reader {
	return func(v *jsondoc.Value) error {
		switch {
		case v.Kind == jsondoc.Array:
			return items(v)
		case v.Get("file") == nil:
			return v.Errorf(`want an array or {"file": PATH}`)
		}
		text, err := d.named(v)
		if err != nil {
			return err
		}
		inside, err := jsondoc.Parse([]byte(text), jsondoc.Options{})
		if err == nil {
			err = items(inside)
		}
		if err != nil {
			return v.Get("file").Errorf("read %q: %s", v.Get("file").Text, err)
		}
		return nil
	}
}

// CleanPath cleans a path relative to the repository's root: backslashes become slashes, and surplus slashes and
// "." elements are removed. It refuses a path with a ".." element, even if it stays inside, and git's own files.
func CleanPath(path string) (string, error) {
	var names []string
	for name := range strings.SplitSeq(strings.ReplaceAll(path, `\`, "/"), "/") {
		switch {
		case name == "..":
			return "", errors.New("a path with .. is refused")
		case strings.EqualFold(name, ".git"):
			return "", errors.New("a path inside .git is refused")
		case strings.IndexByte(name, 0) >= 0:
			return "", errors.New("a path with a NUL is refused")
		case name != "" && name != ".":
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "", errors.New("the path is empty")
	}
	return strings.Join(names, "/"), nil
}
