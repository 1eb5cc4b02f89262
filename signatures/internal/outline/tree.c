// A parse with all that it takes in one call: Go's crossing into C costs as much as what it
// asks of a node there, and a tree has a node for every few bytes.
//
// The work of a parse is counted in what the parser asks memory for and in how much of the
// text it looks at, again and again: the same text gives the same number on every
// machine, however busy it is.
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The library's; types as its header has them. They are weak because cgo links this package
// once by itself, without the library. Elsewhere than with ELF that link fails, which is as
// good: the package is left to the system's linker.
#ifdef __ELF__
#pragma weak ts_set_allocator
#pragma weak ts_parser_new
#pragma weak ts_parser_delete
#pragma weak ts_parser_set_language
#pragma weak ts_parser_set_timeout_micros
#pragma weak ts_parser_set_cancellation_flag
#pragma weak ts_parser_parse
#pragma weak ts_tree_root_node
#pragma weak ts_tree_cursor_new
#pragma weak ts_tree_cursor_delete
#pragma weak ts_tree_cursor_goto_first_child
#pragma weak ts_tree_cursor_goto_next_sibling
#pragma weak ts_tree_cursor_goto_parent
#pragma weak ts_tree_cursor_current_node
#pragma weak ts_tree_cursor_current_field_id
#pragma weak ts_node_symbol
#pragma weak ts_node_start_byte
#pragma weak ts_node_end_byte
#pragma weak ts_node_is_named
#pragma weak ts_node_has_error
#endif

typedef struct { uint32_t row, column; } TSPoint;
typedef struct {
  void *payload;
  const char *(*read)(void *payload, uint32_t at, TSPoint position, uint32_t *bytes_read);
  int encoding;
} TSInput;
typedef struct {
  uint32_t context[4];
  const void *id;
  const void *tree;
} TSNode;
typedef struct {
  const void *tree;
  const void *id;
  uint32_t context[3];
} TSTreeCursor;

extern void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));
extern void *ts_parser_new(void);
extern void ts_parser_delete(void *);
extern bool ts_parser_set_language(void *, const void *);
extern void ts_parser_set_timeout_micros(void *, uint64_t);
extern void ts_parser_set_cancellation_flag(void *, const size_t *);
extern void *ts_parser_parse(void *, const void *, TSInput);
extern TSNode ts_tree_root_node(const void *);
extern TSTreeCursor ts_tree_cursor_new(TSNode);
extern void ts_tree_cursor_delete(TSTreeCursor *);
extern bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
extern bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
extern bool ts_tree_cursor_goto_parent(TSTreeCursor *);
extern TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
extern uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
extern uint16_t ts_node_symbol(TSNode);
extern uint32_t ts_node_start_byte(TSNode);
extern uint32_t ts_node_end_byte(TSNode);
extern bool ts_node_is_named(TSNode);
extern bool ts_node_has_error(TSNode);

static _Thread_local uint64_t used, most;
static _Thread_local size_t *stop_flag; // that the parser looks at now and then

static void add(size_t bytes) {
  used += 1 + bytes / 256;
  if (used > most && stop_flag != NULL) *stop_flag = 1;
}

static void *got(void *p, size_t bytes) {
  if (p == NULL && bytes > 0) { // the parser does not ask
    fprintf(stderr, "out of memory: the parser asked for %zu bytes\n", bytes);
    abort();
  }
  return p;
}

// The memory of a parse. What is small comes out of blocks, and all that was not freed is
// dropped at the end, so that a tree need not be taken apart; what is freed before is used
// again for what is as large. Before each piece stand two words: its size, a multiple of 16,
// or 0 for what the system gave, and then its size. That is what is large, and what was asked
// for outside of a parse; of a parse, all of it is in a list.
enum { unit = 16, small = 1024, block_size = 256 << 10 };

typedef struct block {
  struct block *before;
  size_t pad; // what follows is aligned
} block;

typedef struct large {
  struct large *before, *after; // itself, where it is in no list
  size_t none, size;
} large;

static _Thread_local bool parsing;
static _Thread_local block *blocks; // the last one has room, the first one is kept
static _Thread_local char *room, *room_end;
static _Thread_local void *freed[small / unit + 1]; // by size
static _Thread_local large *larges;

static void link_large(large *l, size_t size) {
  l->none = 0, l->size = size;
  l->before = l->after = l;
  if (!parsing) return;
  if (larges != NULL) {
    l->before = larges, l->after = larges->after;
    l->before->after = l->after->before = l;
  }
  larges = l;
}

static void unlink_large(large *l) {
  if (larges == l) larges = l->before == l ? NULL : l->before;
  l->before->after = l->after;
  l->after->before = l->before;
}

static void *piece(size_t n) {
  size_t size = (n + unit - 1) / unit * unit;
  if (size == 0) size = unit;
  if (!parsing || size > small) {
    large *l = got(malloc(sizeof *l + n), sizeof *l + n);
    link_large(l, n);
    return l + 1;
  }
  void **again = freed[size / unit];
  if (again != NULL) {
    freed[size / unit] = *again;
    return again;
  }
  if ((size_t)(room_end - room) < unit + size) {
    block *b = got(malloc(block_size), block_size);
    b->before = blocks;
    blocks = b;
    room = (char *)(b + 1), room_end = (char *)b + block_size;
  }
  size_t *p = (size_t *)room;
  room += unit + size;
  p[0] = size;
  return p + 2;
}

static void release(void *p) {
  if (p == NULL) return;
  size_t size = ((size_t *)p)[-2];
  if (size == 0) {
    large *l = (large *)p - 1;
    unlink_large(l);
    free(l);
  } else if (parsing) {
    *(void **)p = freed[size / unit];
    freed[size / unit] = p;
  }
}

// drop ends a parse.
static void drop(void) {
  parsing = false;
  while (larges != NULL) release(larges + 1);
  while (blocks != NULL && blocks->before != NULL) {
    block *b = blocks;
    blocks = b->before;
    free(b);
  }
  room = room_end = NULL;
  if (blocks != NULL) room = (char *)(blocks + 1), room_end = (char *)blocks + block_size;
  memset(freed, 0, sizeof freed);
}

static void *counted_malloc(size_t n) {
  add(n);
  return piece(n);
}

static void *counted_calloc(size_t count, size_t n) {
  add(count * n);
  return memset(piece(count * n), 0, count * n);
}

static void *counted_realloc(void *p, size_t n) {
  add(n);
  if (p == NULL) return piece(n);
  size_t have = ((size_t *)p)[-2];
  if (have >= n && n > 0) return p;
  if (have == 0) {
    large *l = (large *)p - 1;
    unlink_large(l);
    l = got(realloc(l, sizeof *l + n), sizeof *l + n);
    link_large(l, n);
    return l + 1;
  }
  void *more = piece(n);
  memcpy(more, p, have < n ? have : n);
  release(p);
  return more;
}

void tree_count(void) { ts_set_allocator(counted_malloc, counted_calloc, counted_realloc, release); }

// How much of a text the parser gets at a time. A scanner that looks far ahead
// for each token asks for one chunk after the other, every time, and that is counted.
enum { chunk = 1 << 10 };

typedef struct {
  const char *text;
  uint32_t length;
} source;

static const char *read_source(void *payload, uint32_t at, TSPoint position, uint32_t *bytes_read) {
  const source *s = payload;
  (void)position;
  *bytes_read = 0;
  if (at >= s->length) return NULL;
  *bytes_read = s->length - at < chunk ? s->length - at : chunk;
  add(*bytes_read);
  return s->text + at;
}

static void *grown(void *list, size_t bytes) {
  void *got = realloc(list, bytes);
  if (got == NULL) {
    fprintf(stderr, "out of memory: a tree takes %zu bytes\n", bytes);
    abort();
  }
  return got;
}

// missing_before is how much was left out before an offset of the text that was parsed.
static uint32_t missing_before(const text_gap *gaps, uint32_t count, uint32_t offset) {
  uint32_t low = 0;
  while (low < count) {
    uint32_t middle = low + (count - low) / 2;
    if (gaps[middle].at < offset) low = middle + 1;
    else count = middle;
  }
  return low == 0 ? 0 : gaps[low - 1].missing;
}

// restore gives nodes the offsets that they have in the text before something was left out:
// what begins at a gap stands after it, and what ends there, before.
static void restore(flat_tree *t, const text_gap *gaps, uint32_t count) {
  for (flat_node *n = t->nodes, *end = n + t->count; n < end; n++) {
    n->start += missing_before(gaps, count, n->start + 1);
    n->end += missing_before(gaps, count, n->end);
    if (n->start > n->end) n->start = n->end;
  }
}

// flatten writes the nodes of a tree into one list.
static void flatten(const void *tree, flat_tree *out) {
  size_t room = 1024, depth = 0, depths = 64;
  uint32_t count = 0;
  flat_node *nodes = grown(NULL, room * sizeof *nodes);
  uint32_t *above = grown(NULL, depths * sizeof *above); // the nodes around the one that is read
  TSTreeCursor c = ts_tree_cursor_new(ts_tree_root_node(tree));
  for (bool more = true; more;) {
    if (count == room) nodes = grown(nodes, (room *= 2) * sizeof *nodes);
    TSNode n = ts_tree_cursor_current_node(&c);
    uint32_t at = count++;
    nodes[at] = (flat_node){
        .start = ts_node_start_byte(n),
        .end = ts_node_end_byte(n),
        .symbol = ts_node_symbol(n),
        .field = (uint8_t)ts_tree_cursor_current_field_id(&c),
        .flags = (ts_node_is_named(n) ? flat_named : 0) | (ts_node_has_error(n) ? flat_has_error : 0),
    };
    if (ts_tree_cursor_goto_first_child(&c)) {
      if (depth == depths) above = grown(above, (depths *= 2) * sizeof *above);
      above[depth++] = at;
      continue;
    }
    nodes[at].next = count;
    while (!(more = ts_tree_cursor_goto_next_sibling(&c)) && depth > 0) {
      nodes[above[--depth]].next = count;
      ts_tree_cursor_goto_parent(&c);
    }
  }
  ts_tree_cursor_delete(&c);
  free(above);
  out->nodes = nodes;
  out->count = count;
}

void tree_parse(const void *language, const char *text, uint32_t length, const text_gap *gaps, uint32_t gap_count,
                uint64_t micros, uint64_t limit, flat_tree *out) {
  source s = {text, length};
  TSInput input = {&s, read_source, 0 /* UTF-8 */};
  size_t stop = 0;
  parsing = true;
  void *p = ts_parser_new();
  out->unknown = !ts_parser_set_language(p, language);
  ts_parser_set_timeout_micros(p, micros);
  ts_parser_set_cancellation_flag(p, &stop);
  used = 0, most = limit, stop_flag = &stop;
  void *tree = ts_parser_parse(p, NULL, input);
  stop_flag = NULL;
  out->work = used;
  if (tree != NULL) {
    flatten(tree, out);
    if (gap_count > 0) restore(out, gaps, gap_count);
  }
  ts_parser_delete(p);
  drop();
}

void tree_free(flat_node *nodes) { free(nodes); }
