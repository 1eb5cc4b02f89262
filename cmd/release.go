package cmd

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is the release that this source will become or is.
const version = "0.1.0"

func versionLine() string {
	return fmt.Sprintf("ctxpack %s%s %s %s/%s", version, revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func revision() string {
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
