//go:build !unix

package gitstats

const openNonblock = 0 // no FIFO lies in these file systems
