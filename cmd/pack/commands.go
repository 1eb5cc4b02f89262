// Package pack has the commands that read repositories: those that pack, rank, count and
// outline them, that serve them to agents, and that look after the cache.
package pack

import (
	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

// Commands are the commands of this package.
func Commands(s *cli.Streams, g *cli.Globals) []*cobra.Command {
	return []*cobra.Command{
		newPack(s, g), newFleet(s, g), newScore(s, g), newSignatures(s, g), newUses(s, g), newSearch(s, g), newTokens(s, g), newCache(s, g), newMCP(s, g),
	}
}
