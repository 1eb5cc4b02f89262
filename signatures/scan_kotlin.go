package signatures

func skeletonKotlin() *skeletonRules {
	return &skeletonRules{stops: stopsAt("\"'`"), token: tokenKotlin, keeps: keepsKotlin, nested: true}
}

// keepsKotlin keeps the blocks of a script, in which functions may be declared.
func keepsKotlin(k *skeleton, _ []byte) bool {
	text, _ := k.lead()
	return saysBlock(text)
}

func tokenKotlin(k *skeleton, i int) int {
	switch k.src[i] {
	case '`':
		return k.backticked(i)
	case '\'':
		return k.runeOrNot(i)
	}
	return templateString(k, i, "${", 0)
}
