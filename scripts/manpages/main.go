// Manpages writes the manual pages of all commands into a folder.
//
//	go run ./scripts/manpages FOLDER
//
// SOURCE_DATE_EPOCH (seconds since 1970), if set, determines the date in the pages, so that the same source gives
// the same pages.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra/doc"

	"ctxpack/cmd"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: manpages FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "manpages:", err)
		os.Exit(1)
	}
}

func write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	root := cmd.Root()
	root.DisableAutoGenTag = true
	return doc.GenManTree(root, &doc.GenManHeader{Title: "CTXPACK", Section: "1", Source: root.Version, Manual: "ctxpack"}, folder)
}
