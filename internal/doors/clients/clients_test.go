package clients_test

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ctxpack/internal/doors/clients"
	"ctxpack/internal/text/jsondoc"
)

func system(os string, variables ...string) clients.System {
	return clients.System{OS: os, Home: "/user", Get: func(name string) string {
		for i := 0; i < len(variables); i += 2 {
			if variables[i] == name {
				return variables[i+1]
			}
		}
		return ""
	}}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		system       clients.System
		client, want string
	}{
		{system("linux"), "claude", "/user/.claude.json"},
		{system("linux", "CLAUDE_CONFIG_DIR", "/c"), "claude", "/c/.claude.json"},
		{system("linux"), "codex", "/user/.codex/config.toml"},
		{system("linux", "CODEX_HOME", "/x"), "codex", "/x/config.toml"},
		{system("linux"), "cursor", "/user/.cursor/mcp.json"},
		{system("linux"), "antigravity", "/user/.gemini/antigravity/mcp_config.json"},
		{system("darwin"), "cline", "/user/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"},
		{system("linux"), "copilot", "/user/.copilot/mcp-config.json"},
		{system("linux"), "junie", "/user/.junie/mcp/mcp.json"},
		{system("linux"), "kiro", "/user/.kiro/settings/mcp.json"},
		{system("linux"), "opencode", "/user/.config/opencode/opencode.json"},
		{system("windows"), "windsurf", "/user/.codeium/windsurf/mcp_config.json"},
		{system("linux"), "gemini", "/user/.gemini/settings.json"},
		{system("linux"), "vscode", "/user/.config/Code/User/mcp.json"},
		{system("darwin"), "vscode", "/user/Library/Application Support/Code/User/mcp.json"},
		{system("windows", "APPDATA", "/a"), "vscode", "/a/Code/User/mcp.json"},
		{system("linux", "XDG_CONFIG_HOME", "/x"), "zed", "/x/zed/settings.json"},
		{system("darwin"), "zed", "/user/.config/zed/settings.json"},
	} {
		c, ok := clients.Named(test.client, test.system)
		if !ok || filepath.ToSlash(c.Settings) != test.want {
			t.Errorf("%s on %s: %s, want %s", test.client, test.system.OS, c.Settings, test.want)
		}
	}
	if _, ok := clients.Named("emacs", system("linux")); ok {
		t.Error("there is a client that nobody wrote")
	}
}

const entry = `"ctxpack": {"command": "ctxpack", "args": ["mcp"]}`

func TestJSON(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "{\n  \"mcpServers\": {\n    " + entry + "\n  }\n}\n"},
		{"empty", "{}", "{\n  \"mcpServers\": {\n    " + entry + "\n  }\n}"},
		{"others", "{\n\t\"a\": [1,  2],\n\t\"mcpServers\": {\n\t\t\"x\": {\"command\": \"y\"}\n\t}\n}\n",
			"{\n\t\"a\": [1,  2],\n\t\"mcpServers\": {\n\t\t\"x\": {\"command\": \"y\"},\n\t\t" + entry + "\n\t}\n}\n"},
		{"comments", "// mine\n{\n    \"a\": 1 // one\n    // end\n}\n",
			"// mine\n{\n    \"a\": 1, // one\n    \"mcpServers\": {\n        " + entry + "\n    }\n    // end\n}\n"},
		{"trailing commas", "{\n  \"mcpServers\": {\n    \"x\": {},\n  },\n}\n", "{\n  \"mcpServers\": {\n    \"x\": {},\n    " + entry + ",\n  },\n}\n"},
		{"one line", `{"mcpServers": {"x": {}}, "z": 0}`, `{"mcpServers": {"x": {}, ` + entry + `}, "z": 0}`},
		{"no server", "{\n  \"mcpServers\": {},\n  \"z\": 0\n}", "{\n  \"mcpServers\": {\n    " + entry + "\n  },\n  \"z\": 0\n}"},
		{"line ends", "{\r\n  \"a\": 1\r\n}\r\n", "{\r\n  \"a\": 1,\n  \"mcpServers\": {\n    " + entry + "\n  }\r\n}\r\n"},
		{"mark", "\uFEFF{\"a\": 1}", "\uFEFF{\"a\": 1, \"mcpServers\": {\n    " + entry + "\n  }}"},
		{"another command", `{"mcpServers": {"ctxpack": {"command": "old"}, "x": 1}}`, `{"mcpServers": {` + entry + `, "x": 1}}`},
		{"known", `{"mcpServers": {"ctxpack": {"args": ["mcp"], "command": "ctxpack", "env": {}}}}`,
			`{"mcpServers": {"ctxpack": {"args": ["mcp"], "command": "ctxpack", "env": {}}}}`},
		{"escaped name", `{"mcpServers": {"ctxp\u0061ck": {"args": ["mcp"], "command": "ctxpack"}}}`,
			`{"mcpServers": {"ctxp\u0061ck": {"args": ["mcp"], "command": "ctxpack"}}}`},
	} {
		c, _ := clients.Named("gemini", system("linux"))
		got, err := c.Add(test.text, "ctxpack")
		if err != nil || got != test.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", test.name, err, got, test.want)
		}
		if again, err := c.Add(got, "ctxpack"); err != nil || again != got {
			t.Errorf("%s: twice gives %v\n%s", test.name, err, again)
		}
		back, err := c.Remove(got)
		if err != nil || strings.Contains(back, `"ctxpack"`) {
			t.Errorf("%s: removed, %v\n%s", test.name, err, back)
		}
		switch test.name {
		case "empty", "others", "comments", "trailing commas", "one line", "mark", "line ends":
			if back != test.text {
				t.Errorf("%s: there and back gives\n%q\nwant\n%q", test.name, back, test.text)
			}
		}
	}
	c, _ := clients.Named("gemini", system("linux"))
	first := "{\n  \"mcpServers\": {\n    " + entry + ", // ours\n    \"x\": {}\n  }\n}\n"
	if back, err := c.Remove(first); err != nil || back != "{\n  \"mcpServers\": { // ours\n    \"x\": {}\n  }\n}\n" {
		t.Errorf("the first of two: %v\n%s", err, back)
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"claude":   "{\n  \"mcpServers\": {\n    \"ctxpack\": {\"type\": \"stdio\", \"command\": \"/a b/\\\"c\", \"args\": [\"mcp\"]}\n  }\n}\n",
		"cursor":   "{\n  \"mcpServers\": {\n    \"ctxpack\": {\"command\": \"/a b/\\\"c\", \"args\": [\"mcp\", \"${workspaceFolder}\"]}\n  }\n}\n",
		"copilot":  "{\n  \"mcpServers\": {\n    \"ctxpack\": {\"type\": \"stdio\", \"command\": \"/a b/\\\"c\", \"args\": [\"mcp\"], \"tools\": [\"*\"]}\n  }\n}\n",
		"opencode": "{\n  \"mcp\": {\n    \"ctxpack\": {\"type\": \"local\", \"command\": [\"/a b/\\\"c\", \"mcp\"], \"enabled\": true}\n  }\n}\n",
		"vscode":   "{\n  \"servers\": {\n    \"ctxpack\": {\"type\": \"stdio\", \"command\": \"/a b/\\\"c\", \"args\": [\"mcp\"]}\n  }\n}\n",
		"zed":      "{\n  \"context_servers\": {\n    \"ctxpack\": {\"command\": \"/a b/\\\"c\", \"args\": [\"mcp\"]}\n  }\n}\n",
		"codex":    "[mcp_servers.ctxpack]\ncommand = \"/a b/\\\"c\"\nargs = [\"mcp\"]\n",
	} {
		c, _ := clients.Named(name, system("linux"))
		if got, err := c.Add("", `/a b/"c`); err != nil || got != want {
			t.Errorf("%s: %v\n%s", name, err, got)
		} else if again, err := c.Add(got, `/a b/"c`); err != nil || again != got {
			t.Errorf("%s twice: %v\n%s", name, err, again)
		}
	}
}

func TestBroken(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ client, text, want string }{
		{"claude", "{\n  \"a\": 1,\n}\n", "line 3, column 1"},
		{"claude", "// no comments\n{}", "line 1, column 1"},
		{"gemini", "{\n  \"a\": }\n", "line 2, column 8"},
		{"gemini", "[]", "object"},
		{"gemini", "{\"mcpServers\": []}", "/mcpServers"},
		{"gemini", "{\"a\": 1, \"a\": 2}", "/a"},
		{"gemini", "\xff{}", "UTF-8"},
		{"codex", "a = 1\nb = = 2\n", "line 2, column 5"},
		{"codex", "mcp_servers = {}\n[mcp_servers.x]\n", "line 2"},
		{"codex", "mcp_servers = {x = {command = \"y\"}}\n", "edit it by hand"},
		{"codex", "[mcp_servers]\nctxpack = {command = \"y\"}\n", "edit it by hand"},
		{"codex", "mcp_servers = 3\n", "edit it by hand"},
	} {
		c, _ := clients.Named(test.client, system("linux"))
		if got, err := c.Add(test.text, "ctxpack"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, %q: error %v, want %q\n%s", test.client, test.text, err, test.want, got)
		}
	}
}

func TestTOML(t *testing.T) {
	t.Parallel()
	const block = "[mcp_servers.ctxpack]\ncommand = \"ctxpack\"\nargs = [\"mcp\"]\n"
	c, _ := clients.Named("codex", system("linux"))
	for _, test := range []struct{ name, text, want, back string }{
		{"nothing", "", block, ""},
		{"others", "# mine\nmodel = 'x'\n\n[mcp_servers.a]\ncommand = \"b\"\n", "# mine\nmodel = 'x'\n\n[mcp_servers.a]\ncommand = \"b\"\n\n" + block,
			"# mine\nmodel = 'x'\n\n[mcp_servers.a]\ncommand = \"b\"\n"},
		{"no line end", "a = 1", "a = 1\n\n" + block, "a = 1\n"},
		{"another command", "[mcp_servers.\"ctxpack\"] # ours\ncommand = 'old'\n[mcp_servers.ctxpack.env]\nA = '1'\n\n# behind\n[z]\nb = 2\n",
			block + "\n# behind\n[z]\nb = 2\n", "\n# behind\n[z]\nb = 2\n"},
		{"known", "[mcp_servers.ctxpack]\nargs = ['mcp']\ncommand = 'ctxpack'\nstartup_timeout_sec = 3\n",
			"[mcp_servers.ctxpack]\nargs = ['mcp']\ncommand = 'ctxpack'\nstartup_timeout_sec = 3\n", ""},
		{"a text like a table", "a = '''\n[mcp_servers.x]\n'''\n", "a = '''\n[mcp_servers.x]\n'''\n\n" + block, "a = '''\n[mcp_servers.x]\n'''\n"},
	} {
		got, err := c.Add(test.text, "ctxpack")
		if err != nil || got != test.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", test.name, err, got, test.want)
		}
		if again, err := c.Add(got, "ctxpack"); err != nil || again != got {
			t.Errorf("%s: twice gives %v\n%s", test.name, err, again)
		}
		if back, err := c.Remove(got); err != nil || back != test.back {
			t.Errorf("%s: removed, %v\n%q\nwant\n%q", test.name, err, back, test.back)
		}
	}
}

// FuzzJSON: an edit keeps all else, and refused settings stay unchanged.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{"{}", "{\"a\": 1, // b\n}", "{\"mcpServers\": {\"x\": {}, /* c */ \"ctxpack\": 1,},}", "\uFEFF{ }",
		"{\"mcpServers\":{\"ctxpack\":{}}}", "// {\n{\"a\":{\n},}//"} {
		f.Add(seed)
	}
	c, _ := clients.Named("zed", system("linux"))
	values := func(t *testing.T, text string) map[string]any {
		v, err := jsondoc.Parse([]byte(text), jsondoc.Options{Loose: true, Comments: true})
		if err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		all := map[string]any{}
		for _, m := range v.Members {
			all[m.Name] = plain(m.Value)
		}
		if servers, ok := all["context_servers"].(map[string]any); ok {
			delete(servers, clients.Server)
			if len(servers) == 0 {
				delete(all, "context_servers")
			}
		}
		return all
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ReplaceAll(text, "mcpServers", "context_servers")
		added, err := c.Add(text, "ctxpack")
		if err != nil || strings.TrimSpace(text) == "" {
			return
		}
		before := values(t, text)
		if after := values(t, added); !reflect.DeepEqual(before, after) {
			t.Errorf("%q becomes %q", text, added)
		}
		removed, err := c.Remove(added)
		if err != nil {
			t.Fatal(err)
		}
		if after := values(t, removed); !reflect.DeepEqual(before, after) {
			t.Errorf("%q becomes %q", added, removed)
		}
	})
}

// plain is a value as encoding/json would have it.
func plain(v *jsondoc.Value) any {
	if v.Kind == jsondoc.Object {
		all := map[string]any{}
		for _, m := range v.Members {
			all[m.Name] = plain(m.Value)
		}
		return all
	}
	return json.RawMessage(v.Raw())
}
