package pipeline

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
	"ctxpack/scorer/imports"
)

// PackageError means that a name matches no package, or more than one.
type PackageError struct {
	Name  string
	Known []string // names of packages, or the folders of the matches
	Twice bool
}

func (e *PackageError) Error() string {
	if e.Twice {
		return fmt.Sprintf("%s is the name of several packages", render.DisplayPath(e.Name))
	}
	return fmt.Sprintf("there is no package, and no folder, %s", render.DisplayPath(e.Name))
}

// choosePackages selects the files of the requested packages, and of their dependencies the sources, to be shown as
// outlines only. A file belongs to its innermost package.
func (r *Ranking) choosePackages(files []*File, graph *imports.Graph) error {
	if len(r.options.Packages) == 0 {
		return nil
	}
	list, read := importFiles(files)
	packages, _ := imports.Packages(list, read) // the graph reports faulty manifests
	folders := map[string]bool{}                // folders of all packages
	uses := map[string][]string{}
	for _, p := range packages {
		folders[p.Folder] = true
		uses[p.Folder] = append(uses[p.Folder], p.Uses...)
	}
	wanted, needed := map[string]bool{}, map[string]bool{}
	for _, name := range r.options.Packages {
		folder, manifest, err := findPackage(files, packages, name)
		if err != nil {
			return err
		}
		wanted[folder] = true
		if !manifest {
			folders[folder] = true
			usedByFiles(files, graph, folder, needed)
		}
		closure(uses, folder, needed)
	}
	for _, f := range files {
		owner := folderOf(f.Key)
		for owner != "" && !folders[owner] {
			owner = folderOf(owner)
		}
		isSource := f.Facts.Class == scorer.Source && f.Skip == source.None
		switch {
		case f.Facts.Pinned || wanted[owner] || !listed(f): // or it is hidden anyway
		case isSource && (needed[owner] || needed[f.Key]):
			f.OutlineOnly = true
		default:
			f.Skip = source.OutsidePackage
		}
	}
	return nil
}

// folderOf returns the folder of a path, "" for the root.
func folderOf(name string) string { return name[:max(strings.LastIndexByte(name, '/'), 0)] }

// findPackage returns the folder of the package with a name: the manifest's, its last part, or the path of the
// folder itself; manifest reports whether it has one.
func findPackage(files []*File, packages []imports.Package, name string) (folder string, manifest bool, err error) {
	at := strings.TrimSuffix(strings.TrimPrefix(path.Clean(name), "./"), "/")
	for _, same := range []func(p imports.Package) bool{
		func(p imports.Package) bool { return p.Name == name },
		func(p imports.Package) bool { return p.Folder == at && at != "" },
		func(p imports.Package) bool { return path.Base(p.Name) == name || path.Base(p.Folder) == name },
	} {
		var found []string
		for _, p := range mapped.Where(packages, same) {
			found = mapped.AppendNew(found, p.Folder)
		}
		switch len(found) {
		case 0:
		case 1:
			return found[0], true, nil
		default:
			return "", false, &PackageError{Name: name, Known: found, Twice: true}
		}
	}
	if slices.ContainsFunc(files, func(f *File) bool { return strings.HasPrefix(f.Key, at+"/") }) {
		return at, false, nil
	}
	known := mapped.Of(packages, func(p imports.Package) string { return p.Name })
	slices.Sort(known)
	return "", false, &PackageError{Name: name, Known: slices.Compact(known)}
}

// closure adds the dependencies of a package, recursively.
func closure(uses map[string][]string, folder string, needed map[string]bool) {
	for _, next := range uses[folder] {
		if !needed[next] {
			needed[next] = true
			closure(uses, next, needed)
		}
	}
}

// usedByFiles adds the files imported by those of a folder, if no manifest lists the folder's dependencies.
func usedByFiles(files []*File, graph *imports.Graph, folder string, needed map[string]bool) {
	for _, f := range files {
		if !strings.HasPrefix(f.Key, folder+"/") || f.Skip != source.None || f.Facts.Test {
			continue
		}
		for _, name := range graph.Imports(f.Key) {
			needed[name] = true
		}
	}
}
