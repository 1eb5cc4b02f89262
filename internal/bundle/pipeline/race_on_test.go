//go:build race

package pipeline_test

// few is how many of a test's random trees are tested under the race detector, which is ten times as slow: any tree
// shows a race.
func few(n int) int { return max(n/3, 1) }
