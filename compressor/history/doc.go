// Package history holds the rules of long conversations: records of the store ([Record]), the context of a session
// ([Context]), compaction ([Compact], [Truncate]), questions to a model about it ([Question], [ParseAnswer]),
// search ([Matcher]), and whole prompts ([Assemble]).
//
// Invariants: a record that was read is never changed, and [Fields.Scan] alone decides what a record is; compaction
// never loses the last user message; reported tokens are those of the messages as printed, see [Cost].
//
// The package is pure and starts no goroutines.
package history
