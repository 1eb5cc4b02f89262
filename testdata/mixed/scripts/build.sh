#!/bin/sh
# Builds the program and the tests into build/, and runs the tests.
set -eu

cd "$(dirname "$0")/.."
. scripts/flags.sh

mkdir -p build
library="src/ringlog.c src/slot.c src/crc32.c"
# shellcheck disable=SC2086
$CC $CFLAGS -o build/ringlog src/main.c $library deps/minihex/minihex.c
# shellcheck disable=SC2086
$CC $CFLAGS -o build/test tests/test_ringlog.c $library
(cd build && ./test)
