//go:build !race

package pipeline_test

func few(n int) int { return n }
