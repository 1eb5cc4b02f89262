package config

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// Another program, an author of handover documents (farce1/handover), keeps its
// settings in a file of the same name. Its keys are no mistake: what they have in
// common with this program's is taken over, the others mean nothing here, and either
// is told.
//
// Of keys whose name is that of a section here, the value tells whose they are: there
// it is a text or a truth value.

// foreignKeys are the keys of that program that say the same as one here.
func foreignKeys() map[string]string {
	return map[string]string{
		"include":                 "context.include",
		"exclude":                 "context.exclude",
		"model":                   "context.model",
		"contextWindow.maxTokens": "context.maxTokens",
		"contextWindow.pin":       "context.pin",
		"contextWindow.boost":     "context.boost",
	}
}

// foreignOnly are its keys that mean nothing here, with what does the like, "" for
// nothing.
func foreignOnly() map[string]string {
	return map[string]string{
		"provider": "", "authMethod": "", "apiKeyEnv": "", "baseUrl": "", "timeout": "", "audience": "", "project": "", "costWarningThreshold": "",
		"embedding": "", "serve": "",
		"analysis": "--jobs",
		"output":   "--output",
		"compress": "context.packing",
		"context":  "--header",
	}
}

// foreignTypes are the types of its values at keys that are sections here.
func foreignTypes() map[string]string {
	return map[string]string{"output": "string", "compress": "boolean", "context": "string"}
}

// foreign reads a key of the other program at the top of a file. It tells whether the
// key is one.
func (w *walker) foreign(key, value *yaml.Node) bool {
	name := resolve(key).Value
	n := resolve(value)
	if name == "contextWindow" && n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			path := name + "." + resolve(n.Content[i]).Value
			if !w.take(path, n.Content[i], n.Content[i+1]) {
				w.fail(n.Content[i], path, "unknown key "+plain(path), "")
			}
		}
		return true
	}
	if w.take(name, key, value) {
		return true
	}
	like, ok := foreignOnly()[name]
	if !ok {
		return false
	}
	if kind, section := foreignTypes()[name]; section && (n.Kind != yaml.ScalarNode || n.ShortTag() != map[string]string{"string": "!!str", "boolean": "!!bool"}[kind]) {
		return false
	}
	if like == "" {
		w.unused = append(w.unused, name)
	} else {
		w.unused = append(w.unused, name+" (see "+like+")")
	}
	return true
}

// take reads a key of the other program that says the same as one here.
func (w *walker) take(path string, key, value *yaml.Node) bool {
	target, ok := foreignKeys()[path]
	if !ok {
		return false
	}
	r, ok := w.table.find(target)
	if !ok {
		return false
	}
	before := len(w.settings)
	w.leaf(r, key, value)
	// What is said by this program's own key holds, wherever it stands.
	taken := slices.Clone(w.settings[before:])
	w.settings = slices.Concat(taken, w.settings[:before])
	w.taken = append(w.taken, path+" as "+target)
	return true
}

// told says what became of the keys of the other program.
func (w *walker) told() string {
	var parts []string
	if len(w.taken) > 0 {
		parts = append(parts, "read "+strings.Join(w.taken, ", "))
	}
	if len(w.unused) > 0 {
		parts = append(parts, "not used: "+strings.Join(w.unused, ", "))
	}
	if len(parts) == 0 {
		return ""
	}
	return w.path + ": keys of another program: " + strings.Join(parts, "; ")
}
