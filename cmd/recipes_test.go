package cmd_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"ctxpack/compressor/messages/providertest"
)

// mock answers as the providers do, and reports what they would refuse.
func mock(t *testing.T) *httptest.Server {
	t.Helper()
	var calls atomic.Int64
	answer := "It is: no quote ends the string, and the caller has to say so."
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var request struct {
			Model     string
			MaxTokens int             `json:"max_tokens"`
			Messages  json.RawMessage `json:"messages"`
			System    json.RawMessage `json:"system"`
		}
		if err == nil {
			err = json.Unmarshal(body, &request)
		}
		if err != nil || request.Model == "" {
			t.Errorf("%s: no request: %v in %s", r.URL, err, body)
			http.Error(w, "bad request", http.StatusBadRequest)
			return
		}
		found := providertest.OwnFields(request.Messages)
		switch r.URL.Path {
		case "/v1/messages":
			found = append(found, providertest.Anthropic(request.Messages)...)
			if request.MaxTokens == 0 || !providertest.UserFirst(request.Messages) || r.Header.Get("x-api-key") == "" {
				t.Errorf("no limit, no key, or the user is not first: %s", body)
			}
			text := answer
			if strings.Contains(string(request.System), "boundary_index") {
				text = "```json\n{\"boundary_index\": null, \"confidence\": 0.2, \"summary\": \"The user asks about End in scan.go; -1 stays.\"}\n```"
			}
			fmt.Fprintf(w, `{"id":"msg","role":"assistant","content":[{"type":"text","text":%s}]}`, quoted(text))
		case "/v1/chat/completions":
			found = append(found, providertest.OpenAI(request.Messages)...)
			fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_%d","type":"function",`+
				`"function":{"name":"run_tests","arguments":"{}"}}]}}]}`, calls.Add(1))
		default:
			t.Errorf("%s", r.URL)
		}
		for _, v := range found {
			t.Errorf("%s: %v in %s", r.URL.Path, v, body)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// TestRecipes runs the commands of docs/recipes.md in one shell, and compares what they
// print.
func TestRecipes(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"sh", "jq", "git", "sed"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("there is no " + tool)
		}
	}
	checkExamples(t, "recipes.md", 9)
}

// TestConversationRecipes runs those of docs/recipes-conversations.md, against a server
// that knows the providers' rules, and compares what they print.
func TestConversationRecipes(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"sh", "curl", "jq", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("there is no " + tool)
		}
	}
	server := mock(t)
	bin := t.TempDir()
	llm := "#!/bin/sh\ntest \"$1\" = -s || exit 1\ncat > /dev/null\necho '{\"boundary_index\": null, \"summary\": \"They talked about End.\"}'\n"
	if err := os.WriteFile(filepath.Join(bin, "llm"), []byte(llm), 0o755); err != nil {
		t.Fatal(err)
	}
	checkExamples(t, "recipes-conversations.md", 7,
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1",
		"ANTHROPIC_BASE_URL="+server.URL, "OPENAI_BASE_URL="+server.URL, "ANTHROPIC_API_KEY=key", "OPENAI_API_KEY=key")
}
