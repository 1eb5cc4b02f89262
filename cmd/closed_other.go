//go:build !(unix && cgo)

package cmd

// outputClosed is not known.
func outputClosed() bool { return false }
