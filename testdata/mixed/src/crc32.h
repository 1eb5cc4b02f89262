#ifndef RINGLOG_CRC32_H
#define RINGLOG_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* Continues a checksum; begin with 0. The polynomial is that of Ethernet. */
uint32_t crc32_update(uint32_t crc, const void *data, size_t length);

#endif
