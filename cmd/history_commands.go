// Package history has the commands on conversations: the store of those that last, the
// prompts that are put together of them, and what makes one text of many shorter.
package cmd

import "github.com/spf13/cobra"

// historyCommands are the commands of this package.
func historyCommands(s *streams, g *globals) []*cobra.Command {
	return []*cobra.Command{newHistory(s, g), newAssemble(s, g), newCompress(s, g)}
}
