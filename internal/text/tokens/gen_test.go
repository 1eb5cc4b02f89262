package tokens

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"unicode"
)

// Generates the embedded data: one table for each encoding that the package counts in itself, the ranks of the one
// for the library, and one table of Unicode classes. `go test -update` writes them, after a change of the format,
// of the vocabularies, or of Go's Unicode version.
//
// The input is the data of the module tiktoken-go-loader and Go's package unicode; the output depends on nothing
// else, so that two runs of the same toolchain write the same bytes.

// Read-only.
var update = flag.Bool("update", false, "write the data files anew")

// TestFiles compares the embedded files with the generator's output. A difference in classes.bin alone means that
// this toolchain has another version of Unicode.
func TestFiles(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	files, err := makeFiles()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := filepath.Join("data", f.name)
		if *update {
			if err := os.WriteFile(name, f.data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, f.data) {
			t.Errorf("%s is out of date (Unicode %s): run go generate in internal/text/tokens", f.name, unicode.Version)
		}
	}
}

func TestVocabularyOf(t *testing.T) {
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
	if tokens, err := vocabularyOf(with(map[string]int{"ab": 256, "abc": 257, "xyz": 258})); err != nil {
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
		if _, err := vocabularyOf(with(more)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// file is one generated file.
type file struct {
	name string
	data []byte
}

// makeFiles builds every file in memory, in a fixed order.
func makeFiles() ([]file, error) {
	files := []file{{"classes.bin", makeClasses()}}
	for _, name := range []string{"o200k_base", "cl100k_base"} {
		data, err := makeEncoding(name)
		if err != nil {
			return nil, fmt.Errorf("make %s: %w", name, err)
		}
		files = append(files, file{name + ".bin", data})
	}
	packed, err := zipped(files[2].data)
	if err != nil {
		return nil, fmt.Errorf("make cl100k_base: %w", err)
	}
	files[2] = file{"cl100k_base.gz", packed}
	data, err := makeRanks("p50k_base")
	if err != nil {
		return nil, fmt.Errorf("make p50k_base: %w", err)
	}
	return append(files, file{"p50k_base.gz", data}), nil
}
