package view_test

import (
	"fmt"
	"slices"
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
		{"nothing but what is private", []signatures.Symbol{private}, 100, "… serve\n"},
		{"the rest is counted", []signatures.Symbol{class, class, class}, 5, "class A\n… 2 more\n"},
		{"a name behind what it names", []signatures.Symbol{{Name: "A", Kind: "struct", Head: "typedef struct", Exported: true}, method}, 100, "typedef struct {…} A … run\n"},
		{"what goes without saying", []signatures.Symbol{
			{Name: "f", Kind: "const", Head: "export const f = (a: A): B => …;", Exported: true}, {Name: "g", Kind: "func", Head: "def g(a) -> B: ...", Exported: true},
			{Name: "h", Kind: "func", Head: "def h(a) -> B:", Exported: true},
			{Name: "H", Kind: "struct", Head: "#[derive(Debug)] pub struct H", Exported: true}, {Name: "I", Kind: "class", Head: "public final class I", Exported: true},
		}, 100, "function f(a: A): B\ndef g(a) -> B\ndef h(a) -> B\nstruct H\nfinal class I\n"},
		{"functions as constants", []signatures.Symbol{
			{Name: "f", Kind: "func", Head: "export const f = async <T>(a: T): Promise<T> => …;", Exported: true, Line: 1}, {Name: "g", Kind: "const", Head: "const g = memoize((a) => …);", Exported: true},
			{Name: "s", Kind: "const", Head: "export const s = css``;", Exported: true},
		}, 100, "async function f<T>(a: T): Promise<T>\nconst g = memoize((a) => …);\nconst s = css`…`;\n"},
		{"names behind a tag", []signatures.Symbol{
			{Name: "_db", Kind: "struct", Head: "typedef struct _db", Exported: true, StartLine: 1}, {Name: "db", Kind: "struct", Head: "typedef struct _db", Exported: true, StartLine: 1},
			{Name: "size", Kind: "field", Parent: "_db", Exported: true, Depth: 1, StartLine: 2},
		}, 100, "typedef struct db … size\n"},
		{"much that is private", append(several(9, "private", func(name string) signatures.Symbol {
			return signatures.Symbol{Name: name, Kind: "func", Head: "func " + name + "()"}
		}), signatures.Symbol{Name: "V", Kind: "const", Head: "const V"}, class, method), 30, "class A … run\nfunc private0()\nfunc private1()\nfunc private2()\n… private3, private4, private5, private6, private7, private8\n"},
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
		{"what it is for", []signatures.Symbol{
			{Name: "Pool", Kind: "struct", Head: "type Pool struct", Doc: "// Pool keeps connections that may be used again.", Exported: true},
			{Name: "Close", Kind: "func", Head: "func Close()", Doc: "// Close closes all connections of the pool at once.", Exported: true}, // one is enough
		}, 100, "type Pool struct // keeps connections that may be used again.\nfunc Close()\n"},
		{"a documentation that says nothing", []signatures.Symbol{
			{Name: "closePool", Kind: "func", Head: "func closePool()", Doc: "// closePool closes the pool.", Exported: true},
			{Name: "Pool", Kind: "class", Head: "class Pool", Doc: "/** A pool of <b>connections</b> waiting for work. */", Exported: true},
		}, 100, "func closePool()\nclass Pool // A pool of <b>connections</b> waiting for work.\n"},
		{"marks of links", []signatures.Symbol{
			{Name: "A", Kind: "class", Head: "class A", Doc: "/** {@link Definer} that makes classes by a {@code Loader}. */", Exported: true},
		}, 100, "class A // Definer that makes classes by a Loader.\n"},
		{"one without a full stop", []signatures.Symbol{
			{Name: "A", Kind: "class", Head: "class A", Doc: "// Keeps connections until somebody asks", Exported: true},
		}, 100, "class A // Keeps connections until somebody asks\n"},
		{"a note", []signatures.Symbol{
			{Name: "A", Kind: "class", Head: "class A", Doc: "// TODO: rename this before anybody notices it.", Exported: true},
			{Name: "B", Kind: "class", Head: "class B", Doc: "// There are several kinds of them, which follow:", Exported: true},
		}, 100, "class A, B\n"},
		{"types without members on a line", []signatures.Symbol{
			{Name: "A", Kind: "struct", Head: "pub struct A", Exported: true}, {Name: "B", Kind: "struct", Head: "pub struct B", Exported: true},
			{Name: "C", Kind: "enum", Head: "pub enum C", Exported: true}, {Name: "D", Kind: "struct", Head: "type D struct", Exported: true},
			{Name: "E", Kind: "struct", Head: "type E struct", Exported: true}, {Name: "F", Kind: "type", Head: "type F struct{}", Exported: true},
		}, 100, "struct A, B\nenum C\ntype D, E struct\ntype F struct{}\n"},
		{"modules in files of their own", []signatures.Symbol{module, class}, 100, "class A\n"},
		{"nothing but such modules", []signatures.Symbol{module}, 100, "module M\n"},
		{"what has no room by its name", []signatures.Symbol{
			{Name: "one", Kind: "func", Head: "func one(a int, b int)", Exported: true}, {Name: "two", Kind: "func", Head: "func two(a int, b int)", Exported: true},
			{Name: "two", Kind: "func", Head: "func two(a int)", Exported: true}, {Name: "three", Kind: "func", Head: "func three(a int, b int)", Exported: true},
		}, 12, "func one(a int, b int)\n… 3 more: two, three\n"},
		{"functions of a type that is declared elsewhere", []signatures.Symbol{
			{Name: "Open", Kind: "func", Head: "bool Shell::Open(const string &name)", Exported: true}, {Name: "run", Kind: "func", Head: "void run()", Exported: true},
			{Name: "~Shell", Kind: "func", Head: "Shell::~Shell()", Exported: true}, {Name: "Get", Kind: "func", Head: "db::Shell *&db::Shell::Get(int n)", Exported: true},
			{Name: "Close", Kind: "func", Head: "void Shell::Close()", Exported: true}, {Name: "Close", Kind: "func", Head: "void Shell::Close(int n)", Exported: true},
		}, 100, "Shell:: Open, ~Shell, Close\nvoid run()\ndb::Shell *&db::Shell::Get(int n)\n"},
		{"parameters of a long head", []signatures.Symbol{
			{Name: "lock", Kind: "func", Head: "pub async fn lock<F: Fn(&Path) -> bool>(project_dir: &Path, mut check: Option<LockCheck>, frozen: Option<FrozenSource>, dry_run: DryRun, refresh: Refresh) -> Result<ExitStatus>;", Exported: true},
			{Name: "Do", Kind: "func", Head: "func (s *Do) Do(ctx context.Context, handler func(w http.ResponseWriter, r *http.Request) error, first, second map[string]string, options ...Option[string]) error", Exported: true},
			{Name: "open", Kind: "func", Head: "int open(const char *filename, struct database **database, unsigned int flags = FLAG_READ | FLAG_WRITE, const char *virtual_file_system_name);", Exported: true},
			{Name: "depend", Kind: "func", Head: "def depend(dependency: Callable[..., Any] | None = None, *, use_cache: bool = True, scope: Literal['function', 'request'] | None = None) -> Any:", Exported: true},
			{Name: "update", Kind: "func", Head: "pub async fn update(environment: PythonEnvironment, specification: Specification, modifications: Modifications, python_platform: Option<&Target>, extra_requires: &Requires, installer_metadata: bool, concurrency: Concurrency) -> Result<EnvironmentUpdate, ProjectError> where T: Into<Any>;", Exported: true},
			{Name: "Path", Kind: "func", Head: "def Path(default: Any = ..., *, alias: str | None = None, alias_priority: int | None = None, title_of_the_schema: str | None = None, description_of_the_schema: str | None = None, another_name_that_is_long: bool = False, and_one_more_of_them: int = 0, gt: float | None = N…", Exported: true},
			{Name: "total", Kind: "const", Head: "export const total = memoizeOne((data: EnergyData, compareData: EnergyData | undefined, options: { start: Date; end?: Date }): { total: Sum } => …);", Exported: true},
		}, 200, "async fn lock<F: Fn(&Path) -> bool>(project_dir, check, frozen, dry_run, refresh) -> Result<ExitStatus>;\n" +
			"func (s *Do) Do(ctx, handler, first, second, options) error\nint open(filename, database, flags, virtual_file_system_name);\n" +
			"def depend(dependency, *, use_cache, scope) -> Any\n" +
			"async fn update(environment, specification, modifications, python_platform, extra_requires, …) -> Result<EnvironmentUpdate, ProjectError>\n" +
			"def Path(default, *, alias, alias_priority, title_of_the_schema, description_of_the_schema, another_name_that_is_long, …)\n" +
			"const total = memoizeOne((data, compareData, options): { total: Sum } => …);\n"},
		{"nothing", nil, 100, ""},
	} {
		if got := view.FoldedOutline(tt.all, tt.most); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// Of a tree whose names are known, what is used most stays, and what stands everywhere goes
// first.
func TestFoldedByUse(t *testing.T) {
	t.Parallel()
	function := func(name string) signatures.Symbol {
		return signatures.Symbol{Name: name, Kind: "func", Head: "func " + name + "(a int, b int)", Exported: true}
	}
	member := func(name string) signatures.Symbol {
		return signatures.Symbol{Name: name, Kind: "method", Exported: true, Depth: 1}
	}
	class := signatures.Symbol{Name: "Lock", Kind: "class", Head: "class Lock", Exported: true}
	field := func(name string) signatures.Symbol {
		return signatures.Symbol{Name: name, Kind: "field", Exported: true, Depth: 1}
	}
	names := map[string][2]int{"often": {20, 1}, "some": {13, 1}, "never": {1, 1}, "draw": {90, 80}, "update": {70, 0}, "styles": {70, 0}, "acquire": {2, 1}, "takeAll": {7, 1}}
	for _, tt := range []struct {
		name string
		all  []signatures.Symbol
		most int
		want string
	}{
		{"in the file's order", []signatures.Symbol{function("never"), function("some"), function("often")}, 100, "func never(a int, b int)\nfunc some(a int, b int)\nfunc often(a int, b int)\n"},
		{"what is used most", []signatures.Symbol{function("never"), function("some"), function("often")}, 12, "func often(a int, b int)\n… some, never\n"},
		{"a method that types have by the dozen", []signatures.Symbol{{Name: "draw", Kind: "method", Head: "func (a A) draw()", Exported: true}, function("some")}, 100, "func some(a int, b int)\n"},
		{"nothing but such a one", []signatures.Symbol{{Name: "draw", Kind: "method", Head: "func (a A) draw()", Exported: true}}, 100, "func (a A) draw()\n"},
		{"methods that stand everywhere", []signatures.Symbol{class, member("draw"), member("acquire"), field("styles"), member("update"), member("styles"), member("four"), field("update")}, 100, "class Lock … styles, draw, acquire, update, four\n"},
		{"fields stay", []signatures.Symbol{class, member("draw"), member("update"), member("acquire"), field("styles"), member("often"), member("some")}, 100, "class Lock … styles, draw, update, acquire, often, some\n"},
		{"many of them", append([]signatures.Symbol{class, member("draw"), member("update"), member("styles")}, several(11, "m", member)...), 100, "class Lock … m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10 … (14)\n"},
		{"fields and methods", append(append([]signatures.Symbol{class}, several(9, "m", member)...), several(9, "f", field)...), 100, "class Lock … f0, f1, f2, f3, f4, f5, m0, m1, m2, m3, m4, m5 … (18)\n"},
		{"variants", append(append([]signatures.Symbol{{Name: "Lock", Kind: "enum", Head: "enum Lock", Exported: true}}, several(9, "m", member)...), several(9, "f", field)...), 100, "enum Lock … f0, f1, f2, f3, f4, f5, f6, f7, f8, m0, m1, m2 … (18)\n"},
		{"what is private has no users", append([]signatures.Symbol{function("takeAll")}, several(8, "styles", func(string) signatures.Symbol {
			return signatures.Symbol{Name: "often", Kind: "func", Head: "func often(a int)"}
		})...), 15, "func takeAll(a int, b int)\n… 8 more\n"},
		{"a plain word is mostly another one", []signatures.Symbol{function("some"), function("takeAll")}, 9, "func takeAll(a int, b int)\n… some\n"},
		{"what the language asks for", []signatures.Symbol{class, member("acquire"), member("toString"), member("__init__")}, 100, "class Lock … acquire\n"},
		{"types that many files add to", []signatures.Symbol{{Name: "draw", Kind: "interface", Head: "interface draw", Exported: true}, function("some")}, 100, "func some(a int, b int)\n"},
	} {
		if got := view.FoldedByUse(tt.all, tt.most, 100, names); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// several makes members of as many names.
func several(n int, prefix string, of func(name string) signatures.Symbol) []signatures.Symbol {
	var list []signatures.Symbol
	for i := range n {
		list = append(list, of(fmt.Sprintf("%s%d", prefix, i)))
	}
	return list
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

// What has a line of its own is not named among what has none.
func TestWithLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		more  int
		names []string
		want  string
	}{
		{0, nil, "class A\n7: func b()\n"},
		{3, nil, "class A\n7: func b()\n… 3 more\n"},
		{3, []string{"a", "b"}, "class A\n7: func b()\n… 2 more: a\n"},
		{1, []string{"b"}, "class A\n7: func b()\n"},
	} {
		if got := view.WithLines("class A\n", tt.more, tt.names, "7: func b()\n", "b", "c"); got != tt.want {
			t.Errorf("%d more, %q: %q", tt.more, tt.names, got)
		}
	}
}

// A type whose body was not read says so.
func TestSkeletonOutline(t *testing.T) {
	t.Parallel()
	got := view.SkeletonOutline([]signatures.Symbol{
		{Name: "A", Kind: "struct", Head: "pub struct A", Exported: true}, {Name: "B", Kind: "struct", Head: "pub struct B", Exported: true},
		{Name: "C", Kind: "struct", Head: "pub struct C;", Exported: true}, {Name: "D", Kind: "struct", Head: "type D struct", Exported: true},
		{Name: "E", Kind: "struct", Head: "type E struct", Exported: true}, {Name: "f", Kind: "func", Head: "func f()", Exported: true},
	})
	if want := "struct A, B {…}\nstruct C;\ntype D, E struct {…}\nfunc f()\n"; got != want {
		t.Errorf("%swant\n%s", got, want)
	}
}

func TestNamesOfRows(t *testing.T) {
	t.Parallel()
	got := view.NamesOfKept([]signatures.Symbol{
		{Name: "Jar", Kind: "class", Head: "class Jar", Doc: "keeps cookies", Exported: true},
		{Name: "names", Kind: "field", Exported: true, Depth: 1},
		{Name: "expire", Kind: "method", Exported: true, Depth: 1},
		{Name: "open", Kind: "func", Head: "func open(path string)", Exported: true},
	})
	if want := []string{"Jar", "names", "expire", "open"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
