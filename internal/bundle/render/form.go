package render

import (
	"fmt"
	"strings"

	"ctxpack/packer"
)

// Form is how much of a file is in a bundle, in the terms for people. Programs use tiers.
type Form uint8

// The forms.
const (
	LeftOut  Form = iota
	Named         // the names of its declarations
	Outlined      // its declarations without bodies
	InPart        // lines of its text, with or without the names of its declarations
	InFull
)

// Forms returns all forms, the fullest first.
func Forms() []Form { return []Form{InFull, InPart, Outlined, Named, LeftOut} }

// String returns the form's name.
func (f Form) String() string {
	return [...]string{"left out", "named", "outlined", "in part", "in full"}[min(f, InFull)]
}

// Meaning explains the form.
func (f Form) Meaning() string {
	return [...]string{
		"nothing of the file", "the names of its declarations", "its declarations, without bodies",
		"some of its text", "all of the file",
	}[min(f, InFull)]
}

// Form returns how much of the file the entry shows.
func (f File) Form() Form {
	switch {
	case f.Tier == packer.Skip:
		return LeftOut
	case f.Tier == packer.Full:
		return InFull
	case len(f.Sections) > 0 || f.TextRange.Start > 0:
		return InPart
	case f.Names != "" && f.Text == "":
		return Named
	}
	return Outlined
}

// Counts counts files by form. Signatures are those in part, outlined and named.
type Counts struct {
	Full       int `json:"full"`
	Signatures int `json:"signatures"`
	Skipped    int `json:"skipped"`
	InPart     int `json:"in_part"`
	Outlined   int `json:"outlined"`
	Named      int `json:"named"`
	// Abridged are those in full without a licence header or markup.
	Abridged int `json:"abridged,omitempty"`
}

// Add counts an entry.
func (c *Counts) Add(f File) {
	switch f.Form() {
	case InFull:
		c.Full++
		if len(f.Sections) > 0 {
			c.Abridged++
		}
		return
	case InPart:
		c.InPart++
	case Outlined:
		c.Outlined++
	case Named:
		c.Named++
	}
	c.Signatures++
}

// Of returns the number of files of a form.
func (c Counts) Of(f Form) int {
	return [...]int{c.Skipped, c.Named, c.Outlined, c.InPart, c.Full}[min(f, InFull)]
}

// String returns the counts as a phrase, without empty forms except the first and the last.
func (c Counts) String() string {
	var parts []string
	for _, f := range Forms() {
		if n := c.Of(f); n > 0 || f == InFull || f == LeftOut {
			parts = append(parts, fmt.Sprintf("%d %s", n, f))
			if f == InFull && c.Abridged > 0 {
				parts[0] += fmt.Sprintf(" (%d without licence headers or tests)", c.Abridged)
			}
		}
	}
	return "files: " + strings.Join(parts, ", ")
}
