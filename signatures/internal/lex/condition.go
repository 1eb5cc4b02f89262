package lex

import (
	"strings"
)

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
