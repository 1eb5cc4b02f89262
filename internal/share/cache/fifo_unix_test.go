//go:build unix

package cache

import "syscall"

func makeFIFO(name string) error { return syscall.Mkfifo(name, 0o600) }
