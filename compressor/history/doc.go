// Package history holds the rules of a conversation that lasts: records of the store ([Record]), the context of a
// session ([Context]), compaction ([Compact], [Truncate]), what a model is asked about it ([Question],
// [ParseAnswer]), search ([Matcher]), and whole prompts ([Assemble]).
//
// Invariants: a record that was read is never changed, and [Fields.Scan] alone decides what a record is; compaction
// never loses the last user message; reported tokens are those of the messages as they are given out, see [Cost].
//
// The package is pure and starts no goroutines.
package history
