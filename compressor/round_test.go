package compressor

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// words counts a token for each run without blanks, and one for each line.
func words(text string) int { return len(strings.Fields(text)) + strings.Count(text, "\n") }

func sample(number int) Round {
	return Round{
		Number:        number,
		Modules:       []Module{{"auth", "logs users in"}, {"store", ""}},
		Findings:      []string{"first finding here", "second finding here"},
		Relationships: []Relationship{{From: "auth", To: "store", Type: "imports"}, {From: "a", To: "b"}},
		OpenQuestions: []string{"why", "how"},
	}
}

const whole = `## Round 3 context

Modules: auth (logs users in), store

Findings:
- first finding here
- second finding here

Relationships:
- auth -> store (imports)
- a -> b

Open questions:
- why
- how
`

func TestCompressWhole(t *testing.T) {
	t.Parallel()
	c := Compress([]Round{sample(3)}, Options{MaxTokens: words(whole), Tokens: words})
	if c.Text != whole || c.Tokens != words(whole) || c.Over || c.Cut != (Cut{}) {
		t.Errorf("%s\n%+v", c.Text, c.Cut)
	}
}

// The cut entries, in order.
func TestCuttingOrder(t *testing.T) {
	t.Parallel()
	var got []string
	last := ""
	for limit := words(whole); limit >= 0; limit-- {
		c := Compress([]Round{sample(3)}, Options{MaxTokens: limit, Tokens: words})
		if c.Tokens > limit || c.Tokens != words(c.Text) {
			t.Fatalf("%d tokens, limit %d", c.Tokens, limit)
		}
		state := fmt.Sprintf("purposes %d, questions %d, findings %d, relationships %d, modules %d, shortened %v, over %v",
			c.Cut.PurposesDropped, c.Cut.OpenQuestions, c.Cut.Findings, c.Cut.Relationships, c.Cut.Modules, c.Cut.Shortened, c.Over)
		if state != last {
			got = append(got, state)
		}
		last = state
	}
	want := []string{
		"purposes 0, questions 0, findings 0, relationships 0, modules 0, shortened false, over false",
		"purposes 1, questions 0, findings 0, relationships 0, modules 0, shortened false, over false",
		"purposes 1, questions 1, findings 0, relationships 0, modules 0, shortened false, over false",
		"purposes 1, questions 2, findings 0, relationships 0, modules 0, shortened false, over false",
		"purposes 1, questions 2, findings 1, relationships 0, modules 0, shortened false, over false",
		"purposes 1, questions 2, findings 1, relationships 1, modules 0, shortened false, over false",
		"purposes 1, questions 2, findings 1, relationships 2, modules 0, shortened false, over false",
		"purposes 1, questions 2, findings 1, relationships 2, modules 1, shortened false, over false",
		"purposes 0, questions 2, findings 1, relationships 2, modules 2, shortened false, over false",
		"purposes 0, questions 2, findings 1, relationships 2, modules 2, shortened true, over true",
		"purposes 0, questions 2, findings 2, relationships 2, modules 2, shortened false, over true",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSmallest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		rounds []Round
		limit  int
		want   string
		over   bool
	}{
		{"nothing", nil, 5, "", false},
		{"an empty round", []Round{{Number: 1}}, 5, "## Round 1 context\n", false},
		{"the finding is shortened", []Round{sample(3)}, 12, "## Round 3 context\n\nFindings:\n- first …\n", true},
		{"no room for a word of it", []Round{sample(3)}, 9, "## Round 3 context\n", true},
		{"no room for the heading", []Round{sample(3)}, 4, "", true},
		{"no finding, no room", []Round{{Number: 1, OpenQuestions: []string{"why"}}}, 4, "", true},
		{"no finding, room for the heading", []Round{{Number: 1, OpenQuestions: []string{"why"}}}, 5, "## Round 1 context\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := Compress(c.rounds, Options{MaxTokens: c.limit, Tokens: words})
			if got.Text != c.want || got.Over != c.over || got.Tokens != words(c.want) {
				t.Errorf("%q over %v", got.Text, got.Over)
			}
		})
	}
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	r := Round{
		Number:   1,
		Modules:  []Module{{"a", ""}, {"b", "x"}, {"a", "purpose"}, {"b", "y"}},
		Findings: []string{"f", "g", "f"},
		Relationships: []Relationship{
			{From: "a", To: "b"}, {From: "a", To: "b", Type: "uses"}, {From: "a", To: "b", Type: "calls"}, {From: "a", To: "b"}, {Text: "ab"}, {Text: "ab"},
		},
		OpenQuestions: []string{"f", "f"},
	}
	c := Compress([]Round{r}, Options{MaxTokens: 1000, Tokens: words})
	want := "## Round 1 context\n\nModules: a (purpose), b (x)\n\nFindings:\n- f\n- g\n\n" +
		"Relationships:\n- a -> b (uses)\n- a -> b (calls)\n- ab\n\nOpen questions:\n- f\n"
	if c.Text != want || c.Cut.Duplicates != 7 {
		t.Errorf("%s\n%+v", c.Text, c.Cut)
	}
}

func TestSeveralRounds(t *testing.T) {
	t.Parallel()
	rounds := []Round{
		{Number: 1, Findings: []string{"old", "same"}, OpenQuestions: []string{"q1"}, Skipped: 1},
		{Number: 2, Findings: []string{"new", "same"}, OpenQuestions: []string{"q2"}, Skipped: 2},
	}
	c := Compress(rounds, Options{MaxTokens: 1000, Tokens: words})
	want := "## Round 2 context\n\nFindings:\n- new\n- same\n\nOpen questions:\n- q2\n\n" +
		"## Round 1 context\n\nFindings:\n- old\n\nOpen questions:\n- q1\n"
	if c.Text != want || c.Cut.Duplicates != 1 || c.Cut.Skipped != 3 {
		t.Errorf("%s\n%+v", c.Text, c.Cut)
	}
	// The oldest round is cut first, kind by kind.
	var texts []string
	for limit := words(want) - 1; limit > 0; limit-- {
		text := Compress(rounds, Options{MaxTokens: limit, Tokens: words}).Text
		text = strings.Join(strings.Fields(strings.NewReplacer("## Round", "", "context", "", "Findings:", "", "Open questions:", "Q", "- ", "").Replace(text)), " ")
		if len(texts) == 0 || texts[len(texts)-1] != text {
			texts = append(texts, text)
		}
	}
	if got := strings.Join(texts, "; "); got != "2 new same Q q2 1 old; 2 new same 1 old; 2 new same; 2 new; 2; " {
		t.Error(got)
	}
}

func TestNumberRounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		own  []int
		last int
		want string
	}{
		{nil, 3, "[]"},
		{[]int{0}, 0, "[1]"},
		{[]int{0, 0, 0}, 0, "[1 2 3]"},
		{[]int{0, 0}, 7, "[6 7]"},
		{[]int{3, 0}, 0, "[3 4]"},
		{[]int{0, 5}, 0, "[4 5]"},
		{[]int{2, 5}, 9, "[2 9]"},
		{[]int{0, 0, 0}, 2, "number the rounds: 3 rounds up to number 2: the first would have none"},
	} {
		var rounds []Round
		for _, n := range c.own {
			rounds = append(rounds, Round{Number: n})
		}
		err := NumberRounds(rounds, c.last)
		numbers := []int{}
		for _, r := range rounds {
			numbers = append(numbers, r.Number)
		}
		got := fmt.Sprint(numbers)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v up to %d: got %s, want %s", c.own, c.last, got, c.want)
		}
	}
}

func TestRoundsAreOrdered(t *testing.T) {
	t.Parallel()
	c := Compress([]Round{{Number: 10, Findings: []string{"x"}}, {Number: 2, Findings: []string{"y"}}, {Number: 10, Findings: []string{"z"}}},
		Options{MaxTokens: 100, Tokens: words})
	if got := strings.Join(strings.Fields(c.Text), " "); got !=
		"## Round 10 context Findings: - z ## Round 10 context Findings: - x ## Round 2 context Findings: - y" {
		t.Error(got)
	}
}

// lumpy counts tokens that are not additive, like byte pairs.
func lumpy(text string) int { return (len(text)+3)/4 + strings.Count(text, "ab")%3 }

// The limit holds, the cut is the least in the order of cutting, the fields equal the text, and the order is the
// input's.
func TestCompressProperties(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	text := func() string { return strings.Repeat("ab ", random.IntN(4)) + string(rune('a'+random.IntN(10))) }
	for range 1000 {
		var rounds []Round
		for i := range 1 + random.IntN(3) {
			r := Round{Number: i + 1}
			for range random.IntN(5) {
				r.Modules = append(r.Modules, Module{text(), text()})
				r.Findings = append(r.Findings, text(), text())
				r.Relationships = append(r.Relationships, Relationship{From: text(), To: text(), Type: text()})
				r.OpenQuestions = append(r.OpenQuestions, text())
			}
			rounds = append(rounds, r)
		}
		o := Options{MaxTokens: random.IntN(200), Tokens: lumpy}
		c := Compress(rounds, o)
		if c.Tokens > o.MaxTokens || c.Tokens != lumpy(c.Text) || c.Text != render(c.Rounds) {
			t.Fatalf("%d tokens, limit %d: %s", c.Tokens, o.MaxTokens, c.Text)
		}
		all := Compress(rounds, Options{MaxTokens: 1 << 30, Tokens: lumpy})
		a, k := count(all.Rounds), count(c.Rounds)
		if c.Cut.Findings != a.findings-k.findings || c.Cut.OpenQuestions != a.questions-k.questions ||
			c.Cut.Modules != a.modules-k.modules || c.Cut.Relationships != a.relationships-k.relationships {
			t.Fatalf("%+v of %+v, %+v kept", c.Cut, a, k)
		}
		if gone := c.Cut.Findings + c.Cut.OpenQuestions + c.Cut.Relationships + c.Cut.Modules; gone > 0 && slices.ContainsFunc(c.Rounds, func(r Round) bool {
			return slices.ContainsFunc(r.Modules, func(m Module) bool { return m.Purpose != "" })
		}) {
			t.Fatalf("purposes stay and others go: %+v", c.Cut)
		}
		if k.questions > 0 && c.Cut.Findings > 0 || a.findings > 0 && k.findings > 1 && c.Cut.Relationships > 0 || k.relationships > 0 && c.Cut.Modules > 0 {
			t.Fatalf("order of cutting: %+v, %+v kept", c.Cut, k)
		}
		if !c.Over && !strings.HasPrefix(all.Text, c.Text[:strings.IndexByte(c.Text, '\n')]) {
			t.Fatalf("the newest round is not first: %s", c.Text)
		}
		if !c.Over && a.findings > 0 && k.findings == 0 {
			t.Fatal("no finding is kept")
		}
		rest := strings.Split(all.Text, "\n")
		for line := range strings.SplitSeq(c.Text, "\n") {
			at := slices.IndexFunc(rest, func(l string) bool {
				return l == line || strings.HasPrefix(line, "Modules: ") && strings.HasPrefix(l, "Modules: ") || c.Cut.Shortened && strings.HasSuffix(line, " …")
			})
			if at < 0 {
				t.Fatalf("%q is not in its place in %s", line, all.Text)
			}
			rest = rest[at+1:]
		}
	}
}

// TestPurposesGoFirst: sixty modules with purposes of forty words cost no finding.
func TestPurposesGoFirst(t *testing.T) {
	t.Parallel()
	r := sample(1)
	r.Modules = nil
	for i := range 60 {
		r.Modules = append(r.Modules, Module{fmt.Sprint("m", i), strings.TrimSpace(strings.Repeat("word ", 40))})
	}
	for _, test := range []struct{ limit, shortened, dropped int }{{2500, 1, 0}, {800, 50, 0}, {300, 0, 1}, {110, 0, 60}} {
		c := Compress([]Round{r}, Options{MaxTokens: test.limit, Tokens: words})
		if c.Cut.Findings+c.Cut.Relationships+c.Cut.OpenQuestions+c.Cut.Modules > 0 || c.Tokens > test.limit {
			t.Errorf("%d: %+v, %d tokens", test.limit, c.Cut, c.Tokens)
		}
		if c.Cut.PurposesShortened < test.shortened || c.Cut.PurposesDropped < test.dropped {
			t.Errorf("%d: %+v", test.limit, c.Cut)
		}
	}
	// The first ones keep most.
	c := Compress([]Round{r}, Options{MaxTokens: 1500, Tokens: words})
	if m := c.Rounds[0].Modules; m[0].Purpose != r.Modules[0].Purpose || !strings.HasSuffix(m[59].Purpose, " …") || c.Cut.PurposesDropped > 0 {
		t.Errorf("%q, %q, %+v", m[0].Purpose, m[59].Purpose, c.Cut)
	}
}

// counts has the number of entries of each kind in all rounds together.
type counts struct{ modules, findings, relationships, questions int }

func count(rounds []Round) (n counts) {
	for _, r := range rounds {
		n.modules += len(r.Modules)
		n.findings += len(r.Findings)
		n.relationships += len(r.Relationships)
		n.questions += len(r.OpenQuestions)
	}
	return n
}
