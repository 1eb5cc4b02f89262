package store

import "syscall"

// openSafely opens a link itself, which is then seen to be no regular file.
const openSafely = syscall.FILE_FLAG_OPEN_REPARSE_POINT
