package redact

import "strings"

// The value of a name that indicates a secret is either a secret or text for people: a word, a placeholder, a
// reference, a path, a call, a list, a sentence. Such texts consist of words and short numbers, however they are
// joined, and secrets do not.

const (
	leastSecret = 8   // minimum bytes of a value that only its name makes a secret
	mostSecret  = 150 // maximum bytes of such a value
)

// isWritten reports whether a value is text for people.
func isWritten(value string) bool {
	return len(value) < leastSecret || isSample(value) || isSequence(value) || pattern("uuids").MatchString(value) || pattern("readable").MatchString(value) ||
		value[0] != '$' && isVariable(value) || isWords(value)
}

// isSequence reports whether letters or digits of a value are in sequence, or repeat.
func isSequence(value string) bool {
	const most = 4
	n, last := 0, byte(2)
	for i := 1; i < len(value); i++ {
		step := value[i] - value[i-1] + 1
		if step != last {
			n = 0
		}
		if n, last = n+1, step; step <= 2 && n == most {
			return true
		}
	}
	return false
}

// isWords reports whether a value consists of words and short numbers. Next to numbers, words must have the letter
// pairs of English, since passwords are made to be pronounceable too. Some of several joined words may be unusual,
// as in names of things.
func isWords(value string) bool {
	const spoken, english, longNumber, short = 60, 75, 6, 4
	least, share := spoken, 70
	switch {
	case classesOf(value) == 4 && strings.ContainsAny(value, "!@#^&~"):
		return false // as required by password rules
	case hasDigit(value), strings.ToLower(value) != value && strings.ToUpper(value) != value && !strings.ContainsAny(value, joints):
		least = english
	case classesOf(value) < 3 && strings.ContainsAny(value, joints):
		share = 35
	}
	padded, good, all, brief := value+" ", 0, 0, 0
	for start, end := 0, 0; start < len(value); start = end {
		end = endOfPart(value, start)
		part, kind := value[start:end], caseOf(value[start])
		next := caseOf(padded[end])
		isPart := isJoint(value, start-1) && (isJoint(value, end) || next == 1)
		isLong := len(part) > longNumber && len(part) < len(value)
		precedesWord := next > 2 && (end > 1 || next == 3)
		isKnown := len(part) > 2 && (hasWordPairs(part, least) || hasSecretWord(part))
		switch {
		case kind == 1 && (precedesWord || isLong):
			return false // numbers follow words, and are short
		case kind < 3:
		case isKnown && isWord(value, start, end):
			good += len(part)
			all += len(part)
		case least == english && !isWord(value, start, end):
			return false
		case isPart && len(part) <= short:
			brief += len(part)
		default:
			all += len(part)
		}
	}
	return 100*good >= share*all && (good >= brief || share < 70 && good > 0 || all+brief == 0)
}

// joints join words in names. isJoint reports whether text[i] is one, or the end.
const joints = "-_./: "

func isJoint(text string, i int) bool {
	return i < 0 || i == len(text) || strings.IndexByte(joints, text[i]) >= 0
}

// endOfPart returns the end of the word, number or symbol at value[i:]: a word may begin with a capital, and a word
// in capitals ends before such a word.
func endOfPart(value string, i int) int {
	kind := caseOf(value[i])
	end := i + 1
	if kind == 4 && end < len(value) && caseOf(value[end]) == 3 {
		kind = 3
	}
	for end < len(value) && caseOf(value[end]) == kind {
		end++
	}
	if kind == 4 && end < len(value) && caseOf(value[end]) == 3 {
		end-- // the last capital begins a word
	}
	return end
}

// isWord reports whether value[start:end] has no other letters next to it if it is in capitals.
func isWord(value string, start, end int) bool {
	return caseOf(value[end-1]) == 3 && end-start > 1 || (start == 0 || caseOf(value[start-1]) < 3) && (end == len(value) || caseOf(value[end]) < 3)
}

// hasWordPairs reports whether at least a given percentage of the letter pairs are those of words.
func hasWordPairs(part string, least int) bool {
	known := 0
	for i := 1; i < len(part); i++ {
		if isPair[part[i-1]&31][part[i]&31] {
			known++
		}
	}
	return 100*known >= least*(len(part)-1)
}
