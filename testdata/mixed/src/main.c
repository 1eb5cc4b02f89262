/* ringlog append FILE TEXT: adds a record.
 * ringlog print FILE:       prints all records, oldest first. */
#include <stdio.h>
#include <string.h>

#include "minihex.h"
#include "ringlog.h"

enum { SLOTS = 256 };

static int print(const ringlog_record *record, void *context)
{
    (void)context;
    printf("%8llu  ", (unsigned long long)record->number);
    if (memchr(record->text, '\0', record->length))
        minihex_dump(stdout, record->text, record->length);
    else
        printf("%.*s\n", (int)record->length, record->text);
    return 0;
}

static int fail(const char *path, ringlog_status status)
{
    fprintf(stderr, "ringlog: %s: %s\n", path, ringlog_message(status));
    return 1;
}

int main(int argc, char **argv)
{
    ringlog *log;
    ringlog_status status;

    if (argc == 4 && strcmp(argv[1], "append") == 0) {
        if ((status = ringlog_open(argv[2], SLOTS, &log)) != RINGLOG_OK)
            return fail(argv[2], status);
        status = ringlog_append(log, argv[3], strlen(argv[3]));
    } else if (argc == 3 && strcmp(argv[1], "print") == 0) {
        if ((status = ringlog_open(argv[2], 0, &log)) != RINGLOG_OK)
            return fail(argv[2], status);
        status = ringlog_each(log, print, NULL);
    } else {
        fprintf(stderr, "usage: ringlog append FILE TEXT | ringlog print FILE\n");
        return 2;
    }
    ringlog_close(log);
    return status == RINGLOG_OK ? 0 : fail(argv[2], status);
}
