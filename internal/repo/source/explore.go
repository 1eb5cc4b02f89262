package source

import (
	"cmp"
	"fmt"
	"runtime"
	"sync"

	"ctxpack/internal/safe/fault"
)

// maxWalkers bounds the goroutines of a walk. They mostly wait for the file system; more are not faster.
const maxWalkers = 8

type explorer struct {
	w     *walker
	mu    sync.Mutex
	more  *sync.Cond
	todo  []*node // a stack, so that folders are entered soon after their parents
	busy  int     // number of nodes being filled in
	broke error   // a panic, which ends the walk
}

// explore fills in every node below n. Each node is filled in by a single goroutine, and the result follows the
// order of the nodes, so that it does not depend on timing. The error is that of the walk's context.
func (w *walker) explore(n *node) error {
	e := &explorer{w: w}
	e.more = sync.NewCond(&e.mu)
	e.add(n)
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), maxWalkers) {
		all.Go(e.work)
	}
	all.Wait()
	if e.broke != nil {
		return e.broke
	}
	if err := w.ctx.Err(); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	return nil
}

// work enters folders until none is left, or the context ends.
func (e *explorer) work() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for {
		for len(e.todo) == 0 && e.busy > 0 {
			e.more.Wait()
		}
		if finished := len(e.todo) == 0 || e.broke != nil; finished || e.w.ctx.Err() != nil || e.w.tooMuch() != nil {
			e.todo = nil
			e.more.Broadcast()
			return
		}
		n := e.todo[len(e.todo)-1]
		e.todo = e.todo[:len(e.todo)-1]
		e.busy++
		e.mu.Unlock()
		err := fault.Guard("the folder "+n.name, func() error { e.w.enter(n); return nil })()
		e.mu.Lock()
		e.busy--
		e.broke = cmp.Or(e.broke, err)
		e.add(n)
		if len(e.todo) > 0 || e.busy == 0 {
			e.more.Broadcast()
		}
	}
}

// add pushes the folders of a node on the stack, the first on top. The lock is held, or no worker runs yet.
func (e *explorer) add(n *node) {
	for i := len(n.steps) - 1; i >= 0; i-- {
		if child := n.steps[i].child; child != nil {
			e.todo = append(e.todo, child)
		}
	}
}

// collect appends the files below n, in order. It recurses no deeper than the longest path.
func (w *walker) collect(n *node) {
	w.problems = append(w.problems, n.problems...)
	w.seen += n.seen
	for _, s := range n.steps {
		if s.child == nil {
			w.files = append(w.files, s.file)
		} else {
			w.collect(s.child)
		}
	}
	n.steps = nil
}
