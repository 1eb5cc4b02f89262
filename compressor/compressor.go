// Package compressor fits texts other than repositories into a token budget: the output of one analysis round for
// the next, conversations, prose, recently edited files and the history of a conversation. Each has a sub-package
// of its own. All of them only extract and drop, none calls a model, and all are pure: the same input gives the
// same output.
package compressor
