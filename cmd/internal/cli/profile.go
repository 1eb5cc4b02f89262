package cli

import (
	"github.com/spf13/cobra"

	"ctxpack/internal/doors/config"
)

// AddProfile adds the flags that select settings, --profile and --preset.
func AddProfile(cmd *cobra.Command, g *Globals) {
	cmd.Flags().StringVar(&g.Profile, "profile", "", "use profile `NAME` of the settings files")
	_ = cmd.RegisterFlagCompletionFunc("profile", func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		silent := Globals{Config: g.Config, NoConfig: g.NoConfig}
		_, _, _ = loadSettingsFiles(&silent, FirstPath(args)) // invalid settings have no profiles
		return silent.profiles, cobra.ShellCompDirectiveNoFileComp
	})
	cmd.Flags().StringVar(&g.preset, "preset", "",
		"use preset `NAME`: handover (ranking classic, whole files or outlines)")
	_ = cmd.RegisterFlagCompletionFunc("preset", cobra.FixedCompletions(config.Presets(), cobra.ShellCompDirectiveNoFileComp))
}

// FirstPath returns the path whose settings apply: the first argument, or the current folder.
func FirstPath(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
}
