package config

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// loaded reads a file of the repository and, if it is not empty, one of the user's.
func loaded(profile, user, repository string) (Loaded, error) {
	texts := map[string]string{"user.yml": user, RepositoryFile: repository}
	return table().LoadProfile(Chosen{Profile: profile}, func(path string) ([]byte, error) { return []byte(texts[path]), nil },
		File{Path: "user.yml", Layer: LayerUser}, File{Path: RepositoryFile, Layer: "repository"})
}

func TestForeignKeys(t *testing.T) {
	t.Parallel()
	l, err := loaded("", "", `
provider: anthropic
model: claude-sonnet-4-5
output: ./handover
compress: true
context: Some background.
audience: ai
analysis: {concurrency: 8}
include: ["src/**"]
exclude: ["**/*.snap"]
contextWindow:
  maxTokens: 100000
  pin: [README.md]
  boost: ["core/**"]
`)
	if err != nil {
		t.Fatal(err)
	}
	x := l.Config.Context
	if x.MaxTokens != 100000 || x.Model != "claude-sonnet-4-5" || !slices.Equal(x.Pin, []string{"README.md"}) || !slices.Equal(x.Boost, []string{"core/**"}) ||
		!slices.Equal(x.Include, []string{"src/**"}) || !slices.Equal(x.Exclude, []string{"**/*.snap"}) {
		t.Errorf("read as %+v", x)
	}
	want := []string{".handover.yml: keys of another program: read model as context.model, include as context.include, exclude as context.exclude, " +
		"contextWindow.maxTokens as context.maxTokens, contextWindow.pin as context.pin, contextWindow.boost as context.boost; " +
		"not used: provider, output (see --output), compress (see context.packing), context (see --header), audience, analysis (see --jobs)"}
	if !slices.Equal(l.Notes, want) {
		t.Errorf("notes\n%s\nwant\n%s", l.Notes, want)
	}
	if l, err := loaded("", "", "contextWindow: {maxTokens: 5k}\ncontext: {maxTokens: 6k}\nmodel: a\n"); err != nil || l.Config.Context.MaxTokens != 6000 {
		t.Errorf("its own key does not hold: %d, %v", l.Config.Context.MaxTokens, err)
	}
	if l, err := loaded("", "", "context: {maxTokens: 6k}\ncontextWindow: {maxTokens: 5k}\n"); err != nil || l.Config.Context.MaxTokens != 6000 {
		t.Errorf("its own key does not hold when it stands first: %d, %v", l.Config.Context.MaxTokens, err)
	}
	for text, message := range map[string]string{
		"contextWindow: {maxTokns: 5}": "unknown key contextWindow.maxTokns",
		"contextWindow: {pin: 5}":      "context.pin: want a list of globs",
		"compress: text":               "compress: want a mapping",
		"include: {}":                  "context.include: want a list",
	} {
		if _, err := loaded("", "", text); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v, want %s", text, err, message)
		}
	}
}

func TestProfiles(t *testing.T) {
	t.Parallel()
	user := `
context: {budget: 1k, maxTokens: 9k}
profiles:
  review: {context: {budget: 2k, pin: [A.md]}, redact: {allow: ["a/**"]}}
  mine: {output: {tree: none}}
`
	repository := `
context: {maxTokens: 7k}
profiles:
  review:
    context: {budget: 3k}
  empty:
`
	l, err := loaded("review", user, repository)
	if err != nil {
		t.Fatal(err)
	}
	if c := l.Config.Context; c.Budget != 3000 || c.MaxTokens != 7000 || !slices.Equal(c.Pin, []string{"A.md"}) || !slices.Equal(l.Config.Redact.Allow, []string{"a/**"}) {
		t.Errorf("read as %+v", c)
	}
	if got := l.Origins["context.budget"]; got != "repository file .handover.yml:5 (profile review)" {
		t.Errorf("the budget comes from %q", got)
	}
	if got := l.Origins.Layer("context.pin"); got != LayerUser {
		t.Errorf("the layer of pin is %q", got)
	}
	if want := []string{"empty", "mine", "review"}; !slices.Equal(l.Profiles, want) {
		t.Errorf("profiles %q, want %q", l.Profiles, want)
	}
	l, err = loaded("mine", user, repository)
	if err != nil || l.Config.Output.Tree != "none" || l.Config.Context.Budget != 1000 {
		t.Errorf("mine: %+v, %v", l.Config, err)
	}
	for text, message := range map[string]string{
		"profiles: []":                                      "profiles: want a mapping",
		"profiles: {'a b': {}}":                             "a profile's name is of letters",
		"profiles: {a: {}, a: {}}":                          "profile a is given twice",
		"profiles: {a: {contxt: {}}}":                       "unknown key contxt",
		"profiles: {a: {profiles: {b: {}}}}":                "unknown key profiles",
		"profiles: {a: {include: [x]}}":                     "unknown key include",
		"profiles: {a: {context: {budget: x}}}":             "1:34: context.budget: want a token count",
		"profiles: {a: {redact: {allow: ['**']}}}":          "redact.allow is for the user's own settings file only",
		"profiles:\n  a:\n    context:\n      budget: -1\n": ":4:15: context.budget: want a token count",
	} {
		if _, err := loaded("", "", text); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v, want %s", text, err, message)
		}
	}
}

// TestStarter holds the file to begin with to two things: as it is it sets nothing, and
// with every key uncommented it is the example.
func TestStarter(t *testing.T) {
	t.Parallel()
	text := table().Starter()
	_, origins, err := load(text)
	if err != nil {
		t.Fatal(err)
	}
	for key, origin := range origins {
		if origin != "default" {
			t.Errorf("it sets %s: %s", key, origin)
		}
	}
	_, keys, ok := strings.Cut(text, "# What is packed")
	if !ok {
		t.Fatal("there is no first section")
	}
	keys = regexp.MustCompile(`(?m)^( *)#([A-Za-z])`).ReplaceAllString("# What is packed"+keys, "$1$2")
	if want := strings.TrimPrefix(table().Example(), exampleHeader); "\n"+keys != want {
		t.Errorf("uncommented it is\n%s\nwant\n%s", keys, want)
	}
	c, _, err := load(keys)
	if err != nil || !reflect.DeepEqual(c, table().Default()) {
		t.Errorf("uncommented it sets %+v, %v", c, err)
	}
}
