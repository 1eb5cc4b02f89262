package imports

import (
	"strings"

	"ctxpack/internal/text/kinds"
	"ctxpack/signatures"
)

// cProject resolves headers as compilers do: in the include folders of a compilation database, or
// in those that the tree's layout suggests.
type cProject struct {
	*tree
	declared map[string]fileID   // path below an include folder of compile_commands.json -> file
	marked   map[string]bool     // folders named include, inc, includes or src, and include folders of build files
	below    unique              // path below any marked folder -> file
	suffixes unique              // path suffix of a header -> file
	chains   map[string][]string // folder -> include folders of the folders above it, nearest first
	found    map[cKey]fileID
}

type cKey struct {
	dir, spec string
	system    bool
}

// maxSuffix is the largest number of path elements that a suffix match uses.
const maxSuffix = 6

// openC resolves #include and #import.
func openC(p *project) resolver {
	c := &cProject{
		tree:     p.tree,
		marked:   map[string]bool{},
		suffixes: unique{},
		chains:   map[string][]string{},
		found:    map[cKey]fileID{},
	}
	for dir := range c.folders {
		if kinds.Is(strings.ToLower(baseOf(dir)), "include folder") {
			c.marked[dir] = true
		}
	}
	for _, dir := range c.buildFolders() {
		c.marked[dir] = true
	}
	for i := range c.files {
		c.addSuffixes(fileID(i))
	}
	c.below = c.belowFolders(func(dir string) bool { return c.marked[dir] }, func(string) bool { return true })
	c.declared = c.databaseFiles()
	return toFile(func(from fileID, imp *signatures.Import) fileID {
		key := cKey{dirOf(c.path(from)), strings.ReplaceAll(imp.Specifier, `\`, "/"), imp.Kind == "include-system"}
		return memo(c.found, key, func() fileID { return c.resolve(key) })
	})
}

// addSuffixes indexes a header by every suffix of its path.
func (c *cProject) addSuffixes(id fileID) {
	path := c.path(id)
	if !kinds.Is(path[strings.LastIndexByte(path, '.')+1:], "header ext") {
		return
	}
	end := len(path)
	for range maxSuffix {
		cut := strings.LastIndexByte(path[:end], '/')
		c.suffixes.add(path[cut+1:], id)
		if cut < 0 {
			return
		}
		end = cut
	}
}

// resolve finds the file of one include directive.
func (c *cProject) resolve(key cKey) fileID {
	if !key.system {
		if id := c.at(key.dir, key.spec); id != noFile {
			return id
		}
	}
	stem, isHeader := strings.CutSuffix(key.spec, ".h")
	standard := key.system && isHeader && kinds.Is(stem, "system header")
	if id, ok := c.declared[key.spec]; ok {
		return id
	}
	for _, dir := range c.chain(key.dir) {
		// A string.h outside the root's include folder replaces another system's header; one inside
		// it belongs to a C library.
		if standard && dir != "include" {
			continue
		}
		if id := c.at(dir, key.spec); id != noFile {
			return id
		}
	}
	if standard {
		return noFile
	}
	if id := c.below.find(key.spec); id != noFile || key.system {
		return id
	}
	return c.suffixes.find(strings.TrimPrefix(key.spec, "./"))
}

// chain returns the include folders next to dir and its parents, nearest first, then the root of the tree.
func (c *cProject) chain(dir string) []string {
	return memo(c.chains, dir, func() (out []string) {
		for d := range ancestors(dir) {
			for _, name := range [...]string{"", "include", "inc", "includes", "src"} {
				if folder := under(d, name); c.marked[folder] {
					out = append(out, folder)
				}
			}
		}
		return append(out, "")
	})
}

// databaseFiles maps paths below the include folders of the compilation database to files. The
// first matching folder of the database wins.
func (c *cProject) databaseFiles() map[string]fileID {
	order := map[string]int{}
	for i, dir := range c.databaseFolders() {
		order[dir] = i
	}
	out := map[string]fileID{}
	if len(order) == 0 {
		return out
	}
	rank := map[string]int{}
	for i := range c.files {
		for dir := range ancestors(dirOf(c.files[i].Path)) {
			n, ok := order[dir]
			if !ok {
				continue
			}
			rel := relTo(c.files[i].Path, dir)
			if best, seen := rank[rel]; !seen || n < best {
				rank[rel], out[rel] = n, fileID(i)
			}
		}
	}
	return out
}

// databaseFolders returns the include folders of compile_commands.json that are in the tree, in file order.
func (c *cProject) databaseFolders() []string {
	var out []string
	seen := map[string]bool{}
	for path, v := range c.jsons("compile_commands.json") {
		for entry := range v.elements() {
			args := entry.get("arguments").list()
			if command := entry.get("command").str(); command != "" {
				args = strings.Fields(command)
			}
			for _, flag := range includeFlags(args) {
				dir, ok := c.place(dirOf(path), entry.get("directory").str(), flag)
				if ok && !seen[dir] {
					seen[dir] = true
					out = append(out, dir)
				}
			}
		}
	}
	return out
}

// includeFlags returns the folders of -I, -iquote and -isystem flags.
func includeFlags(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		for _, flag := range [...]string{"-I", "-iquote", "-isystem"} {
			rest, ok := strings.CutPrefix(args[i], flag)
			if !ok {
				continue
			}
			if rest == "" && i+1 < len(args) {
				i++
				rest = args[i]
			}
			out = append(out, strings.Trim(rest, `"'`))
			break
		}
	}
	return out
}

// place maps a folder of the compilation database to a folder of the tree. The database has absolute paths of another
// machine, so place takes the longest suffix that is a folder of the tree.
func (c *cProject) place(manifestDir, workDir, flag string) (string, bool) {
	if !strings.HasPrefix(flag, "/") {
		if strings.HasPrefix(workDir, "/") {
			flag = strings.TrimSuffix(workDir, "/") + "/" + flag
		} else if dir, ok := join(manifestDir, under(workDir, flag)); ok && c.isFolder(dir) {
			return dir, true
		} else {
			return "", false
		}
	}
	clean, _ := join("", strings.TrimLeft(flag, "/"))
	for clean != "" {
		if c.isFolder(clean) {
			return clean, true
		}
		_, clean, _ = strings.Cut(clean, "/")
	}
	return "", false
}
