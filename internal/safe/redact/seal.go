package redact

import (
	"slices"
	"strings"
)

// Output other than file texts: file names, which must still lead to the files, and the written bytes, which are
// checked once more.

// ReadName removes secrets from the name of a file, if their own form identifies them. Values that are secrets only
// by context may be names too, and stay.
func (v *Vault) ReadName(name string) (string, []Secret) {
	clean, found := v.read("", name, newScanner("", name).alone(), "")
	return clean, found.Secrets
}

// CleanName removes the secrets of a file name like ReadName, and gives new ones numbers. A nil vault changes
// nothing.
func (v *Vault) CleanName(name string) string {
	if v == nil {
		return name
	}
	return v.numbered(func() (string, []Secret) { return v.ReadName(name) })
}

// MayHoldSecret reports whether a name is worth checking: it has a part as long as a token, with or without a
// digit.
func MayHoldSecret(name string) bool {
	for i := 0; i < len(name); i++ {
		start := i
		i = on(name, i, far, wordChar|dash)
		if i-start >= leastPlain || i-start >= leastToken && hasDigit(name[start:i]) {
			return true
		}
	}
	return false
}

// Disguise returns the name of a file for storage: tokens are replaced by IDs, so that different names stay
// different.
func Disguise(name string) string {
	if !MayHoldSecret(name) {
		return name
	}
	var edits []edit
	for _, f := range newScanner("", name).alone() {
		edits = append(edits, edit{start: f.Start, end: f.End, text: "[" + idOf(name[f.Start:f.End]).String() + "]"})
	}
	return apply(name, edits)
}

// Show records that file names are shown: values that appear in them are not leaks.
func (v *Vault) Show(names []string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.byWord) == 0 {
		return
	}
	for _, name := range names {
		for w := range wordsIn(name) {
			for _, known := range v.byWord[w.hash] {
				known.public = known.public || known.text == "" || isWordAt(name, w.start-known.offset, known.text)
			}
		}
	}
}

// Leak is a secret in an output.
type Leak struct {
	Rule string
	Line int // line of the text, from 1
}

// Leak checks an output once more for known values, and for secrets that need no context: tokens, private keys and
// addresses.
func (v *Vault) Leak(text string) (Leak, bool) {
	leaks := v.leaks(text)
	if len(leaks) == 0 {
		return Leak{}, false
	}
	return Leak{leaks[0].of.rule, 1 + strings.Count(text[:leaks[0].start], "\n")}, true
}

// Seal removes the findings of Leak from a text, repeatedly, until there are none.
func (v *Vault) Seal(text string) string {
	const rounds = 8 // a removal can only join its surroundings to a new secret
	for range rounds {
		leaks := v.leaks(text)
		if len(leaks) == 0 {
			break
		}
		text = apply(text, leaks)
	}
	return text
}

// leaks returns, in order, the edits that remove the remaining secrets of a text. New values get numbers; texts
// that are already written are not searched for them.
func (v *Vault) leaks(text string) []edit {
	if v == nil {
		return nil
	}
	s := newScanner("", text)
	s.sure = true
	found, words := s.scan()
	v.mu.Lock()
	defer v.mu.Unlock()
	_, edits := v.edits("", text, found, v.number)
	others := slices.DeleteFunc(v.others(words), func(o *value) bool { return o.public })
	edits = append(edits, elsewhere(text, others, edits)...)
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	return edits
}
