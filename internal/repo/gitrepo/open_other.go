//go:build !unix

package gitrepo

const openNonblock = 0 // these file systems have no FIFOs
