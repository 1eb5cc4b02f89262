package store

import (
	"testing"
	"time"
)

// FuzzTimestamp checks the short way of reading a timestamp against time.Parse.
func FuzzTimestamp(f *testing.F) {
	for _, s := range []string{"2024-02-28T23:59:59.999Z", "2024-02-29T00:00:00.000Z", "1970-01-01T00:00:00.000Z", "2100-03-01T00:00:00.000Z", "2023-02-30T00:00:00.000Z", "2024-01-01T00:00:00+01:00", "x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) != len(timestampForm) {
			return
		}
		got, ok := parseOwn([]byte(s))
		if !ok {
			return
		}
		want, err := time.Parse(timestampForm, s)
		if err != nil || want.UnixNano() != got {
			t.Fatalf("%q: %d, want %v, %v", s, got, want, err)
		}
	})
}

func TestParseTime(t *testing.T) {
	t.Parallel()
	start := time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	for day := range 366 * 150 {
		at := start.AddDate(0, 0, day).Add(time.Duration(day) * 1_234_567 * time.Millisecond % (24 * time.Hour))
		if got := parseTime([]byte(`"` + at.Format(timestampForm) + `"`)); got != at.UnixNano() {
			t.Fatalf("%v: %d, want %d", at, got, at.UnixNano())
		}
	}
	for _, bad := range []string{``, `""`, `"yesterday"`, `"0001-01-01T00:00:00Z"`, `"9999-01-01T00:00:00Z"`} {
		if got := parseTime([]byte(bad)); got != noTime {
			t.Errorf("%s: %d", bad, got)
		}
	}
}
