package cli

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"ctxpack/internal/bundle/pipeline"
)

const (
	progressDelay    = 300 * time.Millisecond // shorter runs show nothing
	progressInterval = 100 * time.Millisecond
)

// Progress shows the progress of a run on a terminal: the stage, its completed share, and the rate. It also raises
// the run's memory limit with the amount of text read. It is safe for concurrent use.
type Progress struct {
	out   io.Writer
	width int // columns per line; below 1 for no limit
	state atomic.Pointer[progressState]
	done  chan struct{}
	once  sync.Once
	wait  sync.WaitGroup
}

type progressState struct {
	text        string // replaces the rest
	stage       pipeline.Stage
	done, total int
	bytes       int64
	since       time.Time
}

// StartProgress shows the progress of a run on a terminal until it is stopped.
func StartProgress(g *Globals, s *Streams) *Progress {
	p := &Progress{out: s.Err, width: s.ErrWidth - 1, done: make(chan struct{})}
	if g.Quiet || !s.ErrTerminal {
		return p
	}
	p.wait.Add(1)
	go p.show()
	return p
}

// Observe records the progress of a stage: completed files, total files, bytes.
func (p *Progress) Observe(stage pipeline.Stage, done, total int, bytes int64) {
	if stage == pipeline.StageAnalyse {
		allowMemory(softMemory + bytes/textPerFact)
	}
	since := time.Now()
	if old := p.state.Load(); old != nil && old.stage == stage {
		since = old.since
	}
	p.state.Store(&progressState{stage: stage, done: done, total: total, bytes: bytes, since: since})
}

// Tell prints a line unchanged.
func (p *Progress) Tell(text string) { p.state.Store(&progressState{text: text}) }

// Stop ends the display and erases it.
func (p *Progress) Stop() {
	p.once.Do(func() { close(p.done) })
	p.wait.Wait()
}

func (p *Progress) show() {
	defer p.wait.Done()
	delay := time.NewTimer(progressDelay)
	defer delay.Stop()
	select {
	case <-p.done:
		return
	case <-delay.C:
	}
	ticker := time.NewTicker(progressInterval)
	defer ticker.Stop()
	for {
		if state := p.state.Load(); state != nil {
			fmt.Fprintf(p.out, "\r\x1b[K%s", Shorten(state.String(), p.width)) // a wrapped line is not erased
		}
		select {
		case <-p.done:
			fmt.Fprint(p.out, "\r\x1b[K")
			return
		case <-ticker.C:
		}
	}
}

func (s *progressState) String() string {
	if s.text != "" {
		return s.text
	}
	verb := map[pipeline.Stage]string{
		pipeline.StageOpen: "opening", pipeline.StageWalk: "listing files", pipeline.StageAnalyse: "analysing",
		pipeline.StageHistory: "reading the history", pipeline.StageRank: "ranking", pipeline.StagePack: "packing",
	}[s.stage]
	if s.total == 0 {
		return verb + " …"
	}
	line := fmt.Sprintf("%s %s of %s files", verb, Grouped(s.done), Grouped(s.total))
	if seconds := time.Since(s.since).Seconds(); seconds > 0.05 && s.bytes > 0 {
		line += fmt.Sprintf(", %.1f MB/s", float64(s.bytes)/1e6/seconds)
	}
	return line
}
