package config

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

func compileSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(table().Schema()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("settings.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("settings.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestSchemaAccepts(t *testing.T) {
	t.Parallel()
	schema := compileSchema(t)
	for _, text := range []string{
		table().Example(), table().YAML(table().Default()), "", "{}", "context:", "context: {maxTokens: 128k, promptOverhead: 0, safetyMargin: 1, weights: " +
			"{test: -1000}}",
		"context: {git: {window: 1h30m}, maxFileSize: 1MiB}", "context: {include: [a..b, \"**\"], model: ~}", "trim: {apply: false}",
		"usage: {warnAt: 1}", "usage: {warnAt: 100%}", "usage: {warnAt: '99'}", "usage: {warnAt: +85%}", "trim: {text: {profiles: {context: 1k}}, messages: " +
			"{protect: 0}}", "contextWindow: {maxTokens: 8k, pin: [a], boost: [b]}",
	} {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%.200q: %v", text, err)
		}
		if _, _, err := load(text); err != nil {
			t.Errorf("%.200q: %v", text, err)
		}
	}
}

func TestSchemaRefuses(t *testing.T) {
	t.Parallel()
	schema := compileSchema(t)
	for _, text := range []string{
		"5", "[]", "contxt: {}", "redact: false", "context: {maxToken: 5}", "context: []", "context: {maxTokens: 0}", "context: {maxTokens: -8k}",
		"context: {maxTokens: 1.5}", "context: {maxTokens: 0k}", "context: {maxTokens: 2147483648}", "context: {safetyMargin: 0}",
		"context: {safetyMargin: 1.1}", "context: {safetyMargin: high}", "context: {tokenizer: o200k}", "context: {weights: {stars: 5}}",
		"context: {weights: {todo: 1001}}", "context: {weights: {todosMax: 1}}", "context: {weights: {exportsMax: -1}}",
		"context: {include: src}", "context: {include: [1]}", "context: {include: ['']}", "context: {pin: [/etc]}", "context: {pin: [a/../b]}",
		"context: {git: {window: 90}}", "context: {git: {window: 90q}}", "context: {git: {maxCommits: 0}}", "context: {oversizedScore: 101}",
		"context: {maxFileSize: 10TB}", "output: {format: html}", "output: {tree: true}", "trim: {apply: 1}", "trim: {aply: true}",
		"usage: {warnAt: 0}", "usage: {warnAt: 101%}", "usage: {warnAt: '085'}", "usage: {warnAt: 8.5}", "history: {minVerbatimExchanges: 10k}",
		"contextWindow: {maxTokns: 5}", "provider: anthropic", "context: Some text.",
		"context: {git: {window: 30}}", "history: {trigger: 0}", "history: {detector: sh}",
	} {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if err := schema.Validate(value); err == nil {
			t.Errorf("the schema accepts %q", text)
		}
		if _, _, err := load(text); err == nil {
			t.Errorf("load accepts %q", text)
		}
	}
}

// TestSchemaHasEveryKey also compares the defaults of the schema.
func TestSchemaHasEveryKey(t *testing.T) {
	t.Parallel()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(table().Schema()))
	if err != nil {
		t.Fatal(err)
	}
	if got := document.(map[string]any)["$schema"]; got != "https://json-schema.org/draft/2020-12/schema" {
		t.Errorf("$schema is %v", got)
	}
	for _, k := range table().Keys() {
		at := document.(map[string]any)
		for name := range strings.SplitSeq(k.Path, ".") {
			properties, _ := at["properties"].(map[string]any)
			next, ok := properties[name].(map[string]any)
			if !ok {
				t.Fatalf("the schema lacks %s", k.Path)
			}
			at = next
		}
		if _, ok := at["default"]; !ok || at["description"] == "" {
			t.Errorf("%s: default %v, description %v", k.Path, at["default"], at["description"])
		}
	}
}
