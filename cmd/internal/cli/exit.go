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
	"ctxpack/internal/text/mapped"
)

// The exit codes. Each command's help lists those that it can return.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2
	ExitIncomplete  = 3
	ExitDoesNotFit  = 4
	ExitNotJudged   = 5 // compaction is due, but no judgement was given
	ExitInterrupted = 130
)

// ExitHelp returns the part of a command's help on exit codes, which codes lists as "0 1 2".
func ExitHelp(codes string) string {
	meaning := map[int]string{
		ExitDone:        "done",
		ExitFailed:      "the run failed (input or output, internal)",
		ExitUsage:       "invalid usage, configuration or input",
		ExitIncomplete:  "written, but some input could not be read",
		ExitDoesNotFit:  "does not fit the budget",
		ExitNotJudged:   "compaction is due, but deferred without a judgement",
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

// Usagef returns the error of an invalid call.
func Usagef(format string, args ...any) *Failure {
	return &Failure{Code: ExitUsage, Err: fmt.Errorf(format, args...)}
}

// Failf returns the error of a failed run.
func Failf(format string, args ...any) *Failure {
	return &Failure{Code: ExitFailed, Err: fmt.Errorf(format, args...)}
}

// WithHint adds a hint.
func (f *Failure) WithHint(format string, args ...any) *Failure {
	f.Hint = fmt.Sprintf(format, args...)
	return f
}

// ErrIncomplete ends a run that wrote its output although some files could not be read. Warnings
// have already named them.
var ErrIncomplete = errors.New("incomplete")

// ReportError prints an error on one line, its hint on a second, and returns the exit code.
func ReportError(ctx context.Context, s *Streams, err error) int {
	if errors.Is(err, ErrIncomplete) {
		return ExitIncomplete
	}
	if brokenPipe(err) {
		return ExitDone // the reader of the pipe has closed it
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		fmt.Fprintln(s.Err, "ctxpack: interrupted")
		return ExitInterrupted
	}
	f := classify(err)
	if settings, ok := errors.AsType[config.Errors](err); ok {
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

// ReportPanic prints how to report a bug, on one line and, with trace, with the stack.
func ReportPanic(s *Streams, p *fault.Panic, trace bool) int {
	fmt.Fprintf(s.Err, "ctxpack: %s; please report this line and the command (%s)\n", OneLine(p.Error()), VersionLine())
	if trace {
		fmt.Fprint(s.Err, p.Stack)
	}
	return ExitFailed
}

// reportSettings prints each error in settings files with its position and a hint.
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
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	return Usagef("%w", err).WithHint(commandHint)
}

// commandHint is the hint for errors without a more specific one.
const commandHint = "see ctxpack --help, or --help after a command"

// FlagError reports an unknown flag with the likely meant one, or an invalid value of a flag.
func FlagError(cmd *cobra.Command, err error) error {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return Usagef("--%s: %w", invalid.GetFlag().Name, valueError(invalid))
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	return Usagef("%w", err).WithHint("%s", flagHint(cmd, unknown.GetSpecifiedName()))
}

// valueError describes the values that a flag accepts.
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

// OptionFailure reports an invalid option under its flag's name, which equals the option's name unless names maps it.
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

// Runs returns a run function with a command's options and at most one argument.
func Runs[O any](run func(context.Context, O, *Streams) error, options O, s *Streams, argument *string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			*argument = args[0]
		}
		return RunFailure(run(cmd.Context(), options, s))
	}
}

// RunFailure adds exit codes and hints to the errors of a run.
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
		return Usagef("%w", err).WithHint("list one file per line, relative to PATH, or separate them with NULs")
	case errors.As(err, &pack):
		return Usagef("--package: %w", err).WithHint("%s", packageHint(pack))
	}
	if errors.As(err, &file) {
		return Usagef("%w", err).WithHint("%s", fileHint(file))
	}
	if errors.As(err, &form) && strings.Contains(err.Error(), "no entry for key") {
		return Usagef("%w", err).WithHint("names are those of --format json, and for files also shown, fence and index")
	}
	if errors.As(err, &task) || errors.As(err, &form) {
		return Usagef("%w", err)
	}
	return Failf("%w", err)
}

// fileHint suggests the file that may be meant.
func fileHint(e *pipeline.NoFileError) string {
	switch {
	case e.Folder:
		return "name a file in it"
	case e.Link != "":
		return "give the file's path"
	case len(e.Near) == 0:
		return "ctxpack score lists the files with their paths"
	}
	return "did you mean " + Alternatives(mapped.Of(e.Near, render.DisplayPath)) + "?"
}

// packageHint lists the existing packages.
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
		return "no manifest declares a package; give a folder as PATH, or as the package"
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
		return Usagef("%w", err).WithHint("give its folder and --include, or single files with --files-from")
	case errors.Is(err, fs.ErrNotExist):
		return missingPath(err.Path, Usagef("%w", err))
	}
	return Failf("%w", err)
}

// ReadFailure returns the error for a named file that cannot be read; a missing file is a usage error.
func ReadFailure(p source.Problem) error {
	if _, err := os.Stat(p.Path); errors.Is(err, fs.ErrNotExist) {
		return missingPath(p.Path, Usagef("read %s: %w", p.Path, p.Err))
	}
	return Failf("read %s: %w", p.Path, p.Err)
}

// joins reports whether an invisible character is part of words: joiners of scripts and emoji, and the soft hyphen.
func joins(r rune) bool { return r == '\u200c' || r == '\u200d' || r == '\u00ad' }

// OneLine escapes control characters and line breaks in text from files and file names.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if unicode.IsControl(r) || !unicode.IsPrint(r) && !joins(r) {
			return '�'
		}
		return r
	}, text)
}

// Incomplete warns about files that could not be read.
func Incomplete(s *Streams, problems []source.Problem) error {
	for _, p := range problems {
		fmt.Fprintf(s.Err, "ctxpack: read %s: %s\n", OneLine(p.Path), OneLine(PlainPathError(p.Err).Error()))
	}
	if len(problems) > 0 {
		return ErrIncomplete
	}
	return nil
}
