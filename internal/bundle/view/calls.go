package view

import (
	"cmp"
	"context"
	"iter"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/lineindex"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/scorer/relevance"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// Signatures tell what there is, not what happens. Of the first files of a bundle without a
// task, the functions that call most of the project come with the names of what they call, in
// the order of their text: a body of hundreds of tokens in some thirty.

// calling is a function and what it calls.
type calling struct {
	lines   render.Range
	name    string
	callees []string
	score   int
}

// callsOf are the functions of a candidate that call most, in the file's order.
func (f *Levels) callsOf(ctx context.Context, i int) []calling {
	r, file := f.form(i), f.files[i]
	if r.called {
		return r.calls
	}
	r.called = true
	if f.options.Task || i >= fitted.CallFiles || file.Facts.Class != scorer.Source || file.Contents.Folded == "" || !f.summarised(ctx, i) {
		return nil
	}
	all := file.Summary().Declarations
	tests := file.Contents.Tests
	functions := slices.DeleteFunc(bodies(all), func(d signatures.Symbol) bool {
		return !isFunction(d.Kind) || d.EndLine > file.Contents.Lines || tests.Start <= d.StartLine && d.EndLine <= tests.End
	})
	calls, ok := f.namesCalled(ctx, i, functions)
	if !ok {
		return nil
	}
	f.startSlicing()
	own := map[string]bool{}
	for _, d := range all {
		own[d.Name] = own[d.Name] || isFunction(d.Kind)
	}
	var list []calling
	var names string
	for _, d := range functions {
		names, calls, _ = strings.Cut(calls, "\n")
		c := calling{lines: render.Range{Start: d.StartLine, End: d.EndLine}, name: d.Name}
		c.callees = slices.DeleteFunc(f.slicer.callees(i, d.Name, names, own), f.usage().everyday)
		n := min(len(c.callees), fitted.CallsCount)
		switch {
		case d.Name == "main" && n > 0:
			n += fitted.CallsCount
		case n < fitted.LeastCalls:
			continue
		}
		if owner := ownerOf(all, d); owner != "" && !strings.Contains(c.name, owner) && !saysItsName(owner, file.Name) {
			c.name = owner + "." + c.name
		}
		c.score = n*fixed.Unit + fixed.Log2Linear(1+f.usage().of(d.Name))
		list = append(list, c)
	}
	r.calls = mostCalling(list, min(max(file.Contents.Tokens/fitted.CallTokens, 1), fitted.MostCalling))
	return r.calls
}

// namesCalled are the names that functions of a candidate call, a line each. They depend on its
// text alone, and few of the files that are looked into for them show more of it: they are kept.
func (f *Levels) namesCalled(ctx context.Context, i int, functions []signatures.Symbol) (calls string, ok bool) {
	file := f.files[i]
	summary := *file.Summary()
	if summary.Calls != "" {
		return summary.Calls, true
	}
	text, ok := f.Text(ctx, i)
	if !ok {
		return "", false
	}
	lines, language := lineindex.New(text), file.Contents.Outline.Language
	var b strings.Builder
	for _, d := range functions {
		b.WriteString(namesIn(lines.Slice(d.StartLine, d.EndLine), language) + "\n")
	}
	summary.Calls = b.String() + "\n" // more than nothing, whatever it calls
	file.remember(&summary)
	return summary.Calls, true
}

// namesIn are the names in a text of a language that may be those of functions that it calls,
// in its order and each once, with a dot before those that are called of something else.
func namesIn(text, language string) string {
	if language == "C++" { // whose constructors make members before their body
		text = text[max(strings.IndexByte(text, '{'), 0):]
	}
	capitals := capitalFunctions[language]
	seen := map[call]bool{}
	var b strings.Builder
	for at := range callsIn(text) {
		c := callAt(text, at)
		if len(c.name) < sliceName || seen[c] || isCapital(c.name[0]) && !(capitals && callable(c.name)) {
			continue
		}
		if line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]; isCommentLine(strings.TrimSpace(line)) {
			continue
		}
		if seen[c] = true; b.Len() > 0 {
			b.WriteByte(' ')
		}
		if !c.bare {
			b.WriteByte('.')
		}
		b.WriteString(c.name)
	}
	return b.String()
}

// ownerOf is the name of the type that a function is of, "" for none.
func ownerOf(all []signatures.Symbol, d signatures.Symbol) string {
	if owner := lastName(d.Parent); owner != "" {
		return owner
	}
	if of := typeInHead(d.Head, d.Name); of != "" {
		return lastName(of)
	}
	owner := ""
	for _, t := range all {
		if t.StartLine <= d.StartLine && d.EndLine <= t.EndLine && hasMembers(t.Kind) && !isModule(t.Kind) && t.Name != d.Name {
			owner = t.Name
		}
	}
	return owner
}

// mostCalling are so many of some functions, those that call most, in their order; none that
// calls little else than another one of them, as overloads do.
func mostCalling(list []calling, most int) []calling {
	slices.SortStableFunc(list, func(a, b calling) int { return b.score - a.score })
	var kept []calling
	for _, c := range list {
		alike := slices.ContainsFunc(kept, func(k calling) bool {
			common := 0
			for _, name := range c.callees {
				if slices.Contains(k.callees, name) {
					common++
				}
			}
			return k.name == c.name || 2*common > len(c.callees)
		})
		if !alike && len(kept) < most {
			kept = append(kept, c)
		}
	}
	slices.SortFunc(kept, func(a, b calling) int { return cmp.Compare(a.lines.Start, b.lines.Start) })
	return kept
}

// callLines writes what the functions of a candidate call, a line each, without those that are
// shown.
func (f *Levels) callLines(ctx context.Context, i int, shown []render.Range) string {
	var b strings.Builder
	for _, c := range f.callsOf(ctx, i) {
		if !slices.ContainsFunc(shown, func(r render.Range) bool { return r.Start <= c.lines.Start && c.lines.End <= r.End }) {
			b.WriteString(c.name + render.CallMark + withTotal(c.callees, fitted.CallsShown) + "\n")
		}
	}
	return b.String()
}

// callees are the functions of the project among the names that a function of a candidate
// calls (see namesIn), each once, in their order: those that no more than two files declare,
// found as those of slices are, and the candidate's own.
func (s *slicer) callees(i int, name, calls string, own map[string]bool) []string {
	reach := s.reachOf(i)
	seen := map[string]bool{name: true}
	var names []string
	for word := range strings.SplitSeq(calls, " ") {
		called, of := strings.CutPrefix(word, ".")
		if called != "" && !seen[called] && s.isFunction(i, call{called, !of}, own, reach) {
			seen[called] = true
			names = append(names, called)
		}
	}
	return names
}

// isFunction reports whether a name that a candidate calls is one of the project, as far as
// names tell.
func (s *slicer) isFunction(i int, c call, own map[string]bool, reach map[string]bool) bool {
	by := s.definers.Get(terms.Of(c.name))
	if own[c.name] {
		return c.bare || by.first >= 0 && by.second == 0 // else what others declare too
	}
	if by.first <= 0 {
		return false
	}
	for _, n := range [...]int32{by.first, by.second} {
		if n <= 0 || s.family[n-1] != s.family[i] {
			continue
		}
		shaped, near := relevance.NameWeight(c.name) >= relevance.Whole/2, reach[path.Dir(s.files[n-1].Name)]
		if near && (shaped || c.bare) || shaped && (c.bare || reach == nil) { // what is called of something far away may be the library's
			return true
		}
	}
	return false
}

// call is a name before a bracket.
type call struct {
	name string // "" for what is none, or declares a function
	bare bool   // of nothing, or of what the function itself is of
}

// callsIn goes through the places of the brackets in a text before which a name ends.
func callsIn(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; ; at++ {
			n := strings.IndexByte(text[at:], '(')
			if n < 0 {
				return
			}
			if at += n; at > 0 && (isNameByte(text[at-1]) || text[at-1] == '>') && !yield(at) {
				return
			}
		}
	}
}

// callAt is what is called before a bracket.
func callAt(text string, at int) call {
	if text[at-1] == '>' { // of Rust: parse::<T>(
		line := text[max(0, at-80):at]
		n := strings.LastIndex(line, "::<")
		if n < 0 || strings.ContainsAny(line[n:], "\n(") {
			return call{}
		}
		at += n - len(line)
	}
	start := at
	for start > 0 && isNameByte(text[start-1]) {
		start--
	}
	name, ahead := text[start:at], text[:start]
	of := strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(ahead, "."), "->"), ":?")
	bare := of == ahead
	end := len(strings.TrimRight(of, " "))
	start = end
	for start > 0 && isNameByte(text[start-1]) {
		start--
	}
	switch before := text[start:end]; {
	case name == "" || name[0] >= '0' && name[0] <= '9':
		return call{}
	case bare && (before == "def" || before == "fn" || before == "func" || before == "function" || before == "fun" || before == "sub"):
		return call{}
	default:
		return call{name, bare || before == "self" || before == "this" || before == "Self" || before == "cls" || before == "super"}
	}
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || isCapital(c) || c >= '0' && c <= '9' || c >= 0x80
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }

// callable reports whether a name that begins with a capital can be that of a function: it is
// no macro or constant, and no exception.
func callable(name string) bool {
	return strings.ToUpper(name) != name && !strings.HasSuffix(name, "Exception")
}

// isFunction tells the kinds of declarations that are called.
func isFunction(kind string) bool {
	return kind == "func" || kind == "method" || kind == "constructor"
}

// capitalFunctions are the languages in which functions begin with capitals too; in others
// what does is a type, of which one is made. Read-only.
var capitalFunctions = map[string]bool{"C": true, "C++": true, "C#": true, "Go": true, "PowerShell": true}
