//go:build unix && cgo

package cmd

/*
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static int closed;

// This runs before Go's runtime, which opens the null device for closed streams, and which prints
// a trace when it runs out of addresses: every thread needs some for its stack and its heap. Under
// a limit C's threads share one heap, since each of their own takes 64 MB of addresses.
__attribute__((constructor)) static void look(void) {
  struct rlimit limit;
  long needed = 2250 + 100 * sysconf(_SC_NPROCESSORS_ONLN); // MB
  needed = needed < 3900 ? needed : 3900;
  closed = fcntl(1, F_GETFD) == -1 && errno == EBADF;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return;
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
  if (limit.rlim_cur >> 20 < needed)
    _exit(dprintf(2, "ctxpack: too little address space: raise its limit (ulimit -v) to %ld\n", needed << 10) < 0 ? 2 : 1);
}

static int output_closed(void) { return closed; }
*/
import "C"

// outputClosed reports whether the program was started without standard output.
func outputClosed() bool { return C.output_closed() != 0 }
