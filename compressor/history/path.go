package history

import (
	"errors"
	"strings"
)

// CleanPath returns a path relative to the repository's root in its plain form: backslashes become slashes, slashes
// around it and between names become single or go, and so do names that are a dot. A path with a name of two dots is
// refused, also where it would not lead outside, and so are git's own files.
func CleanPath(path string) (string, error) {
	var names []string
	for name := range strings.SplitSeq(strings.ReplaceAll(path, `\`, "/"), "/") {
		switch {
		case name == "..":
			return "", errors.New("a path with .. is refused")
		case strings.EqualFold(name, ".git"):
			return "", errors.New("a path inside .git is refused")
		case strings.IndexByte(name, 0) >= 0:
			return "", errors.New("a path with a NUL is refused")
		case name != "" && name != ".":
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "", errors.New("the path is empty")
	}
	return strings.Join(names, "/"), nil
}
