package signatures

import (
	"strings"
	"testing"

	"ctxpack/signatures/internal/lex"
)

// Parameters are found only where nothing else can be.
func TestHeads(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, src, want string }{
		{"Go", "func a(b int) (c, d error) {", "func a() () {"},
		{"Go", "func (a *b[c]) d(e int,\n\tf g) error {", "func (a *b[c]) d() error {"},
		{"Go", "func a[b any](c b) (d) {", "func a[b any](c b) (d) {"},
		{"Go", "func a(b struct{}, /* c */ d int) {", "func a(b struct{}, /* c */ d int) {"},
		{"Go", "\tfunc a(b int) {", "\tfunc a(b int) {"},
		{"Python", "    async def a(self, b: c = 1,\n        *d) -> e:", "    async def a() -> e:"},
		{"Python", "def a(b=1 if c else 2):", "def a(b=1 if c else 2):"},
		{"Python", "def a(b='c'):", "def a(b='c'):"},
	} {
		got := strings.Builder{}
		done := 0
		for _, span := range specFor(c.language).Heads.Unread(c.src) {
			got.WriteString(c.src[done:span.Start])
			done = span.End
		}
		got.WriteString(c.src[done:])
		if got.String() != c.want {
			t.Errorf("%s: %q, want %q", c.language, got.String(), c.want)
		}
	}
}

// The spans found are inside the text, in order and disjoint.
func FuzzHeads(f *testing.F) {
	f.Add("func a(b int) (c, d error) {\n")
	f.Add("static int a(int b, const char *c)\n{ int d(void); }")
	f.Add("export function a<b>(c: d) {")
	f.Add("def a(self,\n b=1):\n")
	f.Fuzz(func(t *testing.T, src string) {
		for _, s := range specs() {
			if s.Heads == nil {
				continue
			}
			last := lex.Span{}
			for _, span := range s.Heads.Unread(src) {
				if span.Start < last.End || span.End < span.Start || span.End > len(src) {
					t.Fatalf("%s: %v after %v in %q", s.Name, span, last, src)
				}
				last = span
			}
		}
	})
}
