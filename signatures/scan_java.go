package signatures

import "strings"

func skeletonJava() *skeletonRules {
	return &skeletonRules{stops: stopsAt("\"'"), token: tokenJava, begin: beginJava, keeps: keepsJava}
}

func tokenJava(k *skeleton, i int) int {
	if strings.HasPrefix(k.src[i:], `"""`) {
		return k.tripled(i)
	}
	if end := k.quoted(i); end > i {
		return end
	}
	return -1
}

func beginJava(k *skeleton) int {
	k.main = called(k.src, "main")
	return 0
}

// keepsJava keeps the members of classes where one of them may be main.
func keepsJava(k *skeleton, _ []byte) bool {
	text, _ := k.lead()
	return k.main && saysWord(text, "class", "interface", "enum", "record")
}
