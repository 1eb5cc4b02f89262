package uses

import (
	_ "embed" // the words
	"strings"
	"sync"
)

//go:embed words.txt
var wordText string

// wordLists are names that languages bring along, by what they are.
var wordLists = sync.OnceValue(func() map[string]map[string]bool {
	lists := map[string]map[string]bool{}
	for line := range strings.Lines(wordText) {
		list, names, _ := strings.Cut(line, ":")
		lists[list] = map[string]bool{}
		for name := range strings.FieldsSeq(names) {
			lists[list][name] = true
		}
	}
	return lists
})

// isWordOf reports whether a word is of a list.
func isWordOf(list, word string) bool { return wordLists()[list][word] }
