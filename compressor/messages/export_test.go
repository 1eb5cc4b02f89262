package messages

// Units returns for each message the first message of its unit.
func (c *Conversation) Units(single bool) []int {
	return c.units(single).of
}

// UnitPriorities returns for each message the priority of its unit.
func (c *Conversation) UnitPriorities(o Options) []int {
	p := &plan{Conversation: c, o: o, classified: c.classify(o.PreserveRecent), units: c.units(o.Single)}
	priorities := p.unitPriorities()
	out := make([]int, len(c.messages))
	for i := range out {
		out[i] = priorities[p.units.of[i]]
	}
	return out
}

// Starts reports whether a conversation can begin with a message.
func (c *Conversation) Starts(i int) bool { return c.messages[i].starts() }

// IsAnswer reports whether a message is the model's.
func (c *Conversation) IsAnswer(i int) bool { return c.messages[i].role == assistant }

// OfSystem reports whether a message is the system's.
func (c *Conversation) OfSystem(i int) bool {
	return c.messages[i].role == system || c.messages[i].role == developer
}

// Results returns the ids of the results in a message.
func (c *Conversation) Results(i int) []string {
	var ids []string
	for _, r := range c.messages[i].results {
		ids = append(ids, r.id)
	}
	return ids
}

// String returns the shape's name.
func (s Shape) String() string { return [...]string{"array", "object", "lines"}[s] }

// Len returns the number of messages.
func (c *Conversation) Len() int { return len(c.messages) }

// Shape returns how the messages are held together.
func (c *Conversation) Shape() Shape { return c.shape }
