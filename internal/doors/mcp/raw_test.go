package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/doors/mcp"
	"ctxpack/internal/text/tokens"
)

// raw is a client that writes JSON by hand.
type raw struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Scanner
	done chan error
	stop context.CancelFunc
}

func startRaw(t *testing.T, o mcp.Options) *raw {
	t.Helper()
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	r := &raw{t: t, in: in, out: bufio.NewScanner(out), done: make(chan error, 1), stop: stop}
	r.out.Buffer(nil, 64<<20)
	go func() {
		r.done <- mcp.Serve(ctx, toServer, fromServer, o)
		_ = fromServer.Close()
	}()
	t.Cleanup(func() { stop(); _ = in.Close() })
	return r
}

func (r *raw) send(lines ...string) {
	r.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(r.in, line+"\n"); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *raw) line() string {
	r.t.Helper()
	if !r.out.Scan() {
		r.t.Fatal("the server says no more")
	}
	return r.out.Text()
}

const (
	initialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw",` +
		`"version":"1"}}}`
	withRoots = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"roots":{"listChanged":true}},` +
		`"clientInfo":{"name":"raw","version":"1"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// TestDefinitions: the tools are few and short, as the client sees them.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	r := startRaw(t, options(t.TempDir()))
	r.send(initialize)
	r.line()
	r.send(initialized, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	var answer struct {
		Result struct{ Tools json.RawMessage }
	}
	if err := json.Unmarshal([]byte(r.line()), &answer); err != nil {
		t.Fatal(err)
	}
	var tools []struct{ Name, Description string }
	if err := json.Unmarshal(answer.Result.Tools, &tools); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
		if tool.Description == "" {
			t.Errorf("%s has no description", tool.Name)
		}
	}
	if want := []string{"explain", "outline", "pack", "read", "search", "uses"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	counter, err := tokens.New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	if n := counter.Count(string(answer.Result.Tools)); n > 700 {
		t.Errorf("the definitions have %d tokens", n)
	}
}

// TestRawMessages: invalid messages are answered too, and the session continues.
func TestRawMessages(t *testing.T) {
	t.Parallel()
	r := startRaw(t, options(tree(t, shop())))
	for _, test := range []struct{ send, want string }{
		{`{"jsonrpc":"2.0","id":"early","method":"tools/list"}`, `"id":"early","error"`},
		{initialize, `"protocolVersion":"2025-06-18"`},
		{`not JSON`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`},
		{`{"jsonrpc":"2.0","id":1`, `"code":-32700`},
		{`{"jsonrpc":"1.0","id":5,"method":"ping"}`, `"id":5,"error":{"code":-32600,`},
		{`[]`, `"code":-32600`},
		{`7`, `"code":-32600`},
		{strings.Repeat("x", 5<<20), `"message":"the message is longer than 4 MB"`},
		{`[{"jsonrpc":"2.0","id":6,"method":"ping"}]`, `"id":6,"result":{}`},
		{`{"jsonrpc":"2.0","id":7,"method":"nothing"}`, `"id":7,"error":{"code":-32601`},
		{`{"jsonrpc":"2.0","id":8,"method":"tools/call"}`, `"id":8,"error"`},
		{`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"read","arguments":[1]}}`, `the arguments are no JSON object`},
		{`{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"read","arguments":{"what":"helper"}}}`, `cart.go:13-15`},
		{`{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"pack"}}`, `ctxpack bundle`},
	} {
		r.send(test.send)
		if got := r.line(); !strings.Contains(got, test.want) {
			t.Errorf("%.80s: got %.300s, want %s", test.send, got, test.want)
		}
	}
}

// TestEnd: at the end of the input all that was asked is answered, and no more.
func TestEnd(t *testing.T) {
	t.Parallel()
	r := startRaw(t, options(tree(t, shop())))
	r.send(initialize, initialized, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pack"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"outline"}}`, `{"jsonrpc":"2.0","id":3,"method":"subscriptions/listen","params":{}}`)
	_ = r.in.Close()
	seen := ""
	for r.out.Scan() {
		seen += r.out.Text() + "\n"
	}
	for _, id := range []string{`"id":0,"result"`, `"id":1,"result"`, `"id":2,"result"`} {
		if !strings.Contains(seen, id) {
			t.Errorf("no answer %s", id)
		}
	}
	if err := <-r.done; err != nil {
		t.Error(err)
	}
}

// TestRootsOfSilentClient: a client that says no more is not waited for.
func TestRootsOfSilentClient(t *testing.T) {
	t.Parallel()
	o := options()
	empty := t.TempDir()
	o.Getenv = func(string) string { return empty }
	r := startRaw(t, o)
	r.send(withRoots)
	r.line()
	r.send(initialized, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pack"}}`)
	if got := r.line(); !strings.Contains(got, `"method":"roots/list"`) {
		t.Fatalf("the server does not ask for roots, but says %s", got)
	}
	_ = r.in.Close()
	for r.out.Scan() {
		if strings.Contains(r.out.Text(), `"id":1,`) && !strings.Contains(r.out.Text(), "nothing to read") {
			t.Errorf("got %s", r.out.Text())
		}
	}
	if err := <-r.done; err != nil {
		t.Error(err)
	}
}

// waiting gives options whose tool explain waits until its call is given up.
func waiting(root string) (o mcp.Options, begun, ended chan bool) {
	o, begun, ended = options(root), make(chan bool, 1), make(chan bool, 1)
	o.Explain = func(ctx context.Context, _ *pipeline.Ranking, _ string, _ int) (string, error) {
		begun <- true
		<-ctx.Done()
		ended <- true
		return "", ctx.Err()
	}
	return o, begun, ended
}

const explainCart = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"explain","arguments":{"path":"cart.go"}}}`

func TestCancel(t *testing.T) {
	t.Parallel()
	o, begun, ended := waiting(tree(t, shop()))
	r := startRaw(t, o)
	r.send(initialize)
	r.line()
	r.send(initialized, explainCart)
	<-begun
	r.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}`)
	<-ended
	r.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	for !strings.Contains(r.line(), `"id":2,"result"`) { // an answer to the call may come before
	}
}

// TestStop: the end of the context ends pending work.
func TestStop(t *testing.T) {
	t.Parallel()
	o, begun, ended := waiting(tree(t, shop()))
	r := startRaw(t, o)
	r.send(initialize)
	r.line()
	r.send(initialized, explainCart)
	<-begun
	go func() {
		for r.out.Scan() { // the text at the end
		}
	}()
	r.stop()
	<-ended
	if err := <-r.done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestPanic(t *testing.T) {
	t.Parallel()
	o := options(tree(t, shop()))
	o.Explain = func(context.Context, *pipeline.Ranking, string, int) (string, error) { panic("at the worst time") }
	c, _ := connect(t, o, nil)
	for range 3 {
		if got, isError := c.call("explain", map[string]any{"path": "cart.go"}); !isError || got != "internal error" {
			t.Errorf("got %q", got)
		}
	}
	if got, isError := c.call("outline", map[string]any{"path": "cart.go"}); isError {
		t.Error(got)
	}
}
