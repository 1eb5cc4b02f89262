/* minihex 1.0: hex dumps. Do what you like with it. */
#ifndef MINIHEX_H
#define MINIHEX_H

#include <stddef.h>
#include <stdio.h>

/* Writes bytes as pairs of digits, sixteen a line. */
void minihex_dump(FILE *out, const void *data, size_t length);

#endif
