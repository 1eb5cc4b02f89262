package config

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDefault(t *testing.T) {
	t.Parallel()
	want := Config{
		Context: Context{
			MaxTokens: 200_000, PromptOverhead: 3000, OutputReserve: 4096, SafetyMargin: 900_000,
			Tokenizer: "o200k_base",
			Include:   []string{}, Exclude: []string{}, Pin: []string{}, Only: []string{}, Boost: []string{},
			Rank: "balanced", Packing: "levels",
			Weights: map[string]int{
				"entryPoint": 30, "importer": 3, "importersMax": 30, "exportsMax": 20, "todo": 10, "test": -15, "boost": 20,
			},
			Map: -1, SignatureReserve: 100_000, OversizedTokens: 8000, OversizedScore: 30, Oversized: "wait", GuaranteedScore: 70,
			MaxFileSize: 10_000_000,
			Git:         Git{Window: Duration(90 * 24 * time.Hour), MaxCommits: 2000},
		},
		Output: Output{Format: "markdown", Tree: "auto"},
		Redact: Redact{Allow: []string{}},
		Fetch:  Fetch{Depth: 1, Limit: 500_000_000, Timeout: Duration(5 * time.Minute)},
		Input:  Input{Limit: 100_000_000},
		Trim: Trim{
			Apply:    true,
			Messages: TrimMessages{PreserveRecent: 5, Protect: 70},
			Text:     TrimText{Profiles: TextProfiles{Context: 50_000, Analysis: 75_000}},
		},
		History: History{
			Enabled: true, Trigger: 24_000, VerbatimWindow: 4000, SummaryBudget: 500, MinVerbatimExchanges: 2,
		},
		Compress: Compress{MaxTokens: 2000},
		Usage:    Usage{WarnAt: 85},
	}
	if got := table().Default(); !reflect.DeepEqual(got, want) {
		t.Errorf("defaults\n got %+v\nwant %+v", got, want)
	}
	for _, r := range table().rows {
		if _, err := r.parse(r.initial); err != nil {
			t.Errorf("default of %s: %v", r.path, err)
		}
	}
}

func TestDefaultsAreNotShared(t *testing.T) {
	t.Parallel()
	first := table().Default()
	second := first
	if err := table().Set(&second, "context.weights.test", "-3"); err != nil {
		t.Fatal(err)
	}
	if err := table().Set(&second, "context.include", "a"); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, table().Default()) {
		t.Errorf("a copy's change is seen in the original: %+v", first)
	}
}

// structPaths lists the dotted paths of a struct's fields, built from a tag.
func structPaths(t reflect.Type, tag, prefix string) []string {
	var paths []string
	for i := range t.NumField() {
		f := t.Field(i)
		path := prefix + f.Tag.Get(tag)
		switch f.Type.Kind() {
		case reflect.Struct:
			paths = append(paths, structPaths(f.Type, tag, path+".")...)
		default:
			paths = append(paths, path)
		}
	}
	return paths
}

func TestKeysCoverTheStruct(t *testing.T) {
	t.Parallel()
	var keys []string
	for _, k := range table().Keys() {
		if strings.HasPrefix(k.Path, "context.weights.") {
			k.Path = "context.weights"
		}
		if !slices.Contains(keys, k.Path) {
			keys = append(keys, k.Path)
		}
	}
	slices.Sort(keys)
	paths := structPaths(reflect.TypeFor[Config](), "key", "")
	slices.Sort(paths)
	if !slices.Equal(keys, paths) {
		t.Errorf("tags and keys differ\ntags %v\nkeys %v", paths, keys)
	}
}

func TestKeysAreComplete(t *testing.T) {
	t.Parallel()
	variables := make(map[string]string)
	for _, k := range table().Keys() {
		if k.Type == "" || k.Comment == "" || !strings.HasSuffix(k.Comment, ".") {
			t.Errorf("%s: type %q, comment %q", k.Path, k.Type, k.Comment)
		}
		if (k.Type == "choice") != (len(k.Choices) > 0) {
			t.Errorf("%s: type %s, choices %v", k.Path, k.Type, k.Choices)
		}
		if other, ok := variables[k.Env]; ok {
			t.Errorf("%s and %s share %s", k.Path, other, k.Env)
		}
		variables[k.Env] = k.Path
	}
	for env, path := range map[string]string{
		"CTXPACK_MAX_TOKENS":            "context.maxTokens",
		"CTXPACK_GIT_MAX_COMMITS":       "context.git.maxCommits",
		"CTXPACK_WEIGHTS_IMPORTERS_MAX": "context.weights.importersMax",
		"CTXPACK_FORMAT":                "output.format",
		"CTXPACK_TRIM_APPLY":            "trim.apply",
		"CTXPACK_PRESERVE_RECENT":       "trim.messages.preserveRecent",
		"CTXPACK_FETCH_LIMIT":           "fetch.limit",
		"CTXPACK_TRIGGER":               "history.trigger",
		"CTXPACK_COMPRESS_MAX_TOKENS":   "compress.maxTokens",
	} {
		if variables[env] != path {
			t.Errorf("%s overrides %q, want %q", env, variables[env], path)
		}
	}
}

func TestSetGet(t *testing.T) {
	t.Parallel()
	for key, values := range map[string][2]string{ // the input, and the result of Get
		"context.maxTokens":            {"128K", "128000"},
		"context.promptOverhead":       {"0", "0"},
		"context.safetyMargin":         {".85", "0.85"},
		"context.signatureReserve":     {"1.0", "1"},
		"context.tokenizer":            {"chars4", "chars4"},
		"context.model":                {"gpt-4o", "gpt-4o"},
		"context.include":              {"src/{a,b}/**, *.go\ndocs/**", `["src/{a,b}/**", "*.go", "docs/**"]`},
		"context.exclude":              {`["a,b", "\"\\*"]`, `["a,b", "\"\\*"]`},
		"context.pin":                  {"[]", "[]"},
		"context.boost":                {"[ab]*.go,c", `["[ab]*.go", "c"]`},
		"context.weights.test":         {"-1000", "-1000"},
		"context.weights.boost":        {"+20", "20"},
		"context.oversizedScore":       {"100", "100"},
		"context.guaranteedScore":      {"1", "1"},
		"context.maxFileSize":          {"1500k", "1500kB"},
		"context.git.window":           {"1y", "365d"},
		"context.git.maxCommits":       {"1000000", "1000000"},
		"output.format":                {"xml", "xml"},
		"output.tree":                  {"none", "none"},
		"trim.apply":                   {"false", "false"},
		"history.enabled":              {"0", "false"},
		"history.trigger":              {"8k", "8000"},
		"fetch.timeout":                {"1m30s", "1m30s"},
		"trim.text.profiles.context":   {"1K", "1000"},
		"trim.messages.protect":        {"0", "0"},
		"usage.warnAt":                 {"90%", "90"},
		"context.weights.importersMax": {"0", "0"},
	} {
		c := table().Default()
		if err := table().Set(&c, key, values[0]); err != nil {
			t.Errorf("set %s to %q: %v", key, values[0], err)
			continue
		}
		got := table().Get(c, key)
		if got != values[1] {
			t.Errorf("get %s after %q: %q, want %q", key, values[0], got, values[1])
		}
		again := c
		if err := table().Set(&again, key, got); err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("set %s to what get returned, %q: %v", key, got, err)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ key, value, want string }{
		{"context.maxTokens", "0", "want a token count from 1 to"},
		{"context.maxTokens", "", `got ""`},
		{"context.maxTokens", "2147483648", "2,147,483,647"},
		{"context.promptOverhead", "-1", "from 0"},
		{"context.safetyMargin", "0", "above 0 and at most 1"},
		{"context.safetyMargin", "1.000001", "at most 1"},
		{"context.safetyMargin", "0.1234567", "6 decimals"},
		{"context.safetyMargin", "9e-1", "want a number"},
		{"context.tokenizer", "o200k", "want one of o200k_base, cl100k_base"},
		{"context.model", "a\x1b[31m", `\u001B`},
		{"context.include", "src/**,/etc/**", `"/etc/**" is not accepted: it is absolute`},
		{"context.weights.importersMax", "-1", "from 0 to 1,000"},
		{"context.weights.test", "1001", "from −1,000 to 1,000"},
		{"context.oversizedScore", "1k", "want an integer"},
		{"context.git.window", "0d", "above zero"},
		{"trim.apply", "yes", "want true or false"},
		{"trim.messages.protect", "1001", "want an integer from 0 to 1,000"},
		{"trim.messages.preserveRecent", "-1", "want an integer from 0 to 1,000,000"},
		{"trim.text.profiles.context", "0", "want a number of words from 1 to"},
		{"history.minVerbatimExchanges", "0", "from 1 to 1,000,000"},
		{"fetch.timeout", "0s", "above zero"},
		{"history.detector", "curl", "unknown key history.detector"},
		{"usage.warnAt", "101", `want a percentage from 1 to 100, got "101"`},
		{"usage.warnAt", "0%", "from 1 to 100"},
		{"usage.warnAt", "85%%", "from 1 to 100"},
		{"context.maxToken", "5", "did you mean context.maxTokens?"},
		{"redact", "false", "unknown key redact"},
		{"context", "5", "unknown key context"},
	}
	for _, tt := range tests {
		c := table().Default()
		err := table().Set(&c, tt.key, tt.value)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("set %s to %q: %v, want %q", tt.key, tt.value, err, tt.want)
		}
		if !reflect.DeepEqual(c, table().Default()) {
			t.Errorf("set %s to %q changed the settings", tt.key, tt.value)
		}
	}
	if got := table().Get(table().Default(), "context.nothing"); got != "" {
		t.Errorf("get of an unknown key: %q", got)
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	tests := []struct {
		window, overhead, reserve int
		margin                    Share
		want                      int
		text                      string
	}{
		{200_000, 3000, 4096, 900_000, 173_613, "(200,000 − 3,000 − 4,096) × 0.9 = 173,613"},
		{10, 0, 0, 700_000, 7, "(10 − 0 − 0) × 0.7 = 7"}, // 6.999… in floating point
		{100, 0, 0, 290_000, 29, "(100 − 0 − 0) × 0.29 = 29"},
		{3, 0, 0, 333_333, 0, "(3 − 0 − 0) × 0.333333 = 0"},
		{4000, 3000, 4096, 900_000, 0, "(4,000 − 3,000 − 4,096) × 0.9 = −2,787"},
		{7096, 3000, 4096, 1_000_000, 0, "(7,096 − 3,000 − 4,096) × 1 = 0"},
		{MaxTokens, 0, 0, 1_000_000, MaxTokens, "(2,147,483,647 − 0 − 0) × 1 = 2,147,483,647"},
	}
	for _, tt := range tests {
		c := table().Default()
		x := &c.Context
		x.MaxTokens, x.PromptOverhead, x.OutputReserve, x.SafetyMargin = tt.window, tt.overhead, tt.reserve, tt.margin
		got, text, err := c.Budget()
		if got != tt.want || text != tt.text {
			t.Errorf("budget = %d, %q; want %d, %q", got, text, tt.want, tt.text)
		}
		if (err == nil) != (tt.want > 0) {
			t.Errorf("%s: error %v", text, err)
		}
		if err != nil && (!strings.Contains(err.Error(), tt.text) || !errors.Is(err, errNoBudget)) {
			t.Errorf("error %v does not show %q", err, tt.text)
		}
	}
}
