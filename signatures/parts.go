package signatures

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
)

// A Part is a separately shown piece of a source file: a declaration, or a run of lines between declarations. The
// parts of a file share no line: lines of an inner part do not belong to the outer one.
type Part struct {
	// Name and Kind are those of the symbol; "" for lines between declarations. Parent is
	// the name of the type that it is a member of, "" for none.
	Name, Kind, Parent string
	Exported           bool
	// StartLine and EndLine are 1-based and inclusive, and include the whole declaration. Line is where the
	// declaration itself starts, below its documentation.
	StartLine, Line, EndLine int
	// Inside is the index of the enclosing part, -1 for none.
	Inside int
	// Bytes and Branches count its own lines. A one-line declaration inside another part has no bytes: it is shown
	// with that part.
	Bytes, Branches int
}

const (
	// wholeLines is the number of lines up to which a type is one part: changing a method of a
	// small class requires reading the whole class.
	wholeLines = 20
	// runLines is the most lines of a part between declarations.
	runLines = 40
	// mostParts bounds the parts of a file: one that declares more is a table of data.
	mostParts = 3000
)

// Function reports whether a kind of symbol has a body that runs.
func Function(kind string) bool {
	switch kind {
	case "func", "method", "function", "constructor", "macro":
		return true
	}
	return false
}

// Container reports whether a kind of symbol has members.
func Container(kind string) bool {
	switch kind {
	case "class", "struct", "interface", "trait", "enum", "impl", "module", "namespace", "object", "type", "heading", "union", "protocol", "extension", "record":
		return true
	}
	return false
}

// Parts splits a text by the symbols of its outline. The parts are in line order, an outer one before its inner
// ones. It returns nil for a text with more than mostParts symbols.
func Parts(o *Outline, src string) []Part {
	symbols := o.Symbols
	if len(symbols) > mostParts {
		return nil
	}
	starts := lineStarts(src)
	lines := len(starts) - 1
	var parts []Part
	var small []Part // one-line symbols, or symbols inside a part that is shown whole
	for _, s := range symbols {
		p := Part{Name: s.Name, Kind: s.Kind, Parent: s.Parent, Exported: s.Exported, StartLine: s.StartLine, Line: s.Line, EndLine: min(s.EndLine, lines), Inside: -1}
		if p.StartLine < 1 || p.EndLine < p.StartLine || p.Name == "" {
			continue
		}
		p.Line = min(max(p.Line, p.StartLine), p.EndLine)
		isBlock := Function(p.Kind) || Container(p.Kind) && p.EndLine > p.StartLine
		if isOuter := s.Depth == 0 || p.Kind == "property" || p.Kind == "route"; isBlock || isOuter && p.EndLine-p.StartLine > 2 {
			parts = append(parts, p)
		} else {
			small = append(small, p)
		}
	}
	slices.SortStableFunc(parts, outerFirst)
	parts, small = nest(parts, small)
	owner := owners(parts, lines)
	splitLong(parts, owner)
	parts = addRuns(parts, owner, starts, src)
	slices.SortStableFunc(parts, outerFirst)
	setEnclosing(parts)
	owner = owners(parts, lines)
	for line, k := range owner[1:] {
		if k >= 0 {
			parts[k].Bytes += starts[line+1] - starts[line]
		}
	}
	line := 1
	for start, end := range commentsOf(o.Language).Outside(src) { // prose contains the words of branches too
		for start < end {
			for starts[line] <= start {
				line++
			}
			stop := min(end, starts[line])
			if k := owner[line]; k >= 0 {
				parts[k].Branches += countBranches(src, start, stop)
			}
			start = stop
		}
	}
	return withSmall(parts, small, owner)
}

func outerFirst(a, b Part) int {
	return cmp.Or(cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(b.EndLine, a.EndLine))
}

// nest drops symbols that are not separate parts: those that cross the end of another one, have the
// same lines, or are in a small type.
func nest(parts, small []Part) (kept, held []Part) {
	var around []Part
	held = small
	for _, p := range parts {
		for len(around) > 0 && around[len(around)-1].EndLine < p.StartLine {
			around = around[:len(around)-1]
		}
		if n := len(around); n > 0 {
			last := around[n-1]
			isWhole := last.EndLine-last.StartLine < wholeLines || !Container(last.Kind)
			isSame := p.StartLine == last.StartLine && p.EndLine == last.EndLine
			if inside := p.EndLine <= last.EndLine && !isSame && p.EndLine > p.StartLine; isWhole || !inside {
				held = append(held, p)
				continue
			}
		}
		around = append(around, p)
		kept = append(kept, p)
	}
	return kept, held
}

func setEnclosing(parts []Part) {
	around := []int{-1}
	for i := range parts {
		for len(around) > 1 && parts[around[len(around)-1]].EndLine < parts[i].StartLine {
			around = around[:len(around)-1]
		}
		parts[i].Inside = around[len(around)-1]
		around = append(around, i)
	}
}

// owners returns the innermost part of each line, from 1; -1 for none.
func owners(parts []Part, lines int) []int {
	owner := slices.Repeat([]int{-1}, lines+1)
	for k, p := range parts {
		for line := p.StartLine; line <= p.EndLine; line++ {
			owner[line] = k
		}
	}
	return owner
}

// splitLong takes the lines of a type after its first runLines own ones from it: they become runs, such as the blocks of
// a class that is a list of calls.
func splitLong(parts []Part, owner []int) {
	own := make([]int, len(parts))
	for line, k := range owner {
		if line > 0 && k >= 0 && Container(parts[k].Kind) {
			if own[k]++; own[k] > runLines {
				owner[line] = -1
			}
		}
	}
}

// addRuns adds the text between declarations, split at empty lines where possible.
func addRuns(parts []Part, owner, starts []int, src string) []Part {
	lines := len(owner) - 1
	text := func(line int) string { return strings.TrimSpace(src[starts[line-1]:starts[line]]) }
	for line := 1; line <= lines; {
		if owner[line] >= 0 || text(line) == "" {
			line++
			continue
		}
		first, last, letters := line, line, false
		for ; line <= lines && owner[line] < 0 && line-first < runLines; line++ {
			bare := text(line)
			if bare == "" && line-first > runLines/2 {
				break
			}
			if bare != "" {
				last = line
				letters = letters || strings.ContainsFunc(bare, func(r rune) bool { return lex.InWord(byte(min(r, 0x80))) })
			}
		}
		if letters { // more than closing brackets
			parts = append(parts, Part{StartLine: first, Line: first, EndLine: last, Inside: -1})
		}
	}
	return parts
}

// withSmall adds declarations without lines of their own after the parts that have them.
func withSmall(parts, small []Part, owner []int) []Part {
	for _, p := range small {
		if k := owner[p.StartLine]; k >= 0 {
			if p.Inside = k; parts[k].Name == "" && parts[k].Inside >= 0 { // a run in a type
				p.Inside = parts[k].Inside
			}
			parts = append(parts, p)
		}
	}
	return parts
}

// lineStarts returns the offsets of the lines of a text, and its end.
func lineStarts(src string) []int {
	ends := lex.Newlines(src)
	starts := make([]int, 1, len(ends)+2)
	for _, end := range ends {
		starts = append(starts, end+1)
	}
	if starts[len(starts)-1] < len(src) {
		starts = append(starts, len(src))
	}
	return starts
}

// commentsOf returns the comments of a language, including docstrings in Python.
func commentsOf(language string) (c lex.Comments) {
	if s := specFor(language); s != nil {
		c = s.Comments
	}
	if language == "Python" {
		c.Block, c.Quote = [][2]string{{`"""`, `"""`}, {"'''", "'''"}}, ""
	}
	return c
}

// countBranches counts the words and operators in src[start:end] that branch. A comment may follow.
func countBranches(src string, start, end int) int {
	n, pairs := 0, branchPairs()
	for i := start; i+1 < end; i++ {
		if !pairs[uint16(src[i])<<8|uint16(src[i+1])] {
			continue
		}
		if lex.InWord(src[i]) && i > start && lex.InWord(src[i-1]) {
			continue
		}
		stop := i + 2
		for lex.InWord(src[i]) && stop < end && lex.InWord(src[stop]) {
			stop++
		}
		if branches[src[i:stop]] {
			n++
		}
		i = stop - 1
	}
	if end > start && end < len(src) && src[end-1] == '?' {
		n++
	}
	return n
}

// Read-only. branchPairs has the first two bytes of branches, which few other words share.
var (
	branches    = mapped.Set(append(strings.Fields("if for while case catch except elif when match switch guard loop foreach rescue unless until && ||"), "? "))
	branchPairs = sync.OnceValue(func() *[1 << 16]bool {
		var pairs [1 << 16]bool
		for word := range branches {
			pairs[uint16(word[0])<<8|uint16(word[1])] = true
		}
		return &pairs
	})
)
