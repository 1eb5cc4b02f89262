package pipeline

import (
	"fmt"
	"strings"

	"ctxpack/internal/repo/source"
	"ctxpack/scorer/relevance"
)

// Option names an option in Check's errors. The caller maps it to the user's input: a flag, an argument, a field.
type Option string

// The options in Check's errors.
const (
	TaskOption     Option = "task"
	DiffOption     Option = "diff"
	NearOption     Option = "near"
	WithDiffOption Option = "with-diff"
	WithLogOption  Option = "with-log"
	ScoresOption   Option = "rank @FILE"
	BudgetOption   Option = "budget"
	SplitOption    Option = "split"
	PackageOption  Option = "package"
	FilesOption    Option = "files-from"
	JobsOption     Option = "jobs"
	IncludeOption  Option = "include"
	ExcludeOption  Option = "exclude"
	PinOption      Option = "pin"
	BoostOption    Option = "boost"
)

// OptionError means that an option has an invalid value, or that options conflict.
type OptionError struct {
	Option  Option
	problem string   // after its name
	others  []Option // the options in braces in problem
	Hint    string   // a remedy; "" for none
}

func (e *OptionError) Error() string {
	text := e.Describe(func(o Option) string { return string(o) })
	if e.Hint != "" {
		text += ": " + e.Hint
	}
	return text
}

// Describe describes the problem with the names that call gives the options.
func (e *OptionError) Describe(call func(Option) string) string {
	problem := e.problem
	for _, o := range e.others {
		problem = strings.ReplaceAll(problem, "{"+string(o)+"}", call(o))
	}
	return call(e.Option) + problem
}

// Check returns an *OptionError for anything that Run and Rank would refuse, before anything is read.
func (o Options) Check() error {
	for _, check := range [...]func(Options) error{Options.checkNumbers, Options.checkCombinations, Options.checkGlobs} {
		if err := check(o); err != nil {
			return err
		}
	}
	if o.Task != nil && (o.Task.Text != "" || !o.Task.Diff && len(o.Task.Near) == 0) {
		return CheckText(o.Task.Text)
	}
	return nil
}

// CheckText returns an *OptionError if the text of a task is invalid.
func CheckText(text string) error {
	switch {
	case len(text) > relevance.MaxBytes:
		return &OptionError{Option: TaskOption, problem: fmt.Sprintf(": it has more than %d bytes", relevance.MaxBytes)}
	case relevance.Parse(text).Empty():
		return &OptionError{Option: TaskOption, problem: ": it has no word to search for", Hint: "describe in a few words what is to be done"}
	}
	return nil
}

func (o Options) checkNumbers() error {
	for _, n := range [...]struct {
		option Option
		value  int
	}{{BudgetOption, o.Budget}, {SplitOption, o.Split}, {WithLogOption, o.WithLog}, {JobsOption, o.Jobs}} {
		if n.value < 0 {
			return &OptionError{Option: n.option, problem: fmt.Sprintf(" takes a positive number, not %d", n.value)}
		}
	}
	return nil
}

func (o Options) checkCombinations() error {
	const byLevels = " goes with the packing " + Levels
	switch tiers := !o.levels(); {
	case o.WithDiff && (o.Task == nil || !o.Task.Diff):
		return &OptionError{Option: WithDiffOption, problem: " goes with {diff}", others: []Option{DiffOption}}
	case o.Task != nil && o.Scores != nil:
		return &OptionError{Option: ScoresOption, others: []Option{TaskOption, DiffOption, NearOption},
			problem: " is an order by itself: it does not go with {task}, {diff} and {near}"}
	case len(o.Packages) > 0 && tiers:
		return &OptionError{Option: PackageOption, problem: byLevels}
	case o.Files != nil && len(o.Paths) > 1:
		return &OptionError{Option: FilesOption, problem: fmt.Sprintf(" takes one PATH, which the files are relative to, got %d", len(o.Paths))}
	}
	return nil
}

func (o Options) checkGlobs() error {
	for _, list := range [...]struct {
		option Option
		globs  []string
	}{{IncludeOption, o.Include}, {ExcludeOption, o.Exclude}, {PinOption, o.Pin}, {BoostOption, o.Boost}} {
		if _, err := source.CompileGlobs(list.globs); err != nil {
			return &OptionError{Option: list.option, problem: ": " + err.Error(), Hint: "globs are like `src/**/*.go`, `*.{ts,tsx}` or `docs`"}
		}
	}
	return nil
}
