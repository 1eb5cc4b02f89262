// Edgedump reads the names of all files of a tree from standard input, one per line, relative to the current folder.
// It writes the imports between the files to standard output, one per line: two names with a tab between them.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"

	"ctxpack/scorer/imports"
	"ctxpack/signatures"
)

func main() {
	if err := dump(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "edgedump:", err)
		os.Exit(1)
	}
}

func dump(names io.Reader, to io.Writer) error {
	var files []imports.File
	lines := bufio.NewScanner(names)
	for lines.Scan() {
		text, err := os.ReadFile(lines.Text())
		if err != nil {
			fmt.Fprintln(os.Stderr, "edgedump:", err)
			continue
		}
		o, _ := signatures.ExtractFacts(context.Background(), lines.Text(), string(text))
		files = append(files, imports.File{
			Path: lines.Text(), Language: o.Language, Package: o.Package,
			Namespaces: o.Namespaces, Exports: o.Exports, Imports: o.Imports,
		})
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read file names: %w", err)
	}
	graph := imports.New(files, func(path string) (string, error) {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("read: %w", err)
		}
		return string(text), nil
	})
	out := bufio.NewWriter(to)
	for _, f := range files {
		for _, target := range graph.Imports(f.Path) {
			if _, err := fmt.Fprintf(out, "%s\t%s\n", f.Path, target); err != nil {
				return fmt.Errorf("write: %w", err)
			}
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}
