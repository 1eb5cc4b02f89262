package source

import "fmt"

// SkipReason says why a file is not in a bundle. Every file has exactly one.
type SkipReason uint8

// The reasons. Up to Output they are given by this package; the rest by the stages that follow.
const (
	None              SkipReason = iota
	Ignored                      // by git's ignore rules
	IgnoredByTool                // by .ctxpackignore
	Excluded                     // by an exclude glob
	OutsideInclude               // no include glob matches
	LockFile                     // a dependency lock file
	Minified                     // a minified bundle
	SourceMap                    // a source map
	Vendored                     // in a folder of third-party code
	Generated                    // generated code, reports, snapshots, caches
	Binary                       // not text
	Media                        // image, sound, video, drawing
	Archive                      // archive or package
	Font                         // font
	TooLarge                     // larger than the limit
	Unreadable                   // could not be opened or read
	NotDecodable                 // text in no encoding that could be told safely
	Symlink                      // symbolic link
	Special                      // FIFO, socket, device
	Submodule                    // submodule of the repository
	NestedRepository             // other repository inside the folder
	Missing                      // tracked or listed, but not on disk
	Empty                        // nothing in it
	Output                       // a bundle or report that this program wrote
	NoBudget                     // no budget was left
	Changed                      // changed while it was being packed
	LowWorth                     // worth too little for the task
	PartTooLarge                 // larger than a part of a split bundle
	LowScoreOversized            // too many tokens for its low score
	OutsidePackage               // of another package than those that were asked for
	Unchanged                    // not changed since an earlier bundle

	reasonCount
)

// reasonText is the name and the sentence of a reason.
type reasonText struct{ name, sentence string }

func (r SkipReason) text() reasonText {
	if r >= reasonCount {
		return reasonText{fmt.Sprintf("reason-%d", uint8(r)), "unknown reason"}
	}
	return [reasonCount]reasonText{
		None:              {"none", "not skipped"},
		Ignored:           {"ignored", "ignored by a git ignore rule"},
		IgnoredByTool:     {"ignored-by-tool", "ignored by .ctxpackignore"},
		Excluded:          {"excluded", "matches an exclude glob"},
		OutsideInclude:    {"outside-include", "matches no include glob"},
		LockFile:          {"lock-file", "lock file"},
		Minified:          {"minified", "minified bundle"},
		SourceMap:         {"source-map", "source map"},
		Vendored:          {"vendored", "vendored third-party code"},
		Generated:         {"generated", "generated file"},
		Binary:            {"binary", "binary file"},
		Media:             {"media", "image, sound or video"},
		Archive:           {"archive", "archive or package"},
		Font:              {"font", "font"},
		TooLarge:          {"too-large", "larger than the size limit"},
		Unreadable:        {"unreadable", "could not be read"},
		NotDecodable:      {"not-decodable", "in no text encoding that could be recognized"},
		Symlink:           {"symlink", "symbolic link, not followed"},
		Special:           {"special", "FIFO, socket or device"},
		Submodule:         {"submodule", "submodule, not entered"},
		NestedRepository:  {"nested-repository", "another repository, not entered"},
		Missing:           {"missing", "not on disk"},
		Empty:             {"empty", "empty, and named in the tree"},
		Output:            {"output", "written by ctxpack"},
		NoBudget:          {"no-budget", "no budget left"},
		Changed:           {"changed", "changed while it was being packed"},
		LowWorth:          {"low-worth", "little value for the task"},
		PartTooLarge:      {"part-too-large", "larger than one part"},
		LowScoreOversized: {"low-score-oversized", "too large for its low score"},
		OutsidePackage:    {"outside-package", "of another package"},
		Unchanged:         {"unchanged", "unchanged since the earlier bundle"},
	}[r]
}

// Known reports whether there is such a reason.
func (r SkipReason) Known() bool { return r < reasonCount }

// String gives the reason's name, as reports have it: `ignored`, `lock-file`.
func (r SkipReason) String() string { return r.text().name }

// Sentence gives the reason in words that follow a file name and a colon.
func (r SkipReason) Sentence() string { return r.text().sentence }

// ReasonNamed gives the reason with the name; ok is false if there is none.
func ReasonNamed(name string) (r SkipReason, ok bool) {
	for r = range reasonCount {
		if r.String() == name {
			return r, true
		}
	}
	return None, false
}
