// Package messages fits a conversation with a language model into a token
// target. It drops messages by priority or by age, or first puts short
// placeholders in the place of tool results; it never splits a tool call from
// its result, and it calls no model.
//
// [Parse] reads a conversation, [Trim] decides, and [Result.WriteTo] and
// [Result.WriteReport] write what is left and why. What is written are the
// bytes that were read: unknown fields, the order of keys, the precision of
// numbers and the way strings are escaped survive, because messages are cut out
// of the input and never encoded anew. Only a replaced message differs, in the
// content of its tool results, in its field tokens if it has one, and by two
// fields at its end; and where a provider wants user and assistant to take turns,
// the parts of messages that have become neighbours are put together.
//
// There is one model of a message for all providers: what it says, its calls,
// its results. The shapes that providers give these are a table (form.go): a
// new one is a row.
//
// Invariants of a Result:
//   - Its tokens are at most the target, unless OverTarget says by how much
//     what is protected exceeds it.
//   - The kept messages stand in the order of the input, and every protected one
//     is among them, unchanged.
//   - With [PairUnits] it has no tool call without its result and no result
//     without its call that the input did not have.
//   - It begins with a message of the user's if the input did.
//   - Trimming what was written again, with the same options, changes nothing,
//     unless it is over the target.
//
// The package is pure. A Conversation and a Result are immutable and safe for
// concurrent use. Trim starts goroutines only if Options.Workers is more than
// one, and none of them outlives the call.
package messages
