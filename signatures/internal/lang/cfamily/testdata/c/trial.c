#include <stdio.h>

#ifdef _WIN32
#define EOL "\r\n"
#else
#define EOL "\n"
#endif

unsigned hash(const char *text) {
	unsigned h = 0;
	while (*text) h = h * 31 + *text++;
	return h;
}

/* Built by itself to try it. */
#ifdef HASH_TEST
int main(int argc, char **argv) {
#ifdef _WIN32
	(void)argv;
#endif
	printf("%u" EOL, hash(argv[argc - 1]));
	return 0;
}
#endif
