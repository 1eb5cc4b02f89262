//go:build !unix

package gitrepo

const openNonblock = 0 // no FIFO lies in these file systems
