package messages

import (
	"slices"
	"strings"
)

// Class classifies a message in a conversation, which decides how long it stays.
type Class uint8

// The classes, highest priority first.
const (
	System            Class = iota // role system or developer, and unknown ones
	AgentInstructions              // flagged, or starts with a heading or tag that names AGENTS.md or a similar file
	CurrentTask                    // the last user message with more than tool results
	ModifiedFiles                  // result of an operation on a file that the conversation modifies
	RecentTurn                     // recent, and none of the others
	RecentFileRead                 // the recent result of another file operation
	OldHistory                     // no tool result, and not recent
	StaleToolOutput                // a tool result that is not recent
	Summarized                     // flagged, or starts with [History Summary]
	classCount
)

// classTable holds the names and the priorities.
func classTable() [classCount]struct {
	name     string
	priority int
} {
	return [classCount]struct {
		name     string
		priority int
	}{
		System:            {"system", 100},
		AgentInstructions: {"agent instructions", 90},
		CurrentTask:       {"current task", 80},
		ModifiedFiles:     {"modified files", 70},
		RecentTurn:        {"recent turn", 60},
		RecentFileRead:    {"recent file read", 50},
		OldHistory:        {"old history", 40},
		StaleToolOutput:   {"stale tool output", 30},
		Summarized:        {"summarized", 20},
	}
}

// String returns the class's name, such as "stale tool output".
func (c Class) String() string { return classTable()[c].name }

// Priority returns the class's priority, from 0 to 100. Messages of low priority are dropped first.
func (c Class) Priority() int { return classTable()[c].priority }

// Classified is a message's class with its data.
type Classified struct {
	Class  Class
	Tokens int    // its cost
	Step   int    // number of assistant messages with tool calls up to and including it
	Age    int    // steps from it to the last one
	Path   string // path of the file operation, as given; "" if there is none
}

// classify classifies every message, without tokens.
func (c *Conversation) classify(preserveRecent int) []Classified {
	out := make([]Classified, len(c.messages))
	step, task, spoken := 0, -1, false
	turn := false // the model has called tools, and is not finished
	for i := range c.messages {
		m := &c.messages[i]
		if m.hasCalls() {
			if !m.item || !turn {
				step++
			}
			turn = true
		} else if m.role != assistant {
			turn = false
		}
		out[i].Step = step
		if human := m.starts() && !c.byMachine(m); human || m.starts() && !spoken {
			task, spoken = i, spoken || human
		}
	}
	for i := range c.messages {
		out[i].Age = step - out[i].Step
		recent := out[i].Age <= preserveRecent
		m := &c.messages[i]
		out[i].Class = c.class(m, i == task)
		best, path := m.turnClass(recent)
		if out[i].Path = path; out[i].Class == classCount {
			out[i].Class = best
		}
	}
	return out
}

// class applies the rules that come first, in order. It returns classCount if none applies.
func (c *Conversation) class(m *message, task bool) Class {
	opening := c.opening(m)
	switch {
	case m.apart() || m.strange:
		return System
	case m.agentInstruction || OpensWithInstructions(opening):
		return AgentInstructions
	case m.summarized || strings.HasPrefix(opening, SummaryHeading):
		return Summarized
	case task:
		return CurrentTask
	}
	return classCount
}

// turnClass classifies a message by its results and its age, with the path of the decisive result. Of several
// results and its other content, the one with the highest priority counts.
func (m *message) turnClass(recent bool) (Class, string) {
	best, from := classCount, ""
	onlyAnswers := !m.spoke && len(m.calls) > 0 && len(m.results) > 0 // to its own calls
	if m.mixed && !onlyAnswers || len(m.results) == 0 {
		best = OldHistory
		if recent {
			best = RecentTurn
		}
	}
	for i := range m.results {
		class := m.results[i].class(recent)
		switch path := m.results[i].file.path(); {
		case best == classCount || class.Priority() > best.Priority():
			best, from = class, path
		case from == "":
			from = path
		}
	}
	return best, from
}

// class classifies a single result.
func (r *result) class(recent bool) Class {
	switch {
	case r.latest:
		return ModifiedFiles
	case r.modified || !recent: // a later result supersedes it
		return StaleToolOutput
	case r.file.path() != "":
		return RecentFileRead
	}
	return RecentTurn
}

// protectLatest finds the latest result for each path that is created, edited or deleted anywhere in the
// conversation. Earlier results are outdated.
func (c *Conversation) protectLatest() {
	modified := map[string]bool{}
	note := func(file fileOperation) {
		if file.operation > read {
			for _, path := range file.paths {
				modified[samePath(path)] = true
			}
		}
	}
	for i := range c.messages {
		for _, call := range c.messages[i].calls {
			note(call.file)
		}
		for _, r := range c.messages[i].results {
			note(r.file)
		}
	}
	seen := map[string]bool{}
	for i := len(c.messages) - 1; i >= 0; i-- {
		results := c.messages[i].results
		for k := len(results) - 1; k >= 0; k-- {
			r := &results[k]
			about := false
			r.latest = false
			for _, path := range r.file.paths {
				path = samePath(path)
				if modified[path] {
					about = true
					r.latest = r.latest || !seen[path]
					seen[path] = true
				}
			}
			r.modified = about
		}
	}
}

// counts reports whether a message affects the priority of its unit: one that only calls tools has the importance
// of their results.
func (m *message) counts(class Class) bool {
	switch class {
	case System, AgentInstructions, CurrentTask:
		return true
	}
	return len(m.results) > 0 || m.spoke || !slices.ContainsFunc(m.calls, func(call call) bool { return call.answered }) && !m.onlyReasons()
}
