package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is the release that this source will become or is.
const Version = "0.1.0"

// VersionLine names the release, the commit that it was built from if that is known, the Go release and the system.
func VersionLine() string {
	return fmt.Sprintf("ctxpack %s%s %s %s/%s", Version, Revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Revision is the commit that the program was built from as it is written behind its
// version, " (0123456789ab)"; "" if it is not known.
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" && len(setting.Value) >= 12 {
			return " (" + setting.Value[:12] + ")"
		}
	}
	return ""
}
