# Sourced by the other scripts: how to compile.
: "${CC:=cc}"
: "${CFLAGS:=-std=c11 -D_XOPEN_SOURCE=700 -Wall -Wextra -O2}"
CFLAGS="$CFLAGS -Iinclude -Isrc -Ideps/minihex"

# die MESSAGE: ends the script.
die() {
    echo "$0: $1" >&2
    exit 1
}
