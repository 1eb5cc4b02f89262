// Package mcp serves what ctxpack knows of repositories to agents, by the Model Context
// Protocol over a pair of streams. It is the one that knows the protocol's library.
//
// Each call walks the folder as it is then, and the cache makes that fast. Nothing is kept between calls but what
// cursors represent, and what became of files in bundles of a tree that is still the same. Nothing is written but the
// cache, only what lies below the folders that the client allows is read, and secrets are taken out of everything.
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
	// Folders are those of the command line: nothing else may be read if there are some.
	Folders []string
	// Getenv reads the environment; nil for none.
	Getenv func(name string) string
	Limit  int // tokens of an answer for which the caller gives none
	// Settings are those that hold in a folder.
	Settings func(folder string) (config.Config, *tokens.Counter, error)
	Cache    string // folder, "" for none
	// Explain says of a file, by its absolute path, why it is where it is.
	Explain func(ctx context.Context, r *pipeline.Ranking, path string, budget int) (string, error)
	// Uses says where a name is declared and used, Search what matches a query by whose task
	// the files are ranked, both in no more than limit tokens.
	Uses   func(ctx context.Context, r *pipeline.Ranking, name string, mode Mode, limit int) (string, error)
	Search func(ctx context.Context, r *pipeline.Ranking, query *pipeline.SearchQuery, limit int) (string, error)
	Log    *slog.Logger
}

// DefaultLimit is the limit of answers by default: below what clients warn about.
const DefaultLimit = 8000

// listingLimit is that of answers that list what there is, the best first: who wants more of them asks for it.
const listingLimit = 2000

// Mode selects the question about the uses of a name.
type Mode string

// The modes; none is the uses themselves.
const (
	Callees Mode = "callees"
	Impact  Mode = "impact"
	Unused  Mode = "unused"
)

// maxAtOnce is how many calls do their work at the same time.
const maxAtOnce = 2

// server is one session.
type server struct {
	Options
	pages   pages
	ended   context.Context // when the process is to end
	noInput context.Context // when the client says nothing more
	working chan struct{}
}

// Serve answers the messages that it reads, until there are no more or the context ends, whose error it then returns.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	noInput, eof := context.WithCancel(ctx)
	defer eof()
	s := &server{Options: o, ended: ctx, noInput: noInput, working: make(chan struct{}, maxAtOnce)}
	return s.library().Run(ctx, &lines{in: in, out: out, eof: eof})
}

// library is the library's server with the tools.
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

// call answers a call of a tool. The error in it is an answer too.
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

// countRough is for texts before the tokenizer is known: no
// tokenizer makes more of a text than it has bytes.
func countRough(text string) int { return len(text) }

func text(text string, isError bool) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}, IsError: isError}
}

// failed is an answer that describes the error, within the limit.
func failed(err error, limit int, count func(string) int) *sdk.CallToolResult {
	said := strings.ToValidUTF8(err.Error(), "\uFFFD")
	if count(said) > limit {
		said = said[:firstLines(said, limit, count)]
	}
	return text(said, true)
}

// query is one call while it is answered.
type query struct {
	*server
	scope *scope
	arguments
	limit   int
	counter *tokens.Counter
	observe func(stage pipeline.Stage, done, total int, bytes int64)
	ranking *pipeline.Ranking
}

// usually sets the limit of an answer for which the caller set none.
func (q *query) usually(tokens int) {
	if q.Limit == 0 {
		q.limit = min(q.limit, tokens)
	}
}

// answer finds the pieces of an answer.
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
		if empty := q.ranking.Empty(); empty != nil && (err != nil || t.needs == "query" || t.needs == "name") {
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
		// Bundles are looked through when they are made.
		for i, piece := range pieces {
			pieces[i] = q.ranking.Seal(piece)
		}
		if err := q.ranking.Check(strings.Join(pieces, "")); err != nil {
			return nil, err
		}
	}
	return pieces, nil
}

// options are those of the pipeline for a folder.
func (q *query) options(folder string) (pipeline.Options, error) {
	settings, counter, err := q.Settings(folder)
	q.counter = counter
	return pipeline.Options{Paths: []string{folder}, Config: settings, Counter: counter, Cache: q.Cache, Observe: q.observe}, err
}

// rank ranks a folder. The ranking is closed when the call is answered.
func (q *query) rank(ctx context.Context, o pipeline.Options) (*pipeline.Ranking, error) {
	ranking, err := pipeline.Rank(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", strings.Join(o.Paths, ", "), err)
	}
	q.ranking = ranking
	return ranking, nil
}

// progress reports stages to the client, if it asks for them.
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
			// A client that does not listen gets its answer anyway.
			_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: float64(number), Message: string(stage)})
		}
		begun <- stage
	}
}
