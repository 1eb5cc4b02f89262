package outline_test

import (
	"strings"
	"testing"

	"ctxpack/signatures/internal/outline"
)

func TestShortStrings(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 20)
	for head, want := range map[string]string{
		`def f(a="short")`:                                 `def f(a="short")`,
		`def f(a: D("` + long + `"), b)`:                   `def f(a: D("…"), b)`,
		`def f(a: D("""` + long + `""") = '` + long + `')`: `def f(a: D("…") = '…')`,
		`def f(a="` + long + `\"` + long + `")`:            `def f(a="…")`,
		`def f(a="` + long:                                 `def f(a="` + long,
	} {
		if got := outline.ShortStrings(head); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", head, got, want)
		}
	}
}

// A line that ends where it may break is not followed by an empty line.
func TestWrapAtTheEnd(t *testing.T) {
	t.Parallel()
	text := "std::vector<std::reference_wrapper<ParseResult>> Factory::ExtractParseResultsFromList(ParseResult &parse_result);"
	if got := outline.Wrap(text, "    "); got != text {
		t.Errorf("%q", got)
	}
}
