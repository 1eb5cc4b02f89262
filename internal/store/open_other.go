//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package store

const openSafely = 0
