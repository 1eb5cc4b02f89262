package history

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// recorded simulates a session of sixty turns: a few files are edited at a time, then others; some are only read;
// the conversation grows.
type recorded struct {
	files   map[string]int // path → version
	history []Message
}

func (r *recorded) turn(n int) {
	area := n / 12 % 4
	if n%3 != 2 { // every third turn is talk only
		r.files[fmt.Sprintf("area%d/main.go", area)]++
		if n%5 == 0 {
			r.files[fmt.Sprintf("area%d/test.go", area)]++
		}
	}
	if n%20 == 7 {
		r.files["shared.go"]++
	}
	r.history = append(r.history, Message{Role: User, Content: fmt.Sprintf("turn %d: %s", n, strings.Repeat("please ", 10))})
}

func (r *recorded) answer(n int) {
	r.history = append(r.history, Message{Role: Assistant, Content: fmt.Sprintf("done %d: %s", n, strings.Repeat("so it is ", 30))})
}

func (r *recorded) prompt() Prompt {
	p := Prompt{System: strings.Repeat("You are careful. ", 50), History: slices.Clone(r.history)}
	var symbols strings.Builder
	for i := range 30 {
		fmt.Fprintf(&symbols, "lib/f%02d.go\n  func F%d() // %d\n", i, i, r.files[fmt.Sprintf("lib/f%02d.go", i)])
	}
	p.SymbolMap = symbols.String()
	paths := []string{"shared.go", "README.md", "config.go"}
	for a := range 4 {
		paths = append(paths, fmt.Sprintf("area%d/main.go", a), fmt.Sprintf("area%d/test.go", a), fmt.Sprintf("area%d/doc.md", a))
	}
	for k, path := range paths {
		p.Files = append(p.Files, File{Path: path, Content: fmt.Sprintf("version %d\n", r.files[path]) + strings.Repeat("code and more code\n", 20+17*k%90)})
	}
	return p
}

// prefixes returns the texts of a request up to each of its breakpoints.
func prefixes(a *Assembly) (list []string, whole string) {
	for _, m := range a.list {
		whole += m.Role + "\x00" + m.Content + "\x01"
		if m.breakpoint {
			list = append(list, whole)
		}
	}
	return list, whole
}

// hits runs the session and returns the share of prompt bytes that a provider has cached from an earlier turn: the
// longest prefix up to a breakpoint that was sent up to a breakpoint before.
func hits(t *testing.T, auto bool) float64 {
	t.Helper()
	r := &recorded{files: map[string]int{}}
	var state Stability
	kept := map[string]bool{}
	hit, sent := 0, 0
	for n := range 60 {
		r.turn(n)
		p := r.prompt()
		if auto {
			state = p.AutoTiers(state, bytesOf)
		}
		a, err := Assemble(p, 1<<30, bytesOf)
		if err != nil {
			t.Fatal(err)
		}
		list, whole := prefixes(a)
		if len(list) > breakpoints {
			t.Fatalf("turn %d: %d breakpoints", n, len(list))
		}
		best := 0
		for _, prefix := range list {
			if kept[prefix] {
				best = max(best, len(prefix))
			}
		}
		hit, sent = hit+best, sent+len(whole)
		for _, prefix := range list {
			kept[prefix] = true
		}
		r.answer(n)
	}
	return float64(hit) / float64(sent)
}

// TestCacheHits measures the effect of tiers over a recorded session.
func TestCacheHits(t *testing.T) {
	t.Parallel()
	without, with := hits(t, false), hits(t, true)
	t.Logf("of all that is sent, a provider has kept %.1f%% without tiers and %.1f%% with them", 100*without, 100*with)
	if with < without+0.1 {
		t.Errorf("%.3f of what is sent hits the cache with tiers, %.3f without", with, without)
	}
}

// TestAutoTiers: nothing moves while nothing changes, a changed item leaves its tier, and everything is shown once.
func TestAutoTiers(t *testing.T) {
	t.Parallel()
	r := &recorded{files: map[string]int{}}
	var state Stability
	last := ""
	for n := range 60 {
		if n >= 30 && n < 34 { // a pause: the conversation continues, no file changes
			r.history = append(r.history, Message{Role: User, Content: "hm"})
		} else {
			r.turn(n)
		}
		p := r.prompt()
		state = StabilityOf([]Record{{Kind: OtherKind, JSON: string(p.AutoTiers(state, bytesOf).Line("", "", ""))}})
		var paths []string
		symbols := strings.Count(p.SymbolMap, "func F")
		for _, tier := range p.Tiers {
			symbols += strings.Count(tier.Symbols, "func F")
			for _, f := range tier.Files {
				paths = append(paths, f.Path)
			}
		}
		for _, f := range p.Files {
			paths = append(paths, f.Path)
		}
		slices.Sort(paths)
		if len(slices.Compact(paths)) != 15 || symbols != 30 {
			t.Fatalf("turn %d: %d files, %d symbols", n, len(paths), symbols)
		}
		layout := fmt.Sprint(p.Tiers, p.Files)
		if n > 30 && n < 34 && layout != last {
			t.Errorf("turn %d: something moved", n)
		}
		last = layout
		r.answer(n)
	}
	tiers := map[int]int{}
	for _, it := range state.Items {
		tiers[it.Tier]++
	}
	if tiers[volatile] > 10 || tiers[volatile] == 45 {
		t.Errorf("tiers %v", tiers)
	}
}
