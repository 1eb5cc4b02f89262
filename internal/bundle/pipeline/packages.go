package pipeline

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/scorer"
	"ctxpack/scorer/imports"
)

// PackageError says that no package, or more than one, is meant by a name.
type PackageError struct {
	Name  string
	Known []string // names of packages, or the folders of those that are meant
	Twice bool
}

func (e *PackageError) Error() string {
	if e.Twice {
		return fmt.Sprintf("%s is the name of several packages", render.DisplayPath(e.Name))
	}
	return fmt.Sprintf("there is no package, and no folder, %s", render.DisplayPath(e.Name))
}

// choosePackages leaves of all files those of the packages that were asked for, and of the packages that these need
// the sources, to be shown by outlines only. A file belongs to the innermost package that it lies in.
func (r *Ranking) choosePackages(files []*File, graph *imports.Graph) error {
	if len(r.options.Packages) == 0 {
		return nil
	}
	list, read := importFiles(files)
	packages, _ := imports.Packages(list, read) // the graph warns of manifests
	folders := map[string]bool{}                // of all packages
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
		switch {
		case f.Facts.Pinned || wanted[owner] || !listed(f): // or it is hidden anyhow
		case (needed[owner] || needed[f.Key]) && f.Facts.Class == scorer.Source && f.Skip == source.None:
			f.OutlineOnly = true
		default:
			f.Skip = source.OutsidePackage
		}
	}
	return nil
}

// folderOf is the folder that a path lies in, "" for the root.
func folderOf(name string) string { return name[:max(strings.LastIndexByte(name, '/'), 0)] }

// findPackage is the folder of the package with a name: the manifest's, the last part of
// it, or the path of the folder itself; manifest says whether one is there.
func findPackage(files []*File, packages []imports.Package, name string) (folder string, manifest bool, err error) {
	at := strings.TrimSuffix(strings.TrimPrefix(path.Clean(name), "./"), "/")
	for _, same := range []func(p imports.Package) bool{
		func(p imports.Package) bool { return p.Name == name },
		func(p imports.Package) bool { return p.Folder == at && at != "" },
		func(p imports.Package) bool { return path.Base(p.Name) == name || path.Base(p.Folder) == name },
	} {
		var found []string
		for _, p := range packages {
			if same(p) && !slices.Contains(found, p.Folder) {
				found = append(found, p.Folder)
			}
		}
		switch len(found) {
		case 0:
		case 1:
			return found[0], true, nil
		default:
			return "", false, &PackageError{Name: name, Known: found, Twice: true}
		}
	}
	for _, f := range files {
		if strings.HasPrefix(f.Key, at+"/") {
			return at, false, nil
		}
	}
	var known []string
	for _, p := range packages {
		known = append(known, p.Name)
	}
	slices.Sort(known)
	return "", false, &PackageError{Name: name, Known: slices.Compact(known)}
}

// closure adds what a package uses, and what that uses.
func closure(uses map[string][]string, folder string, needed map[string]bool) {
	for _, next := range uses[folder] {
		if !needed[next] {
			needed[next] = true
			closure(uses, next, needed)
		}
	}
}

// usedByFiles adds the files that those of a folder import, where no manifest says what the folder needs.
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
