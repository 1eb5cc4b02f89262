//go:build unix && cgo

package cmd

/*
#include <errno.h>
#include <fcntl.h>

static int closed;

// Before Go's runtime, which opens the null device for what is closed.
__attribute__((constructor)) static void look(void) {
  closed = fcntl(1, F_GETFD) == -1 && errno == EBADF;
}

static int output_closed(void) { return closed; }
*/
import "C"

// outputClosed reports whether the program was started without standard output.
func outputClosed() bool { return C.output_closed() != 0 }
