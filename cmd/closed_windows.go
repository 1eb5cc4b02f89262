package cmd

import "syscall"

// outputClosed reports whether the program was started without standard output.
func outputClosed() bool { return syscall.Stdout == 0 || syscall.Stdout == syscall.InvalidHandle }
