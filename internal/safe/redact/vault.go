// Package redact finds secrets in texts, by gitleaks' rules and some of its own, and takes them out. A secret of one
// text is one of all: a [Vault] sees every text before any is redacted. Its methods may be called from any number of
// goroutines; everything else computes only.
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

// ID stands for the value of a secret where the value must not be: the beginning of its SHA-256.
type ID uint64

// String returns the ID as a user names it in a list of what may be shown.
func (id ID) String() string { return fmt.Sprintf("%016x", uint64(id)) }

func idOf(value string) ID {
	sum := sha256.Sum256([]byte(value))
	return ID(binary.BigEndian.Uint64(sum[:]))
}

// Secret is what is remembered of a finding without its text.
type Secret struct {
	Rule    string
	Line    int // from 1
	ID      ID
	Word    uint32 // that files with the value have in their index; 0 if it is not looked for
	Allowed bool   // it is shown
}

// Allow is what a user says may be shown.
type Allow struct {
	Path func(path string) bool // nil for no file
	IDs  []string               // beginnings of IDs
}

// CheckID reports whether a text can stand for a value in a list of what may be shown.
func CheckID(text string) bool {
	const least = 8
	_, err := hex.DecodeString(text + strings.Repeat("0", len(text)%2))
	return err == nil && len(text) >= least && len(text) <= 64
}

// Kind tells what the path of a file says of the secrets in it, beside its base name:
// files of the same name and contents with the same kind have the same secrets.
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

// Vault knows the secrets of a tree: equal values have equal placeholders, and a
// value that was found once is redacted wherever it stands.
//
// Texts are read first, in any order and from any number of goroutines, which finds their secrets. Those get their
// numbers in the order in which they are given to Number, so that it depends on the tree only. From then on the same
// text is always redacted in the same way.
type Vault struct {
	allow Allow

	mu      sync.Mutex
	values  map[ID]*value
	byWord  map[uint32][]*value
	numbers map[string]int // by rule, the last that was given
	shown   map[ID]bool    // allowed
}

// value is one secret. Its text is "" while it is only known by its ID.
type value struct {
	id          ID
	text        string
	rule        string
	word        uint32 // that it is looked for by; 0 for nowhere
	offset      int    // of the word in text
	placeholder string
	numbered    bool
	public      bool // it is in the name of a file, which is shown
}

// NewVault returns a vault that is empty.
func NewVault(a Allow) *Vault {
	return &Vault{allow: a, values: map[ID]*value{}, byWord: map[uint32][]*value{}, numbers: map[string]int{}, shown: map[ID]bool{}}
}

// Found is what is known of a text's secrets.
type Found struct {
	Secrets []Secret // that rules found in it, in their order
	Copies  []Secret // values that were found elsewhere or in another place of it
	Words   Words    // to find the values of others in it
}

// Read finds the secrets of a text and takes them out, with those of other texts that
// have a number by now. Line breaks stay where they are.
func (v *Vault) Read(path, text string) (string, Found) {
	found, words := scan(path, text)
	return v.read(path, text, found, words)
}

// ReadAgain is Read of a text with these words in which no rule finds a secret.
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

// lineAt counts the lines of a text up to places in it, in their order.
type lineAt struct {
	text       string
	breaks, at int
}

func (l *lineAt) line(i int) int {
	l.breaks += strings.Count(l.text[l.at:i], "\n")
	l.at = i
	return l.breaks + 1
}

// edits are what takes findings out of a text, but for what may be shown, and the secrets that those are. of is the
// value of a secret. The caller holds the lock.
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

// Clean takes the secrets out of a text that is no file of the tree: those that
// rules find, and those that have a number. It gives numbers to new ones, so that it
// is called in an order that is always the same. A nil vault leaves the text as it is.
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

// numbered is what read returns once the secrets that it finds have numbers.
func (v *Vault) numbered(read func() (string, []Secret)) string {
	clean, secrets := read()
	if len(secrets) > 0 {
		v.Number(secrets)
		clean, _ = read()
	}
	return clean
}

// learn notes the value of finding i. The caller holds the lock.
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
		if known.word == 0 { // once it is set, others read it without the lock
			known.word = secret.Word
		}
	}
	return secret
}

// isDistinct reports whether a value is such that it means the same wherever it stands.
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

// Number gives numbers to the values of secrets, in their order. All of a tree are
// given at once: what is allowed at one place is no secret at another.
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

// others returns the values that may stand in a text with these words. The caller holds the lock.
func (v *Vault) others(words Words) []*value {
	if len(v.byWord) == 0 {
		return nil
	}
	var list []*value
	words.each(func(h uint32) { list = append(list, v.byWord[h]...) })
	return list
}

// Applied describes what is taken out of a text with these secrets and words: what it
// was redacted with, if it was, is what it would be redacted with now if the two are
// equal. It is 0 for nothing. missing are values that are not known by their text.
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

// stateOf is a hash of placeholders by value; 0 for none.
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

// Provisional describes what Read took out of a text with these secrets before any had a number, as Applied does.
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

// Fate returns the rule that the placeholder of a secret names, which is that of the place where it was found first,
// and whether it is shown because it is allowed somewhere.
func (v *Vault) Fate(s Secret) (rule string, shown bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	rule = s.Rule
	if known := v.values[s.ID]; known != nil && known.numbered {
		rule = known.rule
	}
	return rule, s.Allowed || v.shown[s.ID]
}
