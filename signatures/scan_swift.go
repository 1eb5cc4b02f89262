package signatures

import "strings"

func skeletonSwift() *skeletonRules {
	return &skeletonRules{stops: stopsAt("\"#`"), token: tokenSwift, keeps: keepsSwift, nested: true}
}

// keepsSwift keeps the members of an extension, which are exports of the file.
func keepsSwift(k *skeleton, _ []byte) bool {
	text, _ := k.lead()
	return saysWord(text, "extension") || saysBlock(text)
}

func tokenSwift(k *skeleton, i int) int {
	switch k.src[i] {
	case '`':
		return k.backticked(i)
	case '#':
		return hashSwift(k, i)
	}
	return templateString(k, i, `\(`, 0)
}

// hashSwift skips a condition's line and a regular expression in #/ and /#.
func hashSwift(k *skeleton, i int) int {
	rest := k.src[i+1:]
	for _, word := range [...]string{"if ", "elseif ", "else", "endif"} {
		if strings.HasPrefix(rest, word) {
			return k.conditional(i)
		}
	}
	if strings.HasPrefix(rest, "/") {
		n := strings.Index(rest, "/#")
		if n < 0 {
			return -1
		}
		return i + 1 + n + len("/#")
	}
	return i + 1
}
