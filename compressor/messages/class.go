package messages

import "strings"

// Class says what a message is in a conversation, which decides how long it
// stays.
type Class uint8

// The classes, highest priority first.
const (
	System            Class = iota // role system or developer
	AgentInstructions              // flagged, or opens with a heading or tag that names AGENTS.md or the like
	CurrentTask                    // the last user message that is not only tool results
	ModifiedFiles                  // the result of an operation on a file that the conversation modifies
	RecentTurn                     // recent, and none of the others
	RecentFileRead                 // the recent result of another file operation
	OldHistory                     // no tool result, and not recent
	StaleToolOutput                // a tool result that is not recent
	Summarized                     // flagged, or opens with [History Summary]
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

// Priority returns the class's priority, from 0 to 100. Messages of low
// priority are dropped first.
func (c Class) Priority() int { return classTable()[c].priority }

// Classified is what is known of a message.
type Classified struct {
	Class  Class
	Tokens int    // its cost
	Step   int    // how many assistant messages with tool calls stand up to and including it
	Age    int    // steps from it to the last one
	Path   string // of the file that it is the result of an operation on, as given; "" if there is none
}

// classify classifies every message but for the tokens.
func (c *Conversation) classify(preserveRecent int) []Classified {
	out := make([]Classified, len(c.messages))
	step, task := 0, -1
	for i := range c.messages {
		m := &c.messages[i]
		if m.hasCalls() {
			step++
		}
		out[i].Step = step
		if m.role == user && (m.mixed || len(m.results) == 0) {
			task = i
		}
	}
	modified := c.modified()
	for i := range c.messages {
		out[i].Age = step - out[i].Step
		recent := out[i].Age <= preserveRecent
		m := &c.messages[i]
		out[i].Class = c.class(m, i == task)
		if out[i].Class == classCount {
			out[i].Class, out[i].Path = m.turnClass(recent, modified)
		} else if len(m.results) > 0 {
			_, out[i].Path = m.turnClass(recent, modified)
		}
	}
	return out
}

// class applies the rules that come first, in their order. It returns
// classCount for a message that is none of these.
func (c *Conversation) class(m *message, task bool) Class {
	opening := c.opening(m)
	switch {
	case m.role == system || m.role == developer:
		return System
	case m.agentInstruction || opensWithInstructions(opening):
		return AgentInstructions
	case m.summarized || strings.HasPrefix(opening, summaryHeading):
		return Summarized
	case task:
		return CurrentTask
	}
	return classCount
}

// turnClass is the class of a message by its results and its age, with the path
// of the result that it has it from. Of several results, and of what it says
// besides, the one with the highest priority counts.
func (m *message) turnClass(recent bool, modified map[string]bool) (Class, string) {
	best, from := classCount, ""
	if m.mixed || len(m.results) == 0 {
		best = OldHistory
		if recent {
			best = RecentTurn
		}
	}
	for i := range m.results {
		class := resultClass(m.results[i].file, recent, modified)
		switch path := m.results[i].file.path; {
		case best == classCount || class.Priority() > best.Priority():
			best, from = class, path
		case from == "":
			from = path
		}
	}
	return best, from
}

func resultClass(file fileOperation, recent bool, modified map[string]bool) Class {
	switch {
	case file.path != "" && modified[samePath(file.path)]:
		return ModifiedFiles
	case !recent:
		return StaleToolOutput
	case file.path != "":
		return RecentFileRead
	}
	return RecentTurn
}

// modified returns the paths that are created, edited or deleted anywhere in
// the conversation.
func (c *Conversation) modified() map[string]bool {
	paths := map[string]bool{}
	for i := range c.messages {
		m := &c.messages[i]
		for _, call := range m.calls {
			if call.file.modifies() {
				paths[samePath(call.file.path)] = true
			}
		}
		for _, r := range m.results {
			if r.file.modifies() {
				paths[samePath(r.file.path)] = true
			}
		}
	}
	return paths
}
