//go:build !unix

package cmd

import "os/exec"

// ownGroup does nothing: the command alone is killed when it is stopped.
func ownGroup(*exec.Cmd) {}

func killGroup(*exec.Cmd) {}
