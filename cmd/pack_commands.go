// Package pack has the commands that read repositories: those that pack, rank, count and
// outline them, that serve them to agents, and that look after the cache.
package cmd

import "github.com/spf13/cobra"

// packCommands are the commands of this package.
func packCommands(s *streams, g *globals) []*cobra.Command {
	return []*cobra.Command{
		newPack(s, g), newFleet(s, g), newScore(s, g), newEval(s, g), newSignatures(s, g), newTokens(s, g), newCache(s, g), newMCP(s, g),
	}
}
