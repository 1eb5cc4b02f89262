package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/safe/fault"
)

// The exit codes. Every command's help lists those that it can return.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2
	ExitIncomplete  = 3
	ExitDoesNotFit  = 4
	ExitNotJudged   = 5 // compaction is due, and nobody said what may go
	ExitInterrupted = 130
)

// ExitHelp is the part of a command's help on exit codes, as "0 1 2" lists them.
func ExitHelp(codes string) string {
	meaning := map[int]string{
		ExitDone:        "done",
		ExitFailed:      "the run failed (input or output, internal)",
		ExitUsage:       "bad usage, bad configuration, or input that does not parse",
		ExitIncomplete:  "written, but something could not be read",
		ExitDoesNotFit:  "it cannot fit the budget",
		ExitNotJudged:   "compaction is due and was left for later: there is no judgement of what may go",
		ExitInterrupted: "interrupted",
	}
	text := ""
	for i, field := range strings.Fields(codes) {
		if i == 0 {
			text = "\n\nExit codes:"
		}
		code, _ := strconv.Atoi(field)
		text += fmt.Sprintf("\n  %-3d  %s", code, meaning[code])
	}
	return text
}

// Failure is an error with its exit code and, where one helps, a hint.
type Failure struct {
	Code int
	Err  error
	Hint string
}

func (f *Failure) Error() string { return f.Err.Error() }
func (f *Failure) Unwrap() error { return f.Err }

// Usagef is the error of a command that was called wrongly.
func Usagef(format string, args ...any) *Failure {
	return &Failure{Code: ExitUsage, Err: fmt.Errorf(format, args...)}
}

// Failf is the error of a run that failed.
func Failf(format string, args ...any) *Failure {
	return &Failure{Code: ExitFailed, Err: fmt.Errorf(format, args...)}
}

// WithHint adds what would help.
func (f *Failure) WithHint(format string, args ...any) *Failure {
	f.Hint = fmt.Sprintf(format, args...)
	return f
}

// ErrIncomplete ends a run whose product was written although something could
// not be read; what that was has been printed already.
var ErrIncomplete = errors.New("incomplete")

// ReportError prints an error as one line, its hint as a second one, and returns the exit code.
func ReportError(ctx context.Context, s *Streams, err error) int {
	if errors.Is(err, ErrIncomplete) {
		return ExitIncomplete
	}
	if brokenPipe(err) {
		return ExitDone // the reader of a pipe has seen enough
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		fmt.Fprintln(s.Err, "ctxpack: interrupted")
		return ExitInterrupted
	}
	f := classify(err)
	var settings config.Errors
	if errors.As(err, &settings) {
		reportSettings(s, settings)
		return f.Code
	}
	for line := range strings.SplitSeq(f.Err.Error(), "\n") {
		fmt.Fprintln(s.Err, Wrap("ctxpack: "+OneLine(line), s.ErrWidth))
	}
	if f.Hint != "" {
		fmt.Fprintln(s.Err, Wrap("hint: "+OneLine(f.Hint), s.ErrWidth))
	}
	return f.Code
}

// ReportPanic prints what to report of a mistake of this program, on one line, and with trace where it happened.
func ReportPanic(s *Streams, p *fault.Panic, trace bool) int {
	fmt.Fprintf(s.Err, "ctxpack: %s; please report this line and what was run (%s)\n", OneLine(p.Error()), VersionLine())
	if trace {
		fmt.Fprint(s.Err, p.Stack)
	}
	return ExitFailed
}

// reportSettings prints each error in settings files with its place and a hint.
func reportSettings(s *Streams, list config.Errors) {
	for _, e := range list {
		fmt.Fprintf(s.Err, "ctxpack: %s\n", OneLine(e.Error()))
		if e.Hint != "" {
			fmt.Fprintln(s.Err, Wrap("hint: "+OneLine(e.Hint), s.ErrWidth))
		}
	}
}

// classify returns the exit code of an error. Unknown errors come from parsing the command line.
func classify(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	return Usagef("%w", err).WithHint(commandHint)
}

// commandHint is for mistakes of which no more is known.
const commandHint = "see ctxpack --help, or --help after a command"

// FlagError reports a flag that the command does not have, and which one may have
// been meant, or of a value that a flag does not take.
func FlagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		return Usagef("--%s: %w", invalid.GetFlag().Name, valueError(invalid))
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	return Usagef("%w", err).WithHint("%s", flagHint(cmd, unknown.GetSpecifiedName()))
}

// valueError says what a flag takes.
func valueError(invalid *pflag.InvalidValueError) error {
	want := invalid.GetFlag().Value.Type()
	switch want {
	case "int":
		want = "a whole number"
	case "bool":
		want = "true or false"
	}
	return fmt.Errorf("want %s, got %q", want, invalid.GetValue())
}

// OptionFailure reports an invalid option by the name of its flag, which is the option's own unless names has another.
func OptionFailure(e *pipeline.OptionError, names map[pipeline.Option]string) *Failure {
	f := Usagef("%s", e.Describe(func(o pipeline.Option) string {
		if name, ok := names[o]; ok {
			return "--" + name
		}
		return "--" + string(o)
	}))
	f.Hint = e.Hint
	return f
}

// Runs makes a run with options a command's, which may have one argument.
func Runs[O any](run func(context.Context, O, *Streams) error, options O, s *Streams, argument *string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			*argument = args[0]
		}
		return RunFailure(run(cmd.Context(), options, s))
	}
}

// RunFailure gives the errors of a run their codes and hints.
func RunFailure(err error) error {
	if err == nil {
		return nil
	}
	var (
		known *Failure
		empty *pipeline.EmptyError
		small *pipeline.TooSmallError
		path  *worktree.PathError
		list  *worktree.ListError
		task  *pipeline.TaskError
		pack  *pipeline.PackageError
		form  *render.TemplateError
		file  *pipeline.NoFileError
		wrong *pipeline.OptionError
	)
	switch {
	case errors.As(err, &known), errors.Is(err, ErrIncomplete):
		return err
	case errors.As(err, &wrong):
		return OptionFailure(wrong, nil)
	case errors.As(err, &empty):
		return Usagef("%w", err).WithHint("%s", emptyHint(empty))
	case errors.As(err, &small):
		f := &Failure{Code: ExitDoesNotFit, Err: err}
		if small.Part {
			return f.WithHint("raise --split to %d or more", small.Needed)
		}
		return f.WithHint("raise --budget to %d or more", small.Needed)
	case errors.As(err, &path):
		return pathFailure(path)
	case errors.As(err, &list):
		return Usagef("%w", err).WithHint("paths are relative to PATH and name files, one a line, or each followed by NUL")
	case errors.As(err, &pack):
		return Usagef("--package: %w", err).WithHint("%s", packageHint(pack))
	}
	if errors.As(err, &file) {
		return Usagef("%w", err).WithHint("%s", fileHint(file))
	}
	if errors.As(err, &form) && strings.Contains(err.Error(), "no entry for key") {
		return Usagef("%w", err).WithHint("the names are those that --format json writes, and of a file also shown, fence and index")
	}
	if errors.As(err, &task) || errors.As(err, &form) {
		return Usagef("%w", err)
	}
	return Failf("%w", err)
}

// fileHint says which file may be meant.
func fileHint(e *pipeline.NoFileError) string {
	switch {
	case e.Folder:
		return "name a file in it"
	case e.Link != "":
		return "name the file where it is"
	case len(e.Near) == 0:
		return "ctxpack score lists the files by the names that they have"
	}
	return "did you mean " + shownNames(e.Near) + "?"
}

// shownNames are names of files as a choice between them.
func shownNames(names []string) string {
	var shown []string
	for _, name := range names {
		shown = append(shown, render.DisplayPath(name))
	}
	return Alternatives(shown)
}

// packageHint says which packages there are.
func packageHint(e *pipeline.PackageError) string {
	const limit = 12
	names := strings.Join(e.Known[:min(len(e.Known), limit)], ", ")
	if more := len(e.Known) - limit; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	switch {
	case e.Twice:
		return "name the folder of one: " + names
	case names == "":
		return "no manifest makes a package of a folder; give a folder as PATH, or its path here"
	}
	if meant := config.Nearest(e.Name, e.Known); meant != "" {
		return "did you mean " + meant + "?"
	}
	return "there are " + names
}

// emptyHint says why there is nothing to read, and how ignored files are read.
func emptyHint(e *pipeline.EmptyError) string {
	if e.Rule == "" {
		return OneLine(e.Why())
	}
	return OneLine(e.Why()) + ": */ as PATH; pack and score take a list, too: find . -type f | ctxpack pack --files-from -"
}

func pathFailure(err *worktree.PathError) *Failure {
	switch {
	case err.IsFile():
		return Usagef("%w", err).WithHint("name its folder and add --include, or give single files with --files-from")
	case errors.Is(err, fs.ErrNotExist):
		return missingPath(err.Path, Usagef("%w", err))
	}
	return Failf("%w", err)
}

// ReadFailure is the error for a named file that cannot be read; a missing file is an error of usage.
func ReadFailure(p source.Problem) error {
	if _, err := os.Stat(p.Path); errors.Is(err, fs.ErrNotExist) {
		return missingPath(p.Path, Usagef("read %s: %w", p.Path, p.Err))
	}
	return Failf("read %s: %w", p.Path, p.Err)
}

// joins reports whether a character is not seen but belongs to words: joiners of
// scripts and emoji, and the soft hyphen.
func joins(r rune) bool { return r == '\u200c' || r == '\u200d' || r == '\u00ad' }

// OneLine keeps what comes from files and their names from doing anything to a terminal or breaking the line.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if unicode.IsControl(r) || !unicode.IsPrint(r) && r != ' ' && !joins(r) {
			return '�'
		}
		return r
	}, text)
}

// Incomplete names what could not be read.
func Incomplete(s *Streams, problems []source.Problem) error {
	for _, p := range problems {
		fmt.Fprintf(s.Err, "ctxpack: read %s: %s\n", OneLine(p.Path), OneLine(PlainPathError(p.Err).Error()))
	}
	if len(problems) > 0 {
		return ErrIncomplete
	}
	return nil
}
