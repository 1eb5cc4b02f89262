package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

func TestExampleIsTheDefaults(t *testing.T) {
	t.Parallel()
	c, origins, err := load(table().Example())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(c, table().Default()) {
		t.Errorf("the example sets\n%+v\nwant the defaults\n%+v", c, table().Default())
	}
	for key, origin := range origins {
		if r, _ := table().find(key); origin == "default" && r.userOnly == "" { // a repository's file cannot set the others
			t.Errorf("the example does not set %s", key)
		}
	}
}

// yamlPaths lists the dotted paths of the scalars and lists below a node, and
// reports those without a comment.
func yamlPaths(t *testing.T, n *yaml.Node, prefix string) []string {
	t.Helper()
	var paths []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.HeadComment == "" {
			t.Errorf("%s%s has no comment", prefix, key.Value)
		}
		if value.Kind == yaml.MappingNode {
			paths = append(paths, yamlPaths(t, value, prefix+key.Value+".")...)
		} else {
			paths = append(paths, prefix+key.Value)
		}
	}
	return paths
}

func TestExampleHasEveryField(t *testing.T) {
	t.Parallel()
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(table().Example()), &document); err != nil {
		t.Fatal(err)
	}
	paths := yamlPaths(t, document.Content[0], "")
	for _, field := range structPaths(reflect.TypeFor[Config](), "key", "") {
		if !slices.ContainsFunc(paths, func(p string) bool { return p == field || strings.HasPrefix(p, field+".") }) {
			t.Errorf("the example lacks %s", field)
		}
	}
	for line := range strings.Lines(table().Example()) {
		line = strings.TrimSuffix(line, "\n")
		if strings.TrimRight(line, " ") != line || len([]rune(line)) > 80 {
			t.Errorf("line %q ends in a space or is too long", line)
		}
	}
}

func TestYAMLRoundTrip(t *testing.T) {
	t.Parallel()
	c := table().Default()
	for key, value := range map[string]string{
		"context.maxTokens": "1m", "context.safetyMargin": "0.333333", "context.model": `a "b" \ #: é`, "context.include": `["*.go","é\u2028\ufeff\u0085\n{a, ` +
			`b}/'x","😀"]`,
		"context.git.window": "1h1ns", "context.maxFileSize": "1234567", "context.weights.todo": "-4", "output.tree": "none", "trim.apply": "false",
	} {
		if err := table().Set(&c, key, value); err != nil {
			t.Fatalf("set %s: %v", key, err)
		}
	}
	again, _, err := load(table().YAML(c))
	if err != nil || !reflect.DeepEqual(again, c) {
		t.Errorf("%s\nis read as %+v, %v\nwant %+v", table().YAML(c), again, err, c)
	}
}
