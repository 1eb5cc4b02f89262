package codec

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

type record struct {
	Texts   []string
	Numbers []int
	Kind    uint8
	Text    string
	Hash    uint64
	Yes, No bool
	ID      [4]byte
}

func (r *record) code(c *Codec) {
	r.Texts = c.Strings(r.Texts)
	r.Numbers = List(c, r.Numbers, 1, func(c *Codec, n *int) { Int(c, n) })
	Uint(c, &r.Kind)
	String(c, &r.Text)
	Uint(c, &r.Hash)
	c.Bool(&r.Yes, &r.No)
	c.Raw(r.ID[:])
}

func written(r record) string {
	c, drained := Writer([]byte("head")), strings.Builder{}
	for _, n := range []int{100, 0} { // is less, is as much
		if err := c.Drain(&drained, n); err != nil {
			panic(err)
		}
	}
	r.code(c)
	return strings.TrimPrefix(drained.String()+string(c.Bytes()), "head")
}

func TestCodec(t *testing.T) {
	t.Parallel()
	r := record{[]string{"", "a\x00"}, []int{0, -1, math.MaxInt64}, 7, "text", math.MaxUint64, true, false, [4]byte{1, 2, 3, 4}}
	text := written(r)
	for n := range len(text) {
		c, part := Reader(text[:n]), record{}
		if part.code(c); c.Whole() || !c.Bad() {
			t.Errorf("%d of %d bytes are whole", n, len(text))
		}
	}
	c, again := Reader(text), record{}
	if again.code(c); !c.Whole() || !reflect.DeepEqual(r, again) {
		t.Errorf("%+v became %+v", r, again)
	}
	if c = Reader(text + "x"); c.Whole() {
		t.Error("a text with more behind it is whole")
	}
}

// Invalid records have no more values than bytes; valid ones are unchanged.
func FuzzCodec(f *testing.F) {
	f.Add(written(record{}))
	f.Add(written(record{Texts: []string{"a"}, Numbers: []int{1}}))
	f.Add("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")
	f.Fuzz(func(t *testing.T, text string) {
		c, r := Reader(text), record{}
		if r.code(c); len(r.Texts)+len(r.Numbers) > len(text) {
			t.Fatalf("%d values of %d bytes", len(r.Texts)+len(r.Numbers), len(text))
		}
		c, again := Reader(written(r)), record{}
		if again.code(c); !c.Whole() || !reflect.DeepEqual(r, again) {
			t.Errorf("%+v became %+v", r, again)
		}
	})
}
