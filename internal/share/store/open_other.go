//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package store

const openSafely = 0
