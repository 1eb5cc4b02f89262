//go:build unix && cgo

package cmd

/*
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

static int closed;

// This runs before Go's runtime, which opens the null device for closed streams, and which prints
// a trace when it runs out of addresses: every thread needs some for its stack and its heap.
__attribute__((constructor)) static void look(void) {
  static const char text[] = "ctxpack: too little address space: raise its limit (ulimit -v) to 5000000\n";
  struct rlimit limit;
  long needed = 2300 + 100 * sysconf(_SC_NPROCESSORS_ONLN);
  closed = fcntl(1, F_GETFD) == -1 && errno == EBADF;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur >> 20 < (needed < 4500 ? needed : 4500))
    _exit(write(2, text, sizeof text - 1) < 0 ? 2 : 1);
}

static int output_closed(void) { return closed; }
*/
import "C"

// outputClosed reports whether the program was started without standard output.
func outputClosed() bool { return C.output_closed() != 0 }
