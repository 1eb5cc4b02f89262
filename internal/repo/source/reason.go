package source

import (
	_ "embed" // the reasons
	"fmt"
	"strings"
	"sync"
)

// SkipReason says why a file is not in a bundle. Every file has exactly one.
type SkipReason uint8

// The reasons. Those up to Output are set by this package, the rest by later stages.
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
	NotDecodable                 // text in an unknown encoding
	Symlink                      // symbolic link
	Special                      // FIFO, socket, device
	Submodule                    // submodule of the repository
	NestedRepository             // other repository inside the folder
	Missing                      // tracked or listed, but not on disk
	Empty                        // nothing in it
	Output                       // a bundle or report that this program wrote
	NoBudget                     // no budget was left
	Changed                      // changed while it was being packed
	LowWorth                     // low value for the task
	PartTooLarge                 // larger than a part of a split bundle
	LowScoreOversized            // too many tokens for its low score
	OutsidePackage               // in a package that was not selected
	Unchanged                    // unchanged since an earlier bundle

	reasonCount
)

// reasonList has the name and the sentence of each reason, in their order.
//
//go:embed reasons.txt
var reasonList string

var reasonLines = sync.OnceValue(func() []string { return strings.Split(reasonList, "\n") })

func (r SkipReason) text() (name, sentence string) {
	if r >= reasonCount {
		return fmt.Sprintf("reason-%d", uint8(r)), "unknown reason"
	}
	name, sentence, _ = strings.Cut(reasonLines()[r], ": ")
	return name, sentence
}

// Known reports whether there is such a reason.
func (r SkipReason) Known() bool { return r < reasonCount }

// String returns the reason's name, as in reports: `ignored`, `lock-file`.
func (r SkipReason) String() string {
	name, _ := r.text()
	return name
}

// Sentence returns the reason in words that follow a file name and a colon.
func (r SkipReason) Sentence() string {
	_, sentence := r.text()
	return sentence
}

// ReasonNamed returns the reason with the name; ok is false if there is none.
func ReasonNamed(name string) (r SkipReason, ok bool) {
	for r = range reasonCount {
		if r.String() == name {
			return r, true
		}
	}
	return None, false
}
