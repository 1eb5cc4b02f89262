package config

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"time"
)

// load reads one repository file.
func load(text string) (Config, Origins, error) {
	return table().Load(func(string) ([]byte, error) { return []byte(text), nil }, File{Path: RepositoryFile, Layer: "repository"})
}

// loadMap reads from a map of files.
func loadMap(texts map[string]string, files ...File) (Config, Origins, error) {
	return table().Load(func(path string) ([]byte, error) {
		text, ok := texts[path]
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return []byte(text), nil
	}, files...)
}

func TestLoadLayers(t *testing.T) {
	t.Parallel()
	user := "context:\n  maxTokens: 1m\n  include: [a, b]\n  pin: [p]\n  weights: {test: -5, todo: 1}\n  git: {window: 12w}\noutput: {format: xml}\n"
	repository := "context:\n  include:\n    - c\n  weights:\n    todo: 2\n  git:\n    maxCommits: 7\n  pin: []\n"
	c, origins, err := loadMap(map[string]string{"u.yml": user, "r.yml": repository},
		File{Path: "u.yml", Layer: "user"}, File{Path: "r.yml", Layer: "repository"}, File{Path: "none.yml", Layer: "third"})
	if err != nil {
		t.Fatal(err)
	}
	want := table().Default()
	x := &want.Context
	x.MaxTokens, x.Include = 1_000_000, []string{"c"}
	x.Weights["test"], x.Weights["todo"] = -5, 2
	x.Git = Git{Window: Duration(84 * 24 * time.Hour), MaxCommits: 7}
	want.Output.Format = "xml"
	if !reflect.DeepEqual(c, want) {
		t.Errorf("settings\n got %+v\nwant %+v", c, want)
	}
	for key, place := range map[string]string{
		"context.maxTokens":      "user file u.yml:2",
		"context.include":        "repository file r.yml:2",
		"context.pin":            "repository file r.yml:8",
		"context.weights.test":   "user file u.yml:5",
		"context.weights.todo":   "repository file r.yml:5",
		"context.git.window":     "user file u.yml:6",
		"context.git.maxCommits": "repository file r.yml:7",
		"output.format":          "user file u.yml:7",
		"output.tree":            "default",
	} {
		if origins[key] != place {
			t.Errorf("origin of %s: %q, want %q", key, origins[key], place)
		}
		if layer, _, _ := strings.Cut(place, " "); origins.Layer(key) != layer {
			t.Errorf("layer of %s: %q, want %q", key, origins.Layer(key), layer)
		}
	}
	if len(origins) != len(table().Keys()) {
		t.Errorf("%d origins for %d keys", len(origins), len(table().Keys()))
	}
}

func TestLoadSetsNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "\n\n", "# only a comment\n", "\ufeff", "---\n", "---\n...\n", "null", "~", "{}", "context:\n", "context: null\noutput: ~\n",
		"context:\n  maxTokens:\n  include:\n  weights:\n  git: {window: null}\n", "context: {weights: {}}\n", "trim: {apply: NULL}",
		"%YAML 1.1\n---\ncontext: {}\n", "\r\n# c\r\n",
	} {
		c, origins, err := load(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if !reflect.DeepEqual(c, table().Default()) {
			t.Errorf("%q sets something: %+v", text, c)
		}
		for key, origin := range origins {
			if origin != "default" {
				t.Errorf("%q: origin of %s is %s", text, key, origin)
			}
		}
	}
}

func TestNullKeepsTheLayerBelow(t *testing.T) {
	t.Parallel()
	c, origins, err := loadMap(map[string]string{"u": "context: {maxTokens: 5k}", "r": "context: {maxTokens: null}"},
		File{Path: "u", Layer: "user"}, File{Path: "r", Layer: "repository"})
	if err != nil || c.Context.MaxTokens != 5000 || origins["context.maxTokens"] != "user file u:1" {
		t.Errorf("got %d from %s, %v", c.Context.MaxTokens, origins["context.maxTokens"], err)
	}
}

func TestLoadValues(t *testing.T) {
	t.Parallel()
	tests := []struct{ yaml, key, want string }{
		{"\ufeffcontext: {maxTokens: 128k}", "context.maxTokens", "128000"},
		{"context: {maxTokens: '9000'}", "context.maxTokens", "9000"},
		{"context: {maxTokens: !!str 9000}", "context.maxTokens", "9000"},
		{"context:\r\n  maxTokens: 9000\r\n", "context.maxTokens", "9000"},
		{"context: {promptOverhead: 0}", "context.promptOverhead", "0"},
		{"context: {safetyMargin: 1}", "context.safetyMargin", "1"},
		{"context: {safetyMargin: .25}", "context.safetyMargin", "0.25"},
		{"context: {git: {window: 1h30m}}", "context.git.window", "1h30m0s"},
		{"context: {maxFileSize: 4096}", "context.maxFileSize", "4096"},
		{"context: {maxFileSize: 1MiB}", "context.maxFileSize", "1048576"},
		{"context: {weights: {boost: +7}}", "context.weights.boost", "7"},
		{"context: {model: 2024-01-01}", "context.model", "2024-01-01"},
		{"context: {model: \"gpt-4o\"}", "context.model", "gpt-4o"},
		{"trim: {apply: False}", "trim.apply", "false"},
		{"usage: {warnAt: 90%}", "usage.warnAt", "90"},
		{"usage: {warnAt: 90}", "usage.warnAt", "90"},
		{"trim: {text: {profiles: {context: 60k}}}", "trim.text.profiles.context", "60000"},
		{"context: {git: {window: 1m}}", "context.git.window", "1m0s"},
		{"context: {include: &list [a, 'b'], exclude: *list}", "context.exclude", `["a", "b"]`},
		{"context: {include: [&x src/**, *x ]}", "context.include", `["src/**", "src/**"]`},
		{"context: {pin: [\"*.go\", \"\\u00e9\"]}", "context.pin", `["*.go", "é"]`},
		{"context: {maxTokens: &n 5k, outputReserve: *n}", "context.outputReserve", "5000"},
		{"? context\n: maxTokens: 7", "context.maxTokens", "7"},
		{"context: !!map {include: !!seq [a]}", "context.include", `["a"]`},
	}
	for _, tt := range tests {
		c, _, err := load(tt.yaml)
		if err != nil {
			t.Errorf("%q: %v", tt.yaml, err)
		} else if got := table().Get(c, tt.key); got != tt.want {
			t.Errorf("%q: %s = %s, want %s", tt.yaml, tt.key, got, tt.want)
		}
	}
}

// errorTests holds files with all their errors: each as a part of its text and,
// after a bar, its hint.
func errorTests() []struct {
	yaml string
	want []string
} {
	return []struct {
		yaml string
		want []string
	}{
		{"context:\n  maxToken: 5\n", []string{"2:3: unknown key context.maxToken|did you mean context.maxTokens?"}},
		{"maxTokens: 5", []string{"1:1: unknown key maxTokens|did you mean context.maxTokens?"}},
		{"contxt:\n  a: 1\nout: {}", []string{"1:1: unknown key contxt|did you mean context?", "3:1: unknown key out|did you mean output?"}},
		{"context: {git: {windw: 90d}}", []string{"1:17: unknown key context.git.windw|did you mean context.git.window?"}},
		{"context: {weights: {boosts: 4}}", []string{"1:21: unknown key context.weights.boosts|did you mean context.weights.boost?"}},
		{"context: {weights: {stars: 4}}", []string{"1:21: unknown key context.weights.stars|"}},
		{"\"a\\e[31m\": 1", []string{`1:1: unknown key "a\u001B[31m"|`}},
		{"redact: false", []string{"1:9: redact: want a mapping of keys to values, got false|"}},
		{"secrets: show", []string{"1:1: key secrets: redaction of secrets cannot be set in a file: use the flag --no-redact|"}},
		{"redact: {allow: ['test/**']}", []string{"1: redact.allow is for the user's own settings file only: a repository must not reveal secrets|"}},
		{"cache: {remote: 'exec:evil'}", []string{"1: cache.remote is for the user's own settings file only: a repository must not choose a trusted cache|"}},
		{"profiles: {a: {cache: {remote: 'file:/x'}}}", []string{"1: cache.remote is for the user's own"}},
		{"output:\n  no-redact: true\n", []string{"2:3: key output.no-redact: redaction of secrets cannot be set in a file|"}},
		{"context: {noRedact: yes}", []string{"1:11: key context.noRedact: redaction of secrets cannot be set in a file|"}},
		{"budget: 5", []string{"1:1: key budget: the budget of a bundle is context.budget|"}},
		{"context: {maxTokens: 8e3}", []string{"1:22: context.maxTokens: want a token count from 1 to 2,147,483,647 such as 8000, 8k, 128k or 1m, got the " +
			"number 8e3|"}},
		{"context: {maxTokens: 0, promptOverhead: -5}", []string{"1:22: context.maxTokens: want a token count from 1",
			"1:41: context.promptOverhead: want a token count from 0"}},
		{"context: {outputReserve: 99999999999999999999999}", []string{"1:26: context.outputReserve: want"}},
		{"context: {maxTokens: 9223372036854775807k}", []string{"1:22: context.maxTokens: want"}},
		{"context: {maxTokens: 200_000}", []string{"1:22: context.maxTokens: want a token count|write digits without separators"}},
		{"context: {maxTokens: 0777}", []string{"1:22: context.maxTokens: want a token count"}},
		{"context: {maxTokens: [5]}", []string{"1:22: context.maxTokens: want a token count from 1 to 2,147,483,647 such as 8000, 8k, 128k or 1m, got a list|"}},
		{"context: {maxTokens: true}", []string{"got true|"}},
		{"context:\n  safetyMargin: 1.5\n  signatureReserve: .inf",
			[]string{"2:17: context.safetyMargin: want a number above 0 and at most 1 with at most 6 decimals, got the number 1.5|",
				"3:21: context.signatureReserve: want a number from 0 to 1 with at most 6 decimals, got the number .inf|"}},
		{"context: {safetyMargin: '0.9'}", []string{"1:25: context.safetyMargin: want a number above 0 and at most 1 with at most 6 decimals, got the text " +
			"\"0.9\"|write it without quotes"}},
		{"context: {git: {window: 90, maxCommits: '5'}}",
			[]string{"1:25: context.git.window: want a duration|did you mean 90d?",
				"1:41: context.git.maxCommits: want an integer from 1 to 1,000,000, got the text \"5\"|write it without quotes"}},
		{"context: {git: {window: 0d}}", []string{"want a duration above zero"}},
		{"context: {tokenizer: o200k, model: 4}", []string{"1:22: context.tokenizer: want one of o200k_base, cl100k_base, p50k_base, p50k_edit, r50k_base, " +
			"chars4, got the text \"o200k\"|did you mean o200k_base?", "1:36: context.model: want a text|write \"4\""}},
		{"context: {include: src/**}", []string{"1:20: context.include: want a list of globs, got the text \"src/**\"|write [\"src/**\"]"}},
		{"context:\n  pin: [/etc, ../x, '[', 5, null]\n",
			[]string{"2:9: context.pin: the pattern \"/etc\" is not accepted: it is absolute|",
				"2:15: context.pin: the pattern \"../x\" is not accepted: it has a .. segment|", "2:21: ", "2:26: context.pin: want a glob, got the number 5|quote " +
					"the pattern", "2:29: context.pin: want a glob, got nothing|"}},
		{"context: {exclude: [!gen/**]}", []string{"invalid YAML"}},
		{"context:\n  exclude:\n    - !gen/**\n", []string{"3:7: context.exclude: want a glob, got a value with the tag \"!gen/**\"|quote texts that start with !"}},
		{"context: !mine {}", []string{"1:10: context: want a mapping of keys to values, got a value with the tag \"!mine\"|"}},
		{"context: {weights: {test: 5000, todo: 1.5}}", []string{"1:27: context.weights.test: want an integer from −1,000 to 1,000, got the number 5000|",
			"1:39: context.weights.todo"}},
		{"context: {oversizedScore: 101, oversizedTokens: 0, maxFileSize: 2GB}",
			[]string{"1:27:", "1:49: ", "1:65: context.maxFileSize: want a size from 1 byte to 1GB"}},
		{"output: {format: markdwn, tree: ful}", []string{"1:18: output.format: want one of markdown, json, xml|did you mean markdown?",
			"1:33: output.tree|did you mean full?"}},
		{"trim: {apply: 1}\nhistory: {enabled: t}", []string{"1:15: trim.apply: want true or false, got the number 1|",
			"2:20: history.enabled: want true or false, got the text \"t\"|"}},
		{"usage: {warnAt: 1}\ncompress: {maxTokens: many}\ntrigger: 5",
			[]string{"2:23: compress.maxTokens: want a token count from 1", "3:1: unknown key trigger|did you mean history.trigger?"}},
		{"trim: {protect: 80}", []string{"1:8: unknown key trim.protect|did you mean trim.messages.protect?"}},
		{"trim: {text: {profiles: {context: 1_000}}}", []string{"1:35: trim.text.profiles.context: want a number of words from 1 to 2,147,483,647 such as " +
			"8000, 8k, 128k or 1m, got the number 1_000|write digits without separators"}},
		{"history: {detectorCommand: curl}", []string{"1:11: unknown key history.detectorCommand|"}},
		{"usage: {warnAt: 0.85}", []string{"1:17: usage.warnAt: want a percentage from 1 to 100, got the number 0.85|"}},
		{"trim: {apply: yes}", []string{"1:15: trim.apply: want true or false, got the text \"yes\"|write true"}},
		{"- a", []string{"1:1: the file: want a mapping of keys to values, got a list|"}},
		{"\nhello", []string{"2:1: the file: want a mapping of keys to values, got the text \"hello\"|"}},
		{"context: 5", []string{"1:10: context: want a mapping of keys to values, got the number 5|"}},
		{"context:\n  maxTokens: 1\n  promptOverhead: 0\n  \"maxTokens\": 2\n", []string{"4:3: key context.maxTokens is given twice, first on line 2|"}},
		{"output: {}\noutput: {}", []string{"2:1: key output is given twice, first on line 1|"}},
		{"<<: {output: {}}", []string{"1:1: merge keys (<<) are not accepted|write the keys out"}},
		{"? [a]\n: b", []string{"1:3: a key must be a name, got a list|"}},
		{"output: {}\n---\ntrim: {}\n", []string{"2:1: the file has more than one document|remove the line --- and what follows it"}},
		{"output: {}\n---\n", []string{"2:1: the file has more than one document|remove the line --- and what follows it"}},
		{"trim: &a {apply: *a}", []string{"1:1: an anchor contains an alias of itself|"}},
		{"output: {}\ntrim: \"\xff\"\n", []string{"2:8: the file is not UTF-8|"}},
		{"\xff\xfea\x00", []string{"1:1: the file is not UTF-8|"}},
		{"%TAG ! b\n---\ntrim: !x {}", []string{"3:7: trim: want a mapping"}},
	}
}

func TestLoadErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range errorTests() {
		c, origins, err := load(tt.yaml)
		list, ok := errors.AsType[Errors](err)
		if !ok || len(list) != len(tt.want) {
			t.Errorf("%q: errors %v, want %q", tt.yaml, err, tt.want)
			continue
		}
		for i, want := range tt.want {
			place, hint, hinted := strings.Cut(want, "|")
			got := list[i]
			if !strings.Contains(got.Error(), place) || hinted && got.Hint != hint {
				t.Errorf("%q: %v|%s\nwant %s", tt.yaml, got, got.Hint, want)
			}
			if !strings.HasPrefix(got.Error(), RepositoryFile+":") || strings.ContainsAny(got.Error()+got.Hint, "\n\x1b") {
				t.Errorf("%q: %q is not one clean line that starts with the path", tt.yaml, got)
			}
		}
		if !reflect.DeepEqual(c, table().Default()) || origins["trim.apply"] != "default" {
			t.Errorf("%q: a file with errors sets something", tt.yaml)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		yaml string
		line int
		hint string
	}{
		{"context:\n  include: [*.go]\n", 2, `quote patterns that start with *, as in "*.go"`},
		{"context:\n  include:\n    - a\n    - *.go\n    - b", 4, `quote patterns that start with *, as in "*.go"`},
		{"context:\n  include:\n    - *all\n", 3, `quote patterns that start with *, as in "*.go"`},
		{"context:\n\tmaxTokens: 3", 2, "indent with spaces: YAML takes no tabs"},
		{"context:\n  maxTokens: 5\n promptOverhead: 4\noutput: {}\n", 3, ""},
		{"output: {}\ncontext:\n  model: \"x\n  include: []\n\n\n", 3, ""},
		{"context:\n  model: @home\n", 2, "quote texts that start with a special character"},
		{"output: {format: json\n", 1, ""},
		{"context: {include: [a,\n  b,\n  @c,\n]}\ntrim: {}\n", 3, ""},
		{"a: b: c", 1, ""},
		{"output: {}\ntrim: {}\x01\n", 2, ""},
		{"}", 1, ""},
	}
	for _, tt := range tests {
		_, _, err := load(tt.yaml)
		list, ok := errors.AsType[Errors](err)
		if !ok || len(list) != 1 {
			t.Errorf("%q: %v, want one error", tt.yaml, err)
			continue
		}
		if got := list[0]; got.Line != tt.line || !strings.HasPrefix(got.Msg, "invalid YAML: ") || tt.hint != "" && got.Hint != tt.hint {
			t.Errorf("%q: %v, hint %q; want line %d, hint %q", tt.yaml, got, got.Hint, tt.line, tt.hint)
		}
	}
}

func TestLoadCollectsAllFiles(t *testing.T) {
	t.Parallel()
	_, _, err := loadMap(map[string]string{"u": "trim: {apply: 1}\noutput: {tree: x}", "r": "a: 1"},
		File{Path: "u"}, File{Path: "gone", Required: true}, File{Path: "r"})
	want := "u:1:15: trim.apply: want true or false, got the number 1\n" +
		"u:2:16: output.tree: want one of auto, full, none, got the text \"x\"\n" +
		"gone: read configuration: file does not exist\n" +
		"r:1:1: unknown key a"
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error("the cause of the missing file is lost")
	}
	if one, ok := errors.AsType[*Error](err); !ok || one.Key != "trim.apply" || one.Line != 1 || one.Column != 15 {
		t.Errorf("first error %+v", one)
	}
}

func TestUnreadableFileIsAnError(t *testing.T) {
	t.Parallel()
	_, _, err := table().Load(func(string) ([]byte, error) { return nil, fs.ErrPermission }, File{Path: "r"})
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "r: read configuration: ") {
		t.Errorf("got %v", err)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	// Ten levels of ten aliases expand to ten thousand million texts.
	var bomb strings.Builder
	bomb.WriteString("a0: &a0 x\n")
	for i := range 10 {
		fmt.Fprintf(&bomb, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	large := "context: {include: [&p " + strings.Repeat("x", 900) + strings.Repeat(", *p", 1200) + "]}"
	for name, tt := range map[string]struct{ yaml, want string }{
		"bomb":          {bomb.String(), "aliases and anchors expand beyond 1,000,000 bytes"},
		"list":          {large, "aliases and anchors expand beyond 1,000,000 bytes"},
		"file":          {strings.Repeat("#", MaxBytes+1), "the file is larger than 1,000,000 bytes"},
		"depth":         {strings.Repeat("[", 100_000), "invalid YAML: exceeded max depth"},
		"directives":    {"#\n" + strings.Repeat("%TAG !a! b\n", 101) + "---\n{}", ":2: the file has too many %TAG directives"},
		"line ends":     {strings.Repeat("%TAG !a! b\u0085", 101) + "---\n{}", ":1: the file has too many %TAG directives"},
		"many errors":   {strings.Repeat("a: 1\n", 100_000), "99,950 more errors from here on"},
		"many unknown":  {manyKeys(50_000), "49,950 more errors from here on"},
		"many patterns": {"context: {pin: [" + strings.Repeat("a, ", 1001) + "]}", "want at most 1,000 patterns, got 1,001"},
		"long pattern":  {"context: {pin: [" + strings.Repeat("a", 1001) + "]}", "it has more than 1,000 bytes"},
		"broken":        {strings.Repeat("a: [\n", 100_000), "invalid YAML"},
	} {
		_, _, err := load(tt.yaml)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %.300v, want %q", name, err, tt.want)
			continue
		}
		if text := err.Error(); len(text) > 20_000 {
			t.Errorf("%s: the error has %d bytes", name, len(text))
		}
	}
	if _, _, err := load(strings.Repeat("#", MaxBytes)); err != nil {
		t.Errorf("a file of the largest size: %v", err)
	}
}

// manyKeys returns a file with n different unknown keys.
func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "maxTokens%d: 1\n", i)
	}
	return b.String()
}
