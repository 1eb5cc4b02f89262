package config

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseTokens(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]int{
		"1": 1, "8000": 8000, "8k": 8000, "8K": 8000, "128k": 128_000, "1m": 1_000_000, "2M": 2_000_000,
		"2147483647": math.MaxInt32, "2147483k": 2_147_483_000,
	} {
		if got, err := ParseTokens(in); err != nil || got != want {
			t.Errorf("ParseTokens(%q) = %d, %v; want %d", in, got, err, want)
		}
	}
	for _, in := range []string{
		"", "0", "0k", "-1", "-8k", "+8", "k", "8kk", "8 k", " 8", "8\n", "1.5k", "1e3", "0x10", "08", "8_000",
		"8,000", "2147483648", "2147484k", "9223372036854775807", "9223372036854775807m", "99999999999999999999999",
		"8g", "８", "8к", "\x00", "NaN",
	} {
		got, err := ParseTokens(in)
		if err == nil {
			t.Errorf("ParseTokens(%q) = %d, want an error", in, got)
			continue
		}
		for _, want := range []string{"from 1 to 2,147,483,647", "8000, 8k, 128k or 1m", quoted(in)} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("ParseTokens(%q): %v, want %q", in, err, want)
			}
		}
	}
}

func TestParseDuration(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]time.Duration{
		"90d": 90 * day, "12w": 84 * day, "1y": 365 * day, "1D": day, "292y": 292 * 365 * day,
		"36h": 36 * time.Hour, "1h30m": 90 * time.Minute, "1ns": 1, "1.5s": 1500 * time.Millisecond,
	} {
		if got, ok := parseDuration(in); !ok || got != want {
			t.Errorf("parseDuration(%q) = %v, %v; want %v", in, got, ok, want)
		}
	}
	for _, in := range []string{
		"", "0", "0d", "0s", "-1d", "-1h", "90", "d", "1.5d", "1d12h", "1 d", "293y", "99999999999999999999d",
		"106752d", "1mo", "0.1ns", "2562048h",
	} {
		if got, ok := parseDuration(in); ok {
			t.Errorf("parseDuration(%q) = %v, want none", in, got)
		}
	}
}

func TestParseSize(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]int64{
		"1": 1, "10MB": 10_000_000, "10mb": 10_000_000, "500k": 500_000, "500KB": 500_000, "7B": 7, "2g": 2_000_000_000,
		"1KiB": 1024, "1MiB": 1 << 20, "3GiB": 3 << 30, "9223372036854775807": math.MaxInt64,
	} {
		if got, err := ParseSize(in); err != nil || got != want {
			t.Errorf("ParseSize(%q) = %d, %v; want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"", "0", "0MB", "-1", "MB", "1.5MB", "1 MB", "1T", "1ki", "9223372036854775808", "9007199254740993GiB", "010"} {
		if got, err := ParseSize(in); err == nil {
			t.Errorf("ParseSize(%q) = %d, want an error", in, got)
		} else if !strings.Contains(err.Error(), "500k, 10MB or 1MiB") {
			t.Errorf("ParseSize(%q): %v does not say what is accepted", in, err)
		}
	}
}

func TestShare(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"0.9": "0.9", "0": "0", "1": "1", "1.000000000": "1", ".5": "0.5", "0.000001": "0.000001", "0.90": "0.9", "0.123456": "0.123456",
	} {
		got, ok := parseShare(in, 0, whole)
		if !ok || got.String() != want {
			t.Errorf("parseShare(%q) = %v, %v; want %s", in, got, ok, want)
		}
	}
	for _, in := range []string{"", ".", "1.", "-0.5", "+0.5", "1.1", "2", "0.0000001", "1e-1", "0,9", "00.5", "0.5.5", "0.-5", ".inf", "90%"} {
		if got, ok := parseShare(in, 0, whole); ok {
			t.Errorf("parseShare(%q) = %v, want none", in, got)
		}
	}
	for _, tt := range []struct {
		share   Share
		n, want int
	}{
		{900_000, 192_904, 173_613}, {100_000, 99, 9}, {whole, math.MaxInt, math.MaxInt}, {500_000, math.MaxInt, math.MaxInt / 2},
		{0, 5, 0}, {900_000, 0, 0}, {900_000, -5, 0}, {1, 999_999, 0}, {1, 1_000_000, 1},
	} {
		if got := tt.share.Of(tt.n); got != tt.want {
			t.Errorf("%v of %d = %d, want %d", tt.share, tt.n, got, tt.want)
		}
	}
}

func TestValueTexts(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"90d": Duration(90 * day).String(), "36h0m0s": Duration(36 * time.Hour).String(), "0s": Duration(0).String(),
		"10MB": Size(10_000_000).String(), "2GB": Size(2_000_000_000).String(), "1500kB": Size(1_500_000).String(),
		"1048576": Size(1 << 20).String(), "0": Size(0).String(),
		"−1,234,567": grouped(-1_234_567), "999": grouped(999), "1,000": grouped(1000), "−100": grouped(-100),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestSplitList(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		"":                    nil,
		" , \n,":              nil,
		"a":                   {"a"},
		"a,b":                 {"a", "b"},
		" a , b\nc,":          {"a", "b", "c"},
		"{a,b}/**,c":          {"{a,b}/**", "c"},
		"{a,{b,c}},d":         {"{a,{b,c}}", "d"},
		"[,]x,d":              {"[,]x", "d"},
		"[{]x,d":              {"[{]x", "d"},
		`a\,b,c`:              {`a\,b`, "c"},
		"}a,b":                {"}a", "b"},
		"{a,b\nc,d":           {"{a,b", "c", "d"},
		`["a,b","c"]`:         {"a,b", "c"},
		`["x]*.go,c`:          {`["x]*.go`, "c"},
		"[]":                  {},
		`["a", 5]`:            {`["a", 5]`},
		`tail\`:               {`tail\`},
		`["a"] , ["b"]`:       {`["a"]`, `["b"]`},
		"[a-z]*,[!0-9]*/{x,y": {"[a-z]*", "[!0-9]*/{x,y"},
	} {
		if got := SplitList(in); !slices.Equal(got, want) {
			t.Errorf("SplitList(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCheckGlob(t *testing.T) {
	t.Parallel()
	for _, p := range []string{
		"a", "**/*.go", "src/**", "{a,b}/c", "[a-z]*", "[^a]", `\[x`, `a\,b`, "a..b", "...", "..a/b", "a/b..", "{a..b}",
		"~a", "a~/b", "a:b", "C:x", "[{]", `[a\]]`,
	} {
		if err := checkGlob(p); err != nil {
			t.Errorf("%q: %v", p, err)
		}
	}
	for p, want := range map[string]string{
		"": "empty", "  ": "empty", "/": "absolute", "/etc/**": "absolute", `\/etc`: "absolute", "{/etc,a}": "absolute",
		"~": "absolute", "~/x": "absolute", "C:/x": "absolute", `c:\x`: "absolute", `\\server\share`: "absolute",
		"..": "..", "../a": "..", "a/../b": "..", "a/..": "..", "{..,a}/b": "..", "{a,../b}": "..", `\.\./a`: "..", `..\a`: "..", `.\./a`: "..",
		"[": "never closed", "[]": "never closed", "[!]": "never closed", "a[b": "never closed", "{a": "{ is never closed", "a}": "no {",
		`a\`: "backslash", `[a\]`: "never closed", "a\x00b": "NUL", "a\xff": "UTF-8", strings.Repeat("a", 1001): "1,000 bytes",
	} {
		if err := checkGlob(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", p, err, want)
		}
	}
	if _, err := (row{}).checkGlobs(make([]string, maxGlobs+1)); err == nil || !strings.Contains(err.Error(), "at most 1,000 patterns, got 1,001") {
		t.Errorf("too many patterns: %v", err)
	}
}

func TestNearestPath(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"context.maxToken":            "context.maxTokens",
		"context.max_tokens":          "context.maxTokens",
		"context.MaxTokens":           "context.maxTokens",
		"context.mxaTokens":           "context.maxTokens",
		"maxtokens":                   "context.maxTokens",
		"context.window":              "context.git.window",
		"contxt":                      "context",
		"contxt.maxTokens":            "context.maxTokens",
		"output.frmat":                "output.format",
		"context.weights.entrypoints": "context.weights.entryPoint",
		"context.weights.importerMax": "context.weights.importersMax",
		"context.weights.imports":     "context.weights.importer",
		"context.tokeniser":           "context.tokenizer",
		"context.sig":                 "context.signatureReserve",
		"context.zzz":                 "",
		"contxt.maxToken":             "context.maxTokens",
		"a.b.c.d.e":                   "", "output.format.x": "", "output.frmat.x": "",
		"a":                            "",
		"":                             "",
		strings.Repeat("context", 1e5): "",
	} {
		if got := table().nearestPath(in); got != want {
			t.Errorf("table().nearestPath(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSplitGlobs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"*.go":          {"*.go"},
		"*.go,*.md":     {"*.go", "*.md"},
		"*.{ts,tsx}, a": {"*.{ts,tsx}", "a"},
		"a[,]b":         {"a[,]b"},
		`a\,b`:          {`a\,b`},
		"*.go,":         {"*.go,"},
		"a,b\nc":        {"a,b\nc"},
		"":              {""},
	} {
		if got := SplitGlobs(text); !slices.Equal(got, want) {
			t.Errorf("SplitGlobs(%q) = %q, want %q", text, got, want)
		}
	}
}
