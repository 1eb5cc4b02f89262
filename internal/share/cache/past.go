package cache

import (
	"context"
	"sync"
)

// Past is what folders share of a repository's history: what was found out from a commit on is an object, too. It is
// as good for the commits after it, which the history is extended by. A nil Past has nothing, and keeps nothing.
type Past struct {
	of *sharing

	mu           sync.Mutex
	what, commit string // of text
	text         string
	stored       bool // the store has it
}

func (s *sharing) past() *Past {
	if s == nil {
		return nil
	}
	return &s.history
}

// Recall gives what the store has of the history from the first of the commits that it
// knows, "" if it knows none. what has all that it depends on in addition to the commit.
func (p *Past) Recall(ctx context.Context, what string, commits []string) string {
	if p == nil {
		return ""
	}
	for _, commit := range commits {
		key := p.of.key("history", what, commit)
		data, _ := p.of.store.Get(ctx, key) // an error is as good as nothing
		if payload, ok := OpenObject(key, data); ok {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.what, p.commit, p.text, p.stored = what, commit, string(payload), true
			return p.text
		}
	}
	return ""
}

// Found notes what was found out of the history from a commit.
func (p *Past) Found(what, commit, text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stored = p.stored && p.what == what && p.commit == commit && p.text == text
	p.what, p.commit, p.text = what, commit, text
}

// Store stores what was found out, if the store does not have it.
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
