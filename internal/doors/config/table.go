// Package config reads `.handover.yml`, the settings of ctxpack.
//
// One table, built from the tags of [Config], defines everything: the defaults, the validation of files, suggestions for
// mistyped keys, the commented example, the JSON Schema and the reference in docs. The caller supplies the tokenizers,
// formats and weights (see [Given]).
//
// Invariants: a file is checked completely, and each error has a place; a file with an error sets nothing; accepted
// values are inside their ranges, so later stages do not check them again. A repository's file is not trusted: no key
// runs a program, names a file outside the repository, writes, or switches off the redaction of secrets. The package
// does not read the environment, the clock or the disk: the caller passes the reading function.
//
// Every function is safe for concurrent use; a [Config] is a plain value, to be changed by one goroutine at a time.
package config

import (
	"cmp"
	_ "embed" // descriptions of settings
	"fmt"
	"maps"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"ctxpack/internal/text/mapped"
)

// The names of the settings files, for callers that look for them.
const (
	// RepositoryFile is the settings file at a repository's root.
	RepositoryFile = ".handover.yml"
	// RepositoryFileAlternative is another accepted name of RepositoryFile.
	RepositoryFileAlternative = ".handover.yaml"
	// UserFile is the user's own file, relative to the configuration folder of the platform, slash-separated.
	UserFile = "ctxpack/config.yml"
)

// A Key describes one setting.
type Key struct {
	Path    string   // dotted, such as "context.maxTokens"
	Type    string   // the name of its kind, such as "tokens"
	Default string   // in the form of Table.Set
	Range   string   // the accepted values as a phrase; "" if the type determines them
	Choices []string // choices of the setting, otherwise nil
	Comment string   // the description, one or more sentences
	Env     string   // the environment variable that overrides it
	Was     string   // its former flag, =, and an example value; or ""
}

// Given holds the names and weights that other packages define: this package does not
// know tokenizers, formats or factors. The first name of a list is the default.
type Given struct {
	Tokenizers, Formats, Rankings, Packings []string

	Weights []Weight // numbers of the scoring factors
}

// Weight is a parameter of a scoring factor.
type Weight struct {
	Key     string
	Default int
	Cap     bool   // an upper limit, at least 0; otherwise points, possibly negative
	Meaning string // a sentence
}

// Table is the table of all settings. It is read-only after [NewTable].
type Table struct {
	rows     []row // in the order of the example
	sections map[string]string
}

// A row is one setting: its key, its accepted values, and its field in Config.
type row struct {
	path      string
	kind      *kind
	initial   string   // the default, in the form of Table.Set
	low, high int64    // bounds of a number, inclusive, in the kind's unit
	choices   []string // accepted values, or prefixes of globs
	env, was  string   // as Key.Env and Key.Was
	userOnly  string   // why a repository's file must not set it; "" if it may
	narrows   string   // lower, higher, longer, or ""
	comment   string   // sentences for the example and the reference
	index     []int    // index of the field in Config; for a weight, of the map
	weight    string   // the key of a weight, otherwise ""
}

// meanings holds one line for each setting and section: its path and its description.
//
//go:embed settings.txt
var meanings string

// NewTable returns the table of the settings.
func NewTable(g Given) *Table {
	t := &Table{sections: map[string]string{profilesKey: profilesDoc}}
	t.add(reflect.TypeFor[Config](), "", nil, g)
	return t
}

// add adds the fields of a section. It panics on an invalid tag: that is a programming error, which tests find.
func (t *Table) add(section reflect.Type, path string, index []int, g Given) {
	for i := range section.NumField() {
		field := section.Field(i)
		r := row{
			path: path + field.Tag.Get("key"), index: append(index[:len(index):len(index)], i), initial: field.Tag.Get("default"),
			userOnly: field.Tag.Get("user"), narrows: field.Tag.Get("narrow"), env: field.Tag.Get("env"), was: field.Tag.Get("was"),
		}
		_, r.comment, _ = strings.Cut(meanings, "\n"+r.path+": ")
		r.comment, _, _ = strings.Cut(r.comment, "\n")
		switch field.Type.Kind() {
		case reflect.Struct:
			t.sections[r.path] = r.comment
			t.add(field.Type, r.path+".", r.index, g)
			continue
		case reflect.Map:
			t.sections[r.path] = r.comment
			t.addWeights(r, g.Weights)
			continue
		}
		choices := field.Tag.Get("choices")
		if name, ok := strings.CutPrefix(choices, "$"); ok {
			r.choices, _ = reflect.ValueOf(g).FieldByName(name).Interface().([]string)
		} else if choices != "" {
			r.choices = strings.Split(choices, ",")
		}
		r.kind = kindOf(field.Type, field.Tag.Get("kind"), choices != "")
		if r.kind == kindGlobs {
			r.initial = "[]"
		} else if r.initial == "" && len(r.choices) > 0 {
			r.initial = r.choices[0]
		}
		r.low = bound(field.Tag.Get("min"), r.kind.low)
		r.high = bound(field.Tag.Get("max"), r.kind.high)
		t.addRow(r)
	}
}

// addWeights adds a row for each weight.
func (t *Table) addWeights(of row, weights []Weight) {
	for _, w := range weights {
		r := row{path: of.path + "." + w.Key, kind: kindInteger, initial: strconv.Itoa(w.Default), low: -1000, high: 1000}
		r.comment, r.index, r.weight, r.was = w.Meaning, of.index, w.Key, "weight=5"
		if w.Cap {
			r.low = 0
		}
		t.addRow(r)
	}
}

// addRow adds a row. By default, its environment variable is CTXPACK_ and the path in upper
// case, without the sections context and output.
func (t *Table) addRow(r row) {
	env := "CTXPACK_"
	for _, c := range strings.TrimPrefix(strings.TrimPrefix(r.path, "context."), "output.") {
		if unicode.IsUpper(c) { // another word
			env += "_"
		}
		env += string(c)
	}
	r.env = cmp.Or(r.env, strings.ToUpper(strings.ReplaceAll(env, ".", "_")))
	t.rows = append(t.rows, r)
}

// bound parses a tag with a number; without a tag it returns otherwise, the bound of the kind.
func bound(tag string, otherwise int64) int64 {
	if tag == "" {
		return otherwise
	}
	n, err := strconv.ParseInt(tag, 10, 64)
	if err != nil {
		panic("the bound of a setting is no number: " + tag)
	}
	return n
}

// Keys returns all settings in the order of the example. The caller may modify the result.
func (t *Table) Keys() []Key {
	keys := make([]Key, len(t.rows))
	for i, r := range t.rows {
		choices := r.choices
		if r.kind == kindGlobs {
			choices = nil
		}
		keys[i] = Key{r.path, r.kind.name, r.initial, r.interval(), choices, r.comment, r.env, r.was}
	}
	return keys
}

// Sections returns the descriptions of all sections by their dotted paths. The caller may modify the result.
func (t *Table) Sections() map[string]string { return maps.Clone(t.sections) }

// Default returns the default settings. Each call returns a new value that shares nothing with others.
func (t *Table) Default() Config {
	var c Config
	for _, r := range t.rows {
		if value, err := r.parse(r.initial); err == nil { // a test parses every default
			r.store(&c, value)
		}
	}
	return c
}

// Set parses text and sets the setting of c at a dotted key, such as `context.maxTokens`. Lists have the form of
// [SplitList]. Set serves flags and environment variables, so its error for a value does not name the key: the caller
// names the flag. For an unknown key or a value that is not accepted, Set returns an error and does not change c.
func (t *Table) Set(c *Config, key, text string) error {
	r, ok := t.find(key)
	if !ok {
		if near := t.nearestPath(key); near != "" {
			return fmt.Errorf("unknown key %s: did you mean %s?", plain(key), near)
		}
		return fmt.Errorf("unknown key %s", plain(key))
	}
	value, err := r.parse(text)
	if err != nil {
		return err
	}
	r.store(c, value)
	return nil
}

// Get returns the value at a dotted key in the form of [Table.Set], "" for an
// unknown key. Lists have the form `["a","b"]`.
func (t *Table) Get(c Config, key string) string {
	r, ok := t.find(key)
	if !ok {
		return ""
	}
	return r.text(c)
}

func (t *Table) find(path string) (row, bool) {
	return mapped.First(t.rows, func(r row) bool { return r.path == path })
}

// at returns the field of a setting, or the map of a weight.
func (r row) at(c *Config) reflect.Value { return reflect.ValueOf(c).Elem().FieldByIndex(r.index) }

// store puts a parsed value into c.
func (r row) store(c *Config, value any) {
	if r.weight == "" {
		r.at(c).Set(reflect.ValueOf(value))
		return
	}
	weights := make(map[string]int, len(c.Context.Weights)+1) // the map may be shared with the Config that c was copied from
	maps.Copy(weights, c.Context.Weights)
	weights[r.weight] = value.(int)
	c.Context.Weights = weights
}

// text returns the value in c in the form that parse accepts.
func (r row) text(c Config) string {
	if r.weight != "" {
		return strconv.Itoa(c.Context.Weights[r.weight])
	}
	value := r.at(&c).Interface()
	if list, ok := value.([]string); ok {
		return listText(list)
	}
	return fmt.Sprint(value)
}

// A branch is a key in the nested form of a file: a mapping or, with leaf, a setting.
type branch struct {
	name, path string
	leaf       *row
	children   []*branch
	alias      bool // another name of a section, with lower precedence
}

// tree returns the table in the nested form of files.
func (t *Table) tree() *branch {
	root := &branch{}
	for _, r := range t.rows {
		at := root
		for name := range strings.SplitSeq(r.path, ".") {
			next := at.child(name)
			if next == nil {
				next = &branch{name: name, path: strings.TrimPrefix(at.path+"."+name, ".")}
				at.children = append(at.children, next)
			}
			at = next
		}
		at.leaf = &r
	}
	return root
}

// aliasSection is the section for the window in the file of the same name of another program.
const aliasSection = "contextWindow"

// accepted returns the tree with the aliases, which are read but never written.
func (t *Table) accepted() *branch {
	root := t.tree()
	children := mapped.Of([]string{"maxTokens", "pin", "boost"}, root.child("context").child)
	root.children = append(root.children, &branch{name: aliasSection, path: aliasSection, alias: true, children: children})
	return root
}

func (b *branch) child(name string) *branch {
	child, _ := mapped.First(b.children, func(c *branch) bool { return c.name == name })
	return child
}

// kindOf returns the kind of a field.
func kindOf(of reflect.Type, name string, choice bool) *kind {
	kinds := map[reflect.Type]*kind{
		reflect.TypeFor[Share](): kindShare, reflect.TypeFor[Size](): kindSize, reflect.TypeFor[Duration](): kindDuration,
		reflect.TypeFor[bool](): kindBoolean, reflect.TypeFor[[]string](): kindGlobs, reflect.TypeFor[string](): kindText,
	}
	named := map[string]*kind{"tokens": kindTokens, "words": kindWords, "percent": kindPercent}
	if choice && of.Kind() == reflect.String {
		return kindChoice
	}
	return cmp.Or(kinds[of], named[name], kindInteger)
}

// anyNumber is the upper bound of kinds without a limit.
const anyNumber = math.MaxInt64
