package cache

import (
	"context"
	"sync"
)

// Past shares the results for a repository's history: those for a commit are an object, and also serve later
// commits, which extend the history. A nil Past has nothing, and stores nothing.
type Past struct {
	of *sharing

	mu           sync.Mutex
	what, commit string // kind, commit and content of the results
	text         string
	stored       bool // the store already has it
}

func (s *sharing) past() *Past {
	if s == nil {
		return nil
	}
	return &s.history
}

// Recall returns the stored history from the first of the commits that the store has, "" if it has none. what
// identifies everything that it depends on besides the commit.
func (p *Past) Recall(ctx context.Context, what string, commits []string) string {
	if p == nil {
		return ""
	}
	for _, commit := range commits {
		key := p.of.key("history", what, commit)
		data, _ := p.of.store.Get(ctx, key) // an error counts as missing
		if payload, ok := OpenObject(key, data); ok {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.what, p.commit, p.text, p.stored = what, commit, string(payload), true
			return p.text
		}
	}
	return ""
}

// Found records the results for the history from a commit.
func (p *Past) Found(what, commit, text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stored = p.stored && p.what == what && p.commit == commit && p.text == text
	p.what, p.commit, p.text = what, commit, text
}

// Store stores the results, unless the store has them.
func (p *Past) Store(ctx context.Context) error {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := p.of.key("history", p.what, p.commit)
	data := SealObject(key, []byte(p.text))
	if p.stored || p.text == "" || len(data) > MaxObject {
		return nil
	}
	if err := p.of.store.Put(ctx, key, data); err != nil {
		return err
	}
	p.stored = true
	return nil
}
