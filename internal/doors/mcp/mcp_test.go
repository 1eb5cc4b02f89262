//lint:file-ignore SA1019 the protocol deprecates roots, and they are what clients have

package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/doors/mcp"
	"ctxpack/internal/safe/redact/redacttest"
	"ctxpack/internal/text/tokens"
)

// tree writes files to a new folder, whose path has no links.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, root, files)
	return root
}

func write(t testing.TB, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		full := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// shop is a small project.
func shop() map[string]string {
	var large strings.Builder
	large.WriteString("package shop\n")
	for i := range 120 {
		fmt.Fprintf(&large, "\n// Item%d is one of many.\nfunc Item%d() string {\n\treturn \"item %d — ünï 漢字\"\n}\n", i, i, i)
	}
	return map[string]string{
		"README.md": "# Shop\n\nSells things.\n\n## Use\n\nRun it.\n",
		"cart.go": "package shop\n\n// Cart holds what is bought.\ntype Cart struct {\n\titems []string\n}\n\n// Add puts an item in.\n" +
			"func (c *Cart) Add(item string) {\n\tc.items = append(c.items, item)\n}\n\nfunc helper() int {\n\treturn 1\n}\n",
		"stock.go":        "package shop\n\ntype Stock struct{}\n\n// Add counts an item.\nfunc (s *Stock) Add(item string) {\n\t_ = item\n}\n",
		"items.go":        large.String(),
		"web/app/[id].ts": "export function page(id: string): string {\n  return id;\n}\n",
		"web/line.js":     "const a = \"" + strings.Repeat("é", 9000) + "\";\n",
		"till.rs": "pub struct Till;\n\nimpl Till {\n    pub fn make() -> Till {\n        Till\n    }\n}\n\npub struct Drawer;\n\nimpl " +
			"Drawer {\n    pub fn make() -> Drawer {\n        Drawer\n    }\n}\n",
		"make.rs":                  "pub fn make() -> u8 {\n    1\n}\n",
		".gitignore":               "ignored/\n",
		"ignored/notes.txt":        "a note that is ignored\n",
		"go.sum":                   "example.com/a v1.0.0 h1:x\nexample.com/b v1.0.0 h1:y\n",
		"logo.png":                 "\x89PNG\r\n\x1a\n\x00\x00",
		"empty.txt":                "",
		".git/config":              "[core]\n",
		"odd/name\twith\ttabs.txt": "odd\n",
	}
}

func options(folders ...string) mcp.Options {
	return mcp.Options{
		Version: "test", Folders: folders, Limit: mcp.DefaultLimit, Log: slog.New(slog.DiscardHandler),
		Settings: func(string) (config.Config, *tokens.Counter, error) {
			counter, err := tokens.New("o200k_base")
			return config.NewTable(config.Given{}).Default(), counter, err
		},
		Explain: func(_ context.Context, r *pipeline.Ranking, path string, budget int) (string, error) {
			return fmt.Sprintf("%s of %d files at %d\n", filepath.Base(path), len(r.Files), budget), nil
		},
		Uses: func(ctx context.Context, r *pipeline.Ranking, name string, mode mcp.Mode, limit int) (string, error) {
			found, err := r.Uses(ctx, pipeline.UsesQuery{Name: name, Callers: 1, Callees: mode == mcp.Callees})
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("%d uses of %s, %d callees, %q in %d\n", len(found.Uses), found.Declarations[0].File.Name, len(found.Callees), mode, limit), nil
		},
		Search: func(ctx context.Context, r *pipeline.Ranking, query *pipeline.SearchQuery, limit int) (string, error) {
			found, err := r.Search(ctx, query, 3)
			if err != nil {
				return "", err
			}
			var b strings.Builder
			for _, p := range found.Passages {
				fmt.Fprintf(&b, "%s:%d %s in %d\n", p.File.Name, p.Start, p.Name, limit)
			}
			return b.String(), nil
		},
	}
}

// client is the library's own.
type client struct {
	t       *testing.T
	session *sdk.ClientSession
}

// connect starts a server and a client with those roots, nil for one without any.
func connect(t *testing.T, o mcp.Options, roots []string) (*client, *sdk.Client) {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- mcp.Serve(context.Background(), toServer, fromServer, o)
		_ = fromServer.Close()
	}()
	capabilities := &sdk.ClientCapabilities{}
	if roots != nil {
		capabilities.RootsV2 = &sdk.RootCapabilities{}
	}
	c := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{Capabilities: capabilities})
	for _, root := range roots {
		c.AddRoots(&sdk.Root{URI: "file://" + filepath.ToSlash(root)})
	}
	session, err := c.Connect(context.Background(), &sdk.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		if err := <-served; err != nil {
			t.Errorf("the server ends with %v", err)
		}
	})
	return &client{t, session}, c
}

// call calls a tool and returns its text.
func (c *client) call(tool string, arguments map[string]any) (text string, isError bool) {
	c.t.Helper()
	result, err := c.session.CallTool(context.Background(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		c.t.Fatalf("%s %v: %v", tool, arguments, err)
	}
	if len(result.Content) != 1 {
		c.t.Fatalf("%s %v: %d contents", tool, arguments, len(result.Content))
	}
	return result.Content[0].(*sdk.TextContent).Text, result.IsError
}

type call struct {
	tool      string
	arguments map[string]any
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	root := tree(t, shop())
	c, _ := connect(t, options(root), nil)
	for _, test := range []struct {
		call
		want []string
	}{
		{call{"pack", nil}, []string{"<!-- ctxpack bundle 4 -->", "# Shop", "func (c *Cart) Add"}},
		{call{"pack", map[string]any{"task": "where are items put in the cart?", "budget": 400}}, []string{"`cart.go`"}},
		{call{"pack", map[string]any{"paths": []string{"web"}}}, []string{"web/app/[id].ts"}},
		{call{"pack", map[string]any{"paths": "web/app/[id].ts", "budget": "2k"}}, []string{"export function page"}},
		{call{"pack", map[string]any{"paths": []string{"*.md", root + "/cart.go"}}}, []string{"# Shop", "type Cart struct"}},
		{call{"outline", map[string]any{"path": "cart.go"}},
			[]string{"cart.go (15 lines)\n3-6\ttype Cart struct", "\n8-11\tfunc (c *Cart) Add(item string)\n", "13-15\tfunc helper() int\n"}},
		{call{"outline", map[string]any{"path": "go.sum"}}, []string{"go.sum (2 lines, no declarations)\n1\texample.com/a"}},
		{call{"outline", map[string]any{}}, []string{"cart.go (15 lines): Cart, Add\n", "web/app/[id].ts (3 lines): page\n", `odd/name\twith\ttabs.txt`}},
		{call{"outline", map[string]any{"path": "web/app"}}, []string{"web/app/[id].ts (3 lines): page\n"}},
		{call{"read", map[string]any{"what": []string{"helper"}}}, []string{"cart.go:13-15 of 15\n13\tfunc helper() int {\n14\t\treturn 1\n15\t}\n"}},
		{call{"read", map[string]any{"what": "Stock.Add"}}, []string{"stock.go:5-8 of 8\n5\t// Add counts"}},
		{call{"read", map[string]any{"what": "Drawer::make"}}, []string{"till.rs:12-14 of 15\n12\t    pub fn make() -> Drawer {"}},
		{call{"read", map[string]any{"what": "make"}}, []string{"till.rs:4-6", "till.rs:12-14", "make.rs:1-3"}},
		{call{"read", map[string]any{"what": "cart.helper"}}, []string{"cart.go:13-15 of 15\n"}},
		{call{"read", map[string]any{"what": "cart.go:10"}}, []string{"cart.go:8-11 of 15\n8\t// Add puts"}},
		{call{"read", map[string]any{"what": "cart.go:1-2"}}, []string{"cart.go:1-2 of 15\n1\tpackage shop\n2\t\n"}},
		{call{"read", map[string]any{"what": "cart.go:12-900"}}, []string{"cart.go:12-15 of 15\n"}},
		{call{"read", map[string]any{"what": []string{"[id].ts", "file://" + root + "/README.md:3"}}},
			[]string{"web/app/[id].ts:1-3 of 3\n1\texport", "README.md:1-7 of 7\n1\t# Shop"}},
		{call{"read", map[string]any{"what": []string{"ignored/notes.txt", "go.sum:2-2", "empty.txt"}}},
			[]string{"a note that is ignored", "go.sum:2-2 of 2\n2\texample.com/b", "empty.txt is empty\n"}},
		{call{"read", map[string]any{"what": []string{"helpr", "helper"}}}, []string{"no file declares helpr; did you mean helper?\n", "13\tfunc helper"}},
		{call{"read", map[string]any{"what": []string{"HELPER", "item", "helper"}}},
			[]string{"no file declares HELPER; did you mean helper?\n", "no file declares item; did you mean Item0, Item1, Item2?\n"}},
		{call{"search", map[string]any{"query": "put in the cart"}}, []string{"cart.go:3 Cart in 2000\n"}},
		{call{"search", map[string]any{"query": "/return 1$/", "limit": 300}}, []string{"cart.go:13 helper in 300\n"}},
		{call{"uses", map[string]any{"name": "Cart.Add"}}, []string{"uses of cart.go, 0 callees, \"\" in 2000\n"}},
		{call{"uses", map[string]any{"name": "cart.go:9", "mode": "impact", "limit": "1k"}}, []string{"uses of cart.go, 0 callees, \"impact\" in 1000\n"}},
		{call{"explain", map[string]any{"path": "cart.go", "budget": 4000}}, []string{"cart.go of ", " files at 4000"}},
		{call{"explain", map[string]any{"path": "[id].ts"}}, []string{"[id].ts of ", " files at 8000"}},
	} {
		got, isError := c.call(test.tool, test.arguments)
		if isError {
			t.Errorf("%v: error: %s", test.call, got)
		}
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%v: %q is not in\n%s", test.call, want, got)
			}
		}
	}
	if got, _ := c.call("outline", nil); !strings.HasPrefix(got, "README.md (7 lines)") || strings.Index(got, "stock.go") > strings.Index(got, ".gitignore") {
		t.Errorf("what matters most is not first:\n%s", got)
	}
	if got, _ := c.call("read", map[string]any{"what": "Drawer::make"}); strings.Count(got, "fn make") != 1 {
		t.Errorf("not only the declaration of the type that was named:\n%s", got)
	}
	if got, _ := c.call("read", map[string]any{"what": "Add"}); !strings.Contains(got, "cart.go:8-11") || !strings.Contains(got, "stock.go:5-8") {
		t.Errorf("not both declarations of a name:\n%s", got)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	outside := tree(t, map[string]string{"secret.txt": "outside\n"})
	root := tree(t, shop())
	if err := os.Symlink(filepath.Join(outside, "secret.txt"), filepath.Join(root, "link.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(root, "away")); err != nil {
		t.Fatal(err)
	}
	c, _ := connect(t, options(root), nil)
	for _, test := range []struct {
		call
		want string
	}{
		{call{"pack", map[string]any{"buget": 1}}, `pack takes no "buget": did you mean budget?`},
		{call{"pack", map[string]any{"redact": false}}, `pack takes no "redact", but task, paths, budget, limit, cursor`},
		{call{"pack", map[string]any{"budget": -1}}, "budget: want a token count from 1"},
		{call{"pack", map[string]any{"budget": []int{1}}}, "budget: want a token count from 1"},
		{call{"pack", map[string]any{"task": 3}}, "task cannot be a JSON number"},
		{call{"pack", map[string]any{"task": "?!"}}, "task: it has no word to search for"},
		{call{"pack", map[string]any{"limit": 20}}, "limit: an answer has at least 200 tokens"},
		{call{"pack", map[string]any{"budget": 1}}, "too small"},
		{call{"pack", map[string]any{"paths": "nowhere"}}, "nowhere: there is no such file or folder"},
		{call{"pack", map[string]any{"paths": "*.nothing"}}, "nothing to read"},
		{call{"pack", map[string]any{"paths": "logo.png"}}, "nothing to read"},
		{call{"pack", map[string]any{"paths": "[x"}}, "compile glob"},
		{call{"pack", map[string]any{"cursor": "7"}}, `the cursor "7" has expired`},
		{call{"outline", map[string]any{"path": "../"}}, "../ is outside of the folders that are allowed: " + root},
		{call{"outline", map[string]any{"path": outside}}, "is outside of the folders that are allowed"},
		{call{"outline", map[string]any{"path": "away"}}, "away is outside of the folders that are allowed"},
		{call{"outline", map[string]any{"path": "a\x00b"}}, "outside of the folders"},
		{call{"read", map[string]any{"what": "link.txt"}}, "link.txt is outside of the folders that are allowed"},
		{call{"read", map[string]any{"what": "away/secret.txt"}}, "away/secret.txt is outside of the folders that are allowed"},
		{call{"read", map[string]any{"what": "/etc/passwd"}}, "/etc/passwd is outside of the folders that are allowed"},
		{call{"read", map[string]any{"what": "file:///etc/passwd"}}, "outside of the folders that are allowed"},
		{call{"read", map[string]any{"what": ".git/config"}}, ".git/config is git's own"},
		{call{"read", map[string]any{"what": "logo.png"}}, "logo.png is not read: image, sound or video"},
		{call{"read", map[string]any{"what": "cart.go:16"}}, "cart.go has 15 lines"},
		{call{"read", map[string]any{"what": "cart.go:9-3"}}, "cart.go: line 3 is before line 9"},
		{call{"read", map[string]any{"what": "card.go"}}, "card.go: there is no such file or folder; did you mean cart.go?"},
		{call{"outline", map[string]any{"path": "wbe"}}, "wbe: there is no such file or folder; did you mean web?"},
		{call{"pack", map[string]any{"paths": []string{"wbe/pages"}}}, "wbe/pages: there is no such file or folder"},
		{call{"pack", map[string]any{"paths": []string{"wbe"}}}, "wbe: there is no such file or folder; did you mean web?"},
		{call{"read", map[string]any{"what": "Stock.helper"}},
			"Stock.helper: there is no such file or folder; helper is declared, and not in Stock:\ncart.go:13-15\tfunc helper() int\n"},
		{call{"read", map[string]any{"what": "Cart.helpre"}}, "no file declares helpre; did you mean helper?"},
		{call{"read", map[string]any{"what": "carts.app"}}, "carts.app: there is no such file or folder"},
		{call{"read", map[string]any{"what": "nothing"}}, "no file declares nothing"},
		{call{"read", map[string]any{"what": ""}}, "read needs what"},
		{call{"read", nil}, "read needs what"},
		{call{"read", map[string]any{"what": []string{""}}}, "what: there is an empty name"},
		{call{"read", map[string]any{"what": "::"}}, "is no name"},
		{call{"read", map[string]any{"what": slices.Repeat([]string{"a"}, 33)}}, "what: at most 32 at once"},
		{call{"search", nil}, "search needs query"},
		{call{"search", map[string]any{"query": "/(/"}}, "query: read the regular expression"},
		{call{"uses", map[string]any{"name": "Cart.Ad"}}, "Cart.Ad is declared nowhere in"},
		{call{"uses", map[string]any{"name": "helpr"}}, "did you mean helper?"},
		{call{"uses", map[string]any{"name": "Add", "mode": "who"}}, `mode: want uses, callees, impact or unused, not "who"`},
		{call{"explain", map[string]any{"path": "web"}}, "web is a folder: name a file"},
		{call{"explain", map[string]any{"path": "nothing.go"}}, "nothing.go: there is no such file or folder"},
		{call{"explain", nil}, "explain needs path"},
	} {
		got, isError := c.call(test.tool, test.arguments)
		if !isError || !strings.Contains(got, test.want) {
			t.Errorf("%v: got %q, error %t, want %q", test.call, got, isError, test.want)
		}
	}
	if _, err := c.session.CallTool(context.Background(), &sdk.CallToolParams{Name: "write"}); err == nil {
		t.Error("a tool that does not exist answers")
	}
}

// TestEmpty: a rule that leaves out everything is named in every answer.
func TestEmpty(t *testing.T) {
	t.Parallel()
	root := tree(t, map[string]string{".gitignore": "*.o\n/*\n", "src/a.go": "package a\n\nfunc Total() {}\n"})
	c, _ := connect(t, options(root), nil)
	for _, call := range []call{
		{"pack", nil}, {"search", map[string]any{"query": "Total"}}, {"uses", map[string]any{"name": "Total"}}, {"outline", nil},
		{"uses", map[string]any{"name": ".", "mode": "unused"}}, {"read", map[string]any{"what": "Total"}},
	} {
		got, isError := c.call(call.tool, call.arguments)
		if !isError || !strings.Contains(got, "(.gitignore:2: /*); ignored folders are read if you name them") {
			t.Errorf("%v: %s", call, got)
		}
	}
	if got, _ := c.call("read", map[string]any{"what": "src/a.go"}); !strings.Contains(got, "func Total") {
		t.Error("an ignored file is not read by its path:", got)
	}
}

// TestLimits: no answer has more tokens than its limit, and cursors lead through all of
// it.
func TestLimits(t *testing.T) {
	t.Parallel()
	counter, err := tokens.New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	c, _ := connect(t, options(tree(t, shop())), nil)
	trailer := regexp.MustCompile(`\n?\[cursor (\d+): \d+ more lines\]\n$`)
	for _, test := range []call{
		{"pack", map[string]any{"budget": 6000}},
		{"outline", map[string]any{"path": "items.go"}},
		{"outline", map[string]any{}},
		{"read", map[string]any{"what": []string{"items.go", "cart.go", "Add"}}},
		{"read", map[string]any{"what": []string{"web/line.js"}}},
	} {
		test.arguments["limit"] = 200_000
		whole, _ := c.call(test.tool, test.arguments)
		for _, limit := range []int{200, 201, 257, 1000, 4000} {
			if test.tool == "pack" {
				limit += 100 // for the head of a part
			}
			var all strings.Builder
			arguments := map[string]any{"limit": limit}
			for name, value := range test.arguments {
				if name != "limit" {
					arguments[name] = value
				}
			}
			for pages := 0; ; pages++ {
				page, isError := c.call(test.tool, arguments)
				if isError {
					t.Fatalf("%v: %s", arguments, page)
				}
				if n := counter.Count(page); n > limit {
					t.Errorf("%s %v: %d tokens, more than %d", test.tool, arguments, n, limit)
				}
				m := trailer.FindStringSubmatch(page)
				all.WriteString(trailer.ReplaceAllString(page, "\n"))
				if m == nil {
					break
				}
				if pages > 400 {
					t.Fatalf("%v: no end", arguments)
				}
				arguments = map[string]any{"cursor": m[1], "limit": limit}
			}
			letters := func(text string) string { return strings.ReplaceAll(text, "\n", "") }
			if test.tool != "pack" && letters(all.String()) != letters(whole) {
				t.Errorf("%s %v: the pages are not the whole", test.tool, test.arguments)
			}
		}
	}
	// A cursor may be asked for again.
	first, _ := c.call("outline", map[string]any{"path": "items.go", "limit": 300})
	cursor := trailer.FindStringSubmatch(first)[1]
	second, _ := c.call("outline", map[string]any{"cursor": cursor, "limit": 300})
	again, _ := c.call("outline", map[string]any{"cursor": cursor, "limit": 300})
	if trailer.ReplaceAllString(second, "") != trailer.ReplaceAllString(again, "") {
		t.Error("the same cursor gives something else")
	}
}

// TestRoots: the client's roots hold, as they are at each call.
func TestRoots(t *testing.T) {
	t.Parallel()
	root, other := tree(t, shop()), tree(t, map[string]string{"other.go": "package other\n\nfunc Other() {}\n"})
	c, lib := connect(t, options(), []string{root})
	if got, isError := c.call("read", map[string]any{"what": "helper"}); isError {
		t.Error(got)
	}
	if got, isError := c.call("read", map[string]any{"what": filepath.Join(other, "other.go")}); !isError || !strings.Contains(got, "outside") {
		t.Errorf("what the client did not open is read: %s", got)
	}
	lib.AddRoots(&sdk.Root{URI: "file://" + other})
	for _, what := range []string{"helper", "Other", filepath.Join(other, "other.go"), "cart.go"} {
		if got, isError := c.call("read", map[string]any{"what": what}); isError {
			t.Errorf("with both roots: %s", got)
		}
	}
	// Shown names can be asked for.
	listing, _ := c.call("outline", nil)
	name, _, ok := strings.Cut(listing[strings.Index(listing, "other.go")-len(filepath.Base(other))-1:], " (")
	if got, isError := c.call("read", map[string]any{"what": name}); !ok || isError {
		t.Errorf("%s of the listing: %s", name, got)
	}
	lib.RemoveRoots("file://"+root, "file://"+other)
	if got, isError := c.call("pack", nil); !isError || !strings.Contains(got, "the client allows no folder") {
		t.Errorf("without a root: %s", got)
	}
}

// TestRootsTogether: with several roots, search and uses are of all of them, and of no
// other folder; paths say which root a file is in, and can be asked for.
func TestRootsTogether(t *testing.T) {
	t.Parallel()
	root := tree(t, map[string]string{"go.mod": "module m\n", "till.go": "package m\n\nfunc CountCoins() {}\n\nfunc open() { CountCoins() }\n"})
	other := tree(t, map[string]string{"go.mod": "module m\n", "till.go": "package m\n\nfunc CountNotes() {}\n\nfunc open() { CountNotes(); CountNotes() }\n"})
	c, lib := connect(t, options(), []string{root})
	if got, _ := c.call("search", map[string]any{"query": "count"}); !strings.Contains(got, "CountCoins") || strings.Contains(got, "CountNotes") {
		t.Errorf("search in one root: %s", got)
	}
	if got, isError := c.call("uses", map[string]any{"name": "CountNotes"}); !isError {
		t.Errorf("uses of what another folder declares: %s", got)
	}
	lib.AddRoots(&sdk.Root{URI: "file://" + other})
	inRoot, inOther := filepath.Base(root)+"/till.go", filepath.Base(other)+"/till.go"
	for _, query := range []string{"count", "/Count\\w+\\(/"} {
		if got, _ := c.call("search", map[string]any{"query": query}); !strings.Contains(got, inRoot+":3 CountCoins") ||
			!strings.Contains(got, inOther+":3 CountNotes") {
			t.Errorf("search of %q in both roots: %s", query, got)
		}
	}
	for _, test := range []struct{ name, want string }{
		{"CountCoins", "1 uses of " + inRoot}, {"CountNotes", "1 uses of " + inOther}, {inOther + ":3", "1 uses of " + inOther},
	} {
		if got, isError := c.call("uses", map[string]any{"name": test.name}); isError || !strings.Contains(got, test.want) {
			t.Errorf("uses of %s in both roots: %s", test.name, got)
		}
	}
	lib.RemoveRoots("file://" + root)
	if got, isError := c.call("uses", map[string]any{"name": "CountCoins"}); !isError {
		t.Errorf("uses of what a root declares that is no more: %s", got)
	}
}

// TestNow: answers are of the files as they are.
func TestNow(t *testing.T) {
	t.Parallel()
	root := tree(t, shop())
	o := options(root)
	o.Cache = t.TempDir()
	c, _ := connect(t, o, nil)
	for n := range 3 {
		write(t, root, map[string]string{"cart.go": fmt.Sprintf("package shop\n\nfunc Version%d() {}\n", n)})
		for _, test := range []call{
			{"pack", map[string]any{"paths": "cart.go"}}, {"outline", map[string]any{"path": "cart.go"}}, {"read", map[string]any{"what": fmt.Sprint("Version", n)}},
		} {
			if got, _ := c.call(test.tool, test.arguments); !strings.Contains(got, fmt.Sprintf("func Version%d()", n)) {
				t.Errorf("%v: got %s", test, got)
			}
		}
	}
}

// TestSecrets: they are taken out of all answers, and of texts by values that are in
// other files.
func TestSecrets(t *testing.T) {
	t.Parallel()
	kind := redacttest.Tokens()[0]
	secret := kind.Make(1)
	root := tree(t, map[string]string{
		"a.py": "def connect():\n    token = \"" + secret + "\"\n    return token\n", "b.txt": "it is " + secret + " again\n",
		".gitignore": "c.txt\n", "c.txt": "hidden " + secret + "\n", "names.py": "def f(key=\"" + secret + "\"):\n    pass\n",
	})
	c, _ := connect(t, options(root), nil)
	redacted := 0
	for _, test := range []call{
		{"pack", nil},
		{"pack", map[string]any{"task": secret}},
		{"search", map[string]any{"query": "connect"}},
		{"search", map[string]any{"query": "/" + secret[:10] + "/"}},
		{"uses", map[string]any{"name": "connect"}},
		{"outline", map[string]any{"path": "names.py"}},
		{"outline", nil},
		{"read", map[string]any{"what": []string{"connect", "b.txt", "c.txt", "f"}}},
		{"read", map[string]any{"what": "c.txt:1"}},
	} {
		got, _ := c.call(test.tool, test.arguments)
		if strings.Contains(got, secret) {
			t.Errorf("%v: a secret is let out:\n%s", test, got)
		}
		redacted += strings.Count(got, "[redacted: "+kind.Rule)
	}
	if redacted < 5 {
		t.Errorf("%d placeholders", redacted)
	}
}

// TestFolders: which folder is read, of those that the command line, the client and the
// environment name.
func TestFolders(t *testing.T) {
	t.Parallel()
	root, other := tree(t, shop()), tree(t, map[string]string{"other.go": "package other\n\nfunc Other() {}\n"})
	home, err := os.UserHomeDir()
	if err != nil {
		t.Skip(err)
	}
	for name, test := range map[string]struct {
		folders, roots []string
		env            map[string]string
		want           string
	}{
		"the command line goes first":  {folders: []string{other}, roots: []string{root}, want: "other.go"},
		"roots":                        {roots: []string{other}, want: "other.go"},
		"roots before the environment": {roots: []string{other}, env: map[string]string{"CLAUDE_PROJECT_DIR": root}, want: "other.go"},
		"Claude Code":                  {env: map[string]string{"CLAUDE_PROJECT_DIR": other}, want: "other.go"},
		"Cursor":                       {env: map[string]string{"WORKSPACE_FOLDER_PATHS": other + "," + root, "CLAUDE_PROJECT_DIR": home}, want: "cart.go"},
		"a root that is no folder":     {roots: []string{filepath.Join(root, "nowhere")}, env: map[string]string{"WORKSPACE_FOLDER_PATHS": other}, want: "other.go"},
		"the user's folder":            {folders: []string{home}, want: "is no project: name the folder of one"},
		"the disk":                     {folders: []string{filepath.VolumeName(home) + string(filepath.Separator)}, want: "is no project: name the folder of one"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(test.folders...)
			o.Getenv = func(name string) string { return test.env[name] }
			c, _ := connect(t, o, test.roots)
			if got, _ := c.call("outline", nil); !strings.Contains(got, test.want) {
				t.Errorf("%s\nwant %s", got, test.want)
			}
		})
	}
}

// A client that says that it has roots and does not know the question is one without.
func TestRootsUnknown(t *testing.T) {
	t.Parallel()
	o := options()
	folder := tree(t, shop())
	o.Getenv = func(string) string { return folder }
	r := startRaw(t, o)
	r.send(withRoots)
	r.line()
	r.send(initialized, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"outline"}}`)
	var asked struct{ ID json.RawMessage }
	if err := json.Unmarshal([]byte(r.line()), &asked); err != nil {
		t.Fatal(err)
	}
	r.send(`{"jsonrpc":"2.0","id":` + string(asked.ID) + `,"error":{"code":-32601,"message":"method not found"}}`)
	if got := r.line(); !strings.Contains(got, "cart.go") {
		t.Error(got)
	}
	_ = r.in.Close()
}
