package source

import (
	"errors"
	"fmt"
)

// folderState is what holds for everything in a folder. It is not changed after
// it is made.
type folderState struct {
	path    string
	outside bool       // stands for what is above the root
	git     *ruleChain // git's rules in force inside
	tool    *ruleChain // .ctxpackignore rules in force inside
	// The rules that keep the whole folder out, "" if there is none.
	ignored, toolIgnored string
	nested               bool // another repository, or inside one
	// The built-in exclusions of all that is inside, "" if there is none.
	vendored, generated string
	built               string // the same for pages of documentation
	attributes          attributes
	manifest            bool // a `vendor` folder in it is one of third-party code
	gone                bool // not on disk, or not to be opened
}

// newState makes the state of a folder from that of the folder above it. holds
// tells whether a name is in it; problems go to n.
func (w *walker) newState(n *node, above *folderState, path string, f *openFolder, holds func(string) bool) *folderState {
	s := &folderState{
		path: path, git: above.git, tool: above.tool,
		ignored: above.ignored, toolIgnored: above.toolIgnored,
		nested: above.nested, vendored: above.vendored, generated: above.generated, built: above.built,
		attributes: above.attributes,
	}
	if above.outside {
		s.git = s.git.push(parseIgnore("global excludes", "", w.o.GlobalExcludes))
		s.git = s.git.push(parseIgnore(".git/info/exclude", "", w.o.InfoExclude))
	} else {
		w.inherit(s, above, f, holds)
	}
	s.manifest = holdsManifest(holds)
	if s.nested {
		return s
	}
	if name := join(path, ".gitattributes"); holds(".gitattributes") &&
		!s.attributes.push(name, path, w.readRules(n, f, name)) {
		n.problem(name, fmt.Errorf("more than %d bytes of patterns with wildcards: not all of its rules are applied", maxAttributesWild))
	}
	if w.listed {
		return s
	}
	if name := join(path, ".gitignore"); s.ignored == "" && holds(".gitignore") {
		s.git = s.git.push(parseIgnore(name, path, w.readRules(n, f, name)))
	}
	if name := join(path, ".ctxpackignore"); s.toolIgnored == "" && holds(".ctxpackignore") {
		s.tool = s.tool.push(parseIgnore(name, path, w.readRules(n, f, name)))
	}
	return s
}

// inherit fills in what the folder's own name and place decide.
func (w *walker) inherit(s, above *folderState, f *openFolder, holds func(string) bool) {
	_, name := splitPath(s.path)
	if s.ignored == "" {
		s.ignored, _ = above.git.ignored(s.path, true)
	}
	if s.toolIgnored == "" {
		s.toolIgnored, _ = above.tool.ignored(s.path, true)
	}
	switch reason := folderReason(name, holds, above.path == "", above.manifest); {
	case reason == Vendored && s.vendored == "":
		s.vendored = s.path + "/"
	case reason == Generated && s.generated == "":
		s.generated = s.path + "/"
	}
	if by := builtBy(name, holds); s.built == "" && by != "" {
		s.built = s.path + "/: documentation that " + by + " wrote"
	}
	if w.o.Repository && !s.nested && s.ignored == "" && !w.trackedFolders[s.path] && holds(".git") {
		s.nested = f.isRepository()
	}
}

// readRules gives the text of a file with rules, which stands in the open folder,
// "" if it cannot be read. A link is not followed, as git does not.
func (w *walker) readRules(n *node, f *openFolder, path string) string {
	_, name := splitPath(path)
	data, reason, err := f.read(name, maxIgnoreFile)
	switch reason {
	case None:
		return string(data)
	case TooLarge:
		n.problem(path, fmt.Errorf("larger than %d bytes: its rules are not applied", maxIgnoreFile))
	case Unreadable:
		n.problem(path, err)
	case Special:
		if info, err := f.lstat(name); err == nil && info.kind == kindSpecial {
			n.problem(path, errors.New("not a regular file: its rules are not applied"))
		}
	}
	return ""
}

// pathStates gives the states of folders that were not come to from above, by
// going down from the root. Those above the last path are kept, so that paths
// are best asked for in order.
type pathStates struct {
	w     *walker
	found node           // its problems
	stack []*folderState // the root first
}

// get gives the state of the folder at path; of one that is not there, what
// holds for its name.
func (p *pathStates) get(path string) *folderState {
	for len(p.stack) > 0 && !below(path, p.stack[len(p.stack)-1].path) {
		p.stack = p.stack[:len(p.stack)-1]
	}
	if len(p.stack) == 0 {
		p.push(&folderState{outside: true}, "")
	}
	for {
		last := p.stack[len(p.stack)-1]
		if len(last.path) == len(path) {
			return last
		}
		end := len(last.path)
		for end++; end < len(path) && path[end] != '/'; end++ {
		}
		p.push(last, path[:end])
	}
}

// push adds the state of the folder at path, which is directly below above.
func (p *pathStates) push(above *folderState, path string) {
	gone := *above
	gone.path, gone.gone, gone.outside = path, true, false
	if gone.toolIgnored == "" && path != "" {
		gone.toolIgnored, _ = above.tool.ignored(path, true)
	}
	if above.gone {
		p.stack = append(p.stack, &gone)
		return
	}
	f, err := p.w.tree.folders.get(path)
	if err != nil {
		p.stack = append(p.stack, &gone)
		return
	}
	defer p.w.tree.folders.put(f)
	holds := func(name string) bool {
		_, err := f.lstat(name)
		return err == nil
	}
	p.stack = append(p.stack, p.w.newState(&p.found, above, path, f, holds))
}
