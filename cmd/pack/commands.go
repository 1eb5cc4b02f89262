// Package pack contains the commands that read repositories: pack, rank, count, outline, serve to
// agents, and manage the cache.
package pack

import (
	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

// Commands returns the commands of this package.
func Commands(s *cli.Streams, g *cli.Globals) []*cobra.Command {
	return []*cobra.Command{
		newPack(s, g), newFleet(s, g), newScore(s, g), newSignatures(s, g), newUses(s, g), newSearch(s, g), newTokens(s, g), newCache(s, g), newMCP(s, g),
	}
}
