package humanize_test

import (
	"math"
	"testing"

	"ctxpack/internal/text/humanize"
)

func TestComma(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{
		0: "0", 7: "7", -7: "-7", 999: "999", -999: "-999", 1000: "1,000", -1000: "-1,000", 8828: "8,828",
		123456: "123,456", -123456: "-123,456", 1234567: "1,234,567", math.MinInt: "-9,223,372,036,854,775,808",
	} {
		if got := humanize.Comma(n); got != want {
			t.Errorf("Comma(%d) is %q, want %q", n, got, want)
		}
	}
}

func TestBytes(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0.0 MB", 49_999: "0.0 MB", 51_000: "0.1 MB", 999_900_000: "999.9 MB", 999_949_999: "999.9 MB",
		999_950_000: "1.0 GB", 1_000_000_000: "1.0 GB", 1 << 30: "1.1 GB",
	} {
		if got := humanize.Bytes(n); got != want {
			t.Errorf("Bytes(%d) is %q, want %q", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 files", 1: "1 file", 2: "2 files", 1234: "1,234 files"} {
		if got := humanize.Count(n, "file"); got != want {
			t.Errorf("Count(%d) is %q, want %q", n, got, want)
		}
	}
}
