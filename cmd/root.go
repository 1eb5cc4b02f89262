// Package cmd is the command line. Commands parse flags, call the pipeline or a
// library package, and print; what is computed is computed elsewhere. Only this
// package turns errors into text and exit codes, and only it prints: the product
// to standard output, everything else to standard error.
//
// A command is a file of its name; the files of a family begin with its name
// (history_search.go, trim_text.go, pack_report.go). What commands share:
//
//	root.go, exit.go    the program, its streams, errors and exit codes
//	flags.go            arguments, flags and their variables
//	settings.go         the settings in force, from files and the environment
//	overrides.go        flags that stand for settings
//	selection.go        flags that choose and rank files
//	counting.go         flags that choose a tokenizer
//	input.go, output.go reading documents; writing text, JSON and tables
//	progress.go         how far a run is
package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ctxpack/internal/config"
	"ctxpack/internal/fault"
)

// Main runs the program with the process's arguments and streams and returns
// its exit code.
func Main() int {
	limitMemory()
	// The runtime ends the process where it finds no file descriptors for what it
	// waits with, so it gets them while there are some.
	if f, err := os.Open(os.DevNull); err == nil {
		_ = f.Close() // nothing was written
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := &streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, outFile: os.Stdout}
	if outputClosed() {
		s.out, s.outFile = closedOutput{}, nil
	}
	s.inTerminal = term.IsTerminal(int(os.Stdin.Fd()))
	s.outTerminal = term.IsTerminal(int(os.Stdout.Fd()))
	s.errTerminal = term.IsTerminal(int(os.Stderr.Fd()))
	if s.outTerminal {
		prepareTerminal(os.Stdout)
	}
	if s.errTerminal {
		prepareTerminal(os.Stderr)
	}
	if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		s.width = width
	}
	code := make(chan int, 1)
	go func() { code <- run(ctx, os.Args[1:], s) }()
	select {
	case c := <-code:
		return c
	case <-ctx.Done():
	}
	select {
	case c := <-code:
		return c
	case <-time.After(interruptGrace):
		// It waits for input that does not come; nothing is being written.
		fmt.Fprintln(s.err, "ctxpack: interrupted")
		return exitInterrupted
	}
}

// interruptGrace is how long an interrupted run has to end by itself.
const interruptGrace = 2 * time.Second

// streams are where a command reads and writes, and what it knows of them.
type streams struct {
	in                                   io.Reader
	out, err                             io.Writer
	painted                              io.Writer // standard output for what this program colours
	outFile                              *os.File  // nil if out is no file
	inTerminal, outTerminal, errTerminal bool
	width                                int   // columns of the terminal, 0 if there is none
	inputLimit                           int64 // bytes of a document; 0 for the default
}

// remembering keeps the error of writing: the library of commands lets those of its help
// pass, and others look like mistakes of usage.
type remembering struct {
	to  io.Writer
	err error
}

func (r *remembering) Write(p []byte) (int, error) {
	n, err := r.to.Write(p)
	if r.err == nil {
		r.err = err
	}
	return n, err
}

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

// Root returns the program's command and those below it, for what writes about them.
func Root() *cobra.Command {
	s := &streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	return newRoot(s, &globals{streams: s})
}

func run(ctx context.Context, args []string, s *streams) int {
	out := &remembering{to: s.out}
	s.out = out
	g := &globals{streams: s}
	err := fault.Guard("", func() error {
		root := newRoot(s, g)
		root.SetArgs(args)
		return root.ExecuteContext(ctx)
	})()
	if p, ok := errors.AsType[*fault.Panic](err); ok {
		return reportPanic(s, p, g.verbose)
	}
	if _, known := errors.AsType[*failure](err); out.err != nil && !known && !errors.Is(err, errIncomplete) {
		err = failf("%w", out.err)
	}
	if err == nil {
		return exitDone
	}
	return reportError(ctx, s, err)
}

func newRoot(s *streams, g *globals) *cobra.Command {
	root := &cobra.Command{
		Use:   "ctxpack",
		Short: "Pack a source repository into the context window of a language model",
		Long: `ctxpack packs a source repository into the context window of a language model:
it ranks the files, fills a token budget with the ones that matter, and writes
one bundle as Markdown, JSON, XML or plain text.`,
		Example: `  ctxpack pack .                     the repository in this folder, to standard output
  ctxpack pack . -b 32k -o ctx.md    at most 32,000 tokens, into a file
  ctxpack score .                    how the files rank, and why`,
		Version:       versionLine(),
		Args:          knownCommand,
		RunE:          showHelp,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := fromEnvironment(cmd.Flags(), os.LookupEnv); err != nil {
				return err
			}
			return g.check(s)
		},
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(usage)
	root.SetVersionTemplate("{{.Version}}\n")
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
	root.AddCommand(
		newPack(s, g), newFleet(s, g), newScore(s, g), newUses(s, g), newEval(s, g), newSignatures(s, g), newTokens(s, g),
		newTrim(s, g), newCompress(s, g), newUsage(s, g), newHistory(s, g), newAssemble(s, g),
		newConfig(s, g), newCache(s, g), newMCP(s, g), newVersion(s),
	)
	root.SetHelpCommand(newHelp())
	root.InitDefaultHelpCmd()
	knownShells(root)
	groupCommands(root)
	root.InitDefaultVersionFlag()
	root.Flags().Lookup("version").Usage = "print the program's version"
	return root
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
