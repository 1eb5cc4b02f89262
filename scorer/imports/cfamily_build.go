package imports

import "strings"

// maxBuildFolders limits how many include folders build files may add.
const maxBuildFolders = 5000

// buildFolders returns the include folders that the tree's makefiles and CMake and Meson files name: the arguments of
// -I and of include_directories. A path that begins with a variable counts only if that names the source folder.
func (c *cProject) buildFolders() []string {
	var out []string
	for path, text := range c.texts("Makefile", "makefile", "GNUmakefile", "Makefile.am", "Makefile.in", "CMakeLists.txt", "meson.build") {
		words := append(includeFlags(strings.Fields(text)), includeDirectories(text)...)
		for _, word := range words {
			if folder, found := c.buildFolder(dirOf(path), word); found && len(out) < maxBuildFolders {
				out = append(out, folder)
			}
		}
	}
	return out
}

// includeDirectories returns the words inside every include_directories(…).
func includeDirectories(text string) (words []string) {
	for {
		_, rest, _ := strings.Cut(text, "include_directories(")
		inside, after, ok := strings.Cut(rest, ")")
		if !ok {
			return words
		}
		words = append(words, strings.FieldsFunc(inside, func(r rune) bool { return strings.ContainsRune(" \t\r\n,\"'", r) })...)
		text = after
	}
}

// buildFolder turns a word of a build file in dir into a folder of the tree.
func (c *cProject) buildFolder(dir, word string) (string, bool) {
	word = strings.Trim(word, `"'`)
	if inner, ok := strings.CutPrefix(word, "$<BUILD_INTERFACE:"); ok {
		word = strings.TrimSuffix(inner, ">")
	}
	bases := []string{dir}
	if strings.HasPrefix(word, "$") {
		name, rest, _ := strings.Cut(word, "/")
		name = strings.ToUpper(strings.Trim(name, "${}()"))
		isCurrent := name == "CURDIR" || name == "CMAKE_CURRENT_LIST_DIR"
		if !isCurrent && !strings.HasSuffix(name, "SRCDIR") && !strings.HasSuffix(name, "SOURCE_DIR") {
			return "", false
		}
		word = rest
		if name != "SRCDIR" && name != "CURDIR" && !strings.Contains(name, "CURRENT") {
			bases = append(bases, "") // the source folder of the whole project
		}
	}
	if strings.ContainsAny(word, "$<>*") {
		return "", false
	}
	for _, base := range bases {
		if folder, ok := join(base, word); ok && c.isFolder(folder) {
			return folder, true
		}
	}
	return "", false
}
