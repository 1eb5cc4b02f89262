package text

import (
	"ctxpack/signatures/internal/outline"
	"testing"
)

// A search that ends behind the item it is in must not lead back into it: who
// goes on from there would search for ever.
func TestOCamlFind(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		src      string
		from, to int
		word     string
		want     int
	}{
		{src: "[ a , [ b ] ] c", from: 1, to: 8, word: "]", want: 6},
		{src: "[ a", from: 1, to: 2, word: "]", want: 2},
		{src: "class [ a class [ b", from: 5, to: 3, word: "]", want: 5},
		{src: "a ( b = c ) = d", from: 0, to: 8, word: "=", want: 6},
		{src: "x struct end", from: 0, to: 3, word: "struct", want: 1},
	} {
		r := &mlReader{page: &page{Request: outline.Request{Src: test.src}}}
		r.scan()
		if got := r.find(test.from, test.to, test.word); got != test.want {
			t.Errorf("find %s in %q from %d to %d: %d, want %d", test.word, test.src, test.from, test.to, got, test.want)
		}
	}
}
