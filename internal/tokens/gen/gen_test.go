package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"unicode"
)

// TestFiles compares the embedded files with what the generator makes now. A
// difference in classes.bin alone means that this toolchain knows another
// version of Unicode.
func TestFiles(t *testing.T) {
	t.Parallel()
	files, err := makeFiles()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join("..", "data", f.name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, f.data) {
			t.Errorf("%s is out of date (Unicode %s): run go generate in internal/tokens", f.name, unicode.Version)
		}
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	files := []file{{"a.bin", []byte("a")}, {"b.bin", nil}}
	if err := write(folder, files); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if data, err := os.ReadFile(filepath.Join(folder, f.name)); err != nil || !bytes.Equal(data, f.data) {
			t.Errorf("%s: %q %v", f.name, data, err)
		}
	}
	if err := write(filepath.Join(folder, "missing"), files); err == nil {
		t.Error("no error for a missing folder")
	}
}

func TestVocabulary(t *testing.T) {
	t.Parallel()
	good := map[string]int{}
	for b := range 256 {
		good[string([]byte{byte(b)})] = b
	}
	with := func(more map[string]int) map[string]int {
		ranks := map[string]int{}
		for _, m := range []map[string]int{good, more} {
			for text, id := range m {
				ranks[text] = id
			}
		}
		return ranks
	}
	if tokens, err := vocabulary(with(map[string]int{"ab": 256, "abc": 257, "xyz": 258})); err != nil {
		t.Error(err)
	} else if tokens[256].cut != 1 || tokens[257].cut != 2 || tokens[258].cut != 0 {
		t.Errorf("cuts %d %d %d", tokens[256].cut, tokens[257].cut, tokens[258].cut)
	}
	for name, more := range map[string]map[string]int{
		"same rank":     {"ab": 256, "cd": 256},
		"rank too high": {"ab": 1 << idBits},
		"empty":         {"": 256},
		"too long":      {string(make([]byte, maxLength+1)): 256},
		"not a byte":    {"ab": 3, "\x03": 300},
		"falling ranks": {"xx": 400, "xxxx": 300},
	} {
		if _, err := vocabulary(with(more)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
