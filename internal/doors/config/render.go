package config

import (
	"strings"
	"unicode/utf8"
)

// exampleHeader opens the example.
const exampleHeader = `# Settings of ctxpack. Copy what you need to .handover.yml at the root of your
# repository, or to ctxpack/config.yml in your configuration folder. Every key
# is here with its default; a key that a file leaves out keeps its value. A flag
# or an environment variable overrides the repository's file, which overrides
# the user's file, which overrides the default.
` + valuesHeader

// valuesHeader says how values are written.
const valuesHeader = `#
# Token counts are written 8000, 8k, 128k or 1m, durations 90d, 12w, 1y or 36h,
# sizes 500k or 10MB. Globs are relative to the root, know ** and {a,b}, and
# need quotes when they start with *: ["**/*.go", "docs/**"].
`

// starterHeader opens the starter.
const starterHeader = `# Settings of ctxpack for this repository. Every key is here with its default and
# commented out: remove the # before a key's name to set it. The same keys may stand
# in ctxpack/config.yml in your configuration folder. A flag or an environment
# variable overrides this file, which overrides yours, which overrides the default.
` + valuesHeader + `
# Settings by name, for "ctxpack pack --profile review" and the like.
profiles:
  #review:
  #  context: {budget: 32k, pin: [ARCHITECTURE.md]}
  #  output: {tree: none}
`

// Example returns the commented example: every key with its default. Loading it gives exactly the defaults.
func (t *Table) Example() string {
	var b strings.Builder
	b.WriteString(exampleHeader)
	t.writeBranch(&b, t.tree(), t.Default(), "", true)
	return b.String()
}

// Starter returns the example as a file to begin with: every key with its default, each
// commented out, so that the file changes nothing until one is uncommented.
func (t *Table) Starter() string {
	example := strings.TrimPrefix(t.Example(), exampleHeader)
	var b strings.Builder
	b.WriteString(starterHeader)
	for line := range strings.Lines(example) {
		key := strings.TrimLeft(line, " ")
		if indent := len(line) - len(key); key != "\n" && !strings.HasPrefix(key, "#") && !strings.HasSuffix(key, ":\n") {
			line = line[:indent] + "#" + key
		}
		b.WriteString(line)
	}
	return b.String()
}

// writeBranch writes the keys below at, with what they are for.
func (t *Table) writeBranch(b *strings.Builder, at *branch, c Config, indent string, comments bool) {
	for _, child := range at.children {
		if child.leaf != nil {
			if comments {
				writeComment(b, indent, child.leaf.comment+" "+child.leaf.accepts())
			}
			b.WriteString(indent + child.name + ": " + child.leaf.scalar(c) + "\n")
			continue
		}
		if comments {
			if !strings.HasSuffix(b.String(), ":\n") {
				b.WriteByte('\n')
			}
			writeComment(b, indent, t.sections[child.path])
		}
		b.WriteString(indent + child.name + ":\n")
		t.writeBranch(b, child, c, indent+"  ", comments)
	}
}

// writeComment writes text as comment lines of at most 80 columns.
func writeComment(b *strings.Builder, indent, text string) {
	const width = 80
	line := indent + "#"
	for word := range strings.FieldsSeq(text) {
		if utf8.RuneCountInString(line+word) >= width && line != indent+"#" {
			b.WriteString(line + "\n")
			line = indent + "#"
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}

// accepts says which values a setting takes, as a sentence, or "" if the header of the example says it.
func (r row) accepts() string {
	switch {
	case r.weight != "" || r.kind.label == "":
		return "" // the comment of the section says it for all weights
	case r.kind == kindChoice:
		return "One of " + strings.Join(r.choices, ", ") + "."
	}
	text := strings.TrimSpace(r.kind.label + " " + r.interval())
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
