package render

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Past is the content of an earlier bundle.
type Past struct {
	Commit string // "" if it names none, or several
	Clean  bool   // the shown files are as in the commit
	// files are the contents of those shown in full; nil for others.
	files map[string]*string
}

// before is the version of the last release, whose files have their contents in the same place.
const before = 3

// ReadPast reads a bundle in JSON.
func ReadPast(from io.Reader) (*Past, error) {
	var bundle struct {
		Format  string    `json:"format"`
		Version int       `json:"version"`
		Git     *jsonGit  `json:"git"`
		Part    *jsonPart `json:"part"`
		Files   []struct {
			Path    string  `json:"path"`
			Tier    string  `json:"tier"`
			Content *string `json:"content"`
		} `json:"files"`
	}
	if err := json.NewDecoder(from).Decode(&bundle); err != nil {
		return nil, fmt.Errorf("it is no bundle in JSON: %w", err)
	}
	switch {
	case bundle.Format != "ctxpack-bundle":
		return nil, errors.New("it is no bundle in JSON")
	case bundle.Version != Version && bundle.Version != before:
		return nil, fmt.Errorf("it has version %d, which is not known", bundle.Version)
	case bundle.Part != nil:
		return nil, fmt.Errorf("it is part %d of %d of a bundle: give one that is not split", bundle.Part.Number, bundle.Part.Of)
	}
	p := &Past{files: map[string]*string{}}
	if bundle.Git != nil {
		p.Commit, p.Clean = bundle.Git.Commit, bundle.Git.Differ == 0
	}
	for _, f := range bundle.Files {
		p.files[f.Path] = nil
		if f.Tier == "full" {
			p.files[f.Path] = f.Content
		}
	}
	return p, nil
}

// Paths returns the paths of the shown files, as [TextPath] writes them, sorted.
func (p *Past) Paths() []string {
	return slices.Sorted(maps.Keys(p.files))
}

// Shows reports whether the bundle shows any of a file, and returns its contents if it shows all.
func (p *Past) Shows(name string) (contents *string, shown bool) {
	contents, shown = p.files[TextPath(name)]
	return contents, shown
}
