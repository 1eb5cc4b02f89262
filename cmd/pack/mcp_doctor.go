package pack

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/doors/clients"
	"ctxpack/internal/doors/mcp"
)

func newMCPDoctor(s *cli.Streams) *cobra.Command {
	cmd := &cobra.Command{Use: "doctor CLIENT", Args: oneClient, ValidArgs: clientNames()}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		client, err := clientOf(args[0])
		if err != nil {
			return err
		}
		return cli.RunFailure(diagnose(cmd.Context(), s, client))
	}
	return cmd
}

// oneClient returns a usage error unless there is one argument.
func oneClient(cmd *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return cli.Usagef("mcp %s needs one CLIENT", cmd.Name()).WithHint("ctxpack mcp install lists the clients")
}

// diagnose prints a client's file, command and folder, and tries a call.
func diagnose(ctx context.Context, s *cli.Streams, client clients.Client) error {
	install := "ctxpack mcp install " + client.Name
	settings, err := os.ReadFile(client.Settings)
	if err != nil {
		return cli.Failf("read %s: %w", client.Settings, cli.PlainPathError(err)).WithHint("%s", install)
	}
	command := client.Command(string(settings))
	if len(command) == 0 {
		return cli.Failf("%s does not start ctxpack", client.Settings).WithHint("%s", install)
	}
	folder, err := os.Getwd()
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "settings  %s\ncommand   %s\n", client.Settings, cli.OneLine(strings.Join(command, " ")))
	fmt.Fprintf(s.Out, "folder    %s, instead of the one that is open in %s\n", folder, client.Title)
	for i := range command {
		command[i] = strings.ReplaceAll(command[i], "${workspaceFolder}", folder)
	}
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	tools, answer, err := mcp.Try(ctx, command, folder, "outline")
	if err != nil {
		return fmt.Errorf("start it, and call outline: %w", err)
	}
	answer, _, _ = strings.Cut(answer, "\n")
	fmt.Fprintf(s.Out, "tools     %s\noutline   %s …\n", strings.Join(tools, ", "), cli.OneLine(answer))
	return nil
}
