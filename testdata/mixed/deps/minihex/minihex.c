/* minihex 1.0: hex dumps. Do what you like with it. */
#include "minihex.h"

void minihex_dump(FILE *out, const void *data, size_t length)
{
    const unsigned char *p = data;

    for (size_t i = 0; i < length; i++)
        fprintf(out, "%02x%c", p[i], (i + 1) % 16 == 0 || i + 1 == length ? '\n' : ' ');
}
