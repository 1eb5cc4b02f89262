package relevance_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ctxpack/scorer/relevance"
	"ctxpack/scorer/terms"
)

// texts returns the terms of a query.
func texts(q *relevance.Query) []string {
	var list []string
	for _, t := range q.Terms {
		list = append(list, t.Text)
	}
	slices.Sort(list)
	return list
}

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, title, want string }{
		{"", "", ""},
		{"\n\n## Crash in `parseURL`\n\nfix the crash", "Crash in `parseURL`", "crash pars parseurl url"},
		{"the and of", "the and of", ""},
		{"Title\n<!-- please fill in\nall of this -->\n### Steps to reproduce\n- [x] I have searched\n**Expected behavior:**\nreal words", "Title", "real titl word"},
		{"expected words", "expected words", "expect word"},
		{"See E0599 at https://example.com/some/page for more", "See E0599 at   for more", "e0599 see"},
		{"Title\n\nSigned-off-by: A Person <a@b.org>\nReviewed-by: nobody", "Title", "nobody review titl"},
		{`wrong "first\nnext"`, `wrong "first next"`, "first next wrong"},
		{"a\xffb error", "a\uFFFDb error", "a\uFFFD error \uFFFDb"},
	}
	for _, tt := range tests {
		q := relevance.Parse(tt.text)
		if got := strings.Join(texts(q), " "); got != tt.want || q.Title != tt.title {
			t.Errorf("%q: %q, title %q; want %q, %q", tt.text, got, q.Title, tt.want, tt.title)
		}
	}
}

// The first line counts three times, which is also the maximum.
func TestTitleCounts(t *testing.T) {
	t.Parallel()
	weights := map[string]int{}
	for _, term := range relevance.Parse("alpha\nbeta gamma gamma\ngamma gamma").Terms {
		weights[term.Text] = term.Weight
	}
	if weights["beta"] >= weights["alpha"] || weights["alpha"] != weights["gamma"] {
		t.Errorf("weights %v", weights)
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want []relevance.Place
	}{
		{`  File "/usr/lib/python3/flask/app.py", line 12, in wsgi`, []relevance.Place{{"usr/lib/python3/flask/app.py", 12, 1, false}}},
		{"at run (src/a/b.ts:10:3)", []relevance.Place{{"src/a/b.ts", 10, 1, false}}},
		{"\tat com.x.Foo.bar(Foo.java:77)", []relevance.Place{{"com.x.Foo.bar", 0, 0, false}, {"Foo.java", 77, 1, false}}},
		{"/go/src/x/server.go:5 +0x1f", []relevance.Place{{"go/src/x/server.go", 5, 1, false}}},
		{`see .\lib\x.cs and ../y.go`, []relevance.Place{{"lib/x.cs", 0, 0, false}, {"../y.go", 0, 0, false}}},
		{"github.com/a/b/blob/main/c.rs#L3-L9", []relevance.Place{{"github.com/a/b/blob/main/c.rs", 3, 0, false}}},
		{"`src/exec/mod` of `main`", []relevance.Place{{"src/exec/mod", 0, 0, false}}},
		{`C:\new\x.py`, []relevance.Place{{"new/x.py", 0, 0, false}}},
		{"nothing here, e.g. that", []relevance.Place{{"e.g", 0, 0, false}}},
		{"here <!-- see CONTRIBUTING.md --> or [there](https://x.org/docs/guide.md)", nil},
		{"https://github.com/a/b/blob/main/src/c.rs#L3", []relevance.Place{{"src/c.rs", 3, 0, true}}},
		{"src/a.c:3:1: error", []relevance.Place{{"src/a.c", 3, 0, false}}},
		// The last call of each trace comes first.
		{"File \"a.py\", line 1\n  a()\nFile \"b.py\", line 2\n\nthen\n\n\n\n\nat x (c.js:3)\nat y (d.js:4)", []relevance.Place{
			{"b.py", 2, 1, false}, {"a.py", 1, 1, false}, {"c.js", 3, 2, false}, {"d.js", 4, 2, false},
		}},
	}
	for _, tt := range tests {
		got := relevance.Parse(tt.text).Places
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}

// A place counts by how likely the file is meant.
func TestNamed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want []int // for src/a.go, src/b.go, go.mod and docs/guide.md
	}{
		{"see src/a.go", []int{1000, 0, 0, 0}},
		{"see a.go", []int{500, 0, 0, 0}},
		{"my go.mod is", []int{0, 0, 500, 0}},
		{"a.go:3 is wrong", []int{1000, 0, 0, 0}},
		{"see other/a.go", []int{250, 0, 0, 0}},
		{"see `src/a` on the branch `feature/b`", []int{1000, 0, 0, 0}},
		{"see https://x.org/me/it/blob/main/src/a.go#L7", []int{1000, 0, 0, 0}},
		{"see https://x.org/me/it/blob/main/lib/a.go#L7", []int{0, 0, 0, 0}},
		{"see https://x.org/me/it/blob/main/docs/guide.md", []int{0, 0, 0, 0}},
		{"panic\n\t/x/src/b.go:3 +0x1\n\t/x/src/b.go:9 +0x1\n\t/x/src/a.go:4 +0x1", []int{500, 1000, 0, 0}},
	}
	for _, tt := range tests {
		q := relevance.Parse(tt.text)
		files := tree(q, "src/a.go", "", "src/b.go", "", "go.mod", "", "docs/guide.md", "")
		files[0].Code, files[1].Code = true, true
		var got []int
		for _, s := range q.Rank(files, nil) {
			got = append(got, s.Places)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}

// Lists of programs and versions, as pasted into reports, are not searched for.
func TestEnvironment(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Crash\n\nINSTALLED VERSIONS\npython: 3.8.1\nbyteorder: little\nnumpy: 1.19.2\nscipy: 1.5.4\nreal words": "crash install real version word",
		"Crash\nnumpy==1.2.3\nscipy==1.4\npandas==0.25.1\n":                                                      "crash",
		"Crash\n| numpy | 1.2.3 |\n|---|---|\n| scipy | 1.4 |\n| pandas | 0.25.1 |\n":                            "crash",
		"Crash\nalpha = 1.5\nbeta = 2.5\ngamma = 3.5":                                                            "alpha beta crash gamma",
		"Crash\nnumpy 1.2.3\nscipy 1.3.4":                                                                        "crash numpy scipy",
	} {
		got := slices.DeleteFunc(texts(relevance.Parse(text)), func(term string) bool { return strings.Trim(term, "0123456789") == "" })
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// tree makes files from paths and texts.
func tree(q *relevance.Query, pairs ...string) []relevance.File {
	var files []relevance.File
	for i := 0; i < len(pairs); i += 2 {
		var names []string
		for _, word := range strings.Fields(pairs[i+1]) {
			if name, ok := strings.CutPrefix(word, "def:"); ok {
				names = append(names, name)
			}
		}
		files = append(files, relevance.File{
			Path: pairs[i], Found: q.Look(terms.Count(pairs[i+1])), Declared: terms.Names(names), Recency: -1,
		})
	}
	return files
}

func TestSignals(t *testing.T) {
	t.Parallel()
	q := relevance.Parse("Session cookie expires\n  File \"/venv/flask/sessions.py\", line 7\nopen_session")
	files := tree(
		q, "src/flask/sessions.py", "def:open_session cookie session session lifetime", "src/cookie.py", "nothing",
		"src/other.py", "cookie and much else that is longer than the text of the other files in this tree",
		"docs/sessions.py", "x",
	)
	files[1].Recency = 0
	past := []relevance.Commit{{Message: "Make the session cookie expire", Files: []int{2}}, {Message: "Unrelated", Files: []int{0}}}
	s := q.Rank(files, past)
	if s[0].Content != relevance.Whole || s[2].Content >= s[0].Content || s[2].Content == 0 || s[1].Content != 0 {
		t.Errorf("contents %+v", s)
	}
	if s[1].Path != relevance.Whole || s[2].Path != 0 {
		t.Errorf("paths %+v", s)
	}
	if s[0].Names != relevance.Whole || s[1].Names != 0 {
		t.Errorf("names %+v", s)
	}
	if s[2].Past < relevance.Whole*9/10 || s[0].Past != 0 {
		t.Errorf("past %+v", s)
	}
	if s[1].Recent != relevance.Whole || s[0].Recent != 0 {
		t.Errorf("recent %+v", s)
	}
	if s[0].Places != relevance.Whole || !reflect.DeepEqual(s[0].Lines, []int{7}) || s[3].Places != 0 {
		t.Errorf("places %+v", s)
	}
	for i := range s {
		for _, n := range []int{s[i].Content, s[i].Path, s[i].Names, s[i].Past, s[i].Recent, s[i].Places} {
			if n < 0 || n > relevance.Whole {
				t.Errorf("%s: %+v", files[i].Path, s[i])
			}
		}
	}
}

// Weak evidence gives a weak signal: a message with one word of many, or an ordinary word
// that happens to be declared.
func TestWeakSignals(t *testing.T) {
	t.Parallel()
	q := relevance.Parse("The session of openSession is closed before its cookie expires in the browser")
	files := tree(q, "a.go", "def:openSession x", "b.go", "def:session x", "c.go", "cookie browser closed", "d.go", "cookie")
	near := q.Rank(files, []relevance.Commit{{Message: "Close the session before the cookie expires", Files: []int{0}}})[0].Past
	far := q.Rank(files, []relevance.Commit{{Message: "Show the browser", Files: []int{0}}})[0].Past
	if near <= far || far == 0 || far >= relevance.Whole {
		t.Errorf("a message like the task %d, one that is not %d", near, far)
	}
	s := q.Rank(files, nil)
	if s[0].Names != relevance.Whole || s[1].Names != relevance.Whole/4 {
		t.Errorf("names %d and %d", s[0].Names, s[1].Names)
	}
}

// An identifier of several words without a known declaration counts for the code files that
// contain it, if they are few.
func TestNamesThatNothingDeclares(t *testing.T) {
	t.Parallel()
	q := relevance.Parse("insertOrReplace fails, openSession too, and so does runAll")
	list := []string{"a.go", "insertOrReplace", "b.go", "def:openSession", "c.go", "insert or replace", "d.md", "insertOrReplace"}
	for i := range 30 {
		list = append(list, fmt.Sprintf("%d.go", i), "runAll")
	}
	files := tree(q, list...)
	for i := range files {
		files[i].Code = i != 3
	}
	s := q.Rank(files, nil)
	for i, want := range []int{relevance.Whole / 2, relevance.Whole, 0, 0, 0} {
		if s[i].Names != want {
			t.Errorf("%s: names %d, not %d", files[i].Path, s[i].Names, want)
		}
	}
}

// A name that the task marks as code counts as much as one of several words.
func TestMarkedNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"the session expires": 250, "the `session` expires": 1000, "the `session()` expires": 1000,
		"the `session of it` expires": 250} {
		q := relevance.Parse(text + ", which openBrowser saw")
		s := q.Rank(tree(q, "a.go", "def:session x", "b.go", "def:openBrowser"), nil)
		if got := s[0].Names; got != want {
			t.Errorf("%s: names %d, not %d", text, got, want)
		}
	}
}

// Of two similar messages, the later one counts more.
func TestLateMessage(t *testing.T) {
	t.Parallel()
	q := relevance.Parse("Cookies expire")
	files := tree(q, "a.go", "x", "b.go", "y")
	past := slices.Repeat([]relevance.Commit{{Message: "Something else"}}, 2000)
	past[10] = relevance.Commit{Message: "Cookies expire", Files: []int{0}}
	past[1900] = relevance.Commit{Message: "Cookies expire", Files: []int{1}}
	if s := q.Rank(files, past); s[0].Past <= s[1].Past || s[1].Past == 0 {
		t.Errorf("the later one %d, the earlier one %d", s[0].Past, s[1].Past)
	}
	if late, early := past[10].Likeness, past[1900].Likeness; late != relevance.Whole || early == 0 || early >= late || past[0].Likeness != 0 {
		t.Errorf("likeness of the later one %d, of the earlier one %d, of another %d", late, early, past[0].Likeness)
	}
}

// A rare term counts more than a frequent one, and a short text more than a long one.
func TestBM25(t *testing.T) {
	t.Parallel()
	q := relevance.Parse("rare common")
	files := tree(q, "a", "rare filler filler", "b", "common filler filler", "c", "common", "d", "common "+strings.Repeat("filler ", 50))
	s := q.Rank(files, nil)
	if !(s[0].Content > s[2].Content && s[2].Content > s[1].Content && s[1].Content > s[3].Content) {
		t.Errorf("got %v", s)
	}
}

func TestNaming(t *testing.T) {
	t.Parallel()
	q := relevance.Parse("The openSession method loses cookies")
	for name, want := range map[string]int{"openSession": 1000, "open_session": 666, "saveCookies": 333, "saveState": 0, "other": 0} {
		if got := q.Naming(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// The size of a query is bounded for tasks of any length.
func TestLongTask(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, "word%d path%d.go:%d ", i, i, i)
	}
	q := relevance.Parse(b.String())
	if len(q.Terms) > 1000 || len(q.Names) > 300 || len(q.Places) > 200 {
		t.Errorf("%d terms, %d names, %d places", len(q.Terms), len(q.Names), len(q.Places))
	}
}

func FuzzQuery(f *testing.F) {
	f.Add("Crash in parseURL\n  File \"a/b.py\", line 3", "def parse_url(): pass")
	f.Add(".*[a-z]+(?!x)\\", "")
	f.Add("\x00\xff<!--", "a.b:999999999999")
	f.Add(strings.Repeat("word ", 1000), "日本語")
	f.Fuzz(func(t *testing.T, task, text string) {
		q := relevance.Parse(task)
		if !reflect.DeepEqual(q, relevance.Parse(task)) {
			t.Error("the same task gives another query")
		}
		files := tree(q, "a/b.py", text, "c.go", task, text, "x")
		past := []relevance.Commit{{Message: text, Files: []int{0}}, {Message: task, Files: []int{1, 2}}}
		s := q.Rank(files, past)
		if !reflect.DeepEqual(s, q.Rank(files, past)) {
			t.Error("the same query gives other signals")
		}
		for _, x := range s {
			for _, n := range []int{x.Content, x.Path, x.Names, x.Past, x.Recent, x.Places} {
				if n < 0 || n > relevance.Whole {
					t.Errorf("%+v", x)
				}
			}
		}
		q.Naming(text)
	})
}

func TestMessages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"it fails\n\nTypeError: Object of type Decimal128 is not JSON serializable", "Object of type Decimal|is not JSON serializable"},
		{"it says \"cannot open the file\" and 'no'", "cannot open the file"},
		{"ValueError: bad", ""},
		{"error: expected 3 but found a closing bracket", "but found a closing bracket"},
		{strings.Repeat("panic: the same thing again\n", 100), "the same thing again"},
		{"nothing was said here", ""},
	} {
		if got := strings.Join(relevance.Parse(tt.text).Messages, "|"); got != tt.want {
			t.Errorf("%.60q: %q, not %q", tt.text, got, tt.want)
		}
	}
}

// LookIn finds the same terms in a text as Look in its counts.
func TestLookIn(t *testing.T) {
	t.Parallel()
	q := relevance.Parse("reading the cookies of a closed session twice: readCookies")
	for _, text := range []string{"", "readCookies(session)\nread_cookies read READ", "closed closes; 日本語 twice", "nothing"} {
		pieces := q.LookInPieces("closed "+text+" twice", []int{7, 7, 7 + len(text), 13 + len(text), 13 + len(text)})
		for _, got := range []relevance.Found{q.LookIn(text), pieces[2]} {
			if want := q.Look(terms.Count(text)); got.Length != want.Length || !slices.Equal(got.Hits, want.Hits) {
				t.Errorf("%q: %v, want %v", text, got, want)
			}
		}
		if len(pieces[0].Hits) != 1 || len(pieces[1].Hits) > 0 || len(pieces[3].Hits) != 1 || pieces[4].Length > 0 {
			t.Errorf("%q: %v", text, pieces)
		}
	}
}
