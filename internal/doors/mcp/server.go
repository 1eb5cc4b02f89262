// Package mcp serves repositories to agents, by the Model Context Protocol over a pair of streams.
// Only this package uses the protocol's library.
//
// Each call walks the folder anew, which the cache makes fast. The server keeps only cursors, and
// the outcomes for files in bundles of an unchanged tree. It writes only the cache, reads only
// below the folders that the client allows, and redacts secrets in all answers.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/tokens"
)

// Options select the folders and limits of a server.
type Options struct {
	Version string
	// Folders are those of the command line: if there are any, nothing else may be read.
	Folders []string
	// Getenv reads the environment; nil means an empty one.
	Getenv func(name string) string
	Limit  int // default limit of an answer, in tokens
	// Settings returns the settings of a folder.
	Settings func(folder string) (config.Config, *tokens.Counter, error)
	Cache    string // folder, "" for none
	// Explain explains the rank of a file, by its absolute path.
	Explain func(ctx context.Context, r *pipeline.Ranking, path string, budget int) (string, error)
	// Uses lists where a name is declared and used. Search lists the matches of a query, which also
	// ranks the files. Both return at most limit tokens.
	Uses   func(ctx context.Context, r *pipeline.Ranking, name string, mode Mode, limit int) (string, error)
	Search func(ctx context.Context, r *pipeline.Ranking, query *pipeline.SearchQuery, limit int) (string, error)
	Log    *slog.Logger
}

// DefaultLimit is the default limit of answers: below the size that clients warn about.
const DefaultLimit = 8000

// listingLimit is the default limit of listings, which show the best first; callers can ask for more.
const listingLimit = 2000

// Mode selects the question about a name's uses.
type Mode string

// The modes; the empty one lists the uses themselves.
const (
	Callees Mode = "callees"
	Impact  Mode = "impact"
	Unused  Mode = "unused"
)

// maxAtOnce is how many calls run concurrently.
const maxAtOnce = 2

// server is one session.
type server struct {
	Options
	pages   pages
	ended   context.Context // ends with the process
	noInput context.Context // ends with the client's input
	working chan struct{}
}

// Serve answers messages until the input or the context ends; it returns the context's error.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	noInput, eof := context.WithCancel(ctx)
	defer eof()
	s := &server{Options: o, ended: ctx, noInput: noInput, working: make(chan struct{}, maxAtOnce)}
	return s.library().Run(ctx, &lines{in: in, out: out, eof: eof})
}

// library returns the library's server with the tools.
func (s *server) library() *sdk.Server {
	served := sdk.NewServer(&sdk.Implementation{Name: "ctxpack", Version: s.Version}, &sdk.ServerOptions{
		Instructions: instructions, Logger: s.Log,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
	})
	for _, t := range tools() {
		served.AddTool(
			&sdk.Tool{Name: t.name, Description: t.description, InputSchema: t.schema(), Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}},
			func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
				return s.call(ctx, t, req)
			},
		)
	}
	return served
}

// call answers a call of a tool, also with an error.
func (s *server) call(ctx context.Context, t tool, req *sdk.CallToolRequest) (result *sdk.CallToolResult, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.ended, cancel)()
	limit, count := s.Limit, countRough
	defer func() {
		if p := recover(); p != nil {
			s.Log.Error("a tool failed", "tool", t.name, "panic", p)
			result, err = failed(errors.New("internal error"), limit, count), nil
		}
	}()
	a, err := t.arguments(req.Params.Arguments)
	if err != nil {
		return failed(err, limit, count), nil
	}
	if a.Limit > 0 {
		limit = int(a.Limit)
	}
	select {
	case s.working <- struct{}{}:
		defer func() { <-s.working }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c, err := s.scopeOf(ctx, req)
	if errors.Is(err, errAskRoots) {
		return askedForRoots(), nil
	}
	q := &query{server: s, scope: c, arguments: a, limit: limit, observe: progress(ctx, req)}
	var pieces []string
	if err == nil {
		pieces, err = q.answer(ctx, t)
	}
	if q.counter != nil {
		count = q.counter.Count
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		s.Log.Info("a tool answers with an error", "tool", t.name, "error", err)
		return failed(err, limit, count), nil
	}
	return text(s.pages.page(pieces, q.limit, count), false), nil
}

// countRough counts bytes until the tokenizer is known: no tokenizer produces more tokens than bytes.
func countRough(text string) int { return len(text) }

func text(text string, isError bool) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}, IsError: isError}
}

// failed returns an answer that describes the error, within the limit.
func failed(err error, limit int, count func(string) int) *sdk.CallToolResult {
	said := strings.ToValidUTF8(err.Error(), "\uFFFD")
	if count(said) > limit {
		said = said[:firstLines(said, limit, count)]
	}
	return text(said, true)
}

// query is one call being answered.
type query struct {
	*server
	scope *scope
	arguments
	limit   int
	counter *tokens.Counter
	observe func(stage pipeline.Stage, done, total int, bytes int64)
	ranking *pipeline.Ranking
}

// usually sets the default limit of an answer.
func (q *query) usually(tokens int) {
	if q.Limit == 0 {
		q.limit = min(q.limit, tokens)
	}
}

// answer computes the pieces of an answer.
func (q *query) answer(ctx context.Context, t tool) ([]string, error) {
	if q.Cursor != "" {
		pieces, err := q.pages.rest(string(q.Cursor))
		if err != nil {
			return nil, err
		}
		_, q.counter, err = q.Settings(q.scope.roots[0])
		return pieces, err
	}
	pieces, err := t.run(q, ctx)
	if q.ranking != nil {
		defer q.ranking.Close()
		empty := q.ranking.Empty()
		if findsNothing := err != nil || t.needs == "query" || t.needs == "name"; findsNothing && empty != nil {
			err = empty
		}
	}
	if empty, ok := errors.AsType[*pipeline.EmptyError](err); ok {
		return nil, fmt.Errorf("%w; %s", err, empty.Why())
	}
	if err != nil {
		return nil, err
	}
	if q.ranking != nil {
		// Bundles are redacted when they are made.
		for i, piece := range pieces {
			pieces[i] = q.ranking.Seal(piece)
		}
		if err := q.ranking.Check(strings.Join(pieces, "")); err != nil {
			return nil, err
		}
	}
	return pieces, nil
}

// options returns the pipeline's options for a folder.
func (q *query) options(folder string) (pipeline.Options, error) {
	settings, counter, err := q.Settings(folder)
	q.counter = counter
	return pipeline.Options{Paths: []string{folder}, Config: settings, Counter: counter, Cache: q.Cache, Observe: q.observe}, err
}

// rank ranks a folder. The ranking is closed after the call is answered.
func (q *query) rank(ctx context.Context, o pipeline.Options) (*pipeline.Ranking, error) {
	ranking, err := pipeline.Rank(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", strings.Join(o.Paths, ", "), err)
	}
	q.ranking = ranking
	return ranking, nil
}

// progress reports stages to the client, if it requests them.
func progress(ctx context.Context, req *sdk.CallToolRequest) func(pipeline.Stage, int, int, int64) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	begun := make(chan pipeline.Stage, 1)
	begun <- ""
	number := 0
	return func(stage pipeline.Stage, _, _ int, _ int64) {
		last := <-begun
		if stage != last {
			number++
			// A client that does not listen still gets its answer.
			_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: float64(number), Message: string(stage)})
		}
		begun <- stage
	}
}
