package pipeline

import (
	"fmt"
	"slices"
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
	OnlyOption     Option = "only"
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

// Describe describes the problem; call returns the user's name of an option.
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
	if needsText := o.Task != nil && !o.Task.Diff && len(o.Task.Near) == 0; needsText || o.Task != nil && o.Task.Text != "" {
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
		return &OptionError{Option: TaskOption, problem: ": it has no word to search for", Hint: "describe the task in a few words"}
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
			problem: " excludes {task}, {diff} and {near}"}
	case len(o.Packages) > 0 && tiers:
		return &OptionError{Option: PackageOption, problem: byLevels}
	case len(o.Only) > 0 && tiers:
		return &OptionError{Option: OnlyOption, problem: byLevels}
	case o.Files != nil && len(o.Paths) > 1:
		return &OptionError{Option: FilesOption, problem: fmt.Sprintf(" takes one PATH, the base of the files, got %d", len(o.Paths))}
	}
	return nil
}

func (o Options) checkGlobs() error {
	only := ofLevels(o.Only)
	if i := slices.IndexFunc(o.Only, func(g string) bool { return len(ofLevels([]string{g})) == 0 }); i >= 0 {
		return &OptionError{Option: OnlyOption, problem: fmt.Sprintf(" takes full:GLOB, outline:GLOB or names:GLOB, not %q", o.Only[i])}
	}
	for _, list := range [...]struct {
		option Option
		globs  []string
	}{{IncludeOption, o.Include}, {ExcludeOption, o.Exclude}, {PinOption, o.Pin}, {OnlyOption, only}, {BoostOption, o.Boost}} {
		if _, err := source.CompileGlobs(list.globs); err != nil {
			return &OptionError{Option: list.option, problem: ": " + err.Error(), Hint: "globs are like `src/**/*.go`, `*.{ts,tsx}` or `docs`"}
		}
	}
	return nil
}

// The lists of globs by which the user selects files; the last two contain levels.
const (
	pinned = iota
	boosted
	outlined
	named
)

// ofLevel returns the globs of a list for a level.
func ofLevel(level string, globs []string) (list []string) {
	for _, g := range globs {
		if glob, ok := strings.CutPrefix(g, level+":"); ok {
			list = append(list, glob)
		}
	}
	return list
}

// ofLevels returns the globs of a list without their levels.
func ofLevels(globs []string) []string {
	return slices.Concat(ofLevel("full", globs), ofLevel("outline", globs), ofLevel("names", globs))
}

// userGlobs compiles the globs that the user gives, for each tree.
func (r *Ranking) userGlobs() (map[*tree][4]*source.Globs, error) {
	all := map[*tree][4]*source.Globs{}
	c, o := r.options.Config.Context, r.options
	for _, t := range r.trees {
		var compiled [4]*source.Globs
		for i, list := range [...][2][]string{
			{slices.Concat(c.Pin, ofLevel("full", c.Only)), slices.Concat(o.Pin, ofLevel("full", o.Only))},
			{c.Boost, o.Boost},
			{ofLevel("outline", c.Only), ofLevel("outline", o.Only)},
			{ofLevel("names", c.Only), ofLevel("names", o.Only)},
		} {
			var err error
			if compiled[i], err = source.CompileGlobs(slices.Concat(list[0], t.Globs(list[1]))); err != nil {
				return nil, err
			}
		}
		all[t] = compiled
	}
	return all, nil
}

// checkPins warns of pins, and of paths in other flags, that have no effect.
func (r *Ranking) checkPins(files []*File) error {
	pins := slices.Concat(r.options.Config.Context.Pin, r.options.Pin)
	for _, f := range files {
		if f.Facts.Pinned && f.Skip != source.None && f.Skip != source.Ignored {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s is pinned but omitted: %s", f.Name, f.Skip.Sentence()))
		}
	}
	warned, err := r.checkPaths(files)
	if err != nil {
		return err
	}
	only := slices.Concat(r.options.Config.Context.Only, r.options.Only)
	pinned := func(f *File) bool { return f.Skip == source.None && f.Facts.Pinned }
	leveled := func(f *File) bool { return f.Skip == source.None && (f.OutlineOnly || f.NamesOnly) || pinned(f) }
	if len(only) > 0 && !warned["--only"] && !slices.ContainsFunc(files, leveled) {
		r.Warnings = append(r.Warnings, "--only matches no file that can be packed: "+strings.Join(only, ", "))
	}
	if len(pins) > 0 && !warned["--pin"] && !slices.ContainsFunc(files, pinned) {
		r.Warnings = append(r.Warnings, "a pin matches no file that can be packed: "+strings.Join(pins, ", "))
	}
	return nil
}
