// The work of a parse, counted in what the parser asks memory for and in how much of the
// text it looks at, again and again: the same text gives the same number on every
// machine, however busy it is.
#include "work.h"

#include <stdio.h>
#include <stdlib.h>

// The library's. They are weak because cgo links this package once by itself, without
// the library; where that is not known, there is no counting, and the limit of time is
// the only one.
#ifdef __ELF__
#define LIBRARY __attribute__((weak))
extern void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *)) LIBRARY;
extern void ts_query_cursor_set_match_limit(void *, uint32_t) LIBRARY;
#else
static void (*const ts_set_allocator)(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *)) = NULL;
static void (*const ts_query_cursor_set_match_limit)(void *, uint32_t) = NULL;
#endif

static _Thread_local uint64_t used, most;
static _Thread_local size_t *stop_flag; // that the parser looks at now and then

static void add(size_t bytes) {
  used += 1 + bytes / 256;
  if (used > most && stop_flag != NULL) *stop_flag = 1;
}

static void *spend(size_t bytes, void *got) {
  add(bytes);
  if (got == NULL && bytes > 0) { // the parser does not ask
    fprintf(stderr, "out of memory: the parser asked for %zu bytes\n", bytes);
    abort();
  }
  return got;
}

static void *counted_malloc(size_t n) { return spend(n, malloc(n)); }
static void *counted_calloc(size_t count, size_t n) { return spend(count * n, calloc(count, n)); }
static void *counted_realloc(void *p, size_t n) { return spend(n, realloc(p, n)); }

bool work_counts(void) {
  if (ts_set_allocator != NULL) ts_set_allocator(counted_malloc, counted_calloc, counted_realloc, free);
  return ts_set_allocator != NULL;
}

void work_begin(uint64_t limit, uintptr_t stop) {
  used = 0;
  most = limit;
  stop_flag = (size_t *)stop;
}

void work_read(uint32_t bytes) { add(bytes); }

uint64_t work_end(void) {
  stop_flag = NULL;
  return used;
}

void work_limit_matches(uintptr_t cursor, uint32_t limit) {
  if (ts_query_cursor_set_match_limit != NULL) ts_query_cursor_set_match_limit((void *)cursor, limit);
}
