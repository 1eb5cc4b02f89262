package messages_test

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"ctxpack/compressor/messages/providertest"
)

// words counts words, and four bytes of a long one as a word.
func words(text string) int {
	n := 0
	for _, word := range strings.Fields(text) {
		n += 1 + len(word)/16
	}
	return n
}

// prose returns a text of n words on lines of some length; each word shows its position.
func prose(r *rand.Rand, n int) string {
	var b strings.Builder
	perLine := 1 + r.Intn(40)
	for i := range n {
		fmt.Fprintf(&b, "w%d", i)
		if i%perLine == perLine-1 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// TestRoomIsUsed: the request that began the conversation is not lost to idle room, and if anything was dropped
// that can be shortened, nine tenths of the target are used.
func TestRoomIsUsed(t *testing.T) {
	t.Parallel()
	n := int64(400)
	if testing.Short() {
		n = 60
	}
	for seed := range n {
		r := rand.New(rand.NewSource(seed))
		list := []string{say("user", "Fix the bug in parser. "+prose(r, r.Intn(30)))}
		total, id := 0, 0
		for range 1 + r.Intn(12) {
			n := 1 + r.Intn(900)
			total += n
			switch r.Intn(3) {
			case 0:
				list = append(list, say("assistant", prose(r, n)))
			case 1:
				list = append(list, say("assistant", "I look."), say("user", prose(r, n)))
			default:
				id++
				list = append(list, call(fmt.Sprint(id), "run", "{}"), answer(fmt.Sprint(id), prose(r, n)))
			}
		}
		list = append(list, say("user", "now do it"))
		o := options(250 + r.Intn(total+1))
		o.Count, o.Summary = words, r.Intn(4) == 0
		o.Placeholders = r.Intn(2) == 1
		input := "[" + strings.Join(list, ",") + "]"
		got := trim(t, input, o)
		output := written(t, got)
		switch {
		case got.OverTarget > 0 || got.TokensAfter > o.Target:
			t.Fatalf("seed %d: %d of %d tokens", seed, got.TokensAfter, o.Target)
		case !strings.Contains(output, "Fix the bug in parser."):
			t.Errorf("seed %d: the first words are gone: %d of %d tokens, %+v dropped %v", seed, got.TokensAfter, o.Target,
				[3]any{o.Summary, o.Placeholders, got.Classified[0].Tokens}, got.Dropped)
		case len(got.Dropped) > 0 && 100*got.TokensAfter < 90*o.Target:
			t.Errorf("seed %d: %d of %d tokens are used, and %v dropped", seed, got.TokensAfter, o.Target, got.Dropped)
		}
		for _, v := range providertest.OpenAI([]byte(output)) {
			t.Errorf("seed %d: %v", seed, v)
		}
		if again := trim(t, output, o); again.TokensBefore != got.TokensAfter || written(t, again) != output {
			t.Errorf("seed %d: %d tokens, read again %d", seed, got.TokensAfter, again.TokensBefore)
		}
	}
}

// TestShortened has the remains of messages that do not fit whole.
func TestShortened(t *testing.T) {
	t.Parallel()
	long := strings.TrimSpace(strings.Repeat("one two three four five\n", 160)) // 800 words
	for _, c := range []struct {
		name     string
		messages []string
		target   int
		kept     []int
		replaced []int
	}{
		{"an answer between two requests", []string{say("user", "Fix the bug in parser"), say("assistant", long), say("user", "now do it")}, 300,
			[]int{0, 1, 2}, []int{1}},
		{"the request itself", []string{say("user", long), say("assistant", "ok"), say("user", "now do it")}, 100, []int{0, 2}, []int{0}},
		{"a result with its call", []string{say("user", "Fix"), call("a", "run", "{}"), answer("a", long), say("user", "now do it")}, 300,
			[]int{0, 1, 2, 3}, []int{2}},
		{"parts", []string{say("user", "Fix"), parts("assistant", textPart("short"), textPart(long)), say("user", "now do it")}, 300, []int{0, 1, 2}, []int{1}},
		{"Anthropic's result", []string{say("user", "Fix"), use("a", "run", "{}"), parts("user", toolResult("a", long)), say("user", "now do it")}, 300,
			[]int{0, 1, 2, 3}, []int{2}},
		{"nothing to say in it", []string{say("user", "Fix"), say("assistant", long), say("user", "now do it")}, 35, []int{0, 2}, nil},
		{"an answer that would stand at the end", []string{say("user", "Fix"), say("user", "now do it"), call("a", "run", "{}"), answer("a", long)}, 300,
			[]int{0, 1, 2, 3}, []int{3}},
		{"it carries its cost", []string{say("user", "Fix"), `{"role":"assistant","content":` + quote(long) + `,"tokens":900}`, say("user", "now do it")},
			300, []int{0, 2}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := options(c.target)
			o.Count = words
			r := trim(t, list(c.messages...), o)
			if !slices.Equal(r.Kept, c.kept) || !slices.Equal(r.Replaced, c.replaced) || r.TokensAfter > c.target {
				t.Fatalf("kept %v, replaced %v, %d tokens: %s", r.Kept, r.Replaced, r.TokensAfter, written(t, r))
			}
			for _, i := range c.replaced {
				text := string(reported(t, r).Messages[slices.Index(c.kept, i)])
				var marked struct {
					Truncated bool `json:"_truncated"`
					Original  int  `json:"_original_tokens"`
				}
				if err := json.Unmarshal([]byte(text), &marked); err != nil || !marked.Truncated || marked.Original < 800 {
					t.Errorf("%v, marks %+v", err, marked)
				}
				for _, want := range []string{`"one two`, ` left out …]\n`, ` lines left out`, `four five"`} {
					if !strings.Contains(text, want) {
						t.Errorf("no %s in %s", want, text)
					}
				}
			}
		})
	}
}
