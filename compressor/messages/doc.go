// Package messages reads conversations with language models ([Parse]), fits them into a token target ([Trim]), and
// gives them to others without the shape of a provider ([Conversation.Said]). It calls no model.
//
// The shapes of providers are a table (form.go): a new one is a row. What is written are
// the bytes that were read, but for replaced results, mended chains, and parts that are
// put together where user and assistant have to take turns.
//
// Invariants of a Result: its tokens are at most the target, or OverTarget says by how much protected messages exceed
// it; kept messages are in order and every protected one is among them; unless each is separate, there is no new
// orphan; it begins with the user if the input did; trimming it again changes nothing unless it is over the target.
//
// The package is pure, and its values are immutable and safe for concurrent use.
package messages
