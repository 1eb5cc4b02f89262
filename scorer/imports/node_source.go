package imports

import (
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
)

// Published packages name built files (dist/index.js) that a source tree does not hold. sourceOf finds what they are
// built from: it tries places in stages, from the certain to the conventional, and the first stage that holds a file
// decides. Two files in that stage are ambiguous and count as none.

// sourceOf maps a manifest's target, relative to pkg's folder, to its source. rest is the subpath that was imported,
// "" for the package itself; it helps where the built file has another name than its source. target may be "".
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

// sourcesAt appends the script files that have the stem, declarations left out.
func (n *nodeProject) sourcesAt(out []fileID, stem string) []fileID {
	for _, ext := range []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"} {
		if id, ok := n.file(stem + ext); ok {
			out = append(out, id)
		}
	}
	return out
}

// buildable reports whether a target may be the output of a compiler: a script,
// a declaration, or a path without extension.
func buildable(path string) bool {
	_, ext := splitScript(path)
	return ext != "" || !strings.Contains(baseOf(path), ".")
}

// sourceStages lists the stems, relative to the package's folder, at which the source of a built file may stand.
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
			return stages // not in a folder for output: nothing more to go by
		}
	}
	if rest == "" {
		return append(stages, []string{"src/index"}, []string{"index"}, []string{"src/main", "src/lib/index"})
	}
	rest, _ = splitScript(rest)
	return append(stages, sourcePlaces([]string{rest}, "src", "src/lib")...)
}

// sourcePlaces returns the stages for paths inside an output folder: the same
// path below the source folders, then as a folder with an index file.
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

// outputTails strips one or more leading folders that compilers write to: "dist/esm/a/b" leaves "esm/a/b" and "a/b".
// It is empty for a path outside such folders.
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

// stripInfix takes the build's variant out of a stem: "a/index.esm.min" is built from "a/index".
func stripInfix(stem string) string {
	for {
		i := strings.LastIndexByte(stem, '.')
		if i <= strings.LastIndexByte(stem, '/') {
			return stem
		}
		if !isOutputFolder(stem[i+1:]) && !kinds.Is(stem[i+1:], "build variant") {
			return stem
		}
		stem = stem[:i]
	}
}

// splitScript splits a script's extension off; ext is "" if path is no script.
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
