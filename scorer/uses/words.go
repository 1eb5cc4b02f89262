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

// isWordOf tells whether a word is of a list.
func isWordOf(list, word string) bool { return wordLists()[list][word] }

// isCommon tells whether members of a name are mostly those of a language's own types, so
// that one of a receiver of unknown type says nothing.
func isCommon(of family, name string) bool { return isWordOf("members "+of.String(), name) }

// isBuiltin tells whether a name at the top level is one that a language brings along.
func isBuiltin(of family, name string) bool { return isWordOf("builtins "+of.String(), name) }

// isTransparent tells whether a method of Rust gives what its receiver holds, or a copy.
func isTransparent(name string) bool { return isWordOf("transparent", name) }

// isWrapper tells whether a generic type stands for its argument, as far as members go.
func isWrapper(name string) bool { return isWordOf("wrappers", name) }

// isPrimitive tells whether a name is that of a type of Rust, which a function may have too.
func isPrimitive(name string) bool { return isWordOf("primitives", name) }
