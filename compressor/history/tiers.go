package history

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

// Stability records, after a turn of a session, how long each part of its prompts has been unchanged, and its tier.
type Stability struct {
	Turn  int             `json:"turn"`
	Items map[string]item `json:"items"` // by "file PATH" or "symbols PATH"
}

// item is a shown file, or the symbols of one in the symbol map.
type item struct {
	Hash  string `json:"hash"`
	Since int    `json:"since"` // the turn of its last change
	Tier  int    `json:"tier"`  // see autoTiers; volatile for none
}

// The automatic tiers are L0 to L2, so that with the system message and the history there are four breakpoints.
// Changing items come after them.
const (
	autoTiers = 3
	volatile  = autoTiers
)

// Line returns the state as a line of the store.
func (s Stability) Line(id, session, timestamp string) []byte {
	return jsondoc.Encode(struct {
		recordHead
		Tiers Stability `json:"tiers"`
	}{recordHead{tiersKindName, id, session, timestamp}, s})
}

// StabilityOf returns the last state among the records of a session; an unreadable one counts as empty.
func StabilityOf(records []Record) Stability {
	for _, r := range slices.Backward(records) {
		var held struct {
			Kind  string    `json:"kind"`
			Tiers Stability `json:"tiers"`
		}
		if r.Kind == OtherKind && json.Unmarshal([]byte(r.JSON), &held) == nil && held.Kind == tiersKindName {
			return held.Tiers
		}
	}
	return Stability{}
}

type tiered struct {
	key    string
	tokens int
	file   *File
	symbol string
}

// AutoTiers assigns the files and the symbols of a prompt to tiers by how long they have been
// unchanged over the turns of a session, so that a provider can cache the prefix. It returns the
// state after this turn. A changed item leaves its tier. Only then do items move up: all ready
// items of a tier together, if the tier is sent again anyway or is no larger than the new items.
func (p *Prompt) AutoTiers(before Stability, count Counter) Stability {
	items := p.items(count)
	after := Stability{Turn: before.Turn + 1, Items: map[string]item{}}
	broken := autoTiers + 1 // the first tier that is sent again anyway
	for _, s := range items {
		it := item{Hash: hashOf(s), Since: after.Turn, Tier: volatile}
		old, known := before.Items[s.key]
		switch {
		case known && old.Hash == it.Hash:
			it = old
		case known:
			broken = min(broken, old.Tier)
		case before.Turn == 0 && s.file == nil:
			it.Tier = autoTiers - 1 // symbols change rarely
		default:
			broken = min(broken, volatile)
		}
		after.Items[s.key] = it
	}
	for key, old := range before.Items {
		if _, still := after.Items[key]; !still {
			broken = min(broken, old.Tier)
		}
	}
	if broken <= volatile {
		after.promote(items, broken)
	}
	p.place(items, after)
	return after
}

// promote moves items up. broken is the first tier that is sent again anyway.
func (s *Stability) promote(items []tiered, broken int) {
	size := func(match func(item) bool) (tokens int) {
		for _, i := range items {
			if match(s.Items[i.key]) {
				tokens += i.tokens
			}
		}
		return tokens
	}
	for tier := autoTiers - 1; tier >= 0; tier-- {
		// For how many turns an item must have been unchanged to enter a tier.
		ready := func(it item) bool { return it.Tier == tier+1 && s.Turn-it.Since >= []int{12, 6, 3}[tier] }
		coming := size(ready)
		if coming == 0 || tier < broken && coming < size(func(it item) bool { return it.Tier == tier }) {
			continue
		}
		for key, it := range s.Items {
			if ready(it) {
				it.Tier = tier
				s.Items[key] = it
			}
		}
		broken = min(broken, tier)
	}
}

// items lists the files and the symbols of a prompt, in the order of their keys.
func (p *Prompt) items(count Counter) []tiered {
	byKey := map[string]tiered{}
	for i := range p.Files {
		f := &p.Files[i]
		key := "file " + f.Path
		byKey[key] = tiered{key, count(fileText(*f)), f, ""}
	}
	for _, text := range symbolBlocks(p.SymbolMap) {
		name, _, _ := strings.Cut(text, "\n")
		key := "symbols " + name
		for n := 2; byKey[key].symbol != ""; n++ {
			key = fmt.Sprintf("symbols %s (%d)", name, n)
		}
		byKey[key] = tiered{key, count(text), nil, text}
	}
	return mapped.Of(slices.Sorted(maps.Keys(byKey)), func(key string) tiered { return byKey[key] })
}

// symbolBlocks splits a symbol map: an indented line belongs to the line before it.
func symbolBlocks(text string) []string {
	var blocks []string
	for line := range strings.Lines(text) {
		indented := strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") || strings.TrimSpace(line) == ""
		if last := len(blocks) - 1; indented && last >= 0 {
			blocks[last] += line
		} else if strings.TrimSpace(line) != "" {
			blocks = append(blocks, line)
		}
	}
	return blocks
}

func hashOf(s tiered) string {
	text := s.symbol
	if s.file != nil {
		text = s.file.Content
	}
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:8])
}

// place puts every item in its place: its tier, or after the tiers the changing symbols as a separate part and the
// changing files under Working Files.
func (p *Prompt) place(items []tiered, s Stability) {
	var working []File
	p.SymbolMap = ""
	p.Tiers = [TierCount]Tier{}
	for _, i := range items {
		t := &p.Tiers[s.Items[i.key].Tier]
		switch {
		case i.file == nil:
			t.Symbols += i.symbol
		case s.Items[i.key].Tier == volatile:
			working = append(working, *i.file)
		default:
			t.Files = append(t.Files, *i.file)
		}
	}
	p.Files, p.auto = working, true
}
