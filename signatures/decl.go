package signatures

import (
	"slices"
	"strings"
)

// A decl is a declaration on its way into the outline. The engine fills node,
// kind, parent, outer, attributes, names, start, end and body; a language's
// declare hook changes what its rules ask for.
type decl struct {
	f          *file
	node       node
	kind       string // the query's capture name until a hook changes it
	parent     *decl  // the enclosing container, nil at the top level
	outer      []node // captured wrappers directly around it, outermost first
	attributes []node // captured @attribute nodes right before it

	names    []string // usually one; a statement may declare several
	owner    string   // Symbol.Parent if it is not the enclosing container
	exportAs string   // the exported name, if it is not the declared one
	exported bool

	// What of it is shown.
	hidden    bool // a symbol without text: a private function
	silent    bool // text without a symbol: a group, an impl block
	optional  bool // left out unless it turns out to be exported
	listed    bool // exported by a list that names it, which f.export has read
	prune     bool // a container that is left out if it shows no members
	inline    bool // no declaration: a wrapper around others
	members   bool // what body declares are members, not locals
	shared    bool // a container whose exported members are exports of the file
	fill      bool // members are short and share lines
	level     bool // members are not indented
	unwrapped bool // the signature stays on one line
	elided    bool // some members are left out

	start, end int  // bytes, with wrappers and attributes, without doc comment
	headStart  int  // where the signature starts
	docStart   int  // where the doc comment starts, or start
	body       node // what the outline cuts off

	doc     string // comment line above, found by the engine
	above   string // lines between doc comment and signature: decorators
	head    string // signature, taken from the source unless set
	inner   string // first line inside (a docstring)
	note    string // trailing comment
	section string // heading of a run of members ("public:")
	state   string // of a container, for its language's hook

	open, close, empty, tail *string // punctuation where it differs from the layout

	children []*decl
}

func (d *decl) name() string {
	if len(d.names) == 0 {
		return ""
	}
	return d.names[0]
}

// path is the name of d with those of its containers before it.
func (d *decl) path() string {
	var parts []string
	for p := d; p != nil; p = p.parent {
		if !p.silent && p.name() != "" {
			parts = append(parts, p.name())
		} else if p.owner != "" {
			parts = append(parts, p.owner)
		}
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, d.f.spec.layout.scope)
}

// within tells whether d is declared, at any depth, in a container of a kind.
func (d *decl) within(kinds ...string) bool {
	for p := d.parent; p != nil; p = p.parent {
		for _, k := range kinds {
			if p.kind == k {
				return true
			}
		}
	}
	return false
}

// scopes are the containers around a place, outermost first.
type scopes []*decl

// A frame is a captured range that is still open during nesting.
type frame struct {
	end    int
	decl   *decl // nil for scopes
	outer  node  // set for a transparent wrapper
	opaque bool  // nothing inside is part of the outline
}

// nest turns captures in source order into the tree of declarations. What is
// declared inside a body is a local and left out, unless the body is a
// container's.
func (f *file) nest(found []capture) {
	var stack []frame
	var attributes []node
	for _, c := range found {
		for len(stack) > 0 && stack[len(stack)-1].end <= c.start {
			stack = stack[:len(stack)-1]
		}
		opaque := len(stack) >= maxNesting || f.covered(stack, c)
		switch c.role {
		case "import":
			if f.spec.imports != nil {
				f.out.Imports = append(f.out.Imports, f.spec.imports(f, c.node, containers(stack))...)
			}
		case "attribute":
			attributes = append(attributes, c.node)
		case "scope":
			if !opaque {
				stack = append(stack, frame{end: c.end, opaque: true})
			}
		case "outer":
			if !opaque {
				stack = append(stack, frame{end: c.end, outer: c.node})
			}
		default:
			if !opaque {
				stack = append(stack, f.declare(c, stack, attributes))
			}
			attributes = nil
		}
	}
}

// covered tells whether what is innermost on the stack hides the capture.
func (f *file) covered(stack []frame, c capture) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		top := stack[i]
		if top.opaque {
			return true
		}
		if top.decl == nil {
			continue
		}
		if top.decl.inline {
			continue
		}
		return !top.decl.members || top.decl.body.ok() &&
			(c.start < top.decl.body.start() || c.end > top.decl.body.end())
	}
	return false
}

func containers(stack []frame) scopes {
	var in scopes
	for _, s := range stack {
		if s.decl != nil && !s.decl.inline { // also one that is left out: its name is part of the path
			in = append(in, s.decl)
		}
	}
	return in
}

// declare makes the declaration of a capture, lets the language complete it
// and hangs it under its container.
func (f *file) declare(c capture, stack []frame, attributes []node) frame {
	d := &decl{f: f, node: c.node, kind: c.role, start: c.start, end: c.end, body: c.body}
	for i := len(stack) - 1; i >= 0 && d.parent == nil; i-- {
		switch {
		case stack[i].decl == nil:
			d.outer = append([]node{stack[i].outer}, d.outer...)
		case stack[i].decl.inline:
			d.outer = append([]node{stack[i].decl.node}, d.outer...)
		default:
			d.parent = stack[i].decl
		}
	}
	if !d.body.ok() {
		d.body = c.node.field("body")
	}
	name := c.name
	if !name.ok() {
		name = c.node.field("name")
	}
	if name.ok() {
		d.names = []string{name.text()}
	}
	d.headStart = d.start
	d.attributes = f.attached(attributes, d.start)
	if len(d.attributes) > 0 {
		d.start = d.attributes[0].start()
	}
	if !f.spec.declare(f, d) || d.kind == "field" && d.parent == nil { // a field without its struct is what an error left
		if d.parent != nil {
			d.parent.elided = true
		}
		return frame{end: c.end, decl: d, opaque: true}
	}
	d.names = slices.DeleteFunc(d.names, func(name string) bool { return name == "" }) // of tokens that are missing
	if d.inline {
		return frame{end: c.end, decl: d}
	}
	if d.parent != nil {
		d.parent.children = append(d.parent.children, d)
	} else {
		f.roots = append(f.roots, d)
	}
	return frame{end: c.end, decl: d}
}

// attached are the attributes that stand right before start, with nothing but
// comments between them.
func (f *file) attached(attributes []node, start int) []node {
	first := len(attributes)
	for i := len(attributes) - 1; i >= 0; i-- {
		if end := attributes[i].end(); end > start || f.flat(end, start) != "" {
			break
		}
		first, start = i, attributes[i].start()
	}
	return attributes[first:]
}

// extend lets the declaration start at a wrapper that belongs to it.
func (d *decl) extend(n node) {
	d.start = min(d.start, n.start())
	d.headStart = min(d.headStart, d.start)
}

// export notes an exported name that is no declaration of its own.
func (f *file) export(name string, at int) {
	if name != "" {
		f.exports, f.exportAt = append(f.exports, name), append(f.exportAt, at)
	}
}
