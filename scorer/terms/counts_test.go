package terms_test

import (
	"slices"
	"strings"
	"testing"

	"ctxpack/scorer/terms"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"", ""},
		{"a 12 x9", "x9"},
		{"ReadAll", "read all readall"},
		{"HTTPServer2 parseURL", "http server httpserver2 pars url parseurl"},
		{"_private __init__", "privat init"},
		{"max_retries", "max retry max_retries"},
		{"E0599 and L031", "e0599 and l031"},
		{"cookie cookies query queries", "cooky cooky query query"},
		{"stopping stopped stops stop", "stop stop stop stop"},
		{"caches cache cached caching", "cach cach cach cach"},
		{"classes class boxes status", "class class box status"},
		{"größe", "größe"},
		{"日本語 設定", "日本 本語 設定"},
		{"0xff 3d", ""},
		{strings.Repeat("a", 65), ""},
	}
	for _, tt := range tests {
		var got []string
		terms.Split(tt.text, func(term string) { got = append(got, term) })
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, strings.Join(got, " "), tt.want)
		}
	}
}

// counted returns the result of Count as a map.
func counted(c terms.Counts) map[terms.Word]int {
	m := map[terms.Word]int{}
	c.Each(func(w terms.Word, n int) { m[w] += n })
	return m
}

func TestCount(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("one ", 500)
	for i := range 9000 { // more names than the table holds at first
		many += "name" + strings.Repeat("x", i%50) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)) + "\n"
	}
	for _, text := range []string{"", "read the file, ReadFile; reading", many, "größe 日本語"} {
		want, total := map[terms.Word]int{}, 0
		terms.Split(text, func(term string) { want[terms.WordOf(term)]++; total++ })
		c := terms.Count(text)
		got := counted(c)
		if len(got) != len(want) || c.Len() != total {
			t.Errorf("%.20q: %d words of %d terms, want %d of %d", text, len(got), c.Len(), len(want), total)
		}
		for w, n := range want {
			if got[w] != n {
				t.Errorf("%.20q: word %d is there %d times, want %d", text, w, got[w], n)
			}
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	c := terms.Count("read the file and read it again")
	words := []terms.Word{terms.WordOf("read"), terms.WordOf("absent"), terms.WordOf("again")}
	slices.Sort(words)
	got := map[terms.Word]int{}
	c.Find(words, func(i, n int) { got[words[i]] = n })
	if len(got) != 2 || got[terms.WordOf("read")] != 2 || got[terms.WordOf("again")] != 1 {
		t.Errorf("found %v", got)
	}
	c.Find(nil, func(int, int) { t.Error("found something") })
}

func FuzzCount(f *testing.F) {
	f.Add("func main() { x := 12e3 }", "\x80\xff", "main")
	f.Add("日本語 HTTPServer a_b_c", "", "x")
	f.Fuzz(func(t *testing.T, text, damaged, other string) {
		c := terms.Count(text)
		last, total := -1, 0
		c.Each(func(w terms.Word, n int) {
			if int(w) <= last || n < 1 {
				t.Errorf("word %d behind %d, %d times", w, last, n)
			}
			last = int(w)
			total += n
		})
		if total != c.Len() {
			t.Errorf("%d terms, want %d", total, c.Len())
		}
		terms.Count(other)
		if terms.Count(text) != c {
			t.Error("another text changed the counts")
		}
		terms.Counts(damaged).Each(func(terms.Word, int) {})
		terms.Counts(damaged).Find([]terms.Word{1, 5}, func(int, int) {})
	})
}

func BenchmarkCount(b *testing.B) {
	text := strings.Repeat("func (s *Server) handleRequest(ctx context.Context, r *http.Request) error { return s.next.Serve(ctx, r) }\n", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		terms.Count(text)
	}
}
