package imports

import (
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
)

// Published packages name built files (dist/index.js) that a source tree does not contain. sourceOf
// finds their sources: it tries candidate places in stages, from certain to conventional, and the
// first stage with a file wins. Two files in one stage are ambiguous and count as none.

// sourceOf maps a manifest's target, relative to pkg's folder, to its source. rest is the imported subpath, "" for
// the package itself; it helps if source and built file have different names. target may be "".
func (n *nodeProject) sourceOf(pkg *nodePackage, target, rest string) fileID {
	path, ok := join("", target)
	if !ok || !buildable(path) {
		return noFile
	}
	for _, stage := range sourceStages(path, rest) {
		var found []fileID
		for _, stem := range stage {
			found = n.sourcesAt(found, under(pkg.dir, stem))
		}
		slices.Sort(found)
		if found = slices.Compact(found); len(found) == 1 {
			return found[0]
		} else if len(found) > 1 {
			return noFile
		}
	}
	return noFile
}

// sourcesAt appends the script files with the stem, without declarations.
func (n *nodeProject) sourcesAt(out []fileID, stem string) []fileID {
	for _, ext := range []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"} {
		if id, ok := n.file(stem + ext); ok {
			out = append(out, id)
		}
	}
	return out
}

// buildable reports whether a compiler may have written the target: a script, a declaration, or a
// path without extension.
func buildable(path string) bool {
	_, ext := splitScript(path)
	return ext != "" || !strings.Contains(baseOf(path), ".")
}

// sourceStages lists the possible stems of a built file's source, relative to the package's folder.
func sourceStages(path, rest string) [][]string {
	var stages [][]string
	if path != "" {
		stem, _ := splitScript(path)
		stages = append(stages, []string{stem})
		inner := outputTails(stem)
		stages = append(stages, sourcePlaces(inner, "src", "")...)
		var plain []string
		for _, s := range inner {
			if p := stripInfix(s); p != s {
				plain = append(plain, p)
			}
		}
		stages = append(stages, sourcePlaces(plain, "src", "")...)
		if len(inner) == 0 && strings.Contains(path, "/") {
			return stages // outside an output folder there are no further hints
		}
	}
	if rest == "" {
		return append(stages, []string{"src/index"}, []string{"index"}, []string{"src/main", "src/lib/index"})
	}
	rest, _ = splitScript(rest)
	return append(stages, sourcePlaces([]string{rest}, "src", "src/lib")...)
}

// sourcePlaces returns the stages for paths in an output folder: the same path below the source
// folders, then a folder with an index file.
func sourcePlaces(inner []string, folders ...string) [][]string {
	if len(inner) == 0 {
		return nil
	}
	var stages [][]string
	for _, folder := range append(folders, "source") {
		var files, indexes []string
		for _, s := range inner {
			files = append(files, under(folder, s))
			indexes = append(indexes, under(folder, s+"/index"))
		}
		stages = append(stages, files, indexes)
	}
	return stages
}

// outputTails strips one or more leading output folders: "dist/esm/a/b" becomes "esm/a/b" and
// "a/b". It is empty for a path outside such folders.
func outputTails(stem string) []string {
	var tails []string
	for len(tails) < 8 {
		first, tail, ok := strings.Cut(stem, "/")
		if !ok || !isOutputFolder(first) {
			break
		}
		tails = append(tails, tail)
		stem = tail
	}
	return tails
}

func isOutputFolder(name string) bool { return kinds.Is(strings.TrimLeft(name, "._"), "output folder") }

// stripInfix strips the build variant from a stem: "a/index.esm.min" is built from "a/index".
func stripInfix(stem string) string {
	for {
		i := strings.LastIndexByte(stem, '.')
		if i <= strings.LastIndexByte(stem, '/') || !isOutputFolder(stem[i+1:]) && !kinds.Is(stem[i+1:], "build variant") {
			return stem
		}
		stem = stem[:i]
	}
}

// splitScript splits off a script's extension; ext is "" if path is not a script.
func splitScript(path string) (stem, ext string) {
	for _, ext := range []string{
		".d.ts", ".d.mts", ".d.cts", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs",
	} {
		if strings.HasSuffix(path, ext) && len(path) > len(ext) {
			return path[:len(path)-len(ext)], ext
		}
	}
	return path, ""
}
