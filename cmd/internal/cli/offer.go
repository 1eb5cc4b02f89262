package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/tokens"
)

// Offer makes shells complete the value of a flag from a list.
func Offer(cmd *cobra.Command, flag string, values ...string) {
	// The only error is an unknown flag; a test completes each.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// OfferModels makes shells complete the names of models. They load on request, because they are
// many and few runs need them.
func OfferModels(cmd *cobra.Command, flag string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, m := range tokens.Models() {
			names = append(names, m.Name)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
}

// offerSetting does the same for a flag that represents a setting.
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
