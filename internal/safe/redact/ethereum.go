package redact

import "strings"

// ethereumKeys finds private keys of Ethereum at text[i:], where their mark stands: one, or a list of them, behind a
// name that speaks of accounts or of what is private. Registers of devices are written with the same mark, in files
// of tens of megabytes, so a key is told by its digits before anything is looked at around it.
func ethereumKeys(text string, i int) (end int, ok bool) {
	if end, ok = ethereumKey(text, i); !ok || !ethereumNames().MatchString(text[max(i-ethereumName, 0):i]) {
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

// ethereumName is how many bytes before a key are looked at, and ethereumNames such a name,
// more of it, what closes it, an operator and what opens the key.
const ethereumName = 90

// Read-only.
var ethereumNames = lazily(`(?i)(?:accounts|private)\w{0,20}['"\]]{0,2}[ \t\r\n\f]{0,4}[:=,(][\[ \t\r\n\f'"\x60-]{0,44}$`)
