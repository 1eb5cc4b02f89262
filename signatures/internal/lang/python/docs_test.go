package python

import "testing"

func TestWithoutDocs(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]string{
		`def f(a: Annotated[int, Doc("…")] = 1)`:                                                          `def f(a: int = 1)`,
		`def f(a: Annotated[Callable[[dict[str, list[int]]], None] | None, Doc(""" What it calls. """)])`: `def f(a: Callable[[dict[str, list[int]]], None] | None)`,
		`def f(a: Annotated[int, Doc("…"), deprecated("…")], b: Annotated[int, Depends(g)])`: `def f(a: Annotated[int, ` +
			`deprecated("…")], b: Annotated[int, Depends(g)])`,
		`def Doc(a: Annotated[int, 3])`:         `def Doc(a: Annotated[int, 3])`,
		`def f(a: Annotated[Doc("a"), Doc(b)])`: `def f(a: Annotated[Doc("a"), Doc(b)])`,
	} {
		if got := withoutDocs(head); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", head, got, want)
		}
	}
}
