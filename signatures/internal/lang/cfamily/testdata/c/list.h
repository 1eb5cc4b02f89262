/* list.h - linked lists
 * Copyright (c) 2020 Somebody
 */
#ifndef LIST_H
#define LIST_H

#include <stddef.h>
#include "config.h"
#include CONFIG_FILE

#ifdef __cplusplus
extern "C" {
#endif

#define LIST_MAX 128          /* most entries */
#define LIST_NAME "list"
#define LIST_SIZE(l) ((l)->size)
#define LIST_EACH(l, node) \
    for (node = (l)->head; node != NULL; node = node->next)
#define LIST_EMPTY
#define LIST_CONVERSION(very_long_parameter_name, another_one) ((very_long_parameter_name) * (another_one) + 1)

struct forward;
typedef struct forward forward_t;

/** A node. It has links. */
typedef struct node {
    struct node *next, *prev; /* links */
    void *value;
    unsigned flags : 3;
    unsigned : 5;
    struct {
        int x, y;
    } at;
    union {
        int i;
        double d;
    };
    int (*compare)(const void *, const void *);
    char name[LIST_MAX][2];
} node_t, *node_ptr;

struct list {
    node_t *head;
    size_t size;
};

/* Colors. */
enum color { RED, GREEN = 2, BLUE };
typedef enum {
    LEFT,  /* to the left */
    RIGHT  /* to the right */
} side;

typedef int (*compare_fn)(const void *a, const void *b);
typedef unsigned long ulong_t;

extern const char *const list_version;
extern int list_debug, *list_levels;

/* Make a list. */
struct list *list_new(size_t capacity);
void list_free(struct list *l) __attribute__((nonnull));
LIST_API int list_add(struct list *l, void *value);
__attribute__((noreturn)) void list_die(const char *fmt, ...);
void (*list_signal(int sig, void (*handler)(int)))(int);
LIST_API int (list_paren) (struct list *l);

static inline size_t list_size(const struct list *l) { return l->size; }

#ifdef LIST_EXTRA
int list_extra(void);
#else
#define list_extra() 0
#endif

#ifdef __cplusplus
}
#endif

#endif /* LIST_H */

#if defined(__GNUC__)
__attribute__((destructor))
#endif
void list_cleanup(void);

union list_address {
  struct {
    char pad[1];
#if defined(SUN_LEN)
    char path[10];
#else
    char path[20];
#endif
  } up;
};

#ifdef LIST_LONG
#define LIST_MOST 1000
#else
#define LIST_MOST 10
#endif
