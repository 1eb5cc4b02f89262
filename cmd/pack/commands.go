// Package pack contains the commands that read repositories: pack, rank, count, outline, serve to
// agents, and manage the cache.
package pack

import "ctxpack/cmd/internal/cli"

// Commands returns the commands of this package by name.
func Commands() cli.Commands {
	return cli.Commands{
		"pack": newPack, "fleet": newFleet, "score": newScore, "signatures": newSignatures, "uses": newUses, "search": newSearch,
		"tokens": newTokens, "cache": newCache, "mcp": newMCP,
	}
}
