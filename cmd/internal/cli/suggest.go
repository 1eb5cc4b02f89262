package cli

import (
	"cmp"
	_ "embed" // hints for unknown names
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/remote"
)

// Suggestions for unknown commands and flags: similar names, and names that other programs use for the same thing.

// UnknownCommand reports an unknown command with a suggestion.
func UnknownCommand(above *cobra.Command, name string) error {
	var names []string
	e := Usagef("unknown command %q for %q", name, above.CommandPath())
	for _, c := range above.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		if c.Name() == Hints("means")[name] {
			return e.WithHint("did you mean %s?", c.CommandPath())
		}
		names = append(names, c.Name())
	}
	if meant := config.Nearest(name, names); meant != "" {
		return e.WithHint("did you mean %s %s?", above.CommandPath(), meant)
	}
	if above.HasParent() {
		return e.WithHint("its commands are %s", Alternatives(names))
	}
	return e.WithHint(commandHint)
}

// flagHint suggests a flag for one that the command does not have.
func flagHint(cmd *cobra.Command, asked string) string {
	has := func(name string) bool { return cmd.Flags().Lookup(name) != nil }
	for _, name := range strings.Fields(Hints("same")[asked]) {
		if has(name) {
			return "did you mean --" + name + "?"
		}
	}
	if note := cmp.Or(Hints("note")[asked], settingHint(cmd, asked)); note != "" {
		return note
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if meant := config.Nearest(asked, names); meant != "" {
		return "did you mean --" + meant + "?"
	}
	if pack, _, err := cmd.Root().Find([]string{packCommand}); err == nil && !cmd.HasParent() {
		if pack.Flags().Lookup(asked) != nil {
			return "did you mean ctxpack pack --" + asked + "?"
		}
		if len(asked) == 1 && pack.Flags().ShorthandLookup(asked) != nil {
			return "did you mean ctxpack pack -" + asked + "?"
		}
		return commandHint
	}
	return "see " + cmd.CommandPath() + " --help"
}

const packCommand = "pack"

//go:embed hints.txt
var hintText string

// Hints returns the hints of a kind by the user's word.
func Hints(kind string) map[string]string {
	hints := map[string]string{}
	for line := range strings.Lines(hintText) {
		asked, hint, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for _, name := range strings.Fields(asked)[1:] {
			if strings.HasPrefix(asked, kind+" ") {
				hints[name] = hint
			}
		}
	}
	return hints
}

// settingHint names the setting that replaced a flag of earlier versions, with an example to paste;
// "" for other flags.
func settingHint(cmd *cobra.Command, asked string) string {
	for _, key := range Keys().Keys() {
		was, value, _ := strings.Cut(key.Was, "=")
		if was != asked {
			continue
		}
		example := key.Env + "=" + value + " " + cmd.CommandPath()
		if _, argument, _ := strings.Cut(cmd.Use, " "); argument != "" && argument[0] != '[' { // the command needs an argument
			example = "export " + key.Env + "=" + value
		}
		return "it is the setting " + key.Path + " now: " + example
	}
	return ""
}

// missingPath adds a suggestion to the error of a path that does not exist.
func missingPath(path string, e *Failure) *Failure {
	switch meant := SuggestPath(path); {
	case meant != "":
		return e.WithHint("did you mean %s?", OneLine(meant))
	case filepath.IsAbs(path):
		return e.WithHint("check the path")
	}
	return e.WithHint("check the path; it is relative to the current folder")
}

// FileFailure returns a usage error for a file that a flag or an argument names, with a suggestion
// if the file does not exist.
func FileFailure(path string, err error, format string, args ...any) *Failure {
	e := Usagef(format, args...)
	if errors.Is(err, fs.ErrNotExist) {
		return missingPath(path, e)
	}
	return e
}

// SuggestPath suggests an existing path for a missing one: it replaces each missing part with the
// nearest name in its folder. It is "" if there is none.
func SuggestPath(path string) string {
	const limit = 10_000 // examined names per folder
	path = filepath.Clean(path)
	at, rest := "", path
	if volume := filepath.VolumeName(path) + string(filepath.Separator); filepath.IsAbs(path) {
		at, rest = volume, strings.TrimPrefix(path, volume)
	}
	for part := range strings.SplitSeq(rest, string(filepath.Separator)) {
		next := filepath.Join(at, part)
		if _, err := os.Stat(next); err != nil {
			folder, err := os.Open(cmp.Or(at, "."))
			if err != nil {
				return ""
			}
			names, _ := folder.Readdirnames(limit)
			_ = folder.Close() // opened read-only
			slices.Sort(names)
			near := config.Nearest(part, names)
			if near == "" {
				return ""
			}
			next = filepath.Join(at, near)
		}
		at = next
	}
	if _, err := os.Stat(at); err != nil || at == path {
		return ""
	}
	return at
}

// IsRemote reports whether an argument names a remote repository. An argument that exists locally,
// or begins with an existing folder, is not remote.
func IsRemote(arg string) bool {
	if !remote.Remote(arg) && !remote.Short(arg) {
		return false
	}
	first, _, _ := strings.Cut(arg, "/")
	for _, name := range []string{arg, first} {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) && !strings.Contains(arg, "://") {
			return false
		}
	}
	return true
}

// KnownCommand refuses unknown subcommands of a command that does nothing itself.
func KnownCommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return UnknownCommand(cmd, args[0])
	}
	return nil
}

// ShowHelp shows the help of a command that only has subcommands.
func ShowHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// Commands are functions that make commands, by name.
type Commands map[string]func(*Streams, *Globals) *cobra.Command

// Group returns a command that has only subcommands.
func Group(use string, sub ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Args: KnownCommand, RunE: ShowHelp}
	cmd.AddCommand(sub...)
	return cmd
}

// CommandName returns a command's name without the program's name, which starts every message.
func CommandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}
