package messages_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
)

// TestProperties checks the guarantees over generated conversations.
func TestProperties(t *testing.T) {
	t.Parallel()
	n := 1500
	if testing.Short() {
		n = 300
	}
	for seed := range n {
		g := newGenerator(int64(seed))
		input := g.conversation(25)
		o := g.options(len(input))
		if problem := guarantees(t, input, o); problem != "" {
			o.Count = nil
			t.Fatalf("seed %d, %+v: %s\n%s", seed, o, problem, input)
		}
	}
}

// guarantees trims a conversation and checks the guarantees.
func guarantees(t *testing.T, input string, o messages.Options) string {
	t.Helper()
	before := parse(t, input)
	r, err := messages.Trim(t.Context(), before, o)
	if err != nil {
		t.Fatal(err)
	}
	output := written(t, r)
	after, err := messages.Parse(output)
	if err != nil {
		return fmt.Sprintf("the output does not parse: %v:\n%s", err, output)
	}
	again, err := messages.Trim(t.Context(), after, o)
	if err != nil {
		t.Fatal(err)
	}
	got := reported(t, r)
	for _, check := range []string{
		tokensFit(r, again, o), partition(r), protectedKept(before, r, o), nothingChanged(t, input, r, got), noOrphanMade(before, after, r, o),
		exactlyNeeded(before, r, o), beginsAndEnds(before, after, r, o),
	} {
		if check != "" {
			return check + ":\n" + output
		}
	}
	// A result over the target may lose more the second time: the evidence that a file was modified is gone.
	if second := written(t, again); second != output && r.OverTarget == 0 {
		return "the second time something changes:\n" + output + "\n" + second
	}
	return ""
}

// tokensFit: the total is the cost of the output when read again, and at most the target unless stated.
func tokensFit(r, again *messages.Result, o messages.Options) string {
	if r.TokensAfter != again.TokensBefore {
		return fmt.Sprintf("%d tokens, but read again %d", r.TokensAfter, again.TokensBefore)
	}
	if over := max(0, r.TokensAfter-o.Target); over != r.OverTarget {
		return fmt.Sprintf("over by %d, says %d", over, r.OverTarget)
	}
	if r.TokensBefore <= o.Target && len(r.Dropped)+len(r.Replaced) > 0 {
		return "it fitted"
	}
	if r.Summarised && (len(r.Dropped) == 0 || r.OverTarget > 0) {
		return "a summary of nothing, or over the target"
	}
	return ""
}

// partition: every message is kept or dropped, in order.
func partition(r *messages.Result) string {
	all := append(slices.Clone(r.Kept), r.Dropped...)
	if !slices.IsSorted(r.Kept) || !slices.IsSorted(r.Dropped) || !slices.IsSorted(r.Replaced) || len(all) != len(r.Classified) {
		return "out of order, or not complete"
	}
	slices.Sort(all)
	for i, index := range all {
		if i != index {
			return "not every message once"
		}
	}
	for _, i := range r.Replaced {
		if !slices.Contains(r.Kept, i) {
			return "replaced, but not kept"
		}
	}
	return ""
}

// protectedKept: a unit with the priority of --protect stays, and so do messages that are protected themselves.
func protectedKept(c *messages.Conversation, r *messages.Result, o messages.Options) string {
	for i, priority := range c.UnitPriorities(o) {
		if priority >= o.Protect && !slices.Contains(r.Kept, i) {
			return fmt.Sprintf("message %d is protected", i)
		}
		if priority >= o.Protect && r.Classified[i].Class.Priority() >= o.Protect && slices.Contains(r.Replaced, i) && !c.Starts(i) && len(c.Results(i)) == 1 {
			return fmt.Sprintf("message %d is protected, and replaced", i)
		}
	}
	return ""
}

// nothingChanged: kept messages have the bytes of the input, replaced ones the same fields except content, tokens
// and marks.
func nothingChanged(t *testing.T, input string, r *messages.Result, got report) string {
	t.Helper()
	o := options(1 << 40)
	original := reported(t, trim(t, input, o)).Messages
	left := got.Messages
	if r.Summarised {
		at := r.Dropped[0] // everything before it is kept
		head, _, _ := strings.Cut(string(left[at]), `[History Summary]\n`)
		if head != `{"role":"user","content":"` && head != `{"role":"user","content":[{"text":"` { // parts without a type have Bedrock's format
			return fmt.Sprintf("no summary at %d", at)
		}
		left = slices.Delete(slices.Clone(left), at, at+1)
	}
	if len(left) != len(r.Kept) {
		return "messages and indices do not agree"
	}
	for k, i := range r.Kept {
		if slices.Contains(r.Replaced, i) {
			if problem := onlyContent(t, original[i], left[k]); problem != "" {
				return fmt.Sprintf("message %d: %s", i, problem)
			}
		} else if string(left[k]) != string(original[i]) {
			return fmt.Sprintf("message %d is other bytes", i)
		}
	}
	return ""
}

func onlyContent(t *testing.T, before, after json.RawMessage) string {
	t.Helper()
	var a, b map[string]json.RawMessage
	if json.Unmarshal(before, &a) != nil || json.Unmarshal(after, &b) != nil {
		return "no object"
	}
	marked := string(b["_truncated"]) == "true" && b["_original_tokens"] != nil
	for _, m := range []map[string]json.RawMessage{a, b} {
		delete(m, "_truncated")
		delete(m, "_original_tokens")
	}
	if !marked || len(b) != len(a) {
		return "no marks, or other fields"
	}
	for name := range a {
		if name != "content" && name != "tokens" && string(a[name]) != string(b[name]) {
			return "another " + name
		}
	}
	return ""
}

// noOrphanMade: with pairing, every orphan of the output was one of the input.
func noOrphanMade(before, after *messages.Conversation, r *messages.Result, o messages.Options) string {
	if o.Single {
		return ""
	}
	known := before.Orphans()
	for _, orphan := range after.Orphans() {
		if r.Summarised && orphan.Index > r.Dropped[0] {
			orphan.Index--
		}
		orphan.Index = r.Kept[orphan.Index]
		if !slices.Contains(known, orphan) {
			return fmt.Sprintf("message %d has a new orphan %q", orphan.Index, orphan.ID)
		}
	}
	return ""
}

// exactlyNeeded: dropped messages are the first units of the order, as many as needed, except for answers that
// would be at the end; no protected message is dropped.
func exactlyNeeded(c *messages.Conversation, r *messages.Result, o messages.Options) string {
	if o.Summary || o.Placeholders {
		return ""
	}
	priorities, units := c.UnitPriorities(o), c.Units(o.Single)
	cost := map[int]int{}
	for i, class := range r.Classified {
		cost[units[i]] += class.Tokens
	}
	var order []int
	for first := range cost {
		if priorities[first] < o.Protect {
			order = append(order, first)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		if o.ByAge || priorities[a] == priorities[b] {
			return a - b
		}
		return priorities[a] - priorities[b]
	})
	back := 0 // tokens that may have been restored at the start, and are reserved for first words
	for first, n := range cost {
		if c.Starts(first) {
			back = max(back, 2*n)
		}
	}
	left, needed := r.TokensBefore, map[int]bool{}
	for _, first := range order {
		needed[first] = left+back > o.Target
		left -= cost[first]
	}
	for _, first := range r.Dropped {
		// Messages restored after an answer that would have been at the end were dropped.
		behind := func(i int) bool { return i > first && !needed[units[i]] }
		if first == units[first] && !needed[first] && slices.ContainsFunc(r.Kept, behind) {
			return fmt.Sprintf("message %d would have fitted", first)
		}
	}
	return ""
}

// beginsAndEnds: it begins with the user if the input did, and does not end with an answer if the input did not.
func beginsAndEnds(before, after *messages.Conversation, r *messages.Result, o messages.Options) string {
	first := func(c *messages.Conversation) int {
		for i := range c.Len() {
			if !c.OfSystem(i) {
				return i
			}
		}
		return -1
	}
	if a, b := first(before), first(after); a >= 0 && b >= 0 && before.Starts(a) && len(before.Results(a)) == 0 && !after.Starts(b) {
		return "it does not begin with the user"
	}
	if n, m := before.Len(), after.Len(); n > 0 && m > 0 && !before.IsAnswer(n-1) && after.IsAnswer(m-1) {
		if i := r.Kept[len(r.Kept)-1]; before.UnitPriorities(o)[i] < o.Protect {
			return "it ends with an answer"
		}
	}
	return ""
}
