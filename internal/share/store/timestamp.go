package store

import (
	"time"

	"ctxpack/compressor/history"
)

// parseTime returns the time of a timestamp, a JSON string with its quotes, in
// nanoseconds of the Unix epoch; noTime if it is none. The form that ctxpack
// writes is read without time.Parse, which would take most of the time of
// listing the sessions of a large store.
func parseTime(quoted []byte) int64 {
	if len(quoted) < 2 {
		return noTime
	}
	text := quoted[1 : len(quoted)-1]
	if len(text) == len(timestampForm) {
		if t, ok := parseOwn(text); ok {
			return t
		}
	}
	t, err := time.Parse(time.RFC3339Nano, string(history.AppendText(nil, quoted)))
	if err != nil || t.Year() < 1678 || t.Year() > 2261 {
		return noTime
	}
	return t.UnixNano()
}

// parseOwn reads a timestamp of timestampForm. What is not plainly one is left
// to others.
func parseOwn(text []byte) (int64, bool) {
	var numbers [7]int
	fields := [...]struct{ from, to int }{{0, 4}, {5, 7}, {8, 10}, {11, 13}, {14, 16}, {17, 19}, {20, 23}}
	for i, f := range fields {
		for _, c := range text[f.from:f.to] {
			if c < '0' || c > '9' {
				return 0, false
			}
			numbers[i] = numbers[i]*10 + int(c-'0')
		}
		if f.to < len(text) && text[f.to] != timestampForm[f.to] {
			return 0, false
		}
	}
	year, month, day := numbers[0], numbers[1], numbers[2]
	if year < 1970 || year > 2261 || month < 1 || month > 12 || day < 1 || day > 28 || numbers[3] > 23 || numbers[4] > 59 || numbers[5] > 59 {
		return 0, false
	}
	seconds := int64(days(year, month, day))*86400 + int64(numbers[3]*3600+numbers[4]*60+numbers[5])
	return seconds*1e9 + int64(numbers[6])*1e6, true
}

// days returns the number of days from 1970-01-01 to a date of the Gregorian
// calendar. The year is taken to begin in March, so that the leap day is its
// last.
func days(year, month, day int) int {
	if month <= 2 {
		year--
		month += 12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 1 - 719468
}
