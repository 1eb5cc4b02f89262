package messages

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"ctxpack/internal/text/jsondoc"
)

// WriteReport writes the report as one JSON object:
//
//	{messages, classified: [{index, class, priority, tokens, step, age, path}],
//	 kept: [index], dropped: [{index, class, priority, tokens}], replaced: [index],
//	 files: [{path, operations, last_step}],
//	 tokens_before, tokens_after, target, over_target}
//
// Under messages are those that are left, in an array whatever the shape of the
// input and without what is wrapped around them, with the summary if there is
// one. A path is null where there is none. Under files are those that the input
// touches, in its order.
func (r *Result) WriteReport(w io.Writer) error {
	out := &output{w: w}
	out.write("{")
	out.list("messages", func(item func(string)) {
		r.each(item)
	})
	out.list("classified", func(item func(string)) {
		for i, c := range r.Classified {
			path := "null"
			if c.Path != "" {
				path = string(jsondoc.Encode(c.Path))
			}
			item(fmt.Sprintf(`{"index": %d, "class": %q, "priority": %d, "tokens": %d, "step": %d, "age": %d, "path": %s}`,
				i, c.Class, c.Class.Priority(), c.Tokens, c.Step, c.Age, path))
		}
	})
	out.numbers("kept", r.Kept)
	out.list("dropped", func(item func(string)) {
		for _, i := range r.Dropped {
			c := r.Classified[i]
			item(fmt.Sprintf(`{"index": %d, "class": %q, "priority": %d, "tokens": %d}`, i, c.Class, c.Class.Priority(), c.Tokens))
		}
	})
	out.numbers("replaced", r.Replaced)
	out.list("files", func(item func(string)) {
		for _, f := range r.Files {
			item(fmt.Sprintf(`{"path": %s, "operations": ["%s"], "last_step": %d}`, jsondoc.Encode(f.Path), strings.Join(f.Operations, `", "`), f.LastStep))
		}
	})
	out.number("tokens_before", r.TokensBefore)
	out.number("tokens_after", r.TokensAfter)
	out.number("target", r.Target)
	out.number("over_target", r.OverTarget)
	out.write("\n}\n")
	return out.err
}

// field begins a field of the report.
func (o *output) field(name string) {
	if o.n > 1 {
		o.write(",")
	}
	o.write("\n  \"" + name + "\": ")
}

func (o *output) number(name string, n int) {
	o.field(name)
	o.write(strconv.Itoa(n))
}

// list writes an array, one item a line.
func (o *output) list(name string, items func(item func(string))) {
	o.field(name)
	o.write("[")
	first := true
	items(func(text string) {
		if !first {
			o.write(",")
		}
		o.write("\n    ")
		o.write(text)
		first = false
	})
	if !first {
		o.write("\n  ")
	}
	o.write("]")
}

// numbers writes an array of numbers on one line.
func (o *output) numbers(name string, list []int) {
	o.field(name)
	o.write("[")
	for i, n := range list {
		if i > 0 {
			o.write(", ")
		}
		o.write(strconv.Itoa(n))
	}
	o.write("]")
}
