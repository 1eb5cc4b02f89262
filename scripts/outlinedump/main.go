// Outlinedump reads file names from standard input, one per line, and writes the outline of each file to standard
// output, one JSON object per line. scripts/measure-languages.py compares it with the results of ctags.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"ctxpack/signatures"
)

type file struct {
	Path     string   `json:"path"`
	Language string   `json:"language"`
	Errors   int      `json:"errors"`
	Fallback string   `json:"fallback"`
	Bytes    int      `json:"bytes"`
	Outline  int      `json:"outline"` // bytes of the outline
	Symbols  []symbol `json:"symbols"`
}

type symbol struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Parent   string `json:"parent"`
	Exported bool   `json:"exported"`
	Shown    bool   `json:"shown"` // it has text in the outline
	Start    int    `json:"start"`
	End      int    `json:"end"`
	Depth    int    `json:"depth"`
}

func main() {
	if err := dump(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "outlinedump:", err)
		os.Exit(1)
	}
}

// dump skips files without a known language and files that it cannot read.
func dump(names io.Reader, to io.Writer) error {
	out := bufio.NewWriter(to)
	encoder := json.NewEncoder(out)
	lines := bufio.NewScanner(names)
	for lines.Scan() {
		text, err := os.ReadFile(lines.Text())
		if err != nil {
			fmt.Fprintln(os.Stderr, "outlinedump:", err)
			continue
		}
		o := signatures.Extract(context.Background(), lines.Text(), string(text))
		if o.Language == "" {
			continue
		}
		f := file{
			Path: lines.Text(), Language: o.Language, Errors: o.Errors, Fallback: o.Fallback,
			Bytes: len(text), Outline: len(o.Text()), Symbols: []symbol{},
		}
		for _, s := range o.Symbols {
			f.Symbols = append(f.Symbols, symbol{s.Name, s.Kind, s.Parent, s.Exported, s.Text() != "", s.StartLine, s.EndLine, s.Depth})
		}
		if err := encoder.Encode(f); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read file names: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}
