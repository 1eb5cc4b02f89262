#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A node of a tree, in the order of the text, each before its children.
typedef struct {
  uint32_t start, end; // bytes
  uint32_t next;       // index of the node that follows those below it
  uint16_t symbol;
  uint8_t field; // of its parent, 0 for none
  uint8_t flags;
} flat_node;

enum { flat_named = 1, flat_has_error = 2 };

// A place in a text at which something was left out: so many bytes since its beginning.
typedef struct {
  uint32_t at, missing;
} text_gap;

// What a parse gives: nodes, which the caller frees, or none and the reason.
typedef struct {
  flat_node *nodes;
  uint32_t count;
  uint64_t work;
  bool unknown; // the library does not know the language
} flat_tree;

void tree_parse(const void *language, const char *text, uint32_t length, const text_gap *gaps, uint32_t gap_count,
                uint64_t micros, uint64_t limit, flat_tree *out);
void tree_count(void); // makes the library count what it asks memory for
void tree_free(flat_node *nodes);
