package store

import "syscall"

// openSafely opens a link itself, which then turns out not to be a regular file.
const openSafely = syscall.FILE_FLAG_OPEN_REPARSE_POINT
