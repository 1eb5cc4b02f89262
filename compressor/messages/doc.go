// Package messages reads conversations with language models ([Parse]), fits them into a token target ([Trim]), and
// converts them from a provider's format ([Conversation.Said]). It calls no model.
//
// The formats of providers are a table (form.go): a new one is a row. The output has the bytes of the input, except
// for replaced results, repaired chains, and merged parts if user and assistant must alternate.
//
// Invariants of a Result: its tokens are at most the target, or OverTarget is the excess of protected messages;
// kept messages are in order and every protected one is among them; unless each is separate, there is no new
// orphan; it begins with the user if the input did; trimming it again changes nothing unless it is over the target.
//
// The package is pure, and its values are immutable and safe for concurrent use.
package messages
