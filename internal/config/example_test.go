package config

import (
	"cmp"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

var update = flag.Bool("update", false, "write the example and the tables of the reference")

const (
	examplePath   = "../../.handover.yml.example"
	referencePath = "../../docs/configuration.md"
)

func TestExampleIsTheDefaults(t *testing.T) {
	t.Parallel()
	c, origins, err := load(Example())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(c, Default()) {
		t.Errorf("the example sets\n%+v\nwant the defaults\n%+v", c, Default())
	}
	for key, origin := range origins {
		if origin == "default" {
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
	if err := yaml.Unmarshal([]byte(Example()), &document); err != nil {
		t.Fatal(err)
	}
	paths := yamlPaths(t, document.Content[0], "")
	for _, field := range structPaths(reflect.TypeFor[Config](), "yaml", "") {
		if !slices.ContainsFunc(paths, func(p string) bool { return p == field || strings.HasPrefix(p, field+".") }) {
			t.Errorf("the example lacks %s", field)
		}
	}
	for line := range strings.Lines(Example()) {
		line = strings.TrimSuffix(line, "\n")
		if strings.TrimRight(line, " ") != line || len([]rune(line)) > 80 {
			t.Errorf("line %q ends in a space or is too long", line)
		}
	}
}

func TestExampleFile(t *testing.T) {
	t.Parallel()
	if *update {
		if err := os.WriteFile(examplePath, []byte(Example()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(examplePath)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != Example() {
		t.Errorf("%s is not what Example returns; run the test with -update", examplePath)
	}
}

// TestYAMLMarshal holds the struct's tags to the table: what another program
// writes from the struct is a settings file too.
func TestYAMLMarshal(t *testing.T) {
	t.Parallel()
	text, err := yaml.Marshal(Default())
	if err != nil {
		t.Fatal(err)
	}
	if c, _, err := load(string(text)); err != nil || !reflect.DeepEqual(c, Default()) {
		t.Errorf("%s\nis read as %+v, %v", text, c, err)
	}
}

func TestYAMLRoundTrip(t *testing.T) {
	t.Parallel()
	c := Default()
	for key, value := range map[string]string{
		"context.maxTokens": "1m", "context.safetyMargin": "0.333333", "context.model": `a "b" \ #: é`, "context.include": `["*.go","é\u2028\ufeff\u0085\n{a, b}/'x","😀"]`,
		"context.git.window": "1h1ns", "context.maxFileSize": "1234567", "context.weights.todo": "-4", "output.tree": "none", "trim.apply": "false",
	} {
		if err := c.Set(key, value); err != nil {
			t.Fatalf("set %s: %v", key, err)
		}
	}
	again, _, err := load(c.YAML())
	if err != nil || !reflect.DeepEqual(again, c) {
		t.Errorf("%s\nis read as %+v, %v\nwant %+v", c.YAML(), again, err, c)
	}
}

// referenceTables writes the table of each section for the reference.
func referenceTables() string {
	section := func(k Key) string { return k.Path[:strings.LastIndexByte(k.Path, '.')] }
	keys := Keys()
	var order []string
	for _, k := range keys {
		if !slices.Contains(order, section(k)) {
			order = append(order, section(k))
		}
	}
	slices.SortStableFunc(keys, func(a, b Key) int {
		return cmp.Compare(slices.Index(order, section(a)), slices.Index(order, section(b)))
	})
	var b strings.Builder
	last := ""
	for _, k := range keys {
		at := section(k)
		if at != last {
			last = at
			b.WriteString("\n### " + at + "\n\n" + sections()[at] + "\n\n| key | type | default | accepts | variable | meaning |\n|---|---|---|---|---|---|\n")
		}
		initial := k.Default
		if initial == "" {
			initial = `""`
		}
		accepts := k.Range
		switch k.Type {
		case "choice":
			accepts = "`" + strings.Join(k.Choices, "`, `") + "`"
		case "boolean":
			accepts = "`true`, `false`"
		}
		b.WriteString("| `" + k.Path[len(at)+1:] + "` | " + k.Type + " | `" + initial + "` | " + accepts + " | `" + k.Env + "` | " + k.Comment + " |\n")
	}
	return b.String() + "\n"
}

func TestReference(t *testing.T) {
	t.Parallel()
	const begin, end = "<!-- keys: begin -->\n", "<!-- keys: end -->\n"
	data, err := os.ReadFile(referencePath)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s lacks the marks of the tables", referencePath)
	}
	want := before + begin + referenceTables() + end + after
	if *update {
		if err := os.WriteFile(referencePath, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(data) != want {
		t.Errorf("the tables of %s are not those of the keys; run the test with -update", referencePath)
	}
}
