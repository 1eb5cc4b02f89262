package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/tokens"
)

// Offer has a shell complete the value of a flag out of a list.
func Offer(cmd *cobra.Command, flag string, values ...string) {
	// The error is of a flag that does not exist; a test completes each.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// OfferModels has a shell complete the names of models. They are many, and few runs ask.
func OfferModels(cmd *cobra.Command, flag string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, m := range tokens.Models() {
			names = append(names, m.Name)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
}

// offerSetting does so for a flag that represents a setting.
func offerSetting(cmd *cobra.Command, flag string, key config.Key) {
	switch {
	case key.Path == "context.model":
		OfferModels(cmd, flag)
	case len(key.Choices) > 0:
		Offer(cmd, flag, key.Choices...)
	case slices.Contains([]string{"tokens", "words", "integer", "percent", "share", "size", "duration"}, key.Type):
		Offer(cmd, flag)
	}
}
