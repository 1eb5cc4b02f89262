// Package cli is shared by all commands:
//
//	streams.go, globals.go  input and output streams; global flags
//	exit.go                 errors and exit codes
//	flags.go, commands.go   arguments, flags and their variables, command groups
//	suggest.go, offer.go    suggestions for typing errors; shell completion
//	settings.go             settings from files and the environment
//	overrides.go            flags that represent settings
//	counting.go             flags that select a tokenizer
//	input.go, output.go     reading documents; writing text, JSON and tables
//	target.go, state.go     refusing to write through links and to foreign files
//	redaction.go            redacting secrets in output
//	progress.go             showing progress
//
// A run has one set of streams and flags. One goroutine uses them; only [Progress] is safe for concurrent use.
package cli

import (
	"fmt"
	"os"
	"sync"

	"github.com/spf13/cobra"
)

// Globals holds the global flags.
type Globals struct {
	Quiet    bool
	Verbose  bool
	color    string
	Config   string
	NoConfig bool
	Profile  string   // profile of the settings, for commands with --profile
	preset   string   // preset of the settings, likewise
	profiles []string // profiles of the settings files, once read
	CacheDir string
	NoCache  bool
	NoRedact bool // for commands that print content

	Streams   *Streams // streams of the process, for messages while settings load
	ToldCache bool     // the user was told that there is no place for a cache
}

// Check refuses invalid and contradictory values of the flags, and configures the streams accordingly.
func (g *Globals) Check(s *Streams) error {
	s.inputLimit = sync.OnceValue(func() int64 { // documents may be read before other settings are needed
		c, _, err := LoadConfig(&Globals{Config: g.Config, NoConfig: g.NoConfig}, ".")
		if err != nil {
			c = Keys().Default() // the command reports the error
		}
		return int64(c.Input.Limit)
	})
	if s.painted = s.Out; s.OutTerminal {
		s.Out = &Visible{To: s.Out}
	}
	if !g.NoRedact {
		s.Err = &discreet{to: s.Err}
	}
	switch g.color {
	case "auto", "always", "never":
	default:
		return Usagef("--color takes auto, always or never, not %q", g.color)
	}
	if g.Quiet && g.Verbose {
		return Usagef("--quiet and --verbose exclude each other")
	}
	if g.Config != "" && g.NoConfig {
		return Usagef("--config and --no-config exclude each other")
	}
	if g.CacheDir != "" && g.NoCache {
		return Usagef("--cache-dir and --no-cache exclude each other")
	}
	return CheckTargets(nil, g.CacheDir)
}

// UseColor reports whether to colour a stream.
func (g *Globals) UseColor(terminal bool) bool {
	switch g.color {
	case "always":
		return true
	case "never":
		return false
	}
	_, no := os.LookupEnv("NO_COLOR")
	return terminal && !no && os.Getenv("TERM") != "dumb"
}

// Warn prints a warning unless the run is quiet.
func (g *Globals) Warn(s *Streams, format string, args ...any) {
	g.Note(s, "warning: "+format, args...)
}

// Hint prints a warning about settings with a hint.
func (g *Globals) Hint(hint, format string, args ...any) {
	if g.Streams == nil || g.Quiet {
		return
	}
	g.Warn(g.Streams, format, args...)
	fmt.Fprintln(g.Streams.Err, Wrap("hint: "+OneLine(hint), g.Streams.ErrWidth))
}

// WarnLater returns a function that warns, for callers without the streams.
func (g *Globals) WarnLater(format string, args ...any) {
	if g.Streams != nil {
		g.Warn(g.Streams, format, args...)
	}
}

// Note prints a message to standard error unless the run is quiet.
func (g *Globals) Note(s *Streams, format string, args ...any) {
	if !g.Quiet {
		fmt.Fprintln(s.Err, Wrap("ctxpack: "+OneLine(fmt.Sprintf(format, args...)), s.ErrWidth))
	}
}

// AddFlags adds the global flags to the root command.
func (g *Globals) AddFlags(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.BoolVarP(&g.Quiet, "quiet", "q", false, "print only errors to standard error")
	flags.BoolVarP(&g.Verbose, "verbose", "v", false, "print the summary and the time of each stage to standard error")
	flags.StringVar(&g.color, "color", "auto", "colour the output of terminals: `WHEN` is auto, always or never")
	Offer(root, "color", "auto", "always", "never")
	flags.StringVar(&g.Config, "config", "", "read settings from `FILE` instead of the repository's .handover.yml")
	flags.BoolVar(&g.NoConfig, "no-config", false, "ignore settings files")
	flags.StringVar(&g.CacheDir, "cache-dir", "", "cache in `FOLDER` (default: ctxpack in the user's cache folder)")
	flags.BoolVar(&g.NoCache, "no-cache", false, "do not use the cache")
}
