package view_test

import (
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/bundle/view"
	"ctxpack/signatures"
)

func TestFoldedOutline(t *testing.T) {
	t.Parallel()
	class := signatures.Symbol{Name: "A", Kind: "class", Head: "class A", Exported: true}
	method := signatures.Symbol{Name: "run", Kind: "method", Exported: true, Depth: 1}
	module := signatures.Symbol{Name: "M", Kind: "module", Head: "module M", Exported: true}
	inside := signatures.Symbol{Name: "B", Kind: "class", Head: "class B", Exported: true, Depth: 1}
	main := signatures.Symbol{Name: "main", Kind: "func", Head: "func main()"}
	private := signatures.Symbol{Name: "serve", Kind: "func"}
	value := signatures.Symbol{Name: "V", Kind: "const", Head: "const V", Exported: true}
	for _, tt := range []struct {
		name string
		all  []signatures.Symbol
		most int
		want string
	}{
		{"members as names", []signatures.Symbol{class, method, method}, 100, "class A … run\n"},
		{"no constructors", []signatures.Symbol{class, {Name: "A", Kind: "constructor", Exported: true, Depth: 1}, method}, 100, "class A … run\n"},
		{"modules are looked into", []signatures.Symbol{module, inside}, 100, "class B\n"},
		{"a row of values", []signatures.Symbol{value, value, value, class}, 100, "const V … V (3)\nclass A\n"},
		{"what is private names a program", []signatures.Symbol{main, private}, 100, "func main()\n… serve\n"},
		{"the rest is counted", []signatures.Symbol{class, class, class}, 5, "class A\n… 2 more\n"},
		{"a name behind what it names", []signatures.Symbol{{Name: "A", Kind: "struct", Head: "typedef struct", Exported: true}, method}, 100, "typedef struct {…} A … run\n"},
		{"what goes without saying", []signatures.Symbol{
			{Name: "f", Kind: "const", Head: "export const f = (a: A): B => …;", Exported: true}, {Name: "g", Kind: "func", Head: "def g(a) -> B: ...", Exported: true},
			{Name: "h", Kind: "func", Head: "def h(a) -> B:", Exported: true},
			{Name: "H", Kind: "struct", Head: "#[derive(Debug)] pub struct H", Exported: true}, {Name: "I", Kind: "class", Head: "public final class I", Exported: true},
		}, 100, "const f = (a: A): B\ndef g(a) -> B\ndef h(a) -> B\nstruct H\nfinal class I\n"},
		{"members that stand apart", []signatures.Symbol{
			{Name: "Style", Kind: "enum", Head: "pub enum Style", Exported: true}, {Name: "Tabs", Kind: "const", Parent: "Style", Exported: true, Depth: 1},
			{Name: "MAX", Kind: "const", Head: "pub const MAX: u8 = 16;", Exported: true}, {Name: "width", Kind: "method", Parent: "Style", Exported: true, Depth: 1},
			{Name: "check", Kind: "func", Head: "pub fn check()", Exported: true}, {Name: "from", Kind: "method", Parent: "Elsewhere", Exported: true, Depth: 1},
		}, 100, "enum Style … Tabs, width\nconst MAX: u8 = 16;\nfn check()\n"},
		{"an attribute that is the name", []signatures.Symbol{
			{Name: "UserMenu", Kind: "class", Head: `@customElement("user-menu") export class UserMenu`, Exported: true},
			{Name: "B", Kind: "class", Head: "@dataclass(frozen=True) export class B", Exported: true},
		}, 100, "class UserMenu\n@dataclass(frozen=True) class B\n"},
		{"a component is no name of a program", []signatures.Symbol{{Name: "Edit", Kind: "component", Exported: true}, main, private}, 100, "func main()\n… serve\n"},
		{"nothing", nil, 100, ""},
	} {
		if got := view.FoldedOutline(tt.all, tt.most); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

func TestNameLine(t *testing.T) {
	t.Parallel()
	exported := func(name, kind string, depth int) signatures.Symbol {
		return signatures.Symbol{Name: name, Kind: kind, Head: kind + " " + name, Exported: true, Depth: depth}
	}
	many := []signatures.Symbol{exported("V", "const", 0)}
	for k := range 100 {
		many = append(many, exported(fmt.Sprintf("F%d", k), "func", 0))
	}
	for _, tt := range []struct {
		name   string
		all    []signatures.Symbol
		folded int
		want   string
	}{
		{"values last, overloaded once", []signatures.Symbol{exported("V", "const", 0), exported("A", "class", 0), exported("f", "func", 0), exported("f", "func", 0), exported("g", "func", 0)}, 100, "A, f, g, V\n"},
		{"few with their members", []signatures.Symbol{exported("A", "class", 0), exported("run", "method", 1), exported("run", "method", 1), exported("stop", "method", 1)}, 100, "A … run, stop\n"},
		{"what is not exported", []signatures.Symbol{{Name: "main", Kind: "func", Head: "func main()"}, {Name: "serve", Kind: "func", Head: "func serve()"}}, 100, "main, serve\n"},
		{"one name", []signatures.Symbol{exported("A", "class", 0)}, 100, ""},
		{"hardly shorter than what is folded", []signatures.Symbol{exported("A", "class", 0), exported("B", "class", 0)}, 3, ""},
		{"the rest is counted", many, 150, "F0, F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12, F13, F14, F15, F16, F17, F18, F19, F20, F21, F22, F23, F24, F25 … (101)\n"},
		{"a long name is cut", []signatures.Symbol{exported(strings.Repeat("long", 1000), "func", 0), exported("B", "func", 0)}, 150, strings.Repeat("long", 35) + "… … (2)\n"},
		{"nothing", nil, 100, ""},
	} {
		got, tokens := view.NameLine(tt.all, tt.folded)
		if got != tt.want || tokens != view.Count(got) {
			t.Errorf("%s: %d tokens\n%swant\n%s", tt.name, tokens, got, tt.want)
		}
	}
}

// What only repeats the name of its file is no outline.
func TestSaysItsName(t *testing.T) {
	t.Parallel()
	for folded, want := range map[string]bool{
		"… Groups\n": true, "class Groups\n": true, "export class Groups\n": true, "class GroupsView\n": false,
		"class Groups … add\n": false, "class Groups extends List\n": false, "": false,
	} {
		if got := view.SaysItsName(folded, "app/groups.vue"); got != want {
			t.Errorf("%q: %v", folded, got)
		}
	}
	if !view.SaysItsName("class UserHelper\n", "lib/user_helper.rb") {
		t.Error("a name with another spelling")
	}
}
