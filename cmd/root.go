// Package cmd is the command line: startup, help, exit. The packages below it contain the commands, each in a file of
// its name; cmd/internal/cli has shared code. Commands parse flags, call the pipeline or a library package, and
// print; other packages compute. Only these packages convert errors to text and exit codes, and only they print: the
// result to standard output, everything else to standard error.
package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ctxpack/cmd/config"
	"ctxpack/cmd/history"
	"ctxpack/cmd/internal/cli"
	"ctxpack/cmd/pack"
	"ctxpack/cmd/trim"
	"ctxpack/cmd/usage"
	"ctxpack/internal/safe/fault"
)

// Main runs the program with the process's arguments and streams and returns its exit code.
func Main() int {
	cli.LimitMemory()
	// The runtime aborts if it finds no free file descriptors for its poller, so make it open them early.
	if f, err := os.Open(os.DevNull); err == nil {
		_ = f.Close() // opened read-only
	}
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup sets it
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	s := &cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, OutFile: os.Stdout}
	if outputClosed() {
		s.Out, s.OutFile = closedOutput{}, nil
	}
	s.InTerminal = term.IsTerminal(int(os.Stdin.Fd()))
	s.OutTerminal = term.IsTerminal(int(os.Stdout.Fd()))
	s.ErrTerminal = term.IsTerminal(int(os.Stderr.Fd()))
	if s.OutTerminal {
		cli.PrepareTerminal(os.Stdout)
	}
	if s.ErrTerminal {
		cli.PrepareTerminal(os.Stderr)
	}
	s.Width, _, _ = term.GetSize(int(os.Stdout.Fd())) // 0 without a terminal
	s.ErrWidth, _, _ = term.GetSize(int(os.Stderr.Fd()))
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
		// The run waits for input and writes nothing.
		fmt.Fprintln(s.Err, "ctxpack: interrupted")
		return cli.ExitInterrupted
	}
}

// interruptGrace is how long an interrupted run may take to end.
const interruptGrace = 2 * time.Second

// remembering keeps write errors: the command library ignores those of its help, and treats others as usage errors.
type remembering struct {
	to  io.Writer
	err error
}

func (r *remembering) Write(p []byte) (int, error) {
	n, err := r.to.Write(p)
	r.err = cmp.Or(r.err, err)
	return n, err
}

// Root returns the root command with others, as newRoot, for generated documentation.
func Root(names ...string) *cobra.Command {
	s := &cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
	return newRoot(s, &cli.Globals{Streams: s}, names...)
}

func run(ctx context.Context, args []string, s *cli.Streams) int {
	out := &remembering{to: s.Out}
	s.Out = out
	g := &cli.Globals{Streams: s}
	err := fault.Guard("", func() error {
		args := withCommand(args)
		if err := movedCommand(args); err != nil {
			return err
		}
		root := newRoot(s, g, commandOf(args)...)
		root.SetArgs(args)
		return root.ExecuteContext(ctx)
	})()
	if p, ok := errors.AsType[*fault.Panic](err); ok {
		return cli.ReportPanic(s, p, g.Verbose)
	}
	if _, known := errors.AsType[*cli.Failure](err); out.err != nil && !known && !errors.Is(err, cli.ErrIncomplete) {
		err = cli.Failf("%w", out.err)
	}
	if err == nil {
		return cli.ExitDone
	}
	return cli.ReportError(ctx, s, err)
}

// makers returns what makes the commands of the program, by name.
func makers() cli.Commands {
	all := cli.Commands{"trim": trim.New, "usage": usage.New, "config": config.New, "version": newVersion}
	maps.Copy(all, pack.Commands())
	maps.Copy(all, history.Commands())
	return all
}

// commandOf returns the command that arguments begin with, if the run needs no others.
func commandOf(args []string) []string {
	if len(args) == 0 || makers()[args[0]] == nil || args[0] == "config" { // which shows the flags of all
		return nil
	}
	return args[:1]
}

// newRoot returns the root command with all others; given names, with those commands and pack only, since the flags of
// all take a twentieth of the time of a short run.
func newRoot(s *cli.Streams, g *cli.Globals, names ...string) *cobra.Command {
	root := &cobra.Command{
		Use:           "ctxpack",
		Version:       cli.VersionLine(),
		Args:          cli.KnownCommand,
		RunE:          cli.ShowHelp,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := cli.FromEnvironment(cmd.Flags(), os.LookupEnv); err != nil {
				return err
			}
			if f := cmd.Flags().Lookup(allFlag); f != nil && f.Hidden && f.Changed {
				return cli.Usagef("--%s goes with --help", allFlag)
			}
			return g.Check(s)
		},
	}
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetFlagErrorFunc(cli.FlagError)
	root.SetUsageFunc(writeUsage)
	root.SetVersionTemplate("{{.Version}}\n")
	g.AddFlags(root)
	for name, make := range makers() {
		if len(names) == 0 || name == "pack" || slices.Contains(names, name) {
			root.AddCommand(make(s, g))
		}
	}
	root.SetHelpCommand(newHelp())
	root.InitDefaultHelpCmd()
	describe(root)
	root.CompletionOptions.DisableDefaultCmd = len(names) > 0 && !slices.Contains(names, "completion")
	knownShells(root)
	groupCommands(root)
	addAll(root, s)
	root.InitDefaultVersionFlag()
	root.Flags().Lookup("version").Usage = "print the program's version"
	return root
}

// movedCommand reports a command of an earlier version or of another program with its replacement;
// nil for all others.
func movedCommand(args []string) error {
	if len(args) == 0 || cli.Hints("command")[args[0]] == "" {
		return nil
	}
	return cli.Usagef("unknown command %q for \"ctxpack\"", args[0]).WithHint("%s", cli.Hints("command")[args[0]])
}

// knownShells makes the command that writes completion scripts refuse unknown shells.
func knownShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd("")
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Short = "Write a completion script for a shell"
		c.Long = "Completion writes a script that lets a shell complete commands, flags and their values."
		c.Args, c.RunE = cli.KnownCommand, cli.ShowHelp
	}
}

func newVersion(s *cli.Streams, _ *cli.Globals) *cobra.Command {
	return &cobra.Command{
		Use:  "version",
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(s.Out, cli.VersionLine())
			return cli.RunFailure(err)
		},
	}
}
