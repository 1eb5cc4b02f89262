/* A slot is the place of one record in the file. */
#ifndef RINGLOG_SLOT_H
#define RINGLOG_SLOT_H

#include <stdint.h>

#include "ringlog.h"

/* number, length and checksum, then the text */
#define SLOT_HEAD 16
#define SLOT_SIZE (SLOT_HEAD + RINGLOG_MAX_RECORD)

/* Fills a buffer of SLOT_SIZE bytes. */
void slot_encode(unsigned char *slot, const ringlog_record *record);

/* Returns 1 and the record if the slot is whole; its text lies in the slot. */
int slot_decode(const unsigned char *slot, ringlog_record *record);

#endif
