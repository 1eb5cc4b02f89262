// Package injection finds suspected prompt injections: text that tells whichever model
// reads it to follow it, and not the user. A list of patterns cannot know all of it; it is a
// note for people, and nothing is left out because of it.
//
// All functions are safe for concurrent use.
package injection

import (
	"regexp"
	"strings"
	"sync"
)

// patterns are what such texts have in common.
//
// Read-only.
var patterns = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)` + strings.Join([]string{
		`\b(?:ignore|disregard|forget|override|bypass)\s+(?:all\s+|any\s+|every\s+)?(?:of\s+)?(?:the\s+|your\s+|these\s+|those\s+)?(?:previous|prior|above|earlier|preceding|foregoing|existing|other|system|initial|original)\s+(?:\w+\s+)?(?:instructions?|prompts?|messages|directions|rules|guidelines|context)\b`,
		`\b(?:ignore|disregard|forget)\s+(?:everything|anything)\s+(?:you|that\s+(?:was|came)|above|before)\b`,
		`\b(?:reveal|print|repeat|output|show|leak|disclose)\s+(?:\w+\s+)?(?:your|the)\s+(?:full\s+|entire\s+)?(?:system|initial|hidden)\s+(?:prompt|instructions|message)\b`,
		`\byou\s+are\s+now\s+(?:an?\s+|in\s+)(?:\w+\s+){0,3}(?:mode|assistant|model|agent|ai)\b`,
		`\b(?:if|since|because)\s+you\s+are\s+(?:an?\s+)?(?:ai|llm|large\s+language\s+model|language\s+model|assistant|coding\s+agent|ai\s+\w+)\b`,
		`\b(?:note|attention|important|message|instructions?|notice)\s+(?:to|for)\s+(?:all\s+|any\s+|the\s+)?(?:ai|llms?|language\s+models?|ai\s+(?:agents?|assistants?|models?)|coding\s+(?:agents?|assistants?))\b`,
		`\bdo\s+not\s+(?:tell|inform|mention\s+(?:this|it)\s+to|reveal\s+(?:this|it)\s+to|alert|notify)\s+the\s+(?:user|human|developer)\b`,
		`\bwithout\s+(?:telling|informing|asking|notifying)\s+the\s+(?:user|human|developer)\b`,
		`<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>`,
		`\[/?INST\]|<</?SYS>>`,
		`[\x{E0020}-\x{E007E}]{4,}`, // text in characters that nobody sees
	}, "|"))
})

// most is how many lines of a text are named.
const limit = 20

// Lines returns the lines of a text, from 1, on which it begins to address a model: the
// first of them, if there are many.
func Lines(text string) []int {
	var lines []int
	line, at := 1, 0
	for _, m := range patterns().FindAllStringIndex(text, -1) {
		line += strings.Count(text[at:m[0]], "\n")
		at = m[0]
		if len(lines) == 0 || lines[len(lines)-1] != line {
			lines = append(lines, line)
		}
		if len(lines) == limit {
			break
		}
	}
	return lines
}
