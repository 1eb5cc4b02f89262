package cmd

import (
	"github.com/spf13/cobra"

	"ctxpack/internal/config"
)

func addProfile(cmd *cobra.Command, g *globals) {
	cmd.Flags().StringVar(&g.profile, "profile", "", "settings of profile `NAME` of the settings files above all others")
	_ = cmd.RegisterFlagCompletionFunc("profile", func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		silent := globals{config: g.config, noConfig: g.noConfig}
		_, _, _ = loadSettingsFiles(&silent, firstPath(args)) // wrong settings have no profiles
		return silent.profiles, cobra.ShellCompDirectiveNoFileComp
	})
	cmd.Flags().StringVar(&g.preset, "preset", "", "settings that the program brings along by `NAME`, above those of all files: handover (--rank classic, --packing tiers without a reserve)")
	_ = cmd.RegisterFlagCompletionFunc("preset", cobra.FixedCompletions(config.Presets(), cobra.ShellCompDirectiveNoFileComp))
}

func firstPath(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
}
