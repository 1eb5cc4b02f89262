#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ringlog.h"

static int count(const ringlog_record *record, void *context)
{
    (void)record;
    ++*(int *)context;
    return 0;
}

/* The ring keeps as many records as it has slots, and goes on after a restart. */
static void test_wraps(const char *path)
{
    ringlog *log;
    int n = 0;

    assert(ringlog_open(path, 4, &log) == RINGLOG_OK);
    for (int i = 0; i < 6; i++)
        assert(ringlog_append(log, "record", 6) == RINGLOG_OK);
    ringlog_close(log);
    assert(ringlog_open(path, 0, &log) == RINGLOG_OK);
    assert(ringlog_each(log, count, &n) == RINGLOG_OK);
    assert(n == 4);
    ringlog_close(log);
}

static void test_refuses_long_records(const char *path)
{
    static char text[RINGLOG_MAX_RECORD + 1];
    ringlog *log;

    assert(ringlog_open(path, 4, &log) == RINGLOG_OK);
    assert(ringlog_append(log, text, sizeof text) == RINGLOG_ETOOLONG);
    ringlog_close(log);
}

int main(void)
{
    const char *path = "test.ringlog";

    unlink(path);
    test_wraps(path);
    test_refuses_long_records(path);
    unlink(path);
    puts("ok");
    return 0;
}
