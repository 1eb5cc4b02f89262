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

// guarantees trims a conversation and says which guarantee does not hold.
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
		tokensFit(r, again, o), partition(r), protectedKept(r, got, o), nothingChanged(t, input, r, got), noOrphanMade(before, after, r, o),
		exactlyNeeded(before, r, o),
	} {
		if check != "" {
			return check + ":\n" + output
		}
	}
	if second := written(t, again); second != output {
		return "the second time something changes:\n" + output + "\n" + second
	}
	return ""
}

// tokensFit: the total is what the output costs when it is read again, and at
// most the target unless it says otherwise.
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

func protectedKept(r *messages.Result, got report, o messages.Options) string {
	for i, c := range r.Classified {
		if c.Class.Priority() >= o.Protect && (!slices.Contains(r.Kept, i) || slices.Contains(r.Replaced, i)) {
			return fmt.Sprintf("message %d is protected", i)
		}
	}
	for _, d := range got.Dropped {
		if d.Priority >= o.Protect {
			return fmt.Sprintf("message %d is protected, and dropped", d.Index)
		}
	}
	return ""
}

// nothingChanged: kept messages have the bytes of the input, replaced ones the
// same fields but for content, tokens and marks.
func nothingChanged(t *testing.T, input string, r *messages.Result, got report) string {
	t.Helper()
	o := options(1 << 40)
	original := reported(t, trim(t, input, o)).Messages
	left := got.Messages
	if r.Summarised {
		at := r.Dropped[0] // everything before it is kept
		if !strings.HasPrefix(string(left[at]), `{"role":"user","content":"[History Summary]\n`) {
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
	if string(b["_truncated"]) != "true" || b["_original_tokens"] == nil || len(b) != len(a)+2 {
		return "no marks, or other fields"
	}
	for name := range a {
		if name != "content" && name != "tokens" && string(a[name]) != string(b[name]) {
			return "another " + name
		}
	}
	return ""
}

// noOrphanMade: with pairing every orphan of the output was one of the input.
func noOrphanMade(before, after *messages.Conversation, r *messages.Result, o messages.Options) string {
	if o.Pairing == messages.PairNone {
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

// exactlyNeeded: what is dropped are the first units of the order, and no more
// of them than needed.
func exactlyNeeded(c *messages.Conversation, r *messages.Result, o messages.Options) string {
	if o.Summary || o.Mode == messages.Placeholder {
		return ""
	}
	priority, cost := map[int]int{}, map[int]int{}
	unit := c.Units(o.Pairing)
	for i, class := range r.Classified {
		priority[unit[i]] = max(priority[unit[i]], class.Class.Priority())
		cost[unit[i]] += class.Tokens
	}
	var order []int
	for first := range priority {
		if priority[first] < o.Protect {
			order = append(order, first)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		if o.Strategy == messages.ByAge || priority[a] == priority[b] {
			return a - b
		}
		return priority[a] - priority[b]
	})
	total, dropped := r.TokensBefore, map[int]bool{}
	for _, first := range order {
		if total <= o.Target {
			break
		}
		dropped[first] = true
		total -= cost[first]
	}
	for i := range r.Classified {
		got := slices.Contains(r.Dropped, i)
		if got != dropped[unit[i]] && (r.OverTarget == 0 || got) {
			return fmt.Sprintf("message %d is dropped: %t", i, got)
		}
	}
	return ""
}
