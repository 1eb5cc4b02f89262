package cmd

import (
	"fmt"
	"os"

	"ctxpack/internal/config"

	"github.com/spf13/cobra"
)

// globals are the flags that every command has.
type globals struct {
	quiet    bool
	verbose  bool
	color    string
	config   string
	noConfig bool
	profile  string   // of the settings, where a command takes one
	preset   string   // likewise
	profiles []string // those that the settings files have, once they are read
	cacheDir string
	noCache  bool
	input    string
	raw      bool
	noRedact bool // of commands that let text out

	streams   *streams // of the process, for what loading settings has to say
	toldCache bool     // that there is no place for a cache
}

func (g *globals) check(s *streams) error {
	limit, err := config.ParseSize(g.input)
	if err != nil {
		return usagef("--input-limit: %w", err)
	}
	s.inputLimit = limit
	if s.painted = s.out; s.outTerminal && !g.raw {
		s.out = &visible{to: s.out}
	}
	if !g.noRedact {
		s.err = &discreet{to: s.err}
	}
	switch g.color {
	case "auto", "always", "never":
	default:
		return usagef("--color takes auto, always or never, not %q", g.color)
	}
	if g.quiet && g.verbose {
		return usagef("--quiet and --verbose exclude each other")
	}
	if g.config != "" && g.noConfig {
		return usagef("--config and --no-config exclude each other")
	}
	if g.cacheDir != "" && g.noCache {
		return usagef("--cache-dir and --no-cache exclude each other")
	}
	return checkTargets(nil, g.cacheDir)
}

// useColor decides for one of the streams.
func (g *globals) useColor(terminal bool) bool {
	switch g.color {
	case "always":
		return true
	case "never":
		return false
	}
	_, no := os.LookupEnv("NO_COLOR")
	return terminal && !no && os.Getenv("TERM") != "dumb"
}

// warn prints a warning unless the run is quiet.
func (g *globals) warn(s *streams, format string, args ...any) {
	if !g.quiet {
		fmt.Fprintf(s.err, "ctxpack: warning: %s\n", oneLine(fmt.Sprintf(format, args...)))
	}
}

// hint prints a warning about settings, and what would help.
func (g *globals) hint(hint, format string, args ...any) {
	if g.streams == nil || g.quiet {
		return
	}
	g.warn(g.streams, format, args...)
	fmt.Fprintf(g.streams.err, "hint: %s\n", oneLine(hint))
}

// warnLater warns where the streams are not at hand.
func (g *globals) warnLater(format string, args ...any) {
	if g.streams != nil {
		g.warn(g.streams, format, args...)
	}
}

// note tells what was done unless the run is quiet.
func (g *globals) note(s *streams, format string, args ...any) {
	if !g.quiet {
		fmt.Fprintf(s.err, "ctxpack: %s\n", oneLine(fmt.Sprintf(format, args...)))
	}
}

// addFlags adds the flags to the program's command.
func (g *globals) addFlags(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.BoolVarP(&g.quiet, "quiet", "q", false, "print nothing but errors to standard error")
	flags.BoolVarP(&g.verbose, "verbose", "v", false, "print the summary and the time of each stage to standard error")
	flags.StringVar(&g.color, "color", "auto", "`WHEN` terminals get colour: auto, always or never")
	offer(root, "color", "auto", "always", "never")
	flags.StringVar(&g.config, "config", "", "read settings from `FILE` instead of the repository's .handover.yml")
	flags.BoolVar(&g.noConfig, "no-config", false, "read no settings files")
	flags.StringVar(&g.cacheDir, "cache-dir", "", "keep what is found out about files in `FOLDER` (default: ctxpack in the user's cache folder)")
	flags.StringVar(&g.input, "input-limit", config.Size(defaultInputLimit).String(), "read no document of more than `SIZE`, such as 500MB")
	flags.BoolVar(&g.raw, "raw", false, "write control characters to a terminal as they are, not as escapes")
	flags.BoolVar(&g.noCache, "no-cache", false, "neither use nor write the cache")
}
