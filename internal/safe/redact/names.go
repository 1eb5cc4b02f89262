package redact

import (
	"encoding/base64"
	"strings"
)

// The value assigned to a name like key is as often another name as a secret. Pairs of characters distinguish them:
// those of names are mostly among the few hundred of which words consist, those of random values seldom are.

// pairs lists the letters that often follow each letter in the identifiers of large repositories: these 220 of
// 676 pairs are 87% of all pairs there.
const pairs = "abcdgilmnprstuv baeilou cacehiklorstu dacdeiloprsu eabcdefgilmnpqrstvwx faefiloru geiors haeio iacdefglmnoprstvz ke " +
	"ladeilostuy maeimopsu nacdefginostu obcdfilmnoprstuvw padeiloprstu qu racdeimnorstuvy sacehiloprstuy tacdefhilmoprstuy " +
	"ubegilmnprst vaeio wair xpt yps ze"

// Read-only.
var isPair = func() (set [32][32]bool) {
	for _, f := range strings.Fields(pairs) {
		for i := 1; i < len(f); i++ {
			set[f[0]&31][f[i]&31] = true
		}
	}
	return set
}()

// isName reports whether a value reads like a name made of words.
func isName(value string) bool {
	const (
		leastPairs = 4
		share      = 65 // per hundred pairs
		digits     = 40 // maximum, per hundred characters
		long       = 16 // minimum length for counting case changes
		turns      = 50 // maximum, per hundred pairs: changes between lower case, upper case and digits
	)
	all, known, numbers, turned := 0, 0, 0, 0
	for i := range len(value) {
		if is(value[i], digit) {
			numbers++
		}
		if i > 0 && caseOf(value[i]) != caseOf(value[i-1]) {
			turned++
		}
		if i > 0 && is(value[i], letter) && is(value[i-1], letter) {
			all++
			if isPair[value[i-1]&31][value[i]&31] {
				known++
			}
		}
	}
	if len(value) >= long && 100*turned > turns*(len(value)-1) {
		return false
	}
	return all >= leastPairs && 100*known >= share*all && 100*numbers <= digits*len(value)
}

// isPlainName reports whether a name lacks one of the kinds of characters that passwords have.
func isPlainName(value string) bool { return isName(value) && classesOf(value) < 4 }

// caseOf distinguishes lower case, upper case, digits and other characters.
func caseOf(c byte) int {
	switch {
	case is(c, digit):
		return 1
	case !is(c, letter):
		return 2
	case c >= 'a':
		return 3
	}
	return 4
}

// decoded decodes a base64 text with readable contents.
func decoded(value string) (text string, ok bool) {
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(value, "="))
	text = string(data)
	return text, err == nil && strings.IndexFunc(text, func(r rune) bool { return (r < ' ' || r > '~') && !strings.ContainsRune("\n\r\t", r) }) < 0
}

// isReadable reports whether a value is readable text in base64, such as a test's.
func isReadable(value string) bool {
	text, ok := decoded(value)
	if user, password, found := strings.Cut(text, ":"); found && !strings.ContainsAny(user, " \n") {
		return ok && !isPassword(password)
	}
	return ok && len(text) > leastSecret && (!isPassword(text) || strings.Contains(strings.TrimSpace(text), " "))
}
