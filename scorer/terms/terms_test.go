package terms_test

import (
	"slices"
	"strings"
	"testing"

	"ctxpack/scorer/terms"
)

func all(s terms.Set) []terms.Term {
	var list []terms.Term
	s.Each(func(t terms.Term) { list = append(list, t) })
	return list
}

func TestRead(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want string // names
	}{
		{"", ""},
		{"if ok { return err_code2 }", "return err_code2"},
		{"a.bcd->efg; bcd(42xyz, x9z)", "bcd efg x9z"},
		{"größe Ärger 日本語", "größe Ärger 日本語"},
		{"ab", ""},
		{"last_word", "last_word"},
	}
	for _, tt := range tests {
		var want []terms.Term
		for name := range strings.FieldsSeq(tt.want) {
			want = append(want, terms.Of(name))
		}
		slices.Sort(want)
		if got := all(terms.Read(tt.text)); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", tt.text, got, want)
		}
	}
}

// Reading a text must not affect later reads.
func TestReadForgets(t *testing.T) {
	t.Parallel()
	for range 100 {
		terms.Read("one two three four")
		if got := all(terms.Read("five")); len(got) != 1 || got[0] != terms.Of("five") {
			t.Fatalf("got %v", got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("func main() { x := 12e3 }", "\x80\xff")
	f.Fuzz(func(t *testing.T, text, damaged string) {
		list := all(terms.Read(text))
		if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
			t.Errorf("%v is not a set", list)
		}
		for _, x := range list {
			if x >= 1<<20 {
				t.Errorf("term %d", x)
			}
		}
		all(terms.Set(damaged))
	})
}

func BenchmarkRead(b *testing.B) {
	text := strings.Repeat("func (s *Server) handleRequest(ctx context.Context, r *http.Request) error { return s.next.Serve(ctx, r) }\n", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		terms.Read(text)
	}
}

// A set has exactly the terms that it lists.
func TestHas(t *testing.T) {
	t.Parallel()
	set := terms.Names([]string{"alpha", "beta", "gamma", "delta"})
	listed := map[terms.Term]bool{}
	set.Each(func(t terms.Term) { listed[t] = true })
	for term := range terms.Term(terms.Limit) {
		if set.Has(term) != listed[term] {
			t.Fatalf("term %d: %v", term, set.Has(term))
		}
	}
	if terms.Set("").Has(0) {
		t.Error("an empty set has a term")
	}
}
