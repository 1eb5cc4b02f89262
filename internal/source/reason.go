package source

import "fmt"

// SkipReason says why a file is not in a bundle. Every file has exactly one.
type SkipReason uint8

// The reasons. Up to Output they are given by this package; the rest by the
// stages that follow.
const (
	None             SkipReason = iota
	Ignored                     // by git's ignore rules
	IgnoredByTool               // by .ctxpackignore
	Excluded                    // by an exclude glob
	OutsideInclude              // no include glob matches
	LockFile                    // a dependency lock file
	Minified                    // a minified bundle
	SourceMap                   // a source map
	Vendored                    // in a folder of third-party code
	Generated                   // generated code, reports, snapshots, caches
	Binary                      // not text
	Media                       // image, sound, video, drawing
	Archive                     // archive or package
	Font                        // font
	TooLarge                    // larger than the limit
	Unreadable                  // could not be opened or read
	NotDecodable                // text in no encoding that could be told safely
	Symlink                     // symbolic link
	Special                     // FIFO, socket, device
	Submodule                   // submodule of the repository
	NestedRepository            // other repository inside the folder
	Missing                     // tracked or listed, but not on disk
	Empty                       // nothing in it
	Output                      // a bundle or report that this program wrote
	NoBudget                    // no budget was left
	Changed                     // changed while it was being packed
	PartTooLarge                // larger than a part of a split bundle

	reasonCount
)

// reasonText is the name and the sentence of a reason.
type reasonText struct{ name, sentence string }

func (r SkipReason) text() reasonText {
	switch r {
	case None:
		return reasonText{"none", "not skipped"}
	case Ignored:
		return reasonText{"ignored", "ignored by a git ignore rule"}
	case IgnoredByTool:
		return reasonText{"ignored-by-tool", "ignored by .ctxpackignore"}
	case Excluded:
		return reasonText{"excluded", "matches an exclude glob"}
	case OutsideInclude:
		return reasonText{"outside-include", "matches no include glob"}
	case LockFile:
		return reasonText{"lock-file", "lock file"}
	case Minified:
		return reasonText{"minified", "minified bundle"}
	case SourceMap:
		return reasonText{"source-map", "source map"}
	case Vendored:
		return reasonText{"vendored", "vendored third-party code"}
	case Generated:
		return reasonText{"generated", "generated file"}
	case Binary:
		return reasonText{"binary", "binary file"}
	case Media:
		return reasonText{"media", "image, sound or video"}
	case Archive:
		return reasonText{"archive", "archive or package"}
	case Font:
		return reasonText{"font", "font"}
	case TooLarge:
		return reasonText{"too-large", "larger than the size limit"}
	case Unreadable:
		return reasonText{"unreadable", "could not be read"}
	case NotDecodable:
		return reasonText{"not-decodable", "in no text encoding that could be recognized"}
	}
	return r.placeText()
}

func (r SkipReason) placeText() reasonText {
	switch r {
	case Symlink:
		return reasonText{"symlink", "symbolic link, not followed"}
	case Special:
		return reasonText{"special", "FIFO, socket or device"}
	case Submodule:
		return reasonText{"submodule", "submodule, not entered"}
	case NestedRepository:
		return reasonText{"nested-repository", "another repository, not entered"}
	case Missing:
		return reasonText{"missing", "not on disk"}
	case Empty:
		return reasonText{"empty", "empty, and named in the tree"}
	case Output:
		return reasonText{"output", "written by ctxpack"}
	case NoBudget:
		return reasonText{"no-budget", "no budget left"}
	case Changed:
		return reasonText{"changed", "changed while it was being packed"}
	case PartTooLarge:
		return reasonText{"part-too-large", "larger than one part"}
	}
	return reasonText{fmt.Sprintf("reason-%d", uint8(r)), "unknown reason"}
}

// Reasons gives every reason except None, in their fixed order.
func Reasons() []SkipReason {
	all := make([]SkipReason, 0, reasonCount-1)
	for r := None + 1; r < reasonCount; r++ {
		all = append(all, r)
	}
	return all
}

// String gives the reason's name, as reports have it: `ignored`, `lock-file`.
func (r SkipReason) String() string { return r.text().name }

// Sentence gives the reason in words that follow a file name and a colon.
func (r SkipReason) Sentence() string { return r.text().sentence }

// MarshalText gives the name. An unknown reason is an error.
func (r SkipReason) MarshalText() ([]byte, error) {
	if r >= reasonCount {
		return nil, fmt.Errorf("marshal skip reason: unknown value %d", uint8(r))
	}
	return []byte(r.String()), nil
}

// UnmarshalText takes a name; an unknown one is an error.
func (r *SkipReason) UnmarshalText(text []byte) error {
	for v := None; v < reasonCount; v++ {
		if v.String() == string(text) {
			*r = v
			return nil
		}
	}
	return fmt.Errorf("unmarshal skip reason: unknown name %q", text)
}
