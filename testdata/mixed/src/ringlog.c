#include "ringlog.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "slot.h"

/* The file begins with these eight bytes and the number of slots. */
static const char magic[8] = "ringlog\1";

#define FILE_HEAD 12

struct ringlog {
    int fd;
    uint32_t slots;
    uint64_t last; /* number of the newest record, 0 if there is none */
};

static off_t slot_offset(const ringlog *log, uint64_t number)
{
    return FILE_HEAD + (off_t)((number - 1) % log->slots) * SLOT_SIZE;
}

static ringlog_status make(int fd, uint32_t slots)
{
    unsigned char head[FILE_HEAD];

    memcpy(head, magic, sizeof magic);
    for (int i = 0; i < 4; i++)
        head[8 + i] = (unsigned char)(slots >> (8 * i));
    if (write(fd, head, sizeof head) != sizeof head)
        return RINGLOG_EIO;
    return ftruncate(fd, FILE_HEAD + (off_t)slots * SLOT_SIZE) == 0 ? RINGLOG_OK : RINGLOG_EIO;
}

/* Reads the head of the file and looks for the newest record. */
static ringlog_status load(ringlog *log)
{
    unsigned char head[FILE_HEAD], slot[SLOT_SIZE];
    ringlog_record record;

    if (pread(log->fd, head, sizeof head, 0) != sizeof head || memcmp(head, magic, sizeof magic) != 0)
        return RINGLOG_EFORMAT;
    log->slots = head[8] | head[9] << 8 | head[10] << 16 | (uint32_t)head[11] << 24;
    if (log->slots == 0)
        return RINGLOG_EFORMAT;
    /* TODO: numbers rise up to the newest record, so a binary search would do. */
    for (uint32_t i = 0; i < log->slots; i++) {
        if (pread(log->fd, slot, sizeof slot, slot_offset(log, i + 1)) != sizeof slot)
            return RINGLOG_EIO;
        if (slot_decode(slot, &record) && record.number > log->last)
            log->last = record.number;
    }
    return RINGLOG_OK;
}

ringlog_status ringlog_open(const char *path, uint32_t slots, ringlog **out)
{
    struct stat info;
    ringlog_status status = RINGLOG_OK;
    ringlog *log = calloc(1, sizeof *log);

    if (log == NULL)
        return RINGLOG_EIO;
    log->fd = open(path, slots ? O_RDWR | O_CREAT : O_RDWR, 0644);
    if (log->fd < 0 || fstat(log->fd, &info) != 0)
        status = RINGLOG_EIO;
    else if (info.st_size == 0)
        status = make(log->fd, slots);
    if (status == RINGLOG_OK)
        status = load(log);
    if (status != RINGLOG_OK) {
        ringlog_close(log);
        return status;
    }
    *out = log;
    return RINGLOG_OK;
}

ringlog_status ringlog_append(ringlog *log, const char *text, size_t length)
{
    unsigned char slot[SLOT_SIZE];
    ringlog_record record = {log->last + 1, text, length};

    if (length > RINGLOG_MAX_RECORD)
        return RINGLOG_ETOOLONG;
    slot_encode(slot, &record);
    if (pwrite(log->fd, slot, sizeof slot, slot_offset(log, record.number)) != sizeof slot || fsync(log->fd) != 0)
        return RINGLOG_EIO;
    log->last = record.number;
    return RINGLOG_OK;
}

ringlog_status ringlog_each(ringlog *log, ringlog_visit visit, void *context)
{
    unsigned char slot[SLOT_SIZE];
    ringlog_record record;
    uint64_t first = log->last > log->slots ? log->last - log->slots + 1 : 1;

    for (uint64_t n = first; n <= log->last; n++) {
        if (pread(log->fd, slot, sizeof slot, slot_offset(log, n)) != sizeof slot)
            return RINGLOG_EIO;
        /* A writer may have been here since; then the record is gone. */
        if (slot_decode(slot, &record) && record.number == n && visit(&record, context) != 0)
            break;
    }
    return RINGLOG_OK;
}

const char *ringlog_message(ringlog_status status)
{
    switch (status) {
    case RINGLOG_OK:
        return "done";
    case RINGLOG_EIO:
        return strerror(errno);
    case RINGLOG_EFORMAT:
        return "not a ring log";
    case RINGLOG_ETOOLONG:
        return "record too long";
    }
    return "unknown status";
}

void ringlog_close(ringlog *log)
{
    if (log == NULL)
        return;
    if (log->fd >= 0)
        close(log->fd);
    free(log);
}
