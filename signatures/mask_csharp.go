package signatures

func maskCSharp(src string) string { return src }
