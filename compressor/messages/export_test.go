package messages

// Units returns for each message the first message of its unit.
func (c *Conversation) Units(pairing Pairing) []int {
	u := c.units(pairing)
	for i := range u.first {
		u.first[i] = u.find(i)
	}
	return u.first
}
