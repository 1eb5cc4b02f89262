package config

import (
	"bytes"
	"encoding/json"
	"strings"

	"ctxpack/internal/text/mapped"
)

// Schema returns the JSON Schema (draft 2020-12) of a settings file, for editors. It accepts every file that
// [Table.LoadProfile] accepts, and some more: it cannot express the number of decimals, nor all rules of globs.
func (t *Table) Schema() string {
	root, profile := t.schemaOf(t.accepted()), t.schemaOf(t.tree())
	properties := root["properties"].(map[string]any)
	properties[profilesKey] = map[string]any{
		"type": []string{"object", "null"}, "description": profilesDoc, "maxProperties": maxProfiles,
		"propertyNames": map[string]any{"pattern": profileName().String()}, "additionalProperties": profile,
	}
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "Settings of ctxpack (" + RepositoryFile + ")"
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(root); err != nil {
		return "" // maps of plain values always encode
	}
	return b.String()
}

func (t *Table) schemaOf(b *branch) map[string]any {
	if b.leaf != nil {
		return b.leaf.schema()
	}
	properties := make(map[string]any, len(b.children))
	for _, c := range b.children {
		properties[c.name] = t.schemaOf(c)
	}
	s := map[string]any{
		"type":                 []string{"object", "null"},
		"additionalProperties": false,
		"properties":           properties,
	}
	if text := t.sections[b.path]; text != "" {
		s["description"] = text
	}
	return s
}

// schema returns the JSON Schema of one setting. Null is always valid: it does not change the setting.
func (r row) schema() map[string]any {
	s := map[string]any{"description": strings.TrimSpace(r.comment + " " + r.accepts()), "type": r.kind.types, "default": r.initial}
	switch r.kind {
	case kindTokens, kindWords, kindInteger, kindPercent:
		s["minimum"], s["maximum"], s["default"] = r.low, r.high, json.Number(r.initial)
		switch {
		case r.kind == kindInteger:
		case r.kind == kindPercent:
			s["pattern"] = `^\+?([1-9][0-9]?|100)%?$` // from 1 to 100, the only range there is
		case r.low > 0:
			s["pattern"] = "^[1-9][0-9]*[kKmM]?$"
		default:
			s["pattern"] = "^(0|[1-9][0-9]*[kKmM]?)$"
		}
	case kindShare:
		least := "minimum"
		if r.low > 0 {
			least = "exclusiveMinimum"
		}
		s[least], s["maximum"], s["default"] = 0, json.Number(Share(r.high).String()), json.Number(r.initial)
	case kindSize:
		s["minimum"], s["maximum"] = r.low, r.high
		s["pattern"] = "^[1-9][0-9]*([bB]|[kKmMgG]([iI]?[bB])?)?$"
	case kindDuration:
		s["pattern"] = `^([1-9][0-9]*[dDwWyY]|\+?(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`
	case kindText:
		s["maxLength"] = r.high
	case kindChoice:
		delete(s, "type")
		s["enum"] = append(mapped.Of(r.choices, func(c string) any { return c }), nil) // the last is null
	case kindBoolean:
		s["default"] = r.initial == "true"
	case kindGlobs:
		s["maxItems"], s["default"] = maxGlobs, []string{}
		s["items"] = map[string]any{
			"type": "string", "minLength": 1, "maxLength": maxGlob,
			"not": map[string]any{"pattern": `^/|^~/|(^|/)\.\.(/|$)`},
		}
		if len(r.choices) > 0 {
			s["items"].(map[string]any)["pattern"] = "^(" + strings.Join(r.choices, "|") + "):"
		}
	}
	return s
}
