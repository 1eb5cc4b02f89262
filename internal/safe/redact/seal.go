package redact

import (
	"slices"
	"strings"
)

// What is let out beside the texts of files: names, which have to lead to the files, and
// the bytes as they are written, which are looked through once more.

// ReadName finds what is a secret by its own form in the name of a file, and takes it
// out. Values that are secrets by where they stand may be names too, and stay in them.
func (v *Vault) ReadName(name string) (string, []Secret) {
	clean, found := v.read("", name, newScanner("", name).alone(), "")
	return clean, found.Secrets
}

// CleanName takes the secrets out of the name of a file as ReadName does, and gives
// numbers to new ones. A nil vault leaves it as it is.
func (v *Vault) CleanName(name string) string {
	if v == nil {
		return name
	}
	return v.numbered(func() (string, []Secret) { return v.ReadName(name) })
}

// MayHoldSecret reports whether a name is such that it is worth a look: with a part that is
// as long as a token, of those without a digit too.
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

// Disguise returns the name of a file as it may be stored: with an ID in the place of
// what has the form of a token. Other names have others.
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

// Show notes that names of files are shown: values of others that stand in them are no leaks.
func (v *Vault) Show(names []string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.byWord) == 0 {
		return
	}
	for _, name := range names {
		for w := range wordsIn(name) {
			for _, known := range v.byWord[w.hash] {
				known.public = known.public || known.text == "" || stands(name, w.start-known.offset, known.text)
			}
		}
	}
}

// Leak is a secret in what is to be let out.
type Leak struct {
	Rule string
	Line int // of the text, from 1
}

// Leak looks once more through a text that is to be let out: for the values that are known, and for what is a secret
// wherever it stands, which rules of tokens, of private keys and of addresses tell.
func (v *Vault) Leak(text string) (Leak, bool) {
	leaks := v.leaks(text)
	if len(leaks) == 0 {
		return Leak{}, false
	}
	return Leak{leaks[0].of.rule, 1 + strings.Count(text[:leaks[0].start], "\n")}, true
}

// Seal takes out of a text what Leak finds in it, until it finds nothing.
func (v *Vault) Seal(text string) string {
	const rounds = 8 // what is left out can only make a secret of what stands around it
	for range rounds {
		leaks := v.leaks(text)
		if len(leaks) == 0 {
			break
		}
		text = apply(text, leaks)
	}
	return text
}

// leaks are the edits that take out of a text what is left of secrets, in their order. A value that was not found
// before gets a number of its own; other texts, which are written already, are not searched for it.
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
