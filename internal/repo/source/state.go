package source

import (
	"fmt"

	"ctxpack/internal/safe/fault"
)

// folderState applies to everything in a folder. It is immutable.
type folderState struct {
	path    string
	outside bool       // represents the folders above the root
	git     *ruleChain // git's rules that apply inside
	tool    *ruleChain // .ctxpackignore rules that apply inside
	// The rules that exclude the whole folder, "" if there is none.
	ignored, toolIgnored string
	nested               bool // another repository, or inside one
	// The built-in exclusions of its whole contents, "" if there is none.
	vendored, generated string
	built               string // the same for pages of documentation
	attributes          attributes
	manifest            bool // a `vendor` folder in it has third-party code
	gone                bool // missing, or not to be opened
}

// newState derives the state of a folder from that of its parent. holds reports whether a name is in the folder;
// problems are added to n.
func (w *walker) newState(n *node, above *folderState, path string, f *openFolder, holds func(string) bool) *folderState {
	s := &folderState{
		path: path, git: above.git, tool: above.tool,
		ignored: above.ignored, toolIgnored: above.toolIgnored,
		nested: above.nested, vendored: above.vendored, generated: above.generated, built: above.built,
		attributes: above.attributes,
	}
	if above.outside {
		s.git = w.pushIgnore(n, s.git, "", parseIgnore("global excludes", "", w.o.GlobalExcludes))
		s.git = w.pushIgnore(n, s.git, "", parseIgnore(".git/info/exclude", "", w.o.InfoExclude))
		if w.o.ExcludesUnknown != "" {
			s.git = s.git.push(closedList("excludes", "", w.o.ExcludesUnknown))
			n.problem("excludes", fmt.Errorf("%s: untracked files are omitted", w.o.ExcludesUnknown))
		}
	} else {
		w.inherit(s, above, f, holds)
	}
	s.manifest = holdsManifest(holds)
	if s.nested {
		return s
	}
	if name := join(path, ".gitattributes"); holds(".gitattributes") {
		text, why := w.readRules(f, ".gitattributes", maxAttributesFile)
		if why != "" {
			n.problem(name, fmt.Errorf("%s: its rules are not applied", why))
		}
		if !s.attributes.push(name, path, text) {
			n.problem(name, fmt.Errorf("more than %d bytes of patterns with wildcards: not all of its rules are applied", maxAttributesWild))
		}
		for _, c := range s.attributes {
			if c != nil {
				w.rules.noteRules(c.list)
			}
		}
	}
	if w.listed {
		return s
	}
	if s.ignored == "" && holds(".gitignore") {
		s.git = w.readIgnore(n, s.git, path, f, ".gitignore")
	}
	for _, name := range toolIgnoreFiles {
		if s.toolIgnored == "" && holds(name) {
			s.tool = w.readIgnore(n, s.tool, path, f, name)
		}
	}
	return s
}

// toolIgnoreFiles are, read-only, the names of this program's own ignore files. The second is the documented one,
// and its rules come after those of the first.
var toolIgnoreFiles = [...]string{".handoverignore", ".ctxpackignore"}

// readIgnore adds the rules of an ignore file in the open folder. If it cannot be read, all files that it might
// apply to are excluded: what a user ignores may be a secret.
func (w *walker) readIgnore(n *node, c *ruleChain, path string, f *openFolder, name string) *ruleChain {
	source := join(path, name)
	text, why := w.readRules(f, name, maxIgnoreFile)
	if why == "" {
		return w.pushIgnore(n, c, path, parseIgnore(source, path, text))
	}
	return w.pushClosed(n, c, source, path, why)
}

// pushIgnore adds rules to the chain, or closes the folder if they exceed the limits.
func (w *walker) pushIgnore(n *node, c *ruleChain, path string, l *ruleList) *ruleChain {
	if why := c.fits(l); why != "" {
		return w.pushClosed(n, c, l.source, path, why)
	}
	w.rules.noteRules(l)
	return c.push(l)
}

func (w *walker) pushClosed(n *node, c *ruleChain, source, path, why string) *ruleChain {
	n.problem(source, fmt.Errorf("%s: files that it may exclude are omitted", why))
	return c.push(closedList(source, path, why))
}

// inherit fills in what the folder's own name and place decide.
func (w *walker) inherit(s, above *folderState, f *openFolder, holds func(string) bool) {
	_, name := splitPath(s.path)
	if s.ignored == "" {
		s.ignored, _ = w.rules.ignored(above.git, s.path, true)
	}
	if s.toolIgnored == "" {
		s.toolIgnored, _ = w.rules.ignored(above.tool, s.path, true)
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
	if mayNest := w.o.Repository && !s.nested && s.ignored == ""; mayNest && !w.trackedFolders[s.path] && holds(".git") {
		s.nested = f.isRepository()
	}
}

// readRules returns the text of a rule file in the open folder, or why it cannot be read. As in git, a link is not
// followed and a folder does not count.
func (w *walker) readRules(f *openFolder, name string, limit int64) (text, why string) {
	var data []byte
	var reason SkipReason
	err := w.tree.folders.patient(func() (err error) { data, reason, err = f.read(name, limit, nil); return err })
	switch reason {
	case None:
		return string(data), ""
	case TooLarge:
		return "", fmt.Sprintf("larger than %d bytes", limit)
	case Unreadable:
		return "", fault.WithoutPath(err).Error()
	case Special:
		if info, err := f.lstat(name); err == nil && info.kind == kindSpecial {
			return "", "not a regular file"
		}
	}
	return "", ""
}

// pathStates returns the states of arbitrary folders by descending from the root. It caches those above the last
// path, so that sorted requests are fastest.
type pathStates struct {
	w     *walker
	found node           // collects its problems
	stack []*folderState // the root first
	work  int            // number of states made
}

// get returns the state of the folder at path; for a missing one, that of its name.
func (p *pathStates) get(path string) *folderState {
	for len(p.stack) > 0 && !isBelow(path, p.stack[len(p.stack)-1].path) {
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
		if last.gone && (last.tool == nil || last.toolIgnored != "") {
			p.push(last, path) // no folder in between decides anything
			continue
		}
		end := len(last.path)
		for end++; end < len(path) && path[end] != '/'; end++ {
		}
		p.push(last, path[:end])
	}
}

// push adds the state of the folder at path, which is directly below above.
func (p *pathStates) push(above *folderState, path string) {
	p.work++
	gone := *above
	gone.path, gone.gone, gone.outside = path, true, false
	if gone.toolIgnored == "" && path != "" {
		gone.toolIgnored, _ = p.w.rules.ignored(above.tool, path, true)
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
