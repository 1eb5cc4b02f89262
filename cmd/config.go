package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ctxpack/internal/atomicfile"
	"ctxpack/internal/config"
)

func newConfig(s *streams, g *globals) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Write, check and show settings",
		Long: `Settings come from flags, then environment variables (CTXPACK_BUDGET and the
like, one for each flag), then .handover.yml at the repository's root, then
ctxpack/config.yml in the user's configuration folder, then the defaults.`,
		Args: knownCommand,
		RunE: showHelp,
	}
	cmd.AddCommand(newConfigInit(s), newConfigCheck(s, g), newConfigShow(s, g), newConfigSchema(s))
	return cmd
}

func newConfigInit(s *streams) *cobra.Command {
	var output string
	var force bool
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a settings file with every key commented out",
		Long: `Init writes .handover.yml with every setting at its default, each with what it means
and commented out. A file that exists is kept unless --force is given.` + exitHelp(exitDone, exitFailed, exitUsage),
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			if output == "-" {
				_, err := io.WriteString(s.out, keys().Starter())
				return runFailure(err)
			}
			if _, err := os.Lstat(output); err == nil && !force {
				return usagef("write %s: it exists", output).withHint("--force replaces it, -o - prints to standard output")
			}
			if err := checkTargets(nil, output); err != nil {
				return err
			}
			if err := atomicfile.Write(atomicfile.File{Path: output, Data: keys().Starter()}); err != nil {
				return failf("%w", err)
			}
			fmt.Fprintf(s.err, "ctxpack: wrote %s\n", output)
			return nil
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", config.RepositoryFile, "write to `FILE`, or - for standard output")
	cmd.Flags().BoolVar(&force, "force", false, "replace a file that exists")
	return cmd
}

func newConfigCheck(s *streams, g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "Check a settings file",
		Long: `Check reads FILE, or the files that would be in force in this folder, and reports
every error with its line and column.` + exitHelp(exitDone, exitFailed, exitUsage),
		Args: atMostArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			var err error
			if len(args) == 1 {
				_, _, err = g.loadFiles(readSettings, []config.File{{Path: args[0], Layer: "repository", Required: true}})
			} else {
				_, _, err = loadConfig(g, ".")
			}
			if err != nil {
				return runFailure(err)
			}
			if !g.quiet {
				fmt.Fprintln(s.err, "ctxpack: the settings are valid")
			}
			return nil
		},
	}
}

func newConfigShow(s *streams, g *globals) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show [PATH]",
		Short: "Print the settings in force and where each comes from",
		Long: `Show prints every setting that is in force for PATH (default: this folder), its
value, and where it was set.` + exitHelp(exitDone, exitFailed, exitUsage),
		Args: atMostArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			c, origins, err := loadConfig(g, firstPath(args))
			if err != nil {
				return runFailure(err)
			}
			return runFailure(showConfig(s, c, origins, asJSON))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addProfile(cmd, g)
	return cmd
}

func showConfig(s *streams, c config.Config, origins config.Origins, asJSON bool) error {
	type row struct {
		Key    string          `json:"key"`
		Value  json.RawMessage `json:"value"`
		Origin string          `json:"origin"`
	}
	var rows []row
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	for _, key := range keys().Keys() {
		value := keys().Get(c, key.Path)
		if asJSON {
			rows = append(rows, row{key.Path, rawValue(key.Type, value), origins[key.Path]})
			continue
		}
		if value == "" {
			value = `""`
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", key.Path, value, origins[key.Path])
	}
	if asJSON {
		return printJSON(s.out, struct {
			Settings []row `json:"settings"`
		}{rows})
	}
	return table.Flush()
}

// rawValue is a setting's text as a JSON value.
func rawValue(kind, text string) json.RawMessage {
	switch kind {
	case "tokens", "words", "integer", "percent", "share", "globs", "boolean":
		if json.Valid([]byte(text)) {
			return json.RawMessage(text)
		}
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		return json.RawMessage("null")
	}
	return quoted
}

func newConfigSchema(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the settings file",
		Long:  "Schema prints the JSON Schema of .handover.yml, for editors that check YAML." + exitHelp(exitDone, exitFailed, exitUsage),
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(s.out, keys().Schema())
			return runFailure(err)
		},
	}
}
