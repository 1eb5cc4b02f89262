// Command gen writes the data files that package tokens embeds: one table for
// each encoding that the package counts in itself, the ranks of the one that a library
// counts in, and one table of Unicode classes. Run it with `go generate` in
// internal/tokens after a change of the format, of the vocabularies, or of
// Go's Unicode version.
//
// Its input is what the module tiktoken-go-loader embeds and Go's package
// unicode; its output depends on nothing else, so that two runs of the same
// toolchain write the same bytes. A test in this folder compares the files
// with a fresh run.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen FOLDER")
		os.Exit(2)
	}
	files, err := makeFiles()
	if err == nil {
		err = write(os.Args[1], files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// write puts the files into a folder.
func write(folder string, files []file) error {
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(folder, f.name), f.data, 0o644); err != nil {
			return fmt.Errorf("write table: %w", err)
		}
	}
	return nil
}

// file is one generated file.
type file struct {
	name string
	data []byte
}

// makeFiles builds every file in memory, in a fixed order.
func makeFiles() ([]file, error) {
	files := []file{{"classes.bin", classes()}}
	for _, name := range []string{"o200k_base", "cl100k_base"} {
		data, err := encoding(name)
		if err != nil {
			return nil, fmt.Errorf("make %s: %w", name, err)
		}
		files = append(files, file{name + ".bin", data})
	}
	data, err := ranks("p50k_base")
	if err != nil {
		return nil, fmt.Errorf("make p50k_base: %w", err)
	}
	return append(files, file{"p50k_base.gz", data}), nil
}
