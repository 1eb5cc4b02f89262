package outline

import (
	"syscall"
	"time"
	"unsafe"
)

// currentThread is the handle of the calling thread.
const currentThread = ^uintptr(1) // -2

// Found once, read-only.
var getThreadTimes = syscall.NewLazyDLL("kernel32.dll").NewProc("GetThreadTimes")

// threadTime returns the processor time of the calling thread. The caller has locked its goroutine to the thread.
func threadTime() time.Duration {
	var made, ended, system, user syscall.Filetime
	ok, _, _ := getThreadTimes.Call(currentThread, uintptr(unsafe.Pointer(&made)), uintptr(unsafe.Pointer(&ended)),
		uintptr(unsafe.Pointer(&system)), uintptr(unsafe.Pointer(&user)))
	if ok == 0 {
		return time.Duration(time.Now().UnixNano())
	}
	return ticks(system) + ticks(user)
}

// ticks converts a time in units of 100 nanoseconds.
func ticks(t syscall.Filetime) time.Duration {
	return time.Duration(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime)) * 100 // centuries
}
