//go:build !linux && !windows

package outline

import "time"

// threadTime returns the wall time, on systems that do not report the time of a thread.
func threadTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
