package cmd

import (
	"context"
	"ctxpack/internal/config"
	"ctxpack/internal/fault"
	"ctxpack/internal/pipeline"
	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/internal/worktree"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The exit codes. Every command's help lists those that it can return.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitIncomplete  = 3
	exitDoesNotFit  = 4
	exitNotJudged   = 5 // compaction is due, and nobody said what may go
	exitInterrupted = 130
)

// exitHelp is the part of a command's help on exit codes.
func exitHelp(codes ...int) string {
	meaning := map[int]string{
		exitDone:        "done",
		exitFailed:      "the run failed (input or output, internal)",
		exitUsage:       "bad usage, bad configuration, or input that does not parse",
		exitIncomplete:  "written, but something could not be read",
		exitDoesNotFit:  "it cannot fit the budget",
		exitNotJudged:   "compaction is due and was left for later: there is no judgement of what may go",
		exitInterrupted: "interrupted",
	}
	var b strings.Builder
	b.WriteString("\n\nExit codes:")
	for _, code := range codes {
		fmt.Fprintf(&b, "\n  %-3d  %s", code, meaning[code])
	}
	return b.String()
}

// failure is an error with its exit code and, where one helps, a hint.
type failure struct {
	code int
	err  error
	hint string
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

func usagef(format string, args ...any) *failure {
	return &failure{code: exitUsage, err: fmt.Errorf(format, args...)}
}

func failf(format string, args ...any) *failure {
	return &failure{code: exitFailed, err: fmt.Errorf(format, args...)}
}

func (f *failure) withHint(format string, args ...any) *failure {
	f.hint = fmt.Sprintf(format, args...)
	return f
}

// errIncomplete ends a run whose product was written although something could
// not be read; what that was has been printed already.
var errIncomplete = errors.New("incomplete")

// reportError prints an error as one line, its hint as a second one, and returns the
// exit code.
func reportError(ctx context.Context, s *streams, err error) int {
	if errors.Is(err, errIncomplete) {
		return exitIncomplete
	}
	if brokenPipe(err) {
		return exitDone // the reader of a pipe has seen enough
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		fmt.Fprintln(s.err, "ctxpack: interrupted")
		return exitInterrupted
	}
	f := classify(err)
	var settings config.Errors
	if errors.As(err, &settings) {
		reportSettings(s, settings)
		return f.code
	}
	for line := range strings.SplitSeq(f.err.Error(), "\n") {
		fmt.Fprintf(s.err, "ctxpack: %s\n", oneLine(line))
	}
	if f.hint != "" {
		fmt.Fprintf(s.err, "hint: %s\n", oneLine(f.hint))
	}
	return f.code
}

// reportPanic prints what to report of a mistake of this program, on one line, and with
// trace where it happened.
func reportPanic(s *streams, p *fault.Panic, trace bool) int {
	fmt.Fprintf(s.err, "ctxpack: %s; please report this line and what was run (%s)\n", oneLine(p.Error()), versionLine())
	if trace {
		fmt.Fprint(s.err, p.Stack)
	}
	return exitFailed
}

// reportSettings prints each thing that is wrong with settings files, with its
// place and what was meant.
func reportSettings(s *streams, list config.Errors) {
	for _, e := range list {
		fmt.Fprintf(s.err, "ctxpack: %s\n", oneLine(e.Error()))
		if e.Hint != "" {
			fmt.Fprintf(s.err, "hint: %s\n", oneLine(e.Hint))
		}
	}
}

// classify finds the exit code of an error. What is not known came from the
// parsing of the command line.
func classify(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	return usagef("%w", err).withHint(commandHint)
}

// commandHint is for mistakes of which no more is known.
const commandHint = "see ctxpack --help, or --help after a command"

// flagError tells of a flag that the command does not have, and which one may have
// been meant, or of a value that a flag does not take.
func flagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		return usagef("--%s: %w", invalid.GetFlag().Name, valueError(invalid))
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	return usagef("%w", err).withHint("%s", flagHint(cmd, unknown.GetSpecifiedName()))
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

// runFailure gives the errors of a run their codes and hints.
func runFailure(err error) error {
	if err == nil {
		return nil
	}
	var (
		known *failure
		empty *pipeline.EmptyError
		small *pipeline.TooSmallError
		path  *worktree.PathError
		list  *worktree.ListError
		task  *pipeline.TaskError
		share *pipeline.ShareError
		pack  *pipeline.PackageError
		form  *render.TemplateError
		file  *pipeline.NoFileError
	)
	switch {
	case errors.As(err, &known), errors.Is(err, errIncomplete):
		return err
	case errors.As(err, &empty):
		return usagef("%w", err).withHint("%s", emptyHint(empty))
	case errors.As(err, &small):
		f := &failure{code: exitDoesNotFit, err: err}
		if small.Part {
			return f.withHint("raise --split to %d or more", small.Needed)
		}
		return f.withHint("raise --budget to %d or more, or pin less", small.Needed)
	case errors.As(err, &path):
		return pathFailure(path)
	case errors.As(err, &list):
		return usagef("%w", err).withHint("paths are relative to PATH and name files, one a line, or with -0 each followed by NUL")
	case errors.As(err, &pack):
		return usagef("--package: %w", err).withHint("%s", packageHint(pack))
	case errors.As(err, &share):
		if len(share.Near) > 0 {
			return usagef("--share: %w", err).withHint("did you mean %s?", shownNames(share.Near))
		}
		return usagef("--share: %w", err).withHint("name a folder as the bundle does, such as api or packages/api")
	}
	if errors.As(err, &file) {
		return usagef("%w", err).withHint("%s", fileHint(file))
	}
	if errors.As(err, &form) && strings.Contains(err.Error(), "no entry for key") {
		return usagef("%w", err).withHint("the names are those that --format json writes, and of a file also shown, fence and index")
	}
	if errors.As(err, &task) || errors.As(err, &form) {
		return usagef("%w", err)
	}
	return failf("%w", err)
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
	return alternatives(shown)
}

// packageHint says which packages there are.
func packageHint(e *pipeline.PackageError) string {
	const most = 12
	names := strings.Join(e.Known[:min(len(e.Known), most)], ", ")
	if more := len(e.Known) - most; more > 0 {
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

func pathFailure(err *worktree.PathError) *failure {
	switch {
	case err.IsFile():
		return usagef("%w", err).withHint("name its folder and add --include, or give single files with --files-from")
	case errors.Is(err, fs.ErrNotExist):
		return missingPath(err.Path, usagef("%w", err))
	}
	return failf("%w", err)
}

func emptyHint(e *pipeline.EmptyError) string {
	if len(e.Reasons) == 0 {
		return "the folder has no files"
	}
	var parts []string
	for _, r := range e.Reasons {
		parts = append(parts, fmt.Sprintf("%s %d", r.Sentence, r.Count))
	}
	return "left out: " + strings.Join(parts, ", ")
}

// joins says whether a character is not seen but belongs to words: joiners of
// scripts and emoji, and the soft hyphen.
func joins(r rune) bool { return r == '\u200c' || r == '\u200d' || r == '\u00ad' }

// oneLine keeps what comes from files and their names from doing anything to a
// terminal or breaking the line.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsPrint(r) && r != ' ' && !joins(r) {
			return '�'
		}
		return r
	}, text)
}

// incomplete names what could not be read.
func incomplete(s *streams, problems []source.Problem) error {
	for _, p := range problems {
		fmt.Fprintf(s.err, "ctxpack: read %s: %s\n", oneLine(p.Path), oneLine(plainPathError(p.Err).Error()))
	}
	if len(problems) > 0 {
		return errIncomplete
	}
	return nil
}
