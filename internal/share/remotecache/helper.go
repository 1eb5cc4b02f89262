package remotecache

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ctxpack/internal/share/cache"
)

// helper is a program that keeps objects elsewhere. It speaks the protocol of Go's
// GOCACHEPROG: requests are JSON values, one a line, on its standard input, answers
// come in any order on its standard output, and the first one says what it can do.
type helper struct {
	argv   []string
	stderr io.Writer
	once   sync.Once

	process *exec.Cmd
	out     chan []byte   // to its standard input
	ready   chan struct{} // closed when it said what it can do
	gone    chan struct{} // closed when nothing more comes from it
	ended   chan struct{} // closed when the process is no more
	known   []string

	mu      sync.Mutex
	last    int64 // ID of a request
	waiting map[int64]chan answer
	why     error // that it is gone
}

// ask is a request, as GOCACHEPROG has it.
type ask struct {
	ID       int64
	Command  string
	ActionID []byte `json:",omitempty"`
	OutputID []byte `json:",omitempty"`
	BodySize int64  `json:",omitempty"`
}

// answer is a response, of which the rest is of no matter here.
type answer struct {
	ID            int64
	Err           string
	KnownCommands []string
	Miss          bool
	Size          int64
	DiskPath      string
}

const (
	maxAnswer = 1 << 20 // bytes of one
	// killed is how long a process that was killed has to be gone.
	killed = time.Second
)

func openHelper(command string, stderr io.Writer) (store, string, error) {
	argv, err := splitCommand(command)
	if err != nil {
		return nil, "", err
	}
	if len(argv) == 0 {
		return nil, "", errors.New("the address names no program")
	}
	h := &helper{
		argv: argv, stderr: stderr, out: make(chan []byte), waiting: map[int64]chan answer{},
		ready: make(chan struct{}), gone: make(chan struct{}), ended: make(chan struct{}),
	}
	return h, "exec:" + argv[0], nil // arguments may be what is not to be shown
}

// splitCommand splits at spaces that are not within quotes, as GOCACHEPROG does: there
// is no escape.
func splitCommand(text string) ([]string, error) {
	var fields []string
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		if text == "" {
			return fields, nil
		}
		if quote := text[0]; quote == '"' || quote == '\'' {
			end := strings.IndexByte(text[1:], quote)
			if end < 0 {
				return nil, errors.New("a quote of the command does not end")
			}
			fields, text = append(fields, text[1:1+end]), text[end+2:]
			continue
		}
		end := strings.IndexAny(text, " \t\r\n")
		if end < 0 {
			end = len(text)
		}
		fields, text = append(fields, text[:end]), text[end:]
	}
}

// start runs the program when it is needed first.
func (h *helper) start() {
	h.process = exec.Command(h.argv[0], h.argv[1:]...) // the user named it
	h.process.Stderr = h.stderr
	in, err := h.process.StdinPipe()
	var out io.ReadCloser
	if err == nil {
		out, err = h.process.StdoutPipe()
	}
	if err == nil {
		err = h.process.Start()
	}
	if err != nil {
		close(h.ended)
		h.end(fatal{fmt.Errorf("the helper does not start: %w", err)})
		return
	}
	go func() {
		defer func() { _ = in.Close() }()
		for {
			select {
			case line := <-h.out:
				if _, err := in.Write(line); err != nil {
					h.end(fatal{errors.New("the helper reads no more")})
					return
				}
			case <-h.gone:
				return
			}
		}
	}()
	go func() {
		err := h.listen(out)
		h.end(fatal{err})
		if !errors.Is(err, errEnded) {
			_ = h.process.Process.Kill() // nobody listens to it any more
		}
		_ = h.process.Wait() // how it ended says no more
		close(h.ended)
	}()
}

// end lets nobody wait any longer.
func (h *helper) end(why error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.why == nil {
		h.why = why
		close(h.gone)
	}
}

// meter bounds how much is read for one answer.
type meter struct {
	from io.Reader
	left int
}

func (m *meter) Read(p []byte) (int, error) {
	if m.left <= 0 {
		return 0, errors.New("an answer of the helper is too long")
	}
	n, err := m.from.Read(p[:min(len(p), m.left)])
	m.left -= n
	return n, err
}

var errEnded = errors.New("the helper has ended")

// listen hands out answers until there are no more, and says why.
func (h *helper) listen(from io.Reader) error {
	m := &meter{from: from}
	decoder := json.NewDecoder(m)
	for first := true; ; first = false {
		m.left = maxAnswer
		var a answer
		if err := decoder.Decode(&a); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, os.ErrClosed) {
				return errEnded
			}
			return fmt.Errorf("the helper does not speak GOCACHEPROG: %w", err)
		}
		if first {
			if a.ID != 0 || a.KnownCommands == nil {
				return errors.New("the helper does not speak GOCACHEPROG: it does not say what it can do")
			}
			h.known = a.KnownCommands
			close(h.ready)
			continue
		}
		h.mu.Lock()
		to := h.waiting[a.ID]
		delete(h.waiting, a.ID)
		h.mu.Unlock()
		if to != nil {
			to <- a // it has room
		}
	}
}

// send makes a request and waits for its answer.
func (h *helper) send(ctx context.Context, a ask, body []byte) (answer, error) {
	h.once.Do(h.start)
	select {
	case <-h.ready:
	case <-h.gone:
		return answer{}, h.why
	case <-ctx.Done():
		return answer{}, ctx.Err()
	}
	if !slices.Contains(h.known, a.Command) {
		return answer{}, errUnknownCommand
	}
	to := make(chan answer, 1)
	h.mu.Lock()
	h.last++
	a.ID = h.last
	h.waiting[a.ID] = to
	h.mu.Unlock()
	defer h.forget(a.ID)
	line, err := json.Marshal(a)
	if err != nil {
		return answer{}, err
	}
	line = append(line, '\n')
	if len(body) > 0 {
		line = append(line, '"')
		line = append(base64.StdEncoding.AppendEncode(line, body), '"', '\n')
	}
	select {
	case h.out <- line:
	case <-h.gone:
		return answer{}, h.why
	case <-ctx.Done():
		return answer{}, ctx.Err()
	}
	select {
	case got := <-to:
		if got.Err != "" {
			return got, fmt.Errorf("the helper says: %s", got.Err)
		}
		return got, nil
	case <-h.gone:
		return answer{}, h.why
	case <-ctx.Done():
		return answer{}, ctx.Err()
	}
}

// forget lets an answer that comes too late be nobody's.
func (h *helper) forget(id int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.waiting, id)
}

// errUnknownCommand says that a helper cannot do what it is asked for. One that only
// reads is no failure.
var errUnknownCommand = errors.New("the helper cannot do that")

func (h *helper) get(ctx context.Context, key cache.ObjectKey) ([]byte, error) {
	got, err := h.send(ctx, ask{Command: "get", ActionID: key[:]}, nil)
	if errors.Is(err, errUnknownCommand) || err == nil && got.Miss {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return waiting(ctx, func() ([]byte, error) { return got.read() })
}

// read returns the object that an answer leads to.
func (a answer) read() ([]byte, error) {
	if !filepath.IsAbs(a.DiskPath) || a.Size < 0 {
		return nil, errors.New("the helper names no file")
	}
	if a.Size > cache.MaxObject {
		return nil, errTooLarge
	}
	info, err := os.Stat(a.DiskPath)
	if err != nil {
		return nil, plain(err)
	}
	if !info.Mode().IsRegular() || info.Size() != a.Size {
		return nil, errors.New("the helper names a file that is not the object")
	}
	f, err := os.Open(a.DiskPath)
	if err != nil {
		return nil, plain(err)
	}
	defer func() { _ = f.Close() }() // opened for reading only
	return readObject(f)
}

func (h *helper) put(ctx context.Context, key cache.ObjectKey, data []byte) error {
	output := sha256.Sum256(data)
	_, err := h.send(ctx, ask{Command: "put", ActionID: key[:], OutputID: output[:], BodySize: int64(len(data))}, data)
	if errors.Is(err, errUnknownCommand) {
		return nil
	}
	return err
}

// close lets the program end by itself, and ends it if it does not.
func (h *helper) close(ctx context.Context) {
	started := true
	h.once.Do(func() { started = false })
	if !started {
		return
	}
	_, _ = h.send(ctx, ask{Command: "close"}, nil) // one that does not know it ends with its input
	h.end(errors.New("it is closed"))
	select {
	case <-h.ended:
		return
	case <-ctx.Done():
	}
	_ = h.process.Process.Kill() // it may be gone by now
	select {
	case <-h.ended:
	case <-time.After(killed):
	}
}
