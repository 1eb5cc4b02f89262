package imports

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
)

// Package is a folder that a manifest declares as a package of a workspace.
type Package struct {
	Name     string
	Folder   string // "" for the root
	Manifest string
	Uses     []string // folders of the packages of the tree that it needs at run time, sorted
}

// Packages finds the packages that manifests of a tree declare: package.json, go.mod, Cargo.toml,
// pyproject.toml, pom.xml and Gradle's settings. They are sorted by folder and name. Dependencies
// are packages of the tree that the manifest names, except those for tests and tools.
func Packages(files []File, read Reader) (found []Package, warnings []string) {
	t := newTree(files, read)
	for _, of := range []func(*tree) []Package{nodePackages, goPackages, rustPackages, pythonPackages, mavenPackages, gradlePackages} {
		found = append(found, of(t)...)
	}
	for i := range found {
		slices.Sort(found[i].Uses)
		found[i].Uses = slices.Compact(found[i].Uses)
	}
	slices.SortStableFunc(found, func(a, b Package) int {
		return cmp.Or(strings.Compare(a.Folder, b.Folder), strings.Compare(a.Name, b.Name))
	})
	return found, t.sortedWarnings()
}

func nodePackages(t *tree) (out []Package) {
	n := newNodeProject(t)
	for _, pkg := range n.packages {
		if pkg.name == "" {
			continue
		}
		p := Package{Name: pkg.name, Folder: pkg.dir, Manifest: pkg.manifest}
		for _, section := range []string{"dependencies", "optionalDependencies", "peerDependencies"} {
			for name := range pkg.json.get(section).members() {
				dep := pkg.local[name]
				for root := range ancestors(pkg.dir) {
					if dep == nil {
						dep = n.members[root][name]
					}
				}
				if dep != nil && dep != pkg {
					p.Uses = append(p.Uses, dep.dir)
				}
			}
		}
		out = append(out, p)
	}
	return out
}

// declared finds the packages of one kind of manifest. read returns the package's name and its
// dependencies, "" if the manifest declares no package. same normalises names for comparison.
func (t *tree) declared(manifest string, same func(name string) string, read func(path string) (name string, needs []string)) (out []Package) {
	byName, needs := map[string]string{}, map[string][]string{}
	for _, id := range t.named(manifest) {
		p := Package{Folder: dirOf(t.path(id)), Manifest: t.path(id)}
		if p.Name, needs[p.Folder] = read(p.Manifest); p.Name != "" {
			byName[same(p.Name)] = p.Folder
			out = append(out, p)
		}
	}
	for _, list := range needs {
		for i, name := range list {
			list[i] = same(name)
		}
	}
	return use(out, byName, needs)
}

func asWritten(name string) string { return name }

func goPackages(t *tree) []Package {
	return t.declared("go.mod", asWritten, func(path string) (name string, needs []string) {
		text, _ := t.read(path)
		f, err := modfile.ParseLax(path, []byte(text), nil)
		if err != nil || f.Module == nil {
			return "", nil // import resolution already warns about it
		}
		return f.Module.Mod.Path, mapped.Of(f.Require, func(r *modfile.Require) string { return r.Mod.Path })
	})
}

func rustPackages(t *tree) (out []Package) {
	r := newRustProject(t)
	for _, pkg := range r.packages {
		p := Package{Name: pkg.name, Folder: pkg.dir, Manifest: pkg.manifest}
		for _, table := range pkg.everywhere() {
			table = table.table("dependencies")
			for _, key := range slices.Sorted(maps.Keys(table)) {
				if dep, _ := r.dependency(pkg.dir, key, table.table(key)); dep != nil && dep != pkg {
					p.Uses = append(p.Uses, dep.dir)
				}
			}
		}
		out = append(out, p)
	}
	return out
}

// requirement matches the name at the beginning of a Python requirement.
var requirement = pattern.Of(`^\s*([A-Za-z0-9][A-Za-z0-9._-]*)`)

// pythonName normalises a name for comparison as Python does.
func pythonName(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "_", ".", "_").Replace(name))
}

func pythonPackages(t *tree) []Package {
	return t.declared("pyproject.toml", pythonName, func(path string) (name string, needs []string) {
		v, _ := t.readTOML(path)
		project, poetry := v.table("project"), v.table("tool", "poetry")
		list, _ := project["dependencies"].([]any)
		for _, e := range list {
			text, _ := e.(string)
			if m := requirement().FindStringSubmatch(text); m != nil {
				needs = append(needs, m[1])
			}
		}
		needs = slices.AppendSeq(needs, maps.Keys(poetry.table("dependencies")))
		return cmp.Or(project.str("name"), poetry.str("name")), needs
	})
}

// use resolves the dependencies of packages to folders.
func use(packages []Package, byName map[string]string, needs map[string][]string) []Package {
	for i, p := range packages {
		for _, name := range needs[p.Folder] {
			if folder, ok := byName[name]; ok && folder != p.Folder {
				packages[i].Uses = append(packages[i].Uses, folder)
			}
		}
	}
	return packages
}

// pom is the part of a pom.xml that is read.
type pom struct {
	Artifact     string `xml:"artifactId"`
	Dependencies []struct {
		Artifact string `xml:"artifactId"`
		Scope    string `xml:"scope"`
	} `xml:"dependencies>dependency"`
}

func mavenPackages(t *tree) []Package {
	return t.declared("pom.xml", asWritten, func(path string) (name string, needs []string) {
		text, ok := t.read(path)
		var m pom
		if err := xml.Unmarshal([]byte(text), &m); ok && err != nil {
			t.warn(path, fmt.Errorf("parse XML: %w", err))
			return "", nil
		}
		for _, d := range m.Dependencies {
			if strings.TrimSpace(d.Scope) != "test" {
				needs = append(needs, strings.TrimSpace(d.Artifact))
			}
		}
		return strings.TrimSpace(m.Artifact), needs
	})
}

var (
	// gradleInclude matches a line of Gradle's settings that names projects, gradleProject a
	// run-time dependency on a project in a build file.
	gradleInclude = pattern.Of(`(?m)^\s*include\s*\(?([^\n)]*)`)
	gradleProject = pattern.Of(`(?m)^\s*(?:api|implementation|compileOnly|runtimeOnly)\b[^\n]*?project\(\s*(?:path\s*[:=]\s*)?["'](:[^"'\n]*)["']`)
	gradleString  = pattern.Of(`["']:?([^"'\n]+)["']`)
)

func gradlePackages(t *tree) (out []Package) {
	byName := map[string]string{}
	needs := map[string][]string{}
	for path, text := range t.texts("settings.gradle", "settings.gradle.kts") {
		for _, line := range gradleInclude().FindAllStringSubmatch(text, maxMembers) {
			for _, m := range gradleString().FindAllStringSubmatch(line[1], maxMembers) {
				folder := under(dirOf(path), strings.ReplaceAll(m[1], ":", "/"))
				if !t.isFolder(folder) {
					continue
				}
				byName[":"+m[1]] = folder
				for _, build := range []string{"build.gradle", "build.gradle.kts"} {
					text, _ := t.read(under(folder, build)) // the build file is optional
					for _, need := range gradleProject().FindAllStringSubmatch(text, maxMembers) {
						needs[folder] = append(needs[folder], need[1])
					}
				}
				out = append(out, Package{Name: m[1], Folder: folder, Manifest: path})
			}
		}
	}
	return use(out, byName, needs)
}
