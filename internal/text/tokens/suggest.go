package tokens

import (
	"fmt"
	"strings"

	"ctxpack/internal/text/nearest"
)

// unknown returns the error for a name that is not in a list: it lists the names and suggests the nearest one.
func unknown(kind, name string, names []string) error {
	list := strings.Join(names, ", ")
	if near := nearest.Of(name, names, strings.ToLower); near != "" {
		return fmt.Errorf("unknown %s %q: did you mean %q? (known: %s)", kind, name, near, list)
	}
	return fmt.Errorf("unknown %s %q (known: %s)", kind, name, list)
}
