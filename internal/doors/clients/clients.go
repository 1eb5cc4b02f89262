// Package clients knows where clients of the Model Context Protocol keep their settings, and
// how a server is put among them and taken out again.
//
// Texts are edited where the server is, and nowhere else: comments, order and white
// space of all else stay as they are. A text that is not what the client takes is refused
// with the place of the error. Nothing here reads or writes files.
//
// All functions are pure and safe for concurrent use.
package clients

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Server is the name under which ctxpack is in settings.
const Server = "ctxpack"

// System is what the places of settings depend on.
type System struct {
	OS   string // as runtime.GOOS has it
	Home string
	Get  func(variable string) string // of the environment
}

// Client is one that ctxpack can be set up for.
type Client struct {
	Name, Title string
	// Settings is the path of the user's settings, Skills the folder of skills, "" for a
	// client that has none or is not known to.
	Settings, Skills string

	format format
}

// format is how a client writes servers down.
type format struct {
	toml    bool
	servers string // the name of the object, or table, of servers
	typed   bool   // a server says that it is of the type stdio
	loose   bool   // comments and trailing commas are taken
	list    bool   // the command is a list with its arguments, and the type is local
	more    string // members that a server has to have
	folder  string // the variable of the open folder, which is an argument; "" for none
}

// All returns the clients in the order of their names.
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

// Named returns the client of a name.
func Named(name string, s System) (Client, bool) {
	all := All(s)
	i := slices.IndexFunc(all, func(c Client) bool { return c.Name == name })
	if i < 0 {
		return Client{}, false
	}
	return all[i], true
}

// errOther says that settings have the server in a way that is not edited.
var errOther = errors.New("what it has of " + Server + " is written in a way that is not changed here: edit it by hand")

// Add returns settings with the server, which command starts; the same text if they have it.
// "" are settings that are not there yet.
func (c Client) Add(settings, command string) (string, error) {
	if c.format.toml {
		return addTOML(settings, c.format, command)
	}
	return addJSON(settings, c.format, command)
}

// Remove returns settings without the server; the same text if they do not have it.
func (c Client) Remove(settings string) (string, error) {
	if c.format.toml {
		return removeTOML(settings, c.format)
	}
	return removeJSON(settings, c.format)
}

// commandLine matches the command and the arguments of a server.
var commandLine = regexp.MustCompile(`\b(command|args)"?\s*[:=]\s*(\[[^\]]*\]|"(?:[^"\\]|\\.)*")`)

// Command is the command, with its arguments, by which settings start the server; nil if they do not.
func (c Client) Command(settings string) (command []string) {
	without, err := c.Remove(settings)
	from := 0
	for from < min(len(without), len(settings)) && without[from] == settings[from] {
		from++
	}
	if err != nil || from == len(settings) {
		return nil
	}
	from = max(from-1, 0) // the quote before its name may be that of another
	for _, m := range commandLine.FindAllStringSubmatch(settings[from:min(len(settings), from+2+len(settings)-len(without))], -1) {
		var words []string
		if json.Unmarshal([]byte(m[2]), &words) != nil {
			words = make([]string, 1)
			_ = json.Unmarshal([]byte(m[2]), &words[0]) // anything else is empty
		}
		if m[1] == "command" {
			command = append(words, command...)
		} else {
			command = append(command, words...)
		}
	}
	return command
}
