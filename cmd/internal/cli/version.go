package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is the release of this source, or the next one.
const Version = "0.1.0"

// VersionLine returns the release, the commit of the build if known, the Go release and the system.
func VersionLine() string {
	return fmt.Sprintf("ctxpack %s%s %s %s/%s", Version, Revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Revision returns the commit of the build in the form shown after the version, " (0123456789ab)"; "" if unknown.
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
