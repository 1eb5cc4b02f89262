package outline

import (
	"cmp"
	"slices"
	"strings"
)

// A Decl is a declaration while its outline is made. The engine fills Node, Kind, Parent, Outer, Attributes, Names,
// Start, End and Body; a language's Declare hook changes them as its rules require.
type Decl struct {
	F          *File
	Node       Node
	Kind       string // the query's capture name until a hook changes it
	Parent     *Decl  // the enclosing container, nil at the top level
	Outer      []Node // captured wrappers directly around it, outermost first
	Attributes []Node // captured @attribute nodes right before it

	Names    []string // usually one; a statement may declare several
	Owner    string   // Symbol.Parent if it is not the enclosing container
	ExportAs string   // the exported name, if it differs from the declared one
	Exported bool

	// What the outline shows of it.
	Hidden    bool // a symbol without text: a private function
	Silent    bool // text without a symbol: a group, an impl block
	Optional  bool // omitted unless it turns out to be exported
	Listed    bool // exported by a list that names it, which File.Export received
	Prune     bool // a container that is omitted if it shows no members
	Inline    bool // no declaration: a wrapper around others
	Members   bool // declarations in the body are members, not locals
	Shared    bool // a container whose exported members are exports of the file
	Fill      bool // members are short and share lines
	Level     bool // members are not indented
	Unwrapped bool // the signature stays on one line
	elided    bool // some members are omitted

	Start, End int  // bytes, with wrappers and attributes, without doc comment
	HeadStart  int  // where the signature starts
	docStart   int  // where the doc comment starts, or start
	Begin      int  // where attributes that document it start, 0 for none
	Pending    int  // for a container, Begin of the next member
	Body       Node // the part that the outline omits

	doc     string // comment line above, found by the engine
	Above   string // lines between doc comment and signature: decorators
	Head    string // signature, taken from the source unless set
	Inner   string // first line inside (a docstring)
	Note    string // trailing comment
	Section string // heading of a run of members ("public:")
	State   string // state of a container, for its language's hook

	Open, Close, Empty, Tail *string // punctuation where it differs from the layout

	Children []*Decl
}

// Name returns the first of the names, "" if there is none.
func (d *Decl) Name() string {
	if len(d.Names) == 0 {
		return ""
	}
	return d.Names[0]
}

// Path returns the name of d, preceded by those of its containers.
func (d *Decl) Path() string {
	var parts []string
	for p := d; p != nil; p = p.Parent {
		if !p.Silent && p.Name() != "" {
			parts = append(parts, p.Name())
		} else if p.Owner != "" {
			parts = append(parts, p.Owner)
		}
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, d.F.spec.Layout.Scope)
}

// Within reports whether d is declared, at any depth, in a container of one of some kinds.
func (d *Decl) Within(kinds ...string) bool {
	for p := d.Parent; p != nil; p = p.Parent {
		if slices.Contains(kinds, p.Kind) {
			return true
		}
	}
	return false
}

// Scopes are the enclosing containers, outermost first.
type Scopes []*Decl

// A frame is a captured range that is open during nesting.
type frame struct {
	end    int
	decl   *Decl // nil for scopes
	outer  Node  // set for a transparent wrapper
	opaque bool  // nothing inside is part of the outline
}

// nest turns captures in source order into a tree of declarations. A declaration inside a body is a local and
// omitted, unless the body is a container's.
func (f *File) nest(found []capture) {
	var stack []frame
	var attributes []Node
	for _, c := range found {
		for len(stack) > 0 && stack[len(stack)-1].end <= c.start {
			stack = stack[:len(stack)-1]
		}
		opaque := len(stack) >= MaxNesting || f.covered(stack, c)
		switch c.role {
		case "import":
			if f.spec.Imports != nil {
				f.Out.Imports = append(f.Out.Imports, f.spec.Imports(f, c.node, containers(stack))...)
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

// covered reports whether the innermost capture on the stack hides this one.
func (f *File) covered(stack []frame, c capture) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		top := stack[i]
		if top.opaque {
			return true
		}
		if top.decl == nil || top.decl.Inline {
			continue
		}
		return !top.decl.Members || top.decl.Body.Ok() &&
			(c.start < top.decl.Body.Start() || c.end > top.decl.Body.End())
	}
	return false
}

func containers(stack []frame) Scopes {
	var in Scopes
	for _, s := range stack {
		if s.decl != nil && !s.decl.Inline { // also one that is omitted: its name is part of the path
			in = append(in, s.decl)
		}
	}
	return in
}

// declare makes the declaration of a capture, lets the language complete it and adds it to its container.
func (f *File) declare(c capture, stack []frame, attributes []Node) frame {
	d := &Decl{F: f, Node: c.node, Kind: c.role, Start: c.start, End: c.end, Body: cmp.Or(c.body, c.node.Field("body"))}
	for i := len(stack) - 1; i >= 0 && d.Parent == nil; i-- {
		switch {
		case stack[i].decl == nil:
			d.Outer = append([]Node{stack[i].outer}, d.Outer...)
		case stack[i].decl.Inline:
			d.Outer = append([]Node{stack[i].decl.Node}, d.Outer...)
		default:
			d.Parent = stack[i].decl
		}
	}
	if name := cmp.Or(c.name, c.node.Field("name")); name.Ok() {
		d.Names = []string{name.Text()}
	}
	d.HeadStart = d.Start
	d.Attributes = f.attached(attributes, d.Start)
	if len(d.Attributes) > 0 {
		d.Start = d.Attributes[0].Start()
	}
	if !f.spec.Declare(f, d) || d.Kind == "field" && d.Parent == nil { // a field without its struct is the remainder of an error
		if d.Parent != nil {
			d.Parent.elided = true
		}
		if d.Hidden, d.Exported = d.Members, false; !d.Hidden { // functions of a private type do the work of the others
			return frame{end: c.end, decl: d, opaque: true}
		}
	}
	d.Exported = d.Exported && (d.Parent == nil || !d.Parent.Hidden)
	d.Names = slices.DeleteFunc(d.Names, func(name string) bool { return name == "" }) // missing tokens
	if d.Inline {
		return frame{end: c.end, decl: d}
	}
	if d.Parent != nil {
		d.Parent.Children = append(d.Parent.Children, d)
	} else {
		f.Roots = append(f.Roots, d)
	}
	return frame{end: c.end, decl: d}
}

// attached returns the attributes right before start, with only comments between them.
func (f *File) attached(attributes []Node, start int) []Node {
	first := len(attributes)
	for i := len(attributes) - 1; i >= 0; i-- {
		if end := attributes[i].End(); end > start || f.Flat(end, start) != "" {
			break
		}
		first, start = i, attributes[i].Start()
	}
	return attributes[first:]
}

// Extend makes the declaration start at a wrapper that belongs to it.
func (d *Decl) Extend(n Node) {
	d.Start = min(d.Start, n.Start())
	d.HeadStart = min(d.HeadStart, d.Start)
}

// Export records an exported name without a declaration of its own.
func (f *File) Export(name string, at int) {
	if name != "" {
		f.Exports, f.ExportAt = append(f.Exports, name), append(f.ExportAt, at)
	}
}

// Local records that the file exports this local name, under some name.
func (f *File) Local(name string) {
	if f.Locals == nil {
		f.Locals = make(map[string]bool)
	}
	f.Locals[name] = true
}

// A DeclHead is the text before the keyword or type of a declaration.
type DeclHead struct {
	Words []string // modifiers
	From  int      // where the rest of the declaration starts
}

// Head returns the declaration without attributes, up to stop if there is one.
func (h DeclHead) Head(f *File, d *Decl, stop Node) string {
	end := stop.StartOr(d.End)
	text := strings.Join(h.Words, " ")
	if text != "" {
		text += " "
	}
	return text + flatHead(f, h.From, end)
}

// flatHead returns source on one line without preprocessor directives.
func flatHead(f *File, start, end int) string {
	if start >= end || !strings.Contains(f.Src[start:end], "#") {
		return f.Flat(start, end)
	}
	var parts []string
	at := start
	for line := range strings.Lines(f.Src[start:end]) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			parts = append(parts, f.Flat(start, at))
			start = at + len(line)
		}
		at += len(line)
	}
	text := strings.Join(strings.Fields(strings.Join(append(parts, f.Flat(start, end)), " ")), " ")
	return strings.ReplaceAll(text, " ,", ",")
}

// ShortValue returns the declaration of a name with its value, if any, shortened.
func (f *File) ShortValue(n, value Node) string {
	if !value.Ok() {
		return f.Flat(n.Start(), n.End())
	}
	return f.Flat(n.Start(), value.Start()) + " " + f.Value(value)
}

// EndConstants ends the list of constants (nodes of that kind) of an enum that also has other members.
func EndConstants(list []*Decl, kind string) {
	for _, d := range list {
		EndConstants(d.Children, kind)
		for i, c := range d.Children {
			if c.Node.Is(kind) && i+1 < len(d.Children) && !d.Children[i+1].Node.Is(kind) {
				c.Tail = new(";")
			}
		}
	}
}
