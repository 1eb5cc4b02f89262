package history

import (
	"errors"
	"slices"
	"sort"

	"ctxpack/internal/text/mapped"
)

const (
	// reserve is kept for the parts that the rule for dropping files does not count: the request,
	// the tree, the pages.
	reserve = 500
	// historyShare is the divisor of the window that gives the maximum size of a history.
	historyShare = 16
)

// MaxHistory returns how many tokens a history may have in a window of maxInput tokens before it needs a summary.
func MaxHistory(maxInput int) int { return maxInput / historyShare }

// Assembly is an assembled prompt: its messages and their costs.
type Assembly struct {
	Tokens  int // tokens of all messages
	Max     int // maximum tokens
	System  int // tokens of the system message
	Files   int // tokens of the messages that show files
	History int // tokens of the history's messages
	Parts   map[Part]int
	Shed    []Shed // dropped files, in the order of dropping

	list []sent
}

// Shed is a file that was dropped to make a prompt fit.
type Shed struct {
	Path   string `json:"path"`
	Tokens int    `json:"tokens"` // tokens of the file as shown
}

// Fits reports whether the prompt is within the limits: system, files, history and a reserve of 500 tokens within
// nine tenths of the window, and all messages within the window.
func (a *Assembly) Fits() bool {
	return a.System+a.Files+a.History+reserve <= a.Max*9/10 && a.Tokens <= a.Max
}

// Assemble builds a prompt for a window of maxInput tokens. Files that are listed twice, or also in
// a tier, are shown once. If the prompt does not fit, Assemble drops files, largest first and
// otherwise in the given order. The result may still not fit, see [Assembly.Fits].
func Assemble(p Prompt, maxInput int, count Counter) (*Assembly, error) {
	if list := p.layout(); len(list) == 0 || list[len(list)-1].system || list[len(list)-1].Role == Assistant {
		return nil, errors.New("there is no prompt, and the history does not end with a message of the user's")
	}
	p.unrepeat()
	whole := p.build(maxInput, count)
	if whole.Fits() {
		return whole, nil
	}
	order := p.shedOrder(count)
	// Each dropped file makes the prompt smaller, so the number to drop is found by bisection.
	without := func(n int) *Assembly { return p.without(order[:n]).build(maxInput, count) }
	n := sort.Search(len(order), func(n int) bool { return without(n).Fits() })
	a := without(n)
	a.Shed = append(a.Shed, order[:n]...)
	return a, nil
}

// fileLists returns the lists of files: those under Working Files, then those of the tiers.
func (p *Prompt) fileLists() []*[]File {
	lists := []*[]File{&p.Files}
	for i := range p.Tiers {
		lists = append(lists, &p.Tiers[i].Files)
	}
	return lists
}

// unrepeat keeps only the first of files with the same path; those in tiers come first.
func (p *Prompt) unrepeat() {
	seen := map[string]bool{}
	lists := p.fileLists()
	for _, list := range append(lists[1:], lists[0]) {
		*list = slices.DeleteFunc(slices.Clone(*list), func(f File) bool {
			repeated := seen[f.Path]
			seen[f.Path] = true
			return repeated
		})
	}
}

// shedOrder lists the files in the order of dropping: the largest first, files of equal size in the given order.
func (p *Prompt) shedOrder(count Counter) []Shed {
	files := mapped.Flat(p.fileLists(), func(list *[]File) []File { return *list })
	order := mapped.Of(files, func(f File) Shed { return Shed{f.Path, count(fileText(f))} })
	slices.SortStableFunc(order, func(a, b Shed) int { return b.Tokens - a.Tokens })
	return order
}

// without returns the prompt without files.
func (p *Prompt) without(dropped []Shed) *Prompt {
	gone := mapped.Set(mapped.Of(dropped, func(s Shed) string { return s.Path }))
	rest := *p
	for _, list := range rest.fileLists() {
		*list = slices.DeleteFunc(slices.Clone(*list), func(f File) bool { return gone[f.Path] })
	}
	return &rest
}

// build lays a prompt out and counts its tokens.
func (p *Prompt) build(maxInput int, count Counter) *Assembly {
	a := &Assembly{Max: maxInput, Parts: map[Part]int{}, list: p.layout()}
	for _, m := range a.list {
		n := Cost(m.Message, count)
		a.Tokens += n
		a.Parts[m.part] += n
		switch {
		case m.system:
			a.System += n
		case m.history:
			a.History += n
		case m.part == PartTree, m.part == PartPages, m.part == PartPack, m.part == PartRounds, m.part == PartRequest:
		default:
			a.Files += n
		}
	}
	return a
}

// Needed returns the smallest window that the prompt would fit into.
func (a *Assembly) Needed() int {
	rule := a.System + a.Files + a.History + reserve
	return max(a.Tokens, (rule*10+8)/9)
}
