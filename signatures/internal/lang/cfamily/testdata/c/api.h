/* A table of functions, and the macros that authors put around declarations. */
#define MODULE_API extern

MODULE_API String * (*Module_Load)(struct io *io, int flags) MODULE_ATTR;
MODULE_API long long (*Module_Now)(void) MODULE_ATTR;
MODULE_API void (*Module_Log)(int level, const char *format, ...) MODULE_ATTR;
MODULE_API const char *Module_Name(int id);

struct packet {
    unsigned size;
} __packed;

int checked(int x) __must_check;
FORMAT(printf, 1, 2) void print(const char *format, ...);

#if 0
int never_compiled(void);
#elif defined(OLD)
int compiled(void);
#endif

static inline int last_of(int count, ...) {
    va_list ap;
    char *text = va_arg(ap, char *);
    return count > 0 && text ? 1 : 0;
}
