package pipeline

import (
	"fmt"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
)

// Empty returns an *EmptyError if there is no ranked file.
func (r *Ranking) Empty() error {
	if len(r.Files) > 0 {
		return nil
	}
	return &EmptyError{Name: r.Name, Reasons: countReasons(r.Skipped), Rule: ignoring(r.Skipped), Warnings: r.Warnings, Problems: r.Problems}
}

// ignoring returns the rule by which git ignores most of some files, "" for none.
func ignoring(files []*File) (rule string) {
	count := map[string]int{}
	for _, f := range files {
		if f.Skip == source.Ignored && f.Detail != "" {
			if count[f.Detail]++; count[f.Detail] > count[rule] {
				rule = f.Detail
			}
		}
	}
	return rule
}

// EmptyError means that no file is ranked.
type EmptyError struct {
	Name     string
	Reasons  []render.Skipped
	Rule     string // by which git ignores most of them, such as `.gitignore:3: *.log`; "" for none
	Warnings []string
	Problems []source.Problem // files that could not be read, a possible cause
}

func (e *EmptyError) Error() string {
	if len(e.Problems) > 0 {
		return fmt.Sprintf("nothing of %s is read: some of it could not be read", render.DisplayPath(e.Name))
	}
	return fmt.Sprintf("nothing to read in %s: it holds no file that is text and not ignored", render.DisplayPath(e.Name))
}

// Why returns why files are omitted, and how to read them anyway.
func (e *EmptyError) Why() string {
	if len(e.Reasons) == 0 {
		return "the folder has no files"
	}
	var parts []string
	for _, r := range e.Reasons {
		parts = append(parts, fmt.Sprintf("%s %d", r.Sentence, r.Count))
	}
	why := "left out: " + strings.Join(parts, ", ")
	if e.Rule != "" {
		why += " (" + render.DisplayPath(e.Rule) + "); ignored folders are read if you name them"
	}
	return why
}
