/*
 * ringlog: a log of fixed size in one file.
 *
 * A log may be read while another process writes it; of records that are
 * overwritten meanwhile the reader sees none, never half of one.
 */
#ifndef RINGLOG_H
#define RINGLOG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The longest record, in bytes. */
#define RINGLOG_MAX_RECORD 1024

typedef struct ringlog ringlog;

/* What functions return: RINGLOG_OK, or less than zero. */
typedef enum {
    RINGLOG_OK = 0,
    RINGLOG_EIO = -1,      /* the system said no; see errno */
    RINGLOG_EFORMAT = -2,  /* this is no log, or a newer one */
    RINGLOG_ETOOLONG = -3, /* more than RINGLOG_MAX_RECORD bytes */
} ringlog_status;

/* One record, as it is given to a ringlog_visit. text has no NUL at its end. */
typedef struct {
    uint64_t number; /* counts from 1 and never restarts */
    const char *text;
    size_t length;
} ringlog_record;

/* Returns 0 to go on, anything else to stop. */
typedef int (*ringlog_visit)(const ringlog_record *record, void *context);

/* Opens the log at path. If it is not there, one with room for `slots` records
 * is made; with slots == 0 that is an error. */
ringlog_status ringlog_open(const char *path, uint32_t slots, ringlog **out);

/* Appends a record. It is on disk when the function returns. */
ringlog_status ringlog_append(ringlog *log, const char *text, size_t length);

/* Visits the records that are whole, oldest first. */
ringlog_status ringlog_each(ringlog *log, ringlog_visit visit, void *context);

/* A sentence for a status. */
const char *ringlog_message(ringlog_status status);

void ringlog_close(ringlog *log);

#ifdef __cplusplus
}
#endif

#endif
