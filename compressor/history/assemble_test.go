package history

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
	"ctxpack/compressor/messages/providertest"
)

// wide is a window that fits everything.
const wide = 1_000_000

func assemble(t testing.TB, p Prompt, maxInput int) *Assembly {
	t.Helper()
	a, err := Assemble(p, maxInput, bytesOf)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// requestOf returns a request of which every part can be sent.
func requestOf(t testing.TB, a *Assembly, o RequestOptions) []byte {
	t.Helper()
	text, err := a.Request(o)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// request is a decoded request.
type request struct {
	System   json.RawMessage `json:"system"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
}

func decode(t testing.TB, data []byte) request {
	t.Helper()
	var r request
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// outlineOf shows a request: role, the text in short, and ! for a breakpoint.
func outlineOf(t testing.TB, r request) []string {
	t.Helper()
	var list []string
	add := func(role string, content json.RawMessage) {
		var text string
		if json.Unmarshal(content, &text) == nil {
			list = append(list, role+" "+strings.ReplaceAll(text, "\n", "|"))
			return
		}
		var parts []struct {
			Type, Text   string
			CacheControl *struct{ Type string } `json:"cache_control"`
		}
		if err := json.Unmarshal(content, &parts); err != nil {
			t.Fatal(err)
		}
		shown := role
		for _, p := range parts {
			shown += " [" + p.Type + "]" + strings.ReplaceAll(p.Text, "\n", "|")
			if p.CacheControl != nil && p.CacheControl.Type == "ephemeral" {
				shown += "!"
			}
		}
		list = append(list, shown)
	}
	if r.System != nil {
		add("(system)", r.System)
	}
	for _, m := range r.Messages {
		add(m.Role, m.Content)
	}
	return list
}

func checkRequest(t testing.TB, a *Assembly) {
	t.Helper()
	for provider, check := range map[Provider]func([]byte) []providertest.Violation{Anthropic: providertest.Anthropic, OpenAI: providertest.OpenAI} {
		r := decode(t, requestOf(t, a, RequestOptions{Provider: provider}))
		list, err := json.Marshal(r.Messages)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range check(list) {
			t.Errorf("%s: %v in %s", provider, v, list)
		}
		if provider == Anthropic && !providertest.UserFirst(list) {
			t.Errorf("the assistant speaks first in %s", list)
		}
		if n := strings.Count(string(requestOf(t, a, RequestOptions{Provider: provider})), `"cache_control":{"type":"ephemeral"}`); provider == OpenAI &&
			n > 0 || n > 4 {
			t.Errorf("%s: %d breakpoints", provider, n)
		}
	}
}

func TestAssemble(t *testing.T) {
	t.Parallel()
	png := Image{MediaType: "image/png", Data: "iVBORw=="}
	history := []Message{{Role: User, Content: "h1"}, {Role: Assistant, Content: "h2"}}
	for _, c := range []struct {
		name              string
		prompt            Prompt
		openai, anthropic []string // anthropic nil: the same
	}{
		{"prompt only", Prompt{Request: "do it"}, []string{"user do it"}, nil},
		{"everything", Prompt{
			System: "be brief\n", SymbolMap: "a.go: func A()", FileTree: "a.go\nb/\n", Request: "do it", History: history,
			Pages: []Page{{URL: "https://x", Title: "X", Content: "page"}, {URL: "https://y", Content: "page 2"}, {Content: "bare"}},
			Files: []File{{"a.go", "package a\n", "go"}, {"b.md", "````\nx\n````", ""}},
		}, []string{
			"system be brief||# Repository Structure||a.go: func A()",
			"user # Repository Files||```|a.go|b/|```", "assistant Ok.",
			"user # URL Context||## X <https://x>||page||## https://y||page 2||bare", "assistant Ok.",
			"user # Working Files||a.go|```go|package a|```||b.md|`````|````|x|````|`````", "assistant Ok.",
			"user h1", "assistant h2", "user do it",
		}, []string{
			"(system) [text]be brief||# Repository Structure||a.go: func A()!",
			"user # Repository Files||```|a.go|b/|```", "assistant Ok.",
			"user # URL Context||## X <https://x>||page||## https://y||page 2||bare", "assistant Ok.",
			"user # Working Files||a.go|```go|package a|```||b.md|`````|````|x|````|`````", "assistant Ok.",
			"user h1", "assistant [text]h2!", "user do it",
		}},
		{"map without a system prompt", Prompt{SymbolMap: "m", Request: "x"}, []string{"system # Repository Structure||m", "user x"},
			[]string{"(system) [text]# Repository Structure||m!", "user x"}},
		{"images", Prompt{Request: "look", Images: []Image{png, {URL: "https://i"}}}, []string{"user [text]look [image_url] [image_url]"},
			[]string{"user [text]look [image] [image]"}},
		{"image alone", Prompt{Images: []Image{png}}, []string{"user [image_url]"}, []string{"user [image]"}},
		{"tiers", Prompt{System: "s", FileTree: "t", Request: "x", History: history, Files: []File{{"a", "A", ""}, {"z", "Z", ""}, {"z", "again", ""}},
			Tiers: [4]Tier{
				{Symbols: "S0", Files: []File{{"f0", "F0", ""}}},
				{Symbols: "S1", History: []Message{{Role: User, Content: "old"}, {Role: Assistant, Content: "older"}}},
				{},
				{Files: []File{{"a", "A", ""}}},
			}}, []string{
			"system s||# Repository Structure||S0||# Reference Files||f0|```|F0|```",
			"user # Repository Structure (L1)||S1", "assistant Ok.", "user old", "assistant older",
			"user # Reference Files (L3)||a|```|A|```", "assistant Ok.",
			"user # Repository Files||```|t|```", "assistant Ok.",
			"user # Working Files||z|```|Z|```", "assistant Ok.",
			"user h1", "assistant h2", "user x",
		}, []string{
			"(system) [text]s||# Repository Structure||S0||# Reference Files||f0|```|F0|```!",
			"user # Repository Structure (L1)||S1", "assistant Ok.", "user old", "assistant [text]older!",
			"user # Reference Files (L3)||a|```|A|```", "assistant [text]Ok.!",
			"user # Repository Files||```|t|```", "assistant Ok.",
			"user # Working Files||z|```|Z|```", "assistant Ok.",
			"user h1", "assistant [text]h2!", "user x",
		}},
		{"history in the first tier", Prompt{System: "s", Request: "x", Tiers: [4]Tier{{Symbols: "S0", History: history}}},
			[]string{"system s||# Repository Structure||S0", "user h1", "assistant h2", "user x"},
			[]string{"(system) s||# Repository Structure||S0", "user h1", "assistant [text]h2!", "user x"}},
		{"blank tiers", Prompt{System: "s", Request: "x", Tiers: [4]Tier{{Symbols: " "}, {History: []Message{{Role: User, Content: "\n"}}}, {}, {}}},
			[]string{"system s", "user x"}, []string{"(system) [text]s!", "user x"}},
		{"an answer first", Prompt{Request: "x", History: history[1:]}, []string{"user [Earlier messages are not shown.]", "assistant h2", "user x"},
			[]string{"user [Earlier messages are not shown.]", "assistant [text]h2!", "user x"}},
		{"messages that say nothing",
			Prompt{Request: "x", History: []Message{{Role: User, Content: "q"}, {Role: User, Content: " "}, {Role: Assistant, Images: []Image{png}},
				{Role: User, Content: "h", Images: []Image{png}}}},
			[]string{"user q", "assistant [image image/png]", "user [text]h [image_url]", "user x"},
			[]string{"user q", "assistant [image image/png]", "user [text]h [image]!", "user x"}},
		{"a path with a line end", Prompt{Request: "x", Files: []File{{"a\nb", "", ""}}},
			[]string{"user # Working Files||a\ufffdb|```||```", "assistant Ok.", "user x"}, nil},
		{"a tier that ends in an image", Prompt{Request: "x", Tiers: [4]Tier{{History: []Message{{Role: User, Content: "h", Images: []Image{png}}}}}},
			[]string{"user [text]h [image_url]", "user x"}, []string{"user [text]h [image]!", "user x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := assemble(t, c.prompt, wide)
			if got := outlineOf(t, decode(t, requestOf(t, a, RequestOptions{Provider: OpenAI}))); !slices.Equal(got, c.openai) {
				t.Errorf("openai:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.openai, "\n"))
			}
			want := c.anthropic
			if want == nil {
				want = c.openai
			}
			if got := outlineOf(t, decode(t, requestOf(t, a, RequestOptions{Provider: Anthropic}))); !slices.Equal(got, want) {
				t.Errorf("anthropic:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			checkRequest(t, a)
		})
	}
	if _, err := Assemble(Prompt{Request: " "}, wide, bytesOf); err == nil {
		t.Error("a prompt that asks nothing was assembled")
	}
}

func TestShed(t *testing.T) {
	t.Parallel()
	// A file of n bytes costs n + 10 + its share of the heading; the sizes differ widely.
	file := func(path string, n int) File { return File{Path: path, Content: strings.Repeat("x", n)} }
	for _, c := range []struct {
		name   string
		prompt Prompt
		max    int
		want   []string
		fits   bool
	}{
		// 4 for the request's overhead and 1 for its text do not count in the rule.
		{"fits exactly", Prompt{System: strings.Repeat("s", 396), Request: "x"}, 1000, nil, true},
		{"one token over", Prompt{System: strings.Repeat("s", 397), Request: "x"}, 1000, nil, false},
		{"rounding down", Prompt{System: strings.Repeat("s", 397), Request: "x"}, 1001, nil, false},
		{"largest first", Prompt{Request: "x", Files: []File{file("a", 100), file("b", 300), file("c", 200)}}, 1000, []string{"b"}, true},
		{"two go", Prompt{Request: "x", Files: []File{file("a", 100), file("b", 300), file("c", 200)}}, 850, []string{"b", "c"}, true},
		{"ties as given", Prompt{Request: "x", Files: []File{file("b", 200), file("a", 200), file("c", 200)}}, 1200, []string{"b"}, true},
		{"none is left", Prompt{System: strings.Repeat("s", 900), Request: "x", Files: []File{file("a", 10), file("b", 20)}}, 1000, []string{"b", "a"}, false},
		{"tiers too", Prompt{Request: "x", Files: []File{file("a", 100)}, Tiers: [4]Tier{{}, {Files: []File{file("b", 500)}}}}, 1000, []string{"b"}, true},
		{"history counts", Prompt{Request: "x", History: []Message{{Role: User, Content: strings.Repeat("h", 390)}}, Files: []File{file("a", 10)}}, 1000,
			[]string{"a"}, true},
		// Parts that the rule does not count must still fit in the window.
		{"the request is large", Prompt{Request: strings.Repeat("x", 800), Files: []File{file("a", 100), file("b", 150)}}, 1000, []string{"b"}, true},
		{"the request is too large", Prompt{Request: strings.Repeat("x", 1000)}, 1000, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := assemble(t, c.prompt, c.max)
			var got []string
			for _, s := range a.Shed {
				got = append(got, s.Path)
			}
			if !slices.Equal(got, c.want) || a.Fits() != c.fits {
				t.Errorf("shed %v, fits %v, want %v, %v: %+v", got, a.Fits(), c.want, c.fits, a.Parts)
			}
		})
	}
}

// TestAssembleProperties checks many prompts: they are valid, they fit or have no file left, no file was dropped
// without need, and the counts are those of the messages as sent.
func TestAssembleProperties(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10))
	size := func(n int) string { return strings.Repeat("x", random.IntN(n)) }
	files := func() (list []File) {
		for range random.IntN(5) {
			list = append(list, File{Path: fmt.Sprintf("f%d", random.IntN(9)), Content: size(400)})
		}
		return list
	}
	said := func() (list []Message) {
		for range random.IntN(4) {
			list = append(list, Message{Role: []string{User, Assistant}[random.IntN(2)], Content: size(60)})
		}
		return list
	}
	for range 500 {
		p := Prompt{System: size(50), SymbolMap: size(50), FileTree: size(50), Files: files(), History: said(), Request: "x" + size(200)}
		for i := range p.Tiers {
			if random.IntN(2) == 0 {
				p.Tiers[i] = Tier{Symbols: size(40), Files: files(), History: said()}
			}
		}
		a := assemble(t, p, 600+random.IntN(2000))
		checkRequest(t, a)
		checkCounts(t, a)
		shown := strings.Count(string(requestOf(t, a, RequestOptions{Provider: OpenAI})), "```")/2 -
			strings.Count(string(requestOf(t, a, RequestOptions{Provider: OpenAI})), headingTree)
		if !a.Fits() && shown > 0 {
			t.Errorf("%d files are left and it does not fit", shown)
		}
		if n := len(a.Shed); n > 0 {
			order := p.shedOrderOf(t)
			gone := order[:n-1]
			if p.without(gone).build(a.Max, bytesOf).Fits() {
				t.Errorf("%d files went, one less would do", n)
			}
		}
		if t.Failed() {
			t.Fatalf("%+v", p)
		}
	}
}

// shedOrderOf returns the order in which files are dropped, after removing duplicates.
func (p *Prompt) shedOrderOf(t *testing.T) []Shed {
	t.Helper()
	p.unrepeat()
	return p.shedOrder(bytesOf)
}

// checkCounts counts the texts of a request again.
func checkCounts(t *testing.T, a *Assembly) {
	t.Helper()
	total, parts := 0, 0
	r := decode(t, requestOf(t, a, RequestOptions{Provider: OpenAI}))
	for _, m := range r.Messages {
		var text string
		if err := json.Unmarshal(m.Content, &text); err != nil {
			t.Fatal(err)
		}
		total += len(text) + messages.TokensPerMessage
	}
	for _, n := range a.Parts {
		parts += n
	}
	if total != a.Tokens || parts != a.Tokens {
		t.Errorf("%d tokens, counted %d, parts %d", a.Tokens, total, parts)
	}
}
