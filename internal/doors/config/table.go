// Package config reads `.handover.yml`, the settings of ctxpack.
//
// One table, made of the tags of [Config], drives everything: the defaults, the check of a file, the near misses, the
// commented example, the JSON Schema and the reference in docs. A setting that is not in the table does not exist.
// The caller gives the tokenizers, formats and weights (see [Given]).
//
// Invariants: a file is checked as a whole and each of its errors has a place; a file that has an error sets nothing;
// a value that was accepted is inside its range, so that no later stage checks it again. A repository's file is not
// trusted: no key runs a program, names a file outside the repository, writes, or switches off the redaction of
// secrets. Nothing is read from the environment, the clock or the disk: the caller passes the reading function.
//
// Every function is safe for concurrent use; a [Config] is a plain value, to be changed by one goroutine at a time.
package config

import (
	"cmp"
	_ "embed" // what settings mean
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// The names of the settings files, for callers that look for them.
const (
	// RepositoryFile is the settings file at a repository's root.
	RepositoryFile = ".handover.yml"
	// RepositoryFileAlternative is its other accepted name.
	RepositoryFileAlternative = ".handover.yaml"
	// UserFile is the user's own file, relative to the configuration folder of the platform, slash-separated.
	UserFile = "ctxpack/config.yml"
)

// A Key describes one setting.
type Key struct {
	Path    string   // dotted, such as "context.maxTokens"
	Type    string   // the name of its kind, such as "tokens"
	Default string   // as Table.Set takes it
	Range   string   // which values are accepted, as a phrase; "" if the type says it
	Choices []string // of a choice, else nil
	Comment string   // what it means, one or more sentences
	Env     string   // the environment variable that overrides it
	Was     string   // the flag that it was, =, and a value for an example; or ""
}

// Given is what the settings take from those who know it: this package names no
// tokenizer, format or factor. Of names, the first is the default.
type Given struct {
	Tokenizers, Formats, Rankings, Packings []string

	Weights []Weight // numbers of the scoring factors
}

// Weight is a number that a scoring factor computes with.
type Weight struct {
	Key     string
	Default int
	Cap     bool   // 0 and more; else it is points, which may be negative
	Meaning string // a sentence
}

// Table is the table of all settings. It is read-only after [NewTable].
type Table struct {
	rows     []row // in the order of the example
	sections map[string]string
}

// A row is one setting: its key, what it takes, and where it is kept.
type row struct {
	path      string
	kind      *kind
	initial   string   // the default, as Table.Set takes it
	low, high int64    // of numbers, inclusive, in the kind's unit
	choices   []string // of a choice, or before globs
	env, was  string   // the environment variable, and as Key.Was
	userOnly  string   // why a repository's file may not have it; "" if it may
	narrows   string   // lower, higher, longer, or ""
	comment   string   // sentences for the example and the reference
	index     []int    // of the field in Config; of a weight the map's
	weight    string   // the key of a weight, else ""
}

// meanings has of each setting and section its path and what it means, one a line.
//
//go:embed settings.txt
var meanings string

// NewTable returns the table of the settings.
func NewTable(g Given) *Table {
	t := &Table{sections: map[string]string{profilesKey: profilesDoc}}
	t.add(reflect.TypeFor[Config](), "", nil, g)
	return t
}

// add reads the fields of a section. A tag that says nothing sensible panics: the table is
// wrong, and a test makes it.
func (t *Table) add(section reflect.Type, path string, index []int, g Given) {
	for i := range section.NumField() {
		field := section.Field(i)
		r := row{
			path: path + field.Tag.Get("key"), index: append(index[:len(index):len(index)], i), initial: field.Tag.Get("default"),
			userOnly: field.Tag.Get("user"), narrows: field.Tag.Get("narrow"), env: field.Tag.Get("env"), was: field.Tag.Get("was"),
		}
		_, r.comment, _ = strings.Cut("\n"+meanings, "\n"+r.path+": ")
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

// addWeights has a row for each number of the scoring factors.
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

// addRow names the variable of a row where its tag does not: CTXPACK_ and the path in upper
// case, without the section where that adds nothing.
func (t *Table) addRow(r row) {
	path := strings.TrimPrefix(strings.TrimPrefix(r.path, "context."), "output.")
	r.env = cmp.Or(r.env, "CTXPACK_"+strings.ToUpper(strings.ReplaceAll(upper.ReplaceAllString(path, "_$0"), ".", "_")))
	t.rows = append(t.rows, r)
}

// upper is what begins another word in a key's name. Read-only.
var upper = regexp.MustCompile(`[A-Z]`)

// bound reads a tag with a number; without one it is what the kind has.
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

// Keys returns every setting in the order of the example. The result is the caller's own.
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

// Sections says what each mapping of a file is for, by its dotted path. The result is the caller's own.
func (t *Table) Sections() map[string]string { return maps.Clone(t.sections) }

// Default returns the settings that hold when no file sets anything. Each call
// returns a value of its own: nothing is shared.
func (t *Table) Default() Config {
	var c Config
	for _, r := range t.rows {
		if value, err := r.parse(r.initial); err == nil { // a test parses every default
			r.store(&c, value)
		}
	}
	return c
}

// Set gives the setting of c at a dotted key, such as `context.maxTokens`, the value that text represents. Lists are
// given as [SplitList] takes them. It serves flags and environment variables, so its error does not name the key: the
// caller names the flag. An error is returned for an unknown key and for a value that the key does not take, and c is
// unchanged then.
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

// Get returns the value at a dotted key as [Table.Set] takes it, and "" for an
// unknown key. Lists come as `["a","b"]`.
func (t *Table) Get(c Config, key string) string {
	r, ok := t.find(key)
	if !ok {
		return ""
	}
	return r.text(c)
}

func (t *Table) find(path string) (row, bool) {
	for _, r := range t.rows {
		if r.path == path {
			return r, true
		}
	}
	return row{}, false
}

// at is the field of a setting, or the map of a weight.
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

// text returns the value in c as parse takes it.
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

// A branch is a key as it is nested in a file: a mapping or, with leaf, a setting.
type branch struct {
	name, path string
	leaf       *row
	children   []*branch
	alias      bool // its settings have other names, which hold
}

// tree arranges the table as files nest it.
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

// aliasSection is what a program that names its file alike calls the section of its window.
const aliasSection = "contextWindow"

// accepted is the tree with the names that are only read.
func (t *Table) accepted() *branch {
	root := t.tree()
	b := &branch{name: aliasSection, path: aliasSection, alias: true}
	context := root.child("context")
	for _, name := range []string{"maxTokens", "pin", "boost"} {
		b.children = append(b.children, context.child(name))
	}
	root.children = append(root.children, b)
	return root
}

func (b *branch) child(name string) *branch {
	for _, c := range b.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// kindOf is the kind of a field's values.
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

// anyNumber is the bound of kinds that have none of their own.
const anyNumber = math.MaxInt64
