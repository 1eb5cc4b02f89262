package redact

import "strings"

// ethereumKeys finds private keys of Ethereum at text[i:], where their mark stands: one, or
// a list of them, behind a name that speaks of accounts or of what is private. Registers of
// devices are written with the same mark, in files of tens of megabytes, so a key is told by
// its digits before anything is looked at around it.
func ethereumKeys(text string, i int) (end int, ok bool) {
	if end, ok = ethereumKey(text, i); !ok || !namesEthereumKeys(text[max(i-ethereumName, 0):i]) {
		return 0, false
	}
	const most = 40 // bytes between two of a list
	for {
		next := end
		for next < len(text) && next-end < most && strings.IndexByte("'\"`, \t\r\n\f", text[next]) >= 0 {
			next++
		}
		another, more := ethereumKey(text, next)
		if next == end || !more {
			return end, true
		}
		end = another
	}
}

// ethereumKey is the end of the key at text[i:], if one stands there.
func ethereumKey(text string, i int) (end int, ok bool) {
	const digits = 64
	if end = i + len("0x") + digits; end > len(text) || text[i] != '0' || text[i+1]|0x20 != 'x' {
		return 0, false
	}
	for _, c := range []byte(text[i+len("0x") : end]) {
		if !is(c, digit) && (c|0x20 < 'a' || c|0x20 > 'f') {
			return 0, false
		}
	}
	return end, end == len(text) || !is(text[end], letter|digit)
}

// What may stand between a name and a key, in bytes: more of the name, what closes it, white
// space on both sides of an operator, what opens the key.
const (
	ethereumTail    = 20
	ethereumClosing = 2
	ethereumSpace   = 4
	ethereumOpening = 40 + ethereumSpace
	ethereumName    = len("accounts") + ethereumTail + ethereumClosing + ethereumSpace + len("=") + ethereumOpening
)

// namesEthereumKeys tells whether a text ends with such a name and an operator.
func namesEthereumKeys(before string) bool {
	before = trimEnd(before, "[ \t\r\n\f'\"`-", ethereumOpening)
	if before == "" || strings.IndexByte(":=,(", before[len(before)-1]) < 0 {
		return false
	}
	before = trimEnd(before[:len(before)-1], " \t\r\n\f", ethereumSpace)
	before = trimEnd(before, "'\"]", ethereumClosing)
	start := len(before)
	for start > 0 && is(before[start-1], wordChar) {
		start--
	}
	name := strings.ToLower(before[start:])
	for _, word := range [...]string{"accounts", "private"} {
		if at := strings.LastIndex(name, word); at >= 0 && len(name)-at-len(word) <= ethereumTail {
			return true
		}
	}
	return false
}

// trimEnd is a text without some characters at its end, at most so many.
func trimEnd(text, chars string, most int) string {
	for ; most > 0 && text != "" && strings.IndexByte(chars, text[len(text)-1]) >= 0; most-- {
		text = text[:len(text)-1]
	}
	return text
}
