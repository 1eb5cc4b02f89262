#include "slot.h"

#include <string.h>

#include "crc32.h"

static void put_le(unsigned char *p, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        p[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t get_le(const unsigned char *p, int bytes)
{
    uint64_t value = 0;

    for (int i = bytes - 1; i >= 0; i--)
        value = value << 8 | p[i];
    return value;
}

/* The checksum covers number and length too: a slot of zeros is not whole. */
static uint32_t checksum(const unsigned char *slot, size_t length)
{
    return crc32_update(crc32_update(0, slot, 12), slot + SLOT_HEAD, length);
}

void slot_encode(unsigned char *slot, const ringlog_record *record)
{
    memset(slot, 0, SLOT_SIZE);
    put_le(slot, record->number, 8);
    put_le(slot + 8, record->length, 4);
    memcpy(slot + SLOT_HEAD, record->text, record->length);
    put_le(slot + 12, checksum(slot, record->length), 4);
}

int slot_decode(const unsigned char *slot, ringlog_record *record)
{
    record->number = get_le(slot, 8);
    record->length = (size_t)get_le(slot + 8, 4);
    record->text = (const char *)slot + SLOT_HEAD;
    return record->number > 0 && record->length <= RINGLOG_MAX_RECORD &&
           get_le(slot + 12, 4) == checksum(slot, record->length);
}
