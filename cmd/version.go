package cmd

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is the release that this source will become or is.
const version = "0.1.0"

func newVersion(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the program's version",
		Long:  "Version prints the program's version, the commit it was built from if that is known, and the Go release." + exitHelp(exitDone, exitUsage),
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(s.out, versionLine())
			return runFailure(err)
		},
	}
}

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
