package messages

import (
	"fmt"
	"strings"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

// Report returns the report as one JSON object: the remaining messages in an array whatever the format of the
// input, the outcome of each message, and the files that it touches.
func (r *Result) Report() string {
	var kept, classified, dropped []string
	r.each(func(text string) { kept = append(kept, text) })
	for i, c := range r.Classified {
		path := "null"
		if c.Path != "" {
			path = string(jsondoc.Encode(c.Path))
		}
		classified = append(classified, fmt.Sprintf(`{"index": %d, "class": %q, "priority": %d, "tokens": %d, "step": %d, "age": %d, "path": %s}`,
			i, c.Class, c.Class.Priority(), c.Tokens, c.Step, c.Age, path))
	}
	for _, i := range r.Dropped {
		c := r.Classified[i]
		dropped = append(dropped, fmt.Sprintf(`{"index": %d, "class": %q, "priority": %d, "tokens": %d}`, i, c.Class, c.Class.Priority(), c.Tokens))
	}
	files := mapped.Of(r.files, func(f touched) string {
		return fmt.Sprintf(`{"path": %s, "operations": ["%s"], "last_step": %d}`, jsondoc.Encode(f.path), f.did(`", "`), f.step)
	})
	list := func(items []string) string { // one item a line
		if len(items) == 0 {
			return "[]"
		}
		return "[\n    " + strings.Join(items, ",\n    ") + "\n  ]"
	}
	indices := func(list []int) string { return strings.ReplaceAll(fmt.Sprint(list), " ", ", ") }
	return fmt.Sprintf("{\n  \"messages\": %s,\n  \"classified\": %s,\n  \"kept\": %s,\n  \"dropped\": %s,\n  \"replaced\": %s,\n  \"files\": %s,\n"+
		"  \"tokens_before\": %d,\n  \"tokens_after\": %d,\n  \"target\": %d,\n  \"over_target\": %d\n}\n",
		list(kept), list(classified), indices(r.Kept), list(dropped), indices(r.Replaced), list(files), r.TokensBefore, r.TokensAfter, r.Target, r.OverTarget)
}
