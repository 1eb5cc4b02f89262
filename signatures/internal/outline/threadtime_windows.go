package outline

import (
	"syscall"
	"time"
	"unsafe"
)

// currentThread represents the calling thread wherever a handle is asked for.
const currentThread = ^uintptr(1) // -2

// Found once, read-only.
var getThreadTimes = syscall.NewLazyDLL("kernel32.dll").NewProc("GetThreadTimes")

// threadTime is the processor time that the calling thread has used. The caller
// has locked its goroutine to the thread.
func threadTime() time.Duration {
	var made, ended, system, user syscall.Filetime
	ok, _, _ := getThreadTimes.Call(currentThread, uintptr(unsafe.Pointer(&made)), uintptr(unsafe.Pointer(&ended)),
		uintptr(unsafe.Pointer(&system)), uintptr(unsafe.Pointer(&user)))
	if ok == 0 {
		return time.Duration(time.Now().UnixNano())
	}
	return ticks(system) + ticks(user)
}

// ticks are counted in 100 nanoseconds.
func ticks(t syscall.Filetime) time.Duration {
	return time.Duration(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime)) * 100 // centuries
}
