package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxMessage is the size limit of a message in bytes; a task makes the longest ones.
const maxMessage = 4 << 20

// lines is a transport with one message per line. Unlike the library's, it answers an invalid line
// and continues, and at the end of the input it lets pending calls finish.
type lines struct {
	in  io.Reader
	out io.Writer
	eof func() // called at the end of the input
}

// Connect implements the library's interface.
func (l *lines) Connect(context.Context) (sdk.Connection, error) {
	c := &connection{lines: l, incoming: make(chan jsonrpc.Message), closed: make(chan struct{}), calls: map[jsonrpc.ID]bool{}, idle: make(chan struct{}, 1)}
	go c.receive()
	return c, nil
}

type connection struct {
	*lines
	incoming chan jsonrpc.Message
	closed   chan struct{}
	once     sync.Once

	writing sync.Mutex // guards out; separate from mu, so that a slow reader does not block reading

	mu    sync.Mutex          // guards the fields below
	calls map[jsonrpc.ID]bool // pending calls
	idle  chan struct{}       // signals that the last call may have been answered
	broke error
}

// receive reads lines until the input ends. If the connection closes while it waits, as at the end
// of the process, its goroutine is abandoned.
func (c *connection) receive() {
	defer close(c.incoming)
	defer c.finish()
	in := bufio.NewReaderSize(c.in, 64<<10)
	for {
		line, tooLong, err := readLine(in)
		switch {
		case tooLong:
			c.refuse(nil, jsonrpc.CodeInvalidRequest, "the message is longer than 4 MB")
		case len(bytes.TrimSpace(line)) > 0:
			if !c.take(line) {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// finish waits at the end of the input until all calls are answered: the library would drop them.
func (c *connection) finish() {
	c.eof()
	for {
		c.mu.Lock()
		done := len(c.calls) == 0 || c.broke != nil
		c.mu.Unlock()
		if done {
			return
		}
		select {
		case <-c.idle:
		case <-c.closed:
			return
		}
	}
}

// readLine returns the next line; it skips lines that are too long.
func readLine(in *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		piece, err := in.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(piece) > maxMessage; tooLong {
			line = nil
		} else {
			line = append(line, piece...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
	}
}

// take passes on the messages of a line: one, or an array of several, which are answered one by
// one. It returns false if the connection has closed.
func (c *connection) take(line []byte) bool {
	list := []json.RawMessage{line}
	if trimmed := bytes.TrimSpace(line); trimmed[0] == '[' {
		list = nil
		if err := json.Unmarshal(trimmed, &list); err != nil || len(list) == 0 {
			c.refuse(nil, jsonrpc.CodeInvalidRequest, "this is no message")
			return true
		}
	}
	for _, raw := range list {
		if !json.Valid(raw) {
			c.refuse(nil, jsonrpc.CodeParseError, "this is not JSON")
			continue
		}
		m, err := jsonrpc.DecodeMessage(raw)
		if err != nil {
			c.refuse(raw, jsonrpc.CodeInvalidRequest, err.Error())
			continue
		}
		if r, ok := m.(*jsonrpc.Request); ok && isWork(r) {
			c.mu.Lock()
			inUse := c.calls[r.ID]
			c.calls[r.ID] = true
			c.mu.Unlock()
			if inUse {
				c.refuse(raw, jsonrpc.CodeInvalidRequest, "a call with this id is not answered yet")
				continue
			}
		}
		select {
		case c.incoming <- m:
		case <-c.closed:
			return false
		}
	}
	return true
}

// isWork reports whether a message is a call that ends by itself. Others, such as subscriptions, may never end.
func isWork(r *jsonrpc.Request) bool {
	return r.ID.IsValid() && slices.Contains([]string{"initialize", "ping", "tools/list", "tools/call"}, r.Method)
}

// refuse answers an invalid message, with its ID if it has one.
func (c *connection) refuse(raw json.RawMessage, code int64, message string) {
	var named struct {
		ID json.RawMessage `json:"id"`
	}
	_ = json.Unmarshal(raw, &named) // without an ID, the answer has none
	if len(named.ID) == 0 || named.ID[0] == '{' || named.ID[0] == '[' {
		named.ID = json.RawMessage("null")
	}
	answer, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", named.ID, jsonrpc.Error{Code: code, Message: message}})
	if err == nil {
		_ = c.writeLine(answer) // the next write reports the failure
	}
}

// Read implements the library's interface.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m, ok := <-c.incoming:
		if !ok {
			return nil, io.EOF
		}
		return m, nil
	case <-c.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write implements the library's interface.
func (c *connection) Write(_ context.Context, m jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	err = c.writeLine(data)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.answered(r.ID)
	}
	return err
}

// answered removes an answered call.
func (c *connection) answered(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, id)
	if len(c.calls) == 0 {
		c.wake()
	}
}

func (c *connection) wake() {
	select {
	case c.idle <- struct{}{}:
	default:
	}
}

func (c *connection) writeLine(data []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(data, '\n'))
	if err != nil {
		c.mu.Lock()
		c.broke = err
		c.mu.Unlock()
		c.wake()
	}
	return err
}

// Close implements the library's interface.
func (c *connection) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// SessionID implements the library's interface.
func (c *connection) SessionID() string { return "" }
