package imports

import (
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures"
)

// jvmProject finds classes by the package that their file declares, so it need not know the source roots.
type jvmProject struct {
	*tree
	classes  map[string][]fileID // package.stem and package.export -> files
	packages map[string]*jvmPackage
	longest  int // length of the longest name in either map
}

type jvmPackage struct {
	members []fileID
	to      target // target for all members; 0 until something imports them
}

// openJVM resolves the imports of Java, Kotlin, Scala and Groovy.
func openJVM(p *project) resolver {
	j := &jvmProject{tree: p.tree, classes: map[string][]fileID{}, packages: map[string]*jvmPackage{}}
	for i := range j.files {
		if l := j.files[i].Language; l == "Java" || NeedsExports(l) {
			j.index(fileID(i))
		}
	}
	return func(out []target, from fileID, imp *signatures.Import) []target {
		name := strings.TrimPrefix(imp.Specifier, "_root_.")
		name, wildcard := cutWildcard(name)
		wildcard = wildcard || imp.Kind == "wildcard"
		if grown, ok := j.resolve(out, from, name, wildcard); ok {
			return grown
		}
		if j.files[from].Language == "Scala" { // imports may be relative to the enclosing packages
			for pkg := j.files[from].Package; pkg != ""; pkg = parentName(pkg) {
				if grown, ok := j.resolve(out, from, pkg+"."+name, wildcard); ok {
					return grown
				}
			}
		}
		return out
	}
}

// index indexes one file by its name and, in languages where names are independent of files, by its exports.
func (j *jvmProject) index(id fileID) {
	f := &j.files[id]
	if f.Package == "" { // nothing can import from the unnamed package
		return
	}
	pkg := memo(j.packages, f.Package, func() *jvmPackage { return &jvmPackage{} })
	pkg.members = append(pkg.members, id)
	j.longest = max(j.longest, len(f.Package))
	stem := stemOf(f.Path)
	if stem == "package-info" || stem == "module-info" {
		return
	}
	j.addClass(f.Package, stem, id)
	for _, name := range f.Exports {
		if name != stem && f.Language != "Java" {
			j.addClass(f.Package, name, id)
		}
	}
}

func (j *jvmProject) addClass(pkg, name string, id fileID) {
	name = pkg + "." + name
	j.longest = max(j.longest, len(name))
	if n := len(j.classes[name]); n == 0 || j.classes[name][n-1] != id {
		j.classes[name] = append(j.classes[name], id)
	}
}

// cutWildcard strips the wildcard from an import.
func cutWildcard(name string) (string, bool) {
	for _, suffix := range []string{".*", "._", ".given"} {
		if rest, ok := strings.CutSuffix(name, suffix); ok {
			return rest, true
		}
	}
	return name, false
}

// parentName returns a dotted name without its last part.
func parentName(name string) string { return beforeLast(name, ".") }

// resolve appends the files of a wildcard's package, or the file of the class that name names or is
// a member of. ok is false if there is none.
func (j *jvmProject) resolve(out []target, from fileID, name string, wildcard bool) ([]target, bool) {
	if pkg := j.packages[name]; wildcard && pkg != nil {
		if pkg.to == 0 { // group targets are negative
			pkg.to = j.newGroup(pkg.members)
		}
		return append(out, pkg.to), true
	}
	// The file of the outermost class contains nested classes and static members: strip parts until
	// a class is found or a package is left.
	for class := name; class != ""; class = parentName(class) {
		if len(class) > j.longest {
			continue
		}
		if files := j.classes[class]; len(files) > 0 {
			grown := j.choose(out, from, files)
			return grown, len(grown) > len(out)
		}
		if pkg := j.packages[class]; pkg != nil {
			if wildcard || class != parentName(name) {
				return out, false
			}
			return j.onlyFile(out, pkg, name)
		}
	}
	return out, false
}

// onlyFile resolves a name that matches no file name, such as a Kotlin function, if its package is
// a single file with unknown exports. It skips class names: generated classes are not in the tree.
func (j *jvmProject) onlyFile(out []target, pkg *jvmPackage, name string) ([]target, bool) {
	id := pkg.members[0]
	first := name[strings.LastIndexByte(name, '.')+1:]
	mayDeclare := len(pkg.members) == 1 && j.files[id].Language != "Java" && len(j.files[id].Exports) == 0
	if isFunction := first != "" && first[0] >= 'a' && first[0] <= 'z'; !mayDeclare || !isFunction {
		return out, false
	}
	return append(out, target(id)), true
}

// choose appends one of several files that declare the same class: the only one, or else the nearest. Files of
// different source sets of one module (commonMain, jvmMain) are variants and are all appended.
func (j *jvmProject) choose(out []target, from fileID, files []fileID) []target {
	if len(files) == 1 {
		return append(out, target(files[0]))
	}
	if id := j.nearest(from, files); id != noFile {
		return append(out, target(id))
	}
	module := moduleRoot(j.path(files[0]))
	for _, id := range files {
		if len(files) > maxCandidates || moduleRoot(j.path(id)) != module {
			return out
		}
	}
	return append(out, mapped.Of(files, func(id fileID) target { return target(id) })...)
}

// moduleRoot returns the folder above the outermost src folder of a path.
func moduleRoot(path string) string {
	i := strings.Index("/"+path, "/src/")
	if i < 0 {
		return path
	}
	return path[:i]
}
