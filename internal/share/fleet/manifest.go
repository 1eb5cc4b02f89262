package fleet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/internal/safe/atomicfile"
)

// Entry describes the result for one bundle of a repository: a line of the manifest.
type Entry struct {
	Repository string  `json:"repository"`        // as in the list
	Profile    string  `json:"profile,omitempty"` // profile of the settings, if there are several
	Task       string  `json:"task,omitempty"`    // the file that it is in
	Commit     string  `json:"commit,omitempty"`
	Bundle     string  `json:"bundle,omitempty"` // its file, relative to the manifest's folder
	Tokens     int     `json:"tokens"`
	Digest     string  `json:"digest,omitempty"` // digest of the bundle, as sha256:…
	Seconds    float64 `json:"seconds"`          // duration of packing
	Error      string  `json:"error,omitempty"`  // one line; "" for none
	// Made is a hash of everything that the bundle was made of; "" if unknown.
	Made string `json:"made,omitempty"`
}

// key identifies the bundle of an entry.
func (e Entry) key() string { return e.Repository + "\x00" + e.Profile + "\x00" + e.Task }

const (
	manifestName = "manifest"
	extension    = ".jsonl"
	journalEnd   = ".journal" + extension
	maxManifest  = 1 << 30 // bytes
)

// Manifest describes the bundles in a folder. During a run, each entry is added to a journal, so that a killed run
// loses no completed work; at the end the manifest is written, in the order of the list.
type Manifest struct {
	folder string
	name   string
	known  map[string][]Entry // entries of earlier runs, by key
}

// Open reads the results of earlier runs of all shards in a folder. Unreadable entries are ignored.
func Open(folder string, shard Shard) (*Manifest, error) {
	m := &Manifest{folder: folder, name: manifestName, known: map[string][]Entry{}}
	if shard.Count > 0 {
		m.name += fmt.Sprintf(".%d-of-%d", shard.Index, shard.Count)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), manifestName) && strings.HasSuffix(e.Name(), extension) {
			m.read(e.Name())
		}
	}
	return m, nil
}

// read reads the entries of a file. The last line may be truncated.
func (m *Manifest) read(name string) {
	data, err := atomicfile.Read(filepath.Join(m.folder, name), maxManifest)
	if err != nil {
		return // others may write to the folder
	}
	for line := range bytes.Lines(data) {
		var e Entry
		if json.Unmarshal(line, &e) == nil && e.Made != "" && e.Error == "" {
			m.known[e.key()] = append(m.known[e.key()], e)
		}
	}
}

// Find returns the entry of an earlier run for the same bundle, made of the same input. If e does not name the
// bundle's file, any will do. The caller checks whether it still exists.
func (m *Manifest) Find(e Entry) (Entry, bool) {
	if e.Made == "" {
		return Entry{}, false
	}
	same := m.known[e.key()]
	i := slices.IndexFunc(same, func(known Entry) bool {
		return known.Made == e.Made && known.Commit == e.Commit && (e.Bundle == "" || known.Bundle == e.Bundle)
	})
	if i < 0 {
		return Entry{}, false
	}
	return same[i], true
}

// Add appends an entry to the journal. It may be called from several goroutines.
func (m *Manifest) Add(e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return atomicfile.Append(filepath.Join(m.folder, m.name+journalEnd), line)
}

// Close writes the manifest, in the order of the entries, removes the journal, and returns the manifest's path.
func (m *Manifest) Close(entries []Entry) (string, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for _, e := range entries {
		if err := encoder.Encode(e); err != nil {
			return "", err
		}
	}
	path := filepath.Join(m.folder, m.name+extension)
	if err := atomicfile.Write(atomicfile.File{Path: path, Data: text.String()}); err != nil {
		return "", err
	}
	if err := os.Remove(filepath.Join(m.folder, m.name+journalEnd)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return path, nil
}
