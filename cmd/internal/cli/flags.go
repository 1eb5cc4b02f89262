package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/tokens"
)

// AtMostOneArg refuses surplus arguments.
func AtMostOneArg(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return Usagef("%s takes at most one argument, got %d", CommandName(cmd), len(args))
	}
	return nil
}

// NoArgs refuses arguments.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("%s takes no arguments, got %q", CommandName(cmd), args[0])
	}
	return nil
}

// Amount is a flag value that is a number of tokens or words.
func Amount(flag, value string) (int, error) {
	n, err := config.ParseTokens(value)
	if err != nil {
		return 0, Usagef("--%s: want a number from 1 such as 500, 8k or 1m, got %q", flag, value)
	}
	return n, nil
}

// Choice is a flag that accepts one of several names. Its value is the default, which need not be one of them.
type Choice struct {
	value *string
	names []string
}

// String returns the name.
func (c Choice) String() string {
	if c.value == nil {
		return ""
	}
	return *c.value
}

// Set refuses other values than the names.
func (c Choice) Set(name string) error {
	if !slices.Contains(c.names, name) {
		return errors.New("it is unknown")
	}
	*c.value = name
	return nil
}

// Type names the kind of value for the help.
func (c Choice) Type() string { return "one of " + strings.Join(c.names, ", ") }

// AddChoice adds a flag. Help lists its names, and shells complete them.
func AddChoice(cmd *cobra.Command, value *string, flag, short, usage string, names ...string) {
	cmd.Flags().VarP(Choice{value, names}, flag, short, usage+" ["+strings.Join(names, ", ")+"]")
	Offer(cmd, flag, names...)
}

// Alternatives joins names as in a sentence: "a, b or c".
func Alternatives(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// EnvironmentName returns the name of the variable that represents a flag.
func EnvironmentName(flag string) string {
	return "CTXPACK_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// NoVariable marks a flag without a variable, because a flag of another command with the same name
// but another meaning has it.
const NoVariable = "ctxpack_no_variable"

// FromEnvironment sets flags that are not on the command line from their variables; repeatable flags take a list. An
// empty variable counts as unset. LoadConfig handles flags that represent a setting.
func FromEnvironment(flags *pflag.FlagSet, lookup func(string) (string, bool)) error {
	settings := mapped.Set(mapped.Of(Keys().Keys(), func(key config.Key) string { return key.Env }))
	var failed error
	flags.VisitAll(func(f *pflag.Flag) {
		name := EnvironmentName(f.Name)
		value, ok := lookup(name)
		isReserved := slices.Contains([]string{"help", "version", noRedactFlag}, f.Name) || f.Annotations[NoVariable] != nil || settings[name]
		if isGiven := ok && value != "" && !f.Changed; !isGiven || isReserved || failed != nil {
			return
		}
		values := []string{value}
		if f.Value.Type() == "stringArray" {
			values = config.SplitList(value)
		}
		for _, v := range values {
			err := flags.Set(f.Name, v)
			if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
				err = valueError(invalid)
			}
			if err != nil {
				failed = Usagef("%s: %w", name, err)
			}
		}
	})
	return failed
}

// Offer makes shells complete the value of a flag from a list.
func Offer(cmd *cobra.Command, flag string, values ...string) {
	// The only error is an unknown flag; a test completes each.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// OfferModels makes shells complete the names of models. They load on request, because they are
// many and few runs need them.
func OfferModels(cmd *cobra.Command, flag string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return mapped.Of(tokens.Models(), func(m tokens.Model) string { return m.Name }), cobra.ShellCompDirectiveNoFileComp
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
