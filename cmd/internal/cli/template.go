package cli

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/internal/bundle/render"
)

// AddTemplate adds the flag --template.
func AddTemplate(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVar(file, "template", "", "write the bundle with the Go template in `FILE`")
}

// templateLimit exceeds the size limit of a template, so that a larger one is reported as too large.
const templateLimit = 4 << 20

// TemplateFormat reads a user's template. origin is the place where the format was set.
func TemplateFormat(name, origin string) (render.Format, error) {
	if origin == "--format" {
		return render.Format{}, Usagef("--template and --format exclude each other")
	}
	text, err := FlagFile("template", name, templateLimit)
	if err != nil {
		return render.Format{}, err
	}
	if strings.IndexByte(text, 0) >= 0 {
		return render.Format{}, Usagef("--template: %s is not text", name)
	}
	format, err := render.Template(filepath.Base(name), text)
	if err != nil {
		return format, Usagef("--template: %w", err)
	}
	return format, nil
}
