// Package redact finds secrets in texts, by gitleaks' rules and some of its own, and removes them. A secret in one
// text is redacted in all: a [Vault] sees every text before any is redacted. Its methods may be called from any
// number of goroutines; everything else is pure.
package redact

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// ID identifies the value of a secret without revealing it: the start of its SHA-256.
type ID uint64

// String returns the ID in the form used in a list of allowed secrets.
func (id ID) String() string { return fmt.Sprintf("%016x", uint64(id)) }

func idOf(value string) ID {
	sum := sha256.Sum256([]byte(value))
	return ID(binary.BigEndian.Uint64(sum[:]))
}

// Secret is a finding without its text.
type Secret struct {
	Rule    string
	Line    int // from 1
	ID      ID
	Word    uint32 // in the word index of files with the value; 0 if it is not searched for
	Allowed bool   // it is shown
}

// Allow lists what the user allows to be shown.
type Allow struct {
	Path func(path string) bool // nil for no file
	IDs  []string               // prefixes of IDs
}

// CheckID reports whether a text is a valid entry in a list of allowed IDs.
func CheckID(text string) bool {
	const least = 8
	_, err := hex.DecodeString(text + strings.Repeat("0", len(text)%2))
	return err == nil && len(text) >= least && len(text) <= 64
}

// Kind classifies the path of a file, besides its base name, for the rules: files of the same name and contents
// with the same kind have the same secrets.
func (v *Vault) Kind(path string) uint8 {
	if v == nil {
		return 0
	}
	kind := uint8(0)
	if v.allow.Path != nil && v.allow.Path(path) {
		kind |= 1
	}
	if isCredentialINI(path, path[strings.LastIndexByte(path, '/')+1:]) {
		kind |= 2
	}
	return kind
}

func (a Allow) has(path string, id ID) bool {
	if a.Path != nil && path != "" && a.Path(path) {
		return true
	}
	return slices.ContainsFunc(a.IDs, func(start string) bool {
		return strings.HasPrefix(id.String(), strings.ToLower(start[:min(len(start), 16)]))
	})
}

// Vault holds the secrets of a tree: equal values have equal placeholders, and a found value is redacted
// everywhere.
//
// Texts are read first, in any order and from any number of goroutines, to find their secrets. These get numbers in
// the order in which they are passed to Number, so that the numbers depend only on the tree. From then on the same
// text is always redacted in the same way.
type Vault struct {
	allow Allow

	mu      sync.Mutex
	values  map[ID]*value
	byWord  map[uint32][]*value
	numbers map[string]int // by rule, the last number given
	shown   map[ID]bool    // allowed
}

// value is one secret. Its text is "" while only its ID is known.
type value struct {
	id          ID
	text        string
	rule        string
	word        uint32 // hash of the word by which it is searched; 0 if it is not
	offset      int    // offset of the word in text
	placeholder string
	numbered    bool
	public      bool // it is in the name of a file, which is shown
}

// NewVault returns an empty vault.
func NewVault(a Allow) *Vault {
	return &Vault{allow: a, values: map[ID]*value{}, byWord: map[uint32][]*value{}, numbers: map[string]int{}, shown: map[ID]bool{}}
}

// Found describes the secrets of a text.
type Found struct {
	Secrets []Secret // found by rules in it, in order
	Copies  []Secret // values found elsewhere, or at another place in it
	Words   Words    // for finding the values of other texts in it
}

// Read finds and removes the secrets of a text, together with numbered ones of other texts. Line breaks stay.
func (v *Vault) Read(path, text string) (string, Found) {
	found, words := scan(path, text)
	return v.read(path, text, found, words)
}

// ReadAgain is like Read, for a text with these words in which no rule finds a secret.
func (v *Vault) ReadAgain(path, text string, words Words) (string, Found) {
	return v.read(path, text, nil, words)
}

func (v *Vault) read(path, text string, found []Finding, words Words) (string, Found) {
	out := Found{Words: words}
	if len(found) == 0 && words == "" {
		return text, out
	}
	v.mu.Lock()
	all, edits := v.edits(path, text, found, func(s Secret) *value { return v.values[s.ID] })
	out.Secrets = all
	var local []*value
	for _, e := range edits {
		if e.of != nil && e.of.word != 0 {
			local = append(local, e.of)
		}
	}
	for _, other := range v.others(words) {
		if other.text != "" {
			local = append(local, other)
		}
	}
	v.mu.Unlock()
	more := elsewhere(text, local, edits)
	at := lineAt{text: text}
	for _, e := range more {
		out.Copies = append(out.Copies, Secret{Rule: e.of.rule, ID: e.of.id, Line: at.line(e.start)})
	}
	return apply(text, append(edits, more...)), out
}

// lineAt counts the lines of a text up to increasing offsets.
type lineAt struct {
	text       string
	breaks, at int
}

func (l *lineAt) line(i int) int {
	l.breaks += strings.Count(l.text[l.at:i], "\n")
	l.at = i
	return l.breaks + 1
}

// edits returns the edits that remove findings from a text, except allowed ones, and their secrets. of is the value
// of a secret. The caller holds the lock.
func (v *Vault) edits(path, text string, found []Finding, of func(Secret) *value) (all []Secret, edits []edit) {
	at, taken := lineAt{text: text}, false
	for i, f := range found {
		if f.group > 0 && i > 0 && found[i-1].group == f.group {
			if taken {
				edits = append(edits, edit{start: f.Start, end: f.End})
			}
			continue
		}
		secret := v.learn(path, text, found, i)
		secret.Line = at.line(f.Start)
		all = append(all, secret)
		if taken = !secret.Allowed && !v.shown[secret.ID]; taken {
			known := of(secret)
			edits = append(edits, edit{start: f.Start, end: f.End, of: known, text: known.placeholder})
		}
	}
	return all, edits
}

// Clean removes the secrets of a text that is not a file of the tree: those that rules find, and those with a
// number. It gives new ones numbers, so callers must use a fixed order. A nil vault changes nothing.
func (v *Vault) Clean(text string) string { return v.CleanFile("", text) }

// CleanFile does the same with another version of a file.
func (v *Vault) CleanFile(path, text string) string {
	if v == nil || text == "" {
		return text
	}
	return v.numbered(func() (string, []Secret) {
		clean, found := v.Read(path, text)
		return clean, found.Secrets
	})
}

// numbered returns the result of read once the secrets that it finds have numbers.
func (v *Vault) numbered(read func() (string, []Secret)) string {
	clean, secrets := read()
	if len(secrets) > 0 {
		v.Number(secrets)
		clean, _ = read()
	}
	return clean
}

// learn records the value of finding i. The caller holds the lock.
func (v *Vault) learn(path, text string, found []Finding, i int) Secret {
	f := found[i]
	content := text[f.Start:f.End]
	if f.group > 0 {
		var b strings.Builder
		for ; i < len(found) && found[i].group == f.group; i++ {
			b.WriteString(text[found[i].Start:found[i].End])
		}
		content = b.String()
	}
	id := idOf(content)
	known := v.values[id]
	if known == nil {
		known = &value{id: id, rule: f.Rule, placeholder: placeholder(f.Rule, 1)}
		v.values[id] = known
	}
	if known.text == "" {
		known.text = content
		_, known.offset = wordOf(content)
	}
	secret := Secret{Rule: f.Rule, ID: id, Allowed: f.Allowed || v.allow.has(path, id)}
	if f.group == 0 && !f.local && isDistinct(content) {
		secret.Word, _ = wordOf(content)
		if known.word == 0 { // once set, it is read without the lock
			known.word = secret.Word
		}
	}
	return secret
}

// isDistinct reports whether a value means the same in any context.
func isDistinct(value string) bool {
	const least, bits = 8, 2.5
	return len(value) >= least && entropy(value) > bits && !isSample(value) && !pattern("versions").MatchString(value)
}

func placeholder(rule string, n int) string {
	if n == 1 {
		return "[redacted: " + rule + "]"
	}
	return fmt.Sprintf("[redacted: %s %d]", rule, n)
}

// Number gives numbers to the values of secrets, in order. Pass all secrets of a tree at once: a
// value allowed in one place is not a secret elsewhere.
func (v *Vault) Number(secrets []Secret) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, s := range secrets {
		if s.Allowed {
			v.shown[s.ID] = true
		}
	}
	for _, s := range secrets {
		if v.shown[s.ID] {
			continue
		}
		if known := v.number(s); s.Word != 0 && !slices.Contains(v.byWord[s.Word], known) {
			known.word = s.Word
			v.byWord[s.Word] = append(v.byWord[s.Word], known)
		}
	}
}

// number gives a value its number. The caller holds the lock.
func (v *Vault) number(s Secret) *value {
	known := v.values[s.ID]
	if known == nil {
		known = &value{id: s.ID}
		v.values[s.ID] = known
	}
	if !known.numbered {
		known.rule, known.numbered = s.Rule, true
		v.numbers[s.Rule]++
		known.placeholder = placeholder(s.Rule, v.numbers[s.Rule])
	}
	return known
}

// others returns the values that may be in a text with these words. The caller holds the lock.
func (v *Vault) others(words Words) []*value {
	if len(v.byWord) == 0 {
		return nil
	}
	var list []*value
	words.each(func(h uint32) { list = append(list, v.byWord[h]...) })
	return list
}

// Applied identifies the redactions of a text with these secrets and words: if it equals the stored value, the text
// would be redacted the same way now. It is 0 for none. missing are values whose text is unknown.
func (v *Vault) Applied(secrets []Secret, words Words) (state uint64, missing []ID) {
	v.mu.Lock()
	defer v.mu.Unlock()
	all := map[ID]string{}
	for _, s := range secrets {
		switch known := v.values[s.ID]; {
		case v.shown[s.ID]:
			all[s.ID] = ""
		case known != nil:
			all[s.ID] = known.placeholder
		}
	}
	for _, other := range v.others(words) {
		if _, own := all[other.id]; !own {
			all[other.id] = other.placeholder
			if other.text == "" {
				missing = append(missing, other.id)
			}
		}
	}
	return stateOf(all), missing
}

// stateOf hashes the placeholders by value; 0 for none.
func stateOf(all map[ID]string) uint64 {
	if len(all) == 0 {
		return 0
	}
	h := sha256.New()
	for _, id := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(h, "%s %s\n", id, all[id])
	}
	return binary.BigEndian.Uint64(h.Sum(nil)) | 1
}

// Provisional is like Applied, for the redactions of Read before any secret had a number.
func (v *Vault) Provisional(secrets []Secret) uint64 {
	all := map[ID]string{}
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, s := range secrets {
		if all[s.ID] = v.values[s.ID].placeholder; s.Allowed {
			all[s.ID] = ""
		}
	}
	return stateOf(all)
}

// Fate returns the rule in the placeholder of a secret, from the place where it was found first, and whether it is
// shown because it is allowed somewhere.
func (v *Vault) Fate(s Secret) (rule string, shown bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	rule = s.Rule
	if known := v.values[s.ID]; known != nil && known.numbered {
		rule = known.rule
	}
	return rule, s.Allowed || v.shown[s.ID]
}
