//lint:file-ignore SA1019 the protocol deprecates roots, and they are what clients have

package mcp

import (
	"context"
	"errors"
	"os/exec"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ctxpack/internal/text/mapped"
)

// Try starts a server in a folder as clients do, and returns its tools and the answer to a listing call.
func Try(ctx context.Context, command []string, folder, tool string) (tools []string, answer string, err error) {
	server := exec.CommandContext(ctx, command[0], command[1:]...)
	server.Dir = folder
	client := sdk.NewClient(&sdk.Implementation{Name: "ctxpack mcp doctor"}, nil)
	client.AddRoots(&sdk.Root{URI: folder})
	session, err := client.Connect(ctx, &sdk.CommandTransport{Command: server}, nil)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = session.Close() }() // it has answered
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		return nil, "", err
	}
	tools = mapped.Of(list.Tools, func(t *sdk.Tool) string { return t.Name })
	result, err := session.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: map[string]any{"limit": MinLimit}})
	if err != nil {
		return tools, "", err
	}
	for _, c := range result.Content {
		if text, ok := c.(*sdk.TextContent); ok {
			answer += text.Text
		}
	}
	if result.IsError {
		err = errors.New(answer)
	}
	return tools, answer, err
}
