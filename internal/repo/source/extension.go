package source

import "ctxpack/internal/text/kinds"

// extensionReason classes a lower-case name by its extension, for files that
// need not be opened. Extensions that text files have too (.dat, .obj, .pub,
// .mod) are in no set: their contents decide. An .svg is text, but a drawing.
func extensionReason(name string) SkipReason {
	_, ext := cutExtension(name)
	switch {
	case name == ".ds_store", name == "thumbs.db", kinds.Is(ext, "binary"):
		return Binary
	case kinds.Is(ext, "media"):
		return Media
	case kinds.Is(ext, "archive"):
		return Archive
	case kinds.Is(ext, "font"):
		return Font
	}
	return None
}
