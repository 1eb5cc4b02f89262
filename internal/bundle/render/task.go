package render

import (
	"fmt"
	"strings"
)

// Task is a bundle's text about its purpose.
type Task struct {
	Text string // the question, or its beginning
	// Again is set if the text is repeated at the end of the bundle, where models read as well as at the start.
	Again bool
	Log   []Commit // the latest commits
	Diff  string   // the changes that the bundle is about, or their beginning
}

// Commit is one of the latest commits.
type Commit struct {
	ID      string `json:"commit"`
	Subject string `json:"subject"`
}

// again returns the text repeated at the end of the bundle; nil for none.
func (t *Task) again() *Task {
	if t == nil || !t.Again {
		return nil
	}
	return &Task{Text: t.Text}
}

// shortID is the number of digits of a commit id shown to people.
const shortID = 10

func markdownTask(t *Task) string {
	if t == nil {
		return ""
	}
	var b strings.Builder
	block := func(heading, language, text string) {
		if text != "" {
			mark := fence(text)
			fmt.Fprintf(&b, "\n## %s\n\n%s%s\n%s%s\n", heading, mark, language, withNewline(text), mark)
		}
	}
	block("Task", "text", t.Text)
	block("Latest commits", "text", logLines(t.Log))
	block("Diff", "diff", t.Diff)
	return b.String()
}

func logLines(log []Commit) string {
	var b strings.Builder
	for _, c := range log {
		fmt.Fprintf(&b, "%.*s %s\n", shortID, c.ID, c.Subject)
	}
	return b.String()
}

func xmlTask(t *Task) string {
	if t == nil {
		return ""
	}
	text := ""
	if t.Text != "" {
		text = fmt.Sprintf("<task>%s</task>\n", cdata(t.Text))
	}
	return text + xmlChanges(t)
}

// xmlChanges returns an XML bundle's elements for the changes of its task.
func xmlChanges(t *Task) string {
	if t == nil {
		return ""
	}
	var b strings.Builder
	if len(t.Log) > 0 {
		b.WriteString("<log>\n")
		for _, c := range t.Log {
			fmt.Fprintf(&b, "<commit id=\"%.*s\">%s</commit>\n", shortID, c.ID, escapeXML(c.Subject))
		}
		b.WriteString("</log>\n")
	}
	if t.Diff != "" {
		fmt.Fprintf(&b, "<diff>%s</diff>\n", cdata(t.Diff))
	}
	return b.String()
}

func jsonTaskAgain(t *Task) string {
	if t = t.again(); t == nil {
		return ""
	}
	return ",\n\"task_again\":" + encodeJSON(t.Text)
}
