// Command ctxpack packs a source repository into the context window of a
// language model.
package main

import (
	"os"

	"ctxpack/cmd"
)

func main() {
	os.Exit(cmd.Main())
}
