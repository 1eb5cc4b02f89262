// Package history holds the rules of a conversation that lasts: what a record
// of the store is ([Record]), how a session's records make its context
// ([Context]), when and how a context is compacted ([Compact], [Truncate]), what
// a model is asked about it ([DetectorInput], [ParseAnswer]), what a search
// matches ([Matcher]), and how a whole prompt is put together inside a model's
// window ([Assemble]).
//
// Invariants:
//   - A record that was read is never changed: unknown fields, the order of keys
//     and the precision of numbers are those of its line.
//   - What one function takes for a record every other does: there is a single
//     scanner of lines, [Fields.Scan].
//   - Compaction never loses the last user message, and what it removes is always
//     a beginning of the context.
//   - The tokens that are reported are those of the messages as they are given
//     out, see [Cost].
//
// The package is pure: files, clock, random numbers and processes belong to its
// callers. Its functions start no goroutines and are safe for concurrent use, on
// values that are not shared.
package history
