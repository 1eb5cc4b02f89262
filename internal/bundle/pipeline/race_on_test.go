//go:build race

package pipeline_test

// few is how many of a test's random trees are looked at under the race detector, which
// is ten times as slow: what races there are show in any.
func few(n int) int { return max(n/3, 1) }
