package relevance

import (
	"regexp"
	"strings"
)

const (
	maxMessages = 40
	// A message has at least so many words and bytes: less stands anywhere.
	messageWords = 3
	messageBytes = 15
)

var (
	quotedPattern = regexp.MustCompile("[\"'`]([^\"'`\n]{15,120})[\"'`]")
	saidPattern   = regexp.MustCompile(`(?m)(?:[Ee]rror|ERROR|Exception|[Ww]arning|WARNING|FAILED|[Ff]atal|panic)\]?: *(.{15,200})$`)
	// literalPattern is what a program has put into a message as it stands in its source:
	// between values, which have digits, quotes or brackets about them.
	literalPattern = regexp.MustCompile("[^\"'`0-9<>{}()\\[\\]:,=|%]{15,}")
)

// messages are the pieces of what a program said, in quotes or behind the name of an
// error, that may stand in the program's source word for word.
func messages(text string) []string {
	var list []string
	seen := map[string]bool{}
	for _, pattern := range []*regexp.Regexp{quotedPattern, saidPattern} {
		for _, found := range pattern.FindAllStringSubmatch(text, -1) {
			for _, piece := range literalPattern.FindAllString(found[1], -1) {
				piece = strings.TrimSpace(piece)
				if len(piece) < messageBytes || len(strings.Fields(piece)) < messageWords || seen[piece] {
					continue
				}
				if len(list) == maxMessages {
					return list
				}
				seen[piece] = true
				list = append(list, piece)
			}
		}
	}
	return list
}
