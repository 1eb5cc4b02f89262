#include <stdio.h>

static void run(void) { puts("run"); }

#ifdef NO_MAIN
#else
int main(void) {
	run();
	return 0;
}
#endif
