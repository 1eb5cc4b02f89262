package relevance

import "strings"

const (
	maxMessages = 40
	// The minimum number of words and bytes of a message: shorter ones occur in many files.
	messageWords = 3
	messageBytes = 15
	longestQuote = 120 // bytes; longer quotes are not messages
	longestLine  = 2000
)

// messages returns pieces of program output, in quotes or after the name of an error,
// that may occur literally in the program's source.
func messages(text string) []string {
	var list []string
	seen := map[string]bool{}
	add := func(said string) {
		// The values that a program inserts into a message contain digits, or quotes or
		// brackets surround them: the fixed text is between these.
		for _, piece := range strings.FieldsFunc(said, func(r rune) bool { return r < 0x80 && strings.ContainsRune("\"'`0123456789<>{}()[]:,=|%", r) }) {
			piece = strings.TrimSpace(piece)
			isLong := len(piece) >= messageBytes && len(strings.Fields(piece)) >= messageWords
			if isLong && !seen[piece] && len(list) < maxMessages {
				seen[piece] = true
				list = append(list, piece)
			}
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line[:min(len(line), longestLine)])
		quotes := strings.FieldsFunc(line, func(r rune) bool { return r == '"' || r == '\'' || r == '`' })
		for i, quote := range quotes {
			inside := i > 0 && i < len(quotes)-1 || i == 0 && isQuote(line[0]) || i == len(quotes)-1 && isQuote(line[len(line)-1])
			if inside && len(quote) <= longestQuote {
				add(quote)
			}
		}
		add(afterError(line))
	}
	return list
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// afterError returns the text after the name of an error and a colon, "" if the line has no such name.
func afterError(line string) string {
	for from := 0; ; {
		colon := strings.IndexByte(line[from:], ':')
		if colon < 0 {
			return ""
		}
		at := from + colon
		word := strings.ToLower(strings.TrimSuffix(line[max(from, at-len("exception]")):at], "]"))
		for _, name := range [...]string{"error", "exception", "warning", "failed", "fatal", "panic"} {
			if strings.HasSuffix(word, name) {
				return line[at+1:]
			}
		}
		from = at + 1
	}
}
