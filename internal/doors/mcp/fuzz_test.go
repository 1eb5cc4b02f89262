package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ctxpack/internal/doors/config"
	"ctxpack/internal/doors/mcp"
	"ctxpack/internal/text/tokens"
)

// FuzzMessages sends lines to a server. It does not fail or hang, all that it says are
// messages on a line each, and each call is answered.
func FuzzMessages(f *testing.F) {
	for _, seed := range []string{
		initialize + "\n" + initialized + "\n" +
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"what":["helper","cart.go:3"],"limit":"200"}}}`,
		withRoots + "\n" + `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"pack","arguments":{"budget":400}}}` + "\n" +
			`{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///"}]}}`,
		initialize + "\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"outline","arguments":{"path":"../..","cursor":null}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
			`"io.modelcontextprotocol/clientInfo":{"name":"n","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"roots":{}}},"name":"pack",` +
			`"inputResponses":{"roots":{"roots":[null,{}]}}}}`,
		`{"jsonrpc":"2.0","id":4,"method":"server/discover"}` + "\n" + `{"jsonrpc":"2.0","id":5,"method":"subscriptions/listen"}` + "\n" +
			`{"jsonrpc":"2.0","id":6,"method":"logging/setLevel","params":{"level":"debug"}}`,
		"[" + initialize + `,{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"x"}},7,null]` + "\n\n{\n}\nnull\n\"\"\n{\"id\":{}}",
		initialize + "\n" + initialize + "\n" + strings.Repeat(`{"jsonrpc":"2.0","id":8,"method":"ping"}`+"\n", 3) +
			`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"explain","arguments":{"path":"cart.go","task":"` + "\\u0000" + `"}}}`,
	} {
		f.Add(seed)
	}
	root := tree(f, map[string]string{"cart.go": shop()["cart.go"], "README.md": "# Shop\n"})
	f.Fuzz(func(t *testing.T, input string) {
		o := options(root)
		settings := o.Settings
		o.Settings = func(folder string) (config.Config, *tokens.Counter, error) {
			if folder != root { // not all of the machine's files
				return config.Config{}, nil, errors.New("another root")
			}
			return settings(folder)
		}
		var out bytes.Buffer
		if err := mcp.Serve(context.Background(), strings.NewReader(input), &out, o); err != nil {
			t.Fatalf("the server ends with %v", err)
		}
		answers := map[string]int{}
		for line := range strings.Lines(out.String()) {
			var m struct {
				Version string          `json:"jsonrpc"`
				ID      json.RawMessage `json:"id"`
				Method  string          `json:"method"`
				Result  json.RawMessage `json:"result"`
				Error   json.RawMessage `json:"error"`
			}
			if err := json.Unmarshal([]byte(line), &m); err != nil || m.Version != "2.0" {
				t.Fatalf("%v: %q is no message", err, line)
			}
			if m.Method == "" {
				answers[string(m.ID)]++
				if (m.Result == nil) == (m.Error == nil) {
					t.Errorf("%q is no answer", line)
				}
			}
		}
		for id := range calls(input) {
			if answers[id] == 0 {
				t.Errorf("the call %s is not answered; the answers are %v", id, answers)
			}
		}
	})
}

// calls are the ids of calls in an input that is nothing else, and that nobody cancels.
func calls(input string) map[string]bool {
	ids := map[string]bool{}
	for line := range strings.Lines(input) {
		var m struct {
			Version, Method string
			ID              *int
			Params          json.RawMessage
		}
		exact := map[string]json.RawMessage{}
		if json.Unmarshal([]byte(line), &m) != nil || json.Unmarshal([]byte(line), &exact) != nil {
			continue
		}
		if strings.HasPrefix(m.Method, "notifications/") {
			return nil
		}
		one, _ := json.Marshal(m.ID)
		if m.Method == "tools/call" && m.ID != nil && string(exact["jsonrpc"]) == `"2.0"` && string(exact["method"]) == `"tools/call"` &&
			string(exact["id"]) == string(one) {
			ids[string(one)] = true
		}
	}
	return ids
}
