#include "list.h"
#include <stdlib.h>

#define LOCAL 1

static int helper(int x);
int forward(int);
extern int elsewhere;

static int hidden_counter = 0;
int visible_counter = 3;
const char *names[] = { "one", "two", "three", "four", "five", "six", "seven", "eight" };
int (*table[])(void) = { f };
static const struct option options[] = { { "a", 1 }, { NULL, 0 } };

struct local {
    int a;
};

/* Make a list. */
struct list *list_new(size_t capacity)
{
    struct list *l = malloc(sizeof *l);
    if (!l || capacity > 10)
        return NULL;
    for (;;) { while (1) { do { } while (0); } }
    switch (capacity) {
    case 1: break;
    case 2: break;
    default: break;
    }
    return l ? l : NULL; /* TODO */
}

static int helper(int x)
{
    int inner(void);
    return x;
}

/* Old style. */
int old(a, b)
    int a;
    char *b;
{
    return a;
}

#ifdef UNBALANCED
void branchy(int a) {
#else
void branchy(void) {
#endif
}

int main(int argc, char **argv)
{
    return 0;
}
