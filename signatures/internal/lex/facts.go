package lex

// An Import is one reference to another file or module.
type Import struct {
	// Specifier is the module as written, without quotes.
	Specifier string
	// Names are the imported names where resolution needs them (Python: `from . import y`); for mod-path, the
	// module's own name.
	Names []string
	// Kind is import, export-from, require, dynamic, include, include-system,
	// mod, mod-path, use, wildcard, static, source, extern-crate.
	Kind string
	// Scope is the path of the enclosing inline modules (Rust: "a::b").
	Scope string
	Line  int
}

// A Marker is a note about unfinished work in a comment.
type Marker struct {
	Line int
	// Word is TODO, FIXME, HACK or XXX.
	Word string
}
