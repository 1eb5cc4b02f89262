// Package history has the commands on conversations: the store of those that last, the
// prompts that are put together of them, and what makes one text of many shorter.
package history

import (
	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

// Commands are the commands of this package.
func Commands(s *cli.Streams, g *cli.Globals) []*cobra.Command {
	return []*cobra.Command{newHistory(s, g), newAssemble(s, g), newCompress(s, g)}
}
