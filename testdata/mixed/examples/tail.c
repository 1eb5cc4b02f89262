/* Prints the newest ten records of a log. */
#include <inttypes.h>
#include <stdio.h>

#include "ringlog.h"

enum { KEEP = 10 };

struct window {
    char text[KEEP][RINGLOG_MAX_RECORD + 1];
    uint64_t seen;
};

static int remember(const ringlog_record *record, void *context)
{
    struct window *w = context;

    snprintf(w->text[w->seen++ % KEEP], RINGLOG_MAX_RECORD + 1, "%.*s", (int)record->length, record->text);
    return 0;
}

int main(int argc, char **argv)
{
    static struct window w;
    ringlog *log;

    if (argc != 2 || ringlog_open(argv[1], 0, &log) != RINGLOG_OK)
        return 1;
    ringlog_each(log, remember, &w);
    for (uint64_t i = w.seen > KEEP ? w.seen - KEEP : 0; i < w.seen; i++)
        puts(w.text[i % KEEP]);
    ringlog_close(log);
    return 0;
}
