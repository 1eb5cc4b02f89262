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
	root.SetUsageFunc(writeUsage)
	root.SetVersionTemplate("{{.Version}}\n")
	g.addFlags(root)
	root.AddCommand(packCommands(s, g)...)
	root.AddCommand(historyCommands(s, g)...)
	root.AddCommand(newTrim(s, g), newUsage(s, g), newConfig(s, g), newVersion(s))
	root.SetHelpCommand(newHelp())
	root.InitDefaultHelpCmd()
	knownShells(root)
	groupCommands(root)
	root.InitDefaultVersionFlag()
	root.Flags().Lookup("version").Usage = "print the program's version"
	return root
}
