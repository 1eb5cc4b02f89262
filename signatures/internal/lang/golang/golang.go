// Package golang outlines Go.
package golang

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/smacker/go-tree-sitter/golang"

	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed go.scm
var query string

// Spec returns the table entry of Go.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Go",
		Grammar: golang.GetLanguage, Query: query,
		Layout:   outline.Layout{Indent: "\t", Open: " {", Close: "}", Empty: "{}", Elided: "{ … }", Separator: "; "},
		Declare:  declare,
		Public:   isUpper,
		Imports:  imports,
		Complete: complete,
		Heads:    heads,
		Read:     read,
		Skeleton: &lex.Rules{
			Stops:  lex.StopsAt("\"`'"),
			Quotes: lex.Quotes{{Open: "`", Raw: true, Lines: true}, {Open: `"`}, {Open: "'"}},
			Block:  func(k *lex.Skeleton) lex.Block { return lex.DeclaredOnLine(k, "func", "struct", "interface") },
		},
	}
}

// heads recognizes top-level functions. Read-only.
var heads = &lex.Heads{Plain: lex.PlainBytes("*.,<-"), Results: true, Open: func(line string) int {
	rest, ok := strings.CutPrefix(line, "func ")
	if strings.HasPrefix(rest, "(") {
		_, rest, ok = strings.Cut(rest, ") ")
	}
	if open := lex.AfterName(rest); ok && open > 0 {
		return len(line) - len(rest) + open
	}
	return -1
}}

func declare(f *outline.File, d *outline.Decl) bool {
	switch d.Kind {
	case "package":
		f.Out.Package = d.Node.First("package_identifier").Text()
		d.Silent = true
	case "group":
		return group(d)
	case "func":
		d.Exported = isUpper(d.Name())
		d.Hidden = d.Name() == "init" // never called by name, and many files have one
	case "method":
		return method(d)
	case "const", "var":
		return value(f, d)
	case "type":
		declareType(f, d)
	case "field":
		return field(f, d)
	}
	return true
}

// group keeps `const ( … )` together, where an omitted value repeats the one above. A declaration without brackets
// is shown as its only spec.
func group(d *outline.Decl) bool {
	keyword := lex.PathHead(d.Node.Text())
	rest := strings.TrimSpace(strings.TrimPrefix(d.Node.Text(), keyword))
	if !strings.HasPrefix(rest, "(") || keyword == "type" {
		d.Inline = true
		return true
	}
	d.Silent, d.Members, d.Shared, d.Prune, d.Head = true, true, true, true, keyword
	d.Open, d.Close = new(" ("), new(")")
	d.Body = outline.Node{}
	if strings.Contains(d.Node.Text(), "iota") {
		d.State = "iota"
	}
	return true
}

func method(d *outline.Decl) bool {
	d.Exported = isUpper(d.Name())
	if d.Parent != nil { // all methods of an interface are part of its contract
		return true
	}
	d.Owner = receiver(d.Node.Field("receiver"))
	d.Hidden = !d.Exported
	return true
}

// receiver returns the type's name in "(s *Set[K])".
func receiver(list outline.Node) string {
	text := strings.Trim(list.Text(), "() \t\n")
	if i := strings.IndexByte(text, '['); i >= 0 {
		text = text[:i]
	}
	if i := strings.LastIndexAny(text, "* \t"); i >= 0 {
		text = text[i+1:]
	}
	return text
}

func value(f *outline.File, d *outline.Decl) bool {
	all, names := d.Node.Fields("name")
	d.Names = nil
	for _, n := range names {
		if n.Is("identifier") && n.Text() != "_" {
			d.Names = append(d.Names, n.Text())
			d.Exported = d.Exported || isUpper(n.Text())
		}
	}
	inIota := d.Parent != nil && d.Parent.State == "iota"
	if !d.Exported && !inIota {
		return false
	}
	d.Head = ""
	for _, c := range all {
		switch {
		case c.Is("="):
			d.Head += " = "
		case c.Is("expression_list"):
			d.Head += f.Value(c)
		case c.Is(","):
			d.Head += ", "
		case c.Is("comment"):
		case c.Is("identifier"):
			d.Head += c.Text()
		default:
			d.Head += " " + f.Flat(c.Start(), c.End())
		}
	}
	if len(d.Outer) > 0 {
		d.Extend(d.Outer[0])
		d.Head = d.Kind + " " + d.Head
	}
	d.Note = f.NoteAfter(d.End)
	return true
}

func declareType(f *outline.File, d *outline.Decl) {
	d.Exported = isUpper(d.Name())
	if len(d.Outer) > 0 {
		keyword := d.Outer[0].Text()
		if !strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(keyword, "type")), "(") {
			d.Extend(d.Outer[0])
		}
	}
	t := d.Node.Field("type")
	switch t.Kind() {
	case "struct_type":
		d.Kind, d.Members, d.Body = "struct", true, t.First("field_declaration_list")
	case "interface_type":
		d.Kind, d.Members, d.Body = "interface", true, t
	}
	end := d.End
	if d.Members {
		end = t.Start()
	}
	d.Head = "type " + f.Flat(d.Node.Start(), end)
	if d.Members {
		d.Head += " " + d.Kind
	}
}

func field(f *outline.File, d *outline.Decl) bool {
	_, names := d.Node.Fields("name")
	d.Names = nil
	for _, n := range names {
		d.Names = append(d.Names, n.Text())
		d.Exported = d.Exported || isUpper(n.Text())
	}
	if d.Node.Is("type_elem") {
		d.Exported, d.Silent = true, true
	} else if len(names) == 0 { // embedded
		d.Names = []string{receiver(d.Node.Field("type"))}
		if i := strings.LastIndexByte(d.Names[0], '.'); i >= 0 {
			d.Names[0] = d.Names[0][i+1:]
		}
		d.Exported = isUpper(d.Names[0])
	}
	if tag := d.Node.Field("tag"); len(names) == 1 && tag.Kind() != "" && saysName(tag.Text(), d.Names[0]) {
		d.Head = f.Flat(d.Node.Start(), tag.Start())
	}
	d.Note = f.NoteAfter(d.End)
	return d.Exported
}

var tagPattern = pattern.Of(`\w+:"([^",]*)[^"]*"`)

// saysName reports whether a tag only repeats the name of its field in another case style:
// `json:"max_size,omitempty"` of MaxSize.
func saysName(tag, name string) bool {
	plain := strings.NewReplacer("_", "", "-", "")
	isOther := func(m []string) bool { return m[1] != "" && !strings.EqualFold(plain.Replace(m[1]), name) }
	return !slices.ContainsFunc(tagPattern().FindAllStringSubmatch(tag, -1), isOther) && strings.Trim(tagPattern().ReplaceAllString(tag, ""), "` ") == ""
}

func imports(_ *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	path := strings.Trim(n.Field("path").Text(), "\"`")
	return []lex.Import{{Specifier: path, Kind: "import", Line: n.Line()}}
}

func complete(f *outline.File) {
	isMain := func(d *outline.Decl) bool { return d.Kind == "func" && d.Name() == "main" && f.Out.Package == "main" }
	f.Out.Main = f.Out.Main || slices.ContainsFunc(f.Roots, isMain)
}

func isUpper(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}
