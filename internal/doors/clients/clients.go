// Package clients knows the settings files of clients of the Model Context Protocol, and adds and
// removes a server in them.
//
// It edits only the server's entry: comments, order and white space elsewhere stay unchanged. It
// refuses an invalid text with the position of the error. It does not read or write files.
//
// All functions are pure and safe for concurrent use.
package clients

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/internal/text/pattern"
)

// Server is the name of ctxpack in settings.
const Server = "ctxpack"

// System describes the system, on which the paths of settings depend.
type System struct {
	OS   string // as in runtime.GOOS
	Home string
	Get  func(variable string) string // reads the environment
}

// Client is a program that ctxpack can be set up for.
type Client struct {
	Name, Title string
	// Settings is the path of the user's settings, Skills the folder of skills, "" for a client without a known one.
	Settings, Skills string

	format format
}

// format describes how a client's settings define servers.
type format struct {
	toml    bool
	servers string // name of the object, or table, of servers
	typed   bool   // a server needs the type stdio
	loose   bool   // comments and trailing commas are allowed
	list    bool   // the command is a list with its arguments, and the type is local
	more    string // further required members of a server
	folder  string // variable of the open folder, passed as an argument; "" for none
}

// All returns the clients, sorted by name.
func All(s System) []Client {
	home := func(names ...string) string { return filepath.Join(append([]string{s.Home}, names...)...) }
	or := func(variable, otherwise string) string {
		if value := s.Get(variable); value != "" {
			return value
		}
		return otherwise
	}
	claude, claudeFolder := home(".claude.json"), home(".claude")
	if folder := s.Get("CLAUDE_CONFIG_DIR"); folder != "" {
		claude, claudeFolder = filepath.Join(folder, ".claude.json"), folder
	}
	code, zed := filepath.Join(or("XDG_CONFIG_HOME", home(".config")), "Code"), filepath.Join(or("XDG_CONFIG_HOME", home(".config")), "zed")
	switch s.OS {
	case "darwin":
		code, zed = home("Library", "Application Support", "Code"), home(".config", "zed")
	case "windows":
		roaming := or("APPDATA", home("AppData", "Roaming"))
		code, zed = filepath.Join(roaming, "Code"), filepath.Join(roaming, "Zed")
	}
	all := []Client{
		{"claude", "Claude Code", claude, filepath.Join(claudeFolder, "skills"), format{servers: "mcpServers", typed: true}},
		{"antigravity", "Antigravity", home(".gemini", "antigravity", "mcp_config.json"), "", format{servers: "mcpServers", loose: true}},
		{"cline", "Cline", filepath.Join(code, "User", "globalStorage", "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json"), "",
			format{servers: "mcpServers"}},
		{"codex", "Codex", filepath.Join(or("CODEX_HOME", home(".codex")), "config.toml"), "", format{toml: true, servers: "mcp_servers"}},
		{"copilot", "GitHub Copilot CLI", filepath.Join(or("XDG_CONFIG_HOME", home(".copilot")), "mcp-config.json"), "", format{servers: "mcpServers", typed: true, more: `, "tools": ["*"]`}},
		{"cursor", "Cursor", home(".cursor", "mcp.json"), "", format{servers: "mcpServers", loose: true, folder: "${workspaceFolder}"}},
		{"gemini", "Gemini CLI", home(".gemini", "settings.json"), "", format{servers: "mcpServers", loose: true}},
		{"junie", "Junie", home(".junie", "mcp", "mcp.json"), "", format{servers: "mcpServers"}},
		{"kiro", "Kiro", home(".kiro", "settings", "mcp.json"), "", format{servers: "mcpServers"}},
		{"opencode", "opencode", filepath.Join(or("XDG_CONFIG_HOME", home(".config")), "opencode", "opencode.json"), "", format{servers: "mcp", list: true, loose: true}},
		{"vscode", "VS Code", filepath.Join(code, "User", "mcp.json"), "", format{servers: "servers", typed: true, loose: true}},
		{"windsurf", "Windsurf", home(".codeium", "windsurf", "mcp_config.json"), "", format{servers: "mcpServers"}},
		{"zed", "Zed", filepath.Join(zed, "settings.json"), "", format{servers: "context_servers", loose: true}},
	}
	slices.SortFunc(all, func(a, b Client) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Named returns the client with a name.
func Named(name string, s System) (Client, bool) {
	all := All(s)
	i := slices.IndexFunc(all, func(c Client) bool { return c.Name == name })
	if i < 0 {
		return Client{}, false
	}
	return all[i], true
}

// errOther reports settings that define the server in a form that is not edited.
var errOther = errors.New("the entry for " + Server + " has a form that ctxpack does not change: edit it by hand")

// Add returns settings with the server, started by command; unchanged if they already have it. ""
// means that there are no settings yet.
func (c Client) Add(settings, command string) (string, error) {
	if c.format.toml {
		return addTOML(settings, c.format, command)
	}
	return addJSON(settings, c.format, command)
}

// Remove returns settings without the server; unchanged if they do not have it.
func (c Client) Remove(settings string) (string, error) {
	if c.format.toml {
		return removeTOML(settings, c.format)
	}
	return removeJSON(settings, c.format)
}

// commandLine matches the command and the arguments of a server.
var commandLine = pattern.Of(`\b(command|args)"?\s*[:=]\s*(\[[^\]]*\]|"(?:[^"\\]|\\.)*")`)

// Command returns the command with arguments that settings start the server with; nil if they do not.
func (c Client) Command(settings string) (command []string) {
	without, err := c.Remove(settings)
	from := 0
	for from < min(len(without), len(settings)) && without[from] == settings[from] {
		from++
	}
	if err != nil || from == len(settings) {
		return nil
	}
	from = max(from-1, 0) // the opening quote may be the previous match's closing one
	for _, m := range commandLine().FindAllStringSubmatch(settings[from:min(len(settings), from+2+len(settings)-len(without))], -1) {
		var words []string
		if json.Unmarshal([]byte(m[2]), &words) != nil {
			words = make([]string, 1)
			_ = json.Unmarshal([]byte(m[2]), &words[0]) // on failure the word stays empty
		}
		if m[1] == "command" {
			command = append(words, command...)
		} else {
			command = append(command, words...)
		}
	}
	return command
}
