package messages

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/kinds"
)

// object is an object of the input, with the spans of its members.
type object struct {
	jsondoc.Span
	members []member
}

type member struct {
	name      string // decoded
	at, value jsondoc.Span
}

// object reads an object with all of its members.
func (r *reader) object(what string) (object, *jsondoc.Fault) {
	o := object{Span: jsondoc.Span{From: r.Pos, To: r.Pos}}
	if f := r.want('{', what); f != nil {
		return o, f
	}
	f := r.Object(func(at jsondoc.Span) *jsondoc.Fault {
		name := jsondoc.Unquote(r.of(at))
		if o.has(name) && kinds.Is(name, "single member") { // readers would disagree about which of two counts
			return &jsondoc.Fault{Offset: at.From, Text: jsondoc.Twice}
		}
		value, f := r.Value()
		o.members = append(o.members, member{name, at, value})
		return f
	})
	o.To = r.Pos
	return o, f
}

// objectAt reads a value that was skipped; false if it is not an object.
func (r *reader) objectAt(at jsondoc.Span) (object, bool, *jsondoc.Fault) {
	if at.Empty() || r.Src[at.From] != '{' {
		return object{}, false, nil
	}
	o, f := r.at(at).object("an object")
	return o, f == nil, f
}

func (o *object) first() string {
	if len(o.members) == 0 {
		return ""
	}
	return o.members[0].name
}

func (o *object) has(name string) bool { return o.index(name) >= 0 }

func (o *object) index(name string) int {
	return slices.IndexFunc(o.members, func(m member) bool { return m.name == name })
}

// get returns the span of the value of the first of several names, which are joined by |, and the name; empty for
// one that is missing or null.
func (o *object) get(r *reader, names string) (jsondoc.Span, string) {
	for name := range strings.SplitSeq(names, "|") {
		if i := o.index(name); i >= 0 && r.Src[o.members[i].value.From] != 'n' {
			return o.members[i].value, name
		}
	}
	return jsondoc.Span{}, ""
}

// edit replaces a range of the input.
type edit struct {
	at   jsondoc.Span
	text string
}

// rewrite writes an object with edits, without the members of some names, and with others at its end, spaced like
// the first one. Edits are in order.
func rewrite(src string, o object, edits []edit, without func(name string) bool, add []string) string {
	var b strings.Builder
	between, colon := o.spacing(src)
	b.WriteString("{")
	space := func(to int) int { return len(strings.TrimRightFunc(src[:to], unicode.IsSpace)) } // the start of the white space before an offset
	comma := ""
	for _, m := range o.members {
		if without != nil && without(m.name) {
			continue
		}
		b.WriteString(comma)
		at := space(m.at.From)
		for _, e := range edits {
			if e.at.From >= m.at.From && e.at.To <= m.value.To {
				b.WriteString(src[at:e.at.From] + e.text)
				at = e.at.To
			}
		}
		b.WriteString(src[at:m.value.To])
		comma = ","
	}
	for i := 0; i+1 < len(add); i += 2 {
		b.WriteString(comma + between + add[i] + colon + add[i+1])
		comma = ","
	}
	b.WriteString(src[space(o.To-1):o.To])
	return b.String()
}

// spacing returns the text before and after a name in the object's style.
func (o *object) spacing(src string) (between, colon string) {
	colon = ":"
	if len(o.members) == 0 {
		return "", colon
	}
	m := o.members[0]
	between = src[o.From+1 : m.at.From]
	if strings.HasPrefix(src[m.at.To:], ": ") {
		colon = ": "
		between = cmp.Or(between, " ")
	}
	return between, colon
}
