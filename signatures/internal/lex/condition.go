package lex

import "strings"

// A condition is an open #if: the braces open before it, and those open at the end of its first branch, which apply
// after it.
type condition struct {
	before, after depths
	other         bool // a later branch is being read
}

type depths struct{ elided, open int }

// Conditional skips a preprocessor line. The first branch of a conditional determines which braces are open after
// it.
func (k *Skeleton) Conditional(i int) int {
	before := i
	for before > 0 && (k.Src[before-1] == ' ' || k.Src[before-1] == '\t') {
		before--
	}
	if before > 0 && k.Src[before-1] != '\n' {
		return i + 1
	}
	end := EndOfLine(k.Src, i)
	line := strings.TrimLeft(k.Src[i+1:end], " \t")
	now := depths{k.Elided, k.Open}
	n := len(k.conditions)
	switch {
	case strings.HasPrefix(line, "if"):
		k.conditions = append(k.conditions, condition{before: now})
	case n == 0:
	case strings.HasPrefix(line, "endif"):
		c := k.conditions[n-1]
		k.conditions = k.conditions[:n-1]
		if c.other && !k.jump(now, c.after) {
			return -1
		}
	case strings.HasPrefix(line, "el"):
		c := &k.conditions[n-1]
		if !c.other {
			c.after, c.other = now, true
		}
		if !k.jump(now, c.before) {
			return -1
		}
	}
	return end
}

// jump continues with other braces open. It fails if the skeleton would switch between kept text and a body.
func (k *Skeleton) jump(from, to depths) bool {
	k.Elided, k.Open = to.elided, to.open
	return (from.elided > 0) == (to.elided > 0)
}

// OtherBranches returns the later branches of the conditionals in src, in order: their declarations may repeat
// those of the first branch.
func OtherBranches(src string) []Span {
	var list []Span
	depth, other, at := 0, 0, 0 // other is the depth of the outermost condition that is past its first branch
	for line := range strings.Lines(src) {
		word, found := strings.CutPrefix(strings.TrimSpace(line), "#")
		word = strings.TrimSpace(word)
		switch {
		case !found || depth == 0 && !strings.HasPrefix(word, "if"):
		case strings.HasPrefix(word, "if"):
			depth++
		case strings.HasPrefix(word, "el") && other == 0:
			other = depth
			list = append(list, Span{Start: at, End: len(src)})
		case strings.HasPrefix(word, "endif"):
			if other == depth {
				other = 0
				list[len(list)-1].End = at
			}
			depth--
		}
		at += len(line)
	}
	return list
}
