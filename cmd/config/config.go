// Package config contains the commands that show settings and their origin.
package config

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/safe/atomicfile"
)

// New returns the command config with its subcommands.
func New(s *cli.Streams, g *cli.Globals) *cobra.Command {
	return cli.Group("config", newConfigInit(s), newConfigCheck(s, g), newConfigShow(s, g), newConfigSchema(s))
}

func newConfigInit(s *cli.Streams) *cobra.Command {
	var output string
	var force bool
	cmd := &cobra.Command{
		Use:  "init",
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if output == "-" {
				_, err := io.WriteString(s.Out, cli.Keys().Starter())
				return cli.RunFailure(err)
			}
			if _, err := os.Lstat(output); err == nil && !force {
				return cli.Usagef("write %s: it exists", output).WithHint("--force replaces it, -o - prints to standard output")
			}
			if err := cli.CheckTargets(nil, output); err != nil {
				return err
			}
			if err := atomicfile.Write(atomicfile.File{Path: output, Data: cli.Keys().Starter()}); err != nil {
				return cli.Failf("%w", err)
			}
			fmt.Fprintf(s.Err, "ctxpack: wrote %s\n", output)
			return nil
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", config.RepositoryFile, "write to `FILE`, or - for standard output")
	cmd.Flags().BoolVar(&force, "force", false, "replace a file that exists")
	return cmd
}

func newConfigCheck(s *cli.Streams, g *cli.Globals) *cobra.Command {
	return &cobra.Command{
		Use:  "check [FILE]",
		Args: cli.AtMostOneArg,
		RunE: func(_ *cobra.Command, args []string) error {
			var err error
			if len(args) == 1 {
				_, _, err = g.LoadFiles(cli.ReadSettings, []config.File{{Path: args[0], Layer: "repository", Required: true}})
			} else {
				_, _, err = cli.LoadConfig(g, ".")
			}
			if err != nil {
				return cli.RunFailure(err)
			}
			if !g.Quiet {
				fmt.Fprintln(s.Err, "ctxpack: the settings are valid")
			}
			return nil
		},
	}
}

func newConfigShow(s *cli.Streams, g *cli.Globals) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:  "show [PATH]",
		Args: cli.AtMostOneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, origins, err := cli.LoadConfig(g, cli.FirstPath(args))
			if err != nil {
				return cli.RunFailure(err)
			}
			return cli.RunFailure(showConfig(s, cmd.Root(), c, origins, asJSON))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cli.AddProfile(cmd, g)
	return cmd
}

// flagsOfKeys returns the flags that represent settings, by key.
func flagsOfKeys(root *cobra.Command) map[string]string {
	byKey := map[string]string{}
	pack, _, _ := root.Find([]string{"pack"}) // pack always exists
	var visit func(c *cobra.Command, of string)
	visit = func(c *cobra.Command, of string) {
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			for _, key := range f.Annotations[cli.SettingAnnotation] {
				byKey[key] = cmp.Or(byKey[key], of+"--"+f.Name)
			}
		})
		for _, below := range c.Commands() {
			visit(below, cli.CommandName(below)+" ")
		}
	}
	visit(pack, "") // and the commands that share its flags
	visit(root, "")
	return byKey
}

func showConfig(s *cli.Streams, root *cobra.Command, c config.Config, origins config.Origins, asJSON bool) error {
	type row struct {
		Key    string          `json:"key"`
		Value  json.RawMessage `json:"value"`
		Origin string          `json:"origin"`
		Flag   string          `json:"flag,omitempty"`
		Env    string          `json:"variable"`
	}
	var rows []row
	flags := flagsOfKeys(root)
	table := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	for _, key := range cli.Keys().Keys() {
		value := cli.Keys().Get(c, key.Path)
		if asJSON {
			rows = append(rows, row{key.Path, rawValue(key.Type, value), origins[key.Path], flags[key.Path], key.Env})
			continue
		}
		value = cmp.Or(value, `""`)
		line := strings.TrimRight(strings.Join([]string{key.Path, value, origins[key.Path], cmp.Or(flags[key.Path], key.Env)}, "\t"), "\t")
		fmt.Fprintln(table, line)
	}
	if asJSON {
		return cli.PrintJSON(s.Out, struct {
			Settings []row `json:"settings"`
		}{rows})
	}
	return table.Flush()
}

// rawValue converts a setting's text to a JSON value.
func rawValue(kind, text string) json.RawMessage {
	switch kind {
	case "tokens", "words", "integer", "percent", "share", "globs", "boolean":
		if json.Valid([]byte(text)) {
			return json.RawMessage(text)
		}
	}
	quoted, _ := json.Marshal(text) // a string can always be encoded
	return quoted
}

func newConfigSchema(s *cli.Streams) *cobra.Command {
	return &cobra.Command{
		Use:  "schema",
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(s.Out, cli.Keys().Schema())
			return cli.RunFailure(err)
		},
	}
}
