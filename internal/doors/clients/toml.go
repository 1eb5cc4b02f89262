package clients

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"ctxpack/internal/text/pattern"
)

// table is a parsed TOML document.
type table map[string]any

func parseTOML(text string) (table, error) {
	var t map[string]any
	err := toml.Unmarshal([]byte(strings.TrimPrefix(text, "\uFEFF")), &t)
	if bad, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := bad.Position()
		return nil, fmt.Errorf("line %d, column %d: %s", line, column, strings.TrimPrefix(bad.Error(), "toml: "))
	}
	return t, err
}

// server removes the server from a parsed document.
func (t table) server(f format) (server any, there bool) {
	servers, _ := t[f.servers].(map[string]any)
	server, there = servers[Server]
	delete(servers, Server)
	if len(servers) == 0 {
		delete(t, f.servers)
	}
	return server, there
}

// header matches the line that begins the server's table, or a table within it.
var header = pattern.Of(`^\s*\[\s*(?:mcp_servers|"mcp_servers")\s*\.\s*(?:` + Server + `|"` + Server + `")\s*(\.[^\]]*)?\]\s*(?:#.*)?$`)

func addTOML(text string, f format, command string) (string, error) {
	before, err := parseTOML(text)
	if err != nil {
		return "", err
	}
	block := fmt.Sprintf("[%s.%s]\ncommand = %s\nargs = [\"mcp\"]\n", f.servers, Server, strconv.Quote(command))
	wanted := map[string]any{"command": command, "args": []any{"mcp"}}
	server, there := before.server(f)
	next := text
	switch known, _ := server.(map[string]any); {
	case there && known["command"] == command && reflect.DeepEqual(known["args"], wanted["args"]):
		return text, nil
	case there:
		next = replaceTable(text, block)
	default:
		if next != "" && !strings.HasSuffix(next, "\n") {
			next += "\n"
		}
		if next != "" {
			next += "\n"
		}
		next += block
	}
	return next, verify(next, f, before, wanted)
}

func removeTOML(text string, f format) (string, error) {
	before, err := parseTOML(text)
	if err != nil {
		return "", err
	}
	if _, there := before.server(f); !there {
		return text, nil
	}
	next := replaceTable(text, "")
	return next, verify(next, f, before, nil)
}

// replaceTable replaces the server's table and the tables within it with a block; without a block,
// it also removes an empty line before the table. Comments after the table stay.
func replaceTable(text, block string) string {
	var out, held []string // lines of the table, unless another table follows
	inside := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case header().MatchString(strings.TrimRight(line, "\r\n")):
			if removes := !inside && block == ""; removes && len(out) > 0 && strings.TrimSpace(out[len(out)-1]) == "" {
				out = out[:len(out)-1]
			}
			inside, held = true, nil
			out = append(out, block)
			block = ""
		case inside && strings.HasPrefix(trimmed, "["):
			inside = false
			out = append(append(out, held...), line)
		case inside && (trimmed == "" || strings.HasPrefix(trimmed, "#")):
			held = append(held, line)
		case inside:
			held = nil
		default:
			out = append(out, line)
		}
	}
	if inside {
		out = append(out, held...)
	}
	return strings.Join(out, "")
}

// verify checks that a text has the wanted server and is otherwise equivalent.
func verify(text string, f format, before table, wanted map[string]any) error {
	after, err := parseTOML(text)
	if err != nil {
		return errOther
	}
	server, there := after.server(f)
	isWanted := there == (wanted != nil) && (!there || reflect.DeepEqual(server, any(wanted)))
	if keepsRest := len(before)+len(after) == 0 || reflect.DeepEqual(map[string]any(before), map[string]any(after)); !isWanted || !keepsRest {
		return errOther
	}
	return nil
}
