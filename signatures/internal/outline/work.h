#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void work_begin(uint64_t limit, uintptr_t stop);
uint64_t work_end(void);
void work_read(uint32_t bytes);
bool work_counts(void);
void work_limit_matches(uintptr_t cursor, uint32_t most);
