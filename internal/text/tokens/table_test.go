package tokens

import (
	"strings"
	"testing"

	loader "github.com/pkoukk/tiktoken-go-loader"
)

// TestVocabulary looks up every token, and texts that are no token.
func TestVocabulary(t *testing.T) {
	t.Parallel()
	for _, c := range tabled(t) {
		ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(c.name + ".tiktoken")
		if err != nil {
			t.Fatal(err)
		}
		find := func(s string, i, j int) (int, bool) {
			_, meta, ok := c.table.find(s, i, j)
			return int(meta & idMask), ok
		}
		for text, id := range ranks {
			n := len(text)
			for _, where := range []struct {
				s    string
				i, j int
			}{{text, 0, n}, {"x" + text, 1, 1 + n}, {"long before " + text, 12, 12 + n}, {text + " and long after", 0, n}} {
				if got, ok := find(where.s, where.i, where.j); !ok || got != id {
					t.Fatalf("%s: %q in %q: got %d %v, want %d", c.name, text, where.s, got, ok, id)
				}
			}
			for _, other := range []string{text + "\x00", "\x00" + text, text + text, text[:n-1] + string([]byte{text[n-1] ^ 1}), text[1:]} {
				want, known := ranks[other]
				if other == "" {
					continue
				}
				if got, ok := find(other, 0, len(other)); ok != known || ok && got != want {
					t.Fatalf("%s: %q: got %d %v, want %d %v", c.name, other, got, ok, want, known)
				}
			}
		}
	}
}

func TestNewTable(t *testing.T) {
	t.Parallel()
	for name, data := range map[string]string{
		"empty":     "",
		"short":     o200kData[:headerSize-1],
		"other":     "x" + o200kData[1:],
		"cut":       o200kData[:headerSize+1000],
		"no filter": cl100kData()[:headerSize+1_500_000],
	} {
		if _, err := newTable(data); err == nil || !strings.Contains(err.Error(), "read vocabulary") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
