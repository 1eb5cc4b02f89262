package config

import (
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// loaded loads a repository's file and, if it is not empty, a user's file.
func loaded(profile, user, repository string) (Loaded, error) {
	texts := map[string]string{"user.yml": user, RepositoryFile: repository}
	return table().LoadProfile(Chosen{Profile: profile}, func(path string) ([]byte, error) { return []byte(texts[path]), nil },
		File{Path: "user.yml", Layer: LayerUser}, File{Path: RepositoryFile, Layer: "repository"})
}

// The window in the file of another program is accepted; its other keys give errors with
// hints.
func TestKeysOfOtherPrograms(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"contextWindow: {maxTokens: 6k, pin: [README.md], boost: ['core/**']}",
		"contextWindow: {maxTokens: 5k, pin: [a], boost: ['core/**']}\ncontext: {maxTokens: 6k, pin: [README.md]}",
		"context: {maxTokens: 6k, pin: [README.md]}\ncontextWindow: {maxTokens: 5k, pin: [a], boost: ['core/**']}",
	} {
		l, err := loaded("", "", text)
		if x := l.Config.Context; err != nil || x.MaxTokens != 6000 || !slices.Equal(x.Pin, []string{"README.md"}) || !slices.Equal(x.Boost, []string{"core/**"}) {
			t.Errorf("%q is read as %+v, %v", text, x, err)
		}
	}
	for text, want := range map[string]string{
		"contextWindow: {maxTokns: 5}":                ".handover.yml:1:17: unknown key contextWindow.maxTokns|",
		"contextWindow: {pin: 5}":                     ".handover.yml:1:22: context.pin: want a list of globs, got the number 5|write [\"5\"]",
		"provider: x":                                 ".handover.yml:1:1: unknown key provider|",
		"model: x":                                    ".handover.yml:1:1: unknown key model|write context: {model: …}",
		"\nanalysis: {concurrency: 8}":                ".handover.yml:2:1: unknown key analysis|give --jobs N",
		"compress: true":                              ".handover.yml:1:11: compress: want a mapping of keys to values, got true|",
		"cache: {remoteMode: read}":                   ".handover.yml:1:9: unknown key cache.remoteMode|remove it: the server decides who may write",
		"profiles: {a: {trim: {files: {budget: 5}}}}": ".handover.yml:1:23: unknown key trim.files|give ctxpack trim files --budget, --page-size and --max-files",
		"history: {searchLimit: 5}":                   ".handover.yml:1:11: unknown key history.searchLimit|give ctxpack history search --limit N",
	} {
		_, err := loaded("", "", text)
		var all Errors
		if !errors.As(err, &all) || len(all) != 1 || all[0].Error()+"|"+all[0].Hint != want {
			t.Errorf("%q: %v, want %s", text, err, want)
			for _, e := range all {
				t.Log(e.Error() + "|" + e.Hint)
			}
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
	if c := l.Config.Context; c.Budget != 3000 || c.MaxTokens != 7000 || !slices.Equal(c.Pin, []string{"A.md"}) ||
		!slices.Equal(l.Config.Redact.Allow, []string{"a/**"}) {
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

// TestStarter checks that the starter sets nothing, and that it equals the example once
// every key is uncommented.
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
	_, keys, ok := strings.Cut(text, "# Which files ctxpack packs")
	if !ok {
		t.Fatal("there is no first section")
	}
	keys = regexp.MustCompile(`(?m)^( *)#([A-Za-z])`).ReplaceAllString("# Which files ctxpack packs"+keys, "$1$2")
	header, _, _ := strings.Cut(headers, "\f\n")
	if want := strings.TrimPrefix(table().Example(), header); "\n"+keys != want {
		t.Errorf("uncommented it is\n%s\nwant\n%s", keys, want)
	}
	c, _, err := load(keys)
	if err != nil || !reflect.DeepEqual(c, table().Default()) {
		t.Errorf("uncommented it sets %+v, %v", c, err)
	}
}
