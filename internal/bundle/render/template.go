package render

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"text/template"
	"text/template/parse"

	"ctxpack/internal/text/mapped"
)

// Limits on a user's template. Templates have loops and call each other, so that a mistake could cause an endless
// loop; their operations are counted instead of timed, so that the result is the same on every machine.
const (
	maxTemplate = 1 << 20   // bytes of its text
	maxSteps    = 1_000_000 // iterations of loops, and template calls
	maxWritten  = 64 << 20  // bytes of output
	maxMade     = 256 << 20 // bytes processed by its functions in one run
	maxMadeAll  = 2 << 30   // the same in all runs for one bundle
)

// TemplateError is an error in a template with its place.
type TemplateError struct{ Err error }

func (e *TemplateError) Error() string {
	text := strings.TrimPrefix(e.Err.Error(), "template: ")
	return strings.Replace(text, fmt.Sprintf(" at <%s>: error calling %s: ", stepFunc, stepFunc), ": ", 1)
}

func (e *TemplateError) Unwrap() error { return e.Err }

// Template returns a format that executes a template of Go's text/template. Its data is that of a JSON bundle, with
// the same member names, all of which exist; paths are escaped as in Markdown, and each file also has all its shown
// text as "shown". name is the template's name in errors.
func Template(name, text string) (Format, error) {
	if len(text) > maxTemplate {
		return Format{}, &TemplateError{fmt.Errorf("%s: it has more than %d bytes", name, maxTemplate)}
	}
	if strings.TrimSpace(text) == "" {
		return Format{}, &TemplateError{fmt.Errorf("%s: it is empty", name)}
	}
	parsed, err := template.New(name).Option("missingkey=error").Funcs(templateFuncs(func(int) error { return nil })).Parse(text)
	if err != nil {
		return Format{}, &TemplateError{err}
	}
	for _, t := range parsed.Templates() {
		if t.Tree != nil {
			countSteps(t.Root)
		}
	}
	u := &userTemplate{parsed: parsed}
	return Format{
		Name: "template", opens: func(string) bool { return false },
		head: func(d *Document) string { return u.estimate(values(d)) }, tail: func(*Document) string { return "" },
		entry: u.entry, writer: u.writer, failed: u.failure,
	}, nil
}

// userTemplate is a template with the errors of writing a bundle.
type userTemplate struct {
	parsed *template.Template
	made   atomic.Int64 // bytes processed by its functions in all runs

	mu     sync.Mutex
	failed error
}

func (u *userTemplate) failure() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.failed
}

func (u *userTemplate) writer(d *Document) func() string {
	all := values(d)
	for i, f := range d.Files {
		f.index = i + 1
		all["files"] = append(all["files"].([]any), fileValues(f))
	}
	return func() string {
		all["tokens"] = d.Used
		text, _, err := u.execute(all)
		if err != nil {
			u.fail(err)
		}
		return text
	}
}

func (u *userTemplate) fail(err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.failed = cmp.Or(u.failed, error(&TemplateError{err}))
}

// entry returns approximately what one file adds to a bundle: the output with it that is not in the output without
// it. A template's use of several files cannot be derived from one; counting the output corrects it.
func (u *userTemplate) entry(f File) string {
	with, without := values(&Document{}), values(&Document{})
	f.index = 1
	with["files"] = []any{fileValues(f)}
	text, base := u.estimate(with), u.estimate(without)
	for text != "" && base != "" && text[0] == base[0] {
		text, base = text[1:], base[1:]
	}
	for text != "" && base != "" && text[len(text)-1] == base[len(base)-1] {
		text, base = text[:len(text)-1], base[:len(base)-1]
	}
	return strings.ToValidUTF8(text, "")
}

// estimate executes the template for documents that are not written. An error may not occur with other documents,
// unless a limit was reached.
func (u *userTemplate) estimate(all map[string]any) string {
	if u.failure() != nil {
		return ""
	}
	text, steps, err := u.execute(all)
	if err == nil {
		return text
	}
	const few = 10_000
	if steps > few || errors.Is(err, errTooLong) || errors.Is(err, errTooMuch) {
		u.fail(err)
	}
	return ""
}

// execute runs the template separately: runs share only its text.
func (u *userTemplate) execute(all map[string]any) (text string, took int, err error) {
	run, err := u.parsed.Clone()
	if err != nil {
		return "", 0, err
	}
	steps := 0
	run.Funcs(template.FuncMap{stepFunc: func() (string, error) {
		if steps++; steps > maxSteps {
			return "", fmt.Errorf("the template does not end within %d steps", maxSteps)
		}
		return "", nil
	}})
	made := 0
	run.Funcs(templateFuncs(func(n int) error {
		if made += n; made > maxMade || u.made.Add(int64(n)) > maxMadeAll {
			return errTooMuch
		}
		return nil
	}))
	out := &limited{}
	if err := run.Execute(out, all); err != nil {
		return "", steps, err
	}
	return strings.ToValidUTF8(out.String(), "\uFFFD"), steps, nil
}

// limited collects the output, up to a limit.
type limited struct{ strings.Builder }

var errTooMuch = errors.New("the template processes too much text")

var errTooLong = fmt.Errorf("the template writes more than %d MB", maxWritten>>20)

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > maxWritten {
		return 0, errTooLong
	}
	return l.Builder.Write(p)
}

// stepFunc exists when a template is executed, but not when it is parsed: the user's template cannot call it.
const stepFunc = "ctxpackStep"

// countSteps inserts a call of stepFunc at the start of a template's list, and of all loops in it.
func countSteps(list *parse.ListNode) {
	if list == nil {
		return
	}
	for _, node := range list.Nodes {
		switch node := node.(type) {
		case *parse.IfNode:
			countBranches(&node.BranchNode)
		case *parse.WithNode:
			countBranches(&node.BranchNode)
		case *parse.RangeNode:
			countBranches(&node.BranchNode)
		}
	}
	list.Nodes = append([]parse.Node{stepNode(list.Pos)}, list.Nodes...)
}

func countBranches(b *parse.BranchNode) {
	countSteps(b.List)
	countSteps(b.ElseList)
}

// stepNode returns the action {{step}} at a position of the template.
func stepNode(at parse.Pos) parse.Node {
	call := &parse.CommandNode{NodeType: parse.NodeCommand, Pos: at, Args: []parse.Node{parse.NewIdentifier(stepFunc).SetPos(at)}}
	return &parse.ActionNode{
		NodeType: parse.NodeAction, Pos: at,
		Pipe: &parse.PipeNode{NodeType: parse.NodePipe, Pos: at, Cmds: []*parse.CommandNode{call}},
	}
}

// templateFuncs returns the functions for templates in addition to Go's own, including replacements of Go's string
// functions. Each reports the bytes that it processes, and the error ends the run: a few nested calls could double
// a text repeatedly.
func templateFuncs(spend func(bytes int) error) template.FuncMap {
	bounded := func(f func(...any) string) func(...any) (string, error) {
		return func(args ...any) (string, error) {
			n := 0
			for _, arg := range args {
				if text, ok := arg.(string); ok {
					n += len(text)
				}
			}
			if n > maxWritten/8 { // no function makes it more than eight times as long
				return "", errTooLong
			}
			if err := spend(n); err != nil {
				return "", err
			}
			text := f(args...)
			return text, spend(len(text))
		}
	}
	one := func(f func(string) string) func(string) (string, error) {
		all := bounded(func(args ...any) string { return f(args[0].(string)) })
		return func(text string) (string, error) { return all(text) }
	}
	return template.FuncMap{
		"print":    bounded(fmt.Sprint),
		"println":  bounded(fmt.Sprintln),
		"html":     bounded(template.HTMLEscaper),
		"js":       bounded(template.JSEscaper),
		"urlquery": bounded(template.URLQueryEscaper),
		"printf": bounded(func(args ...any) string {
			if len(args) == 0 {
				return ""
			}
			return fmt.Sprintf(fmt.Sprint(args[0]), args[1:]...)
		}),
		"fence": one(func(text string) string { return fence(text) }),
		"rule":  one(ruleFor),
		"cdata": one(cdata),
		"xml":   one(escapeXML),
		"json": func(value any) (string, error) {
			return bounded(func(args ...any) string { return encodeJSON(args[0]) })(value)
		},
		"join": func(list []any, between string) (string, error) {
			if len(list) > 0 && len(list)*len(between) > maxWritten {
				return "", errTooLong
			}
			texts := mapped.Of(list, func(one any) string { return fmt.Sprint(one) })
			text := strings.Join(texts, between)
			return text, spend(len(text))
		},
	}
}

// values returns the template's data for a document, without the files.
func values(d *Document) map[string]any {
	all := membersOf(metaOf(d, DisplayPath))
	all["files"], all["task_again"] = []any{}, ""
	if t := d.Task.again(); t != nil {
		all["task_again"] = t.Text
	}
	all["skipped"] = valueOf(reflect.ValueOf(skippedOf(d, DisplayPath)))
	return all
}

func fileValues(f File) map[string]any {
	all := membersOf(fileOf(f, DisplayPath))
	all["index"], all["fence"], all["shown"] = f.index, f.Fence, f.allText()
	all["level"], all["score"], all["lines"] = f.Form().String(), f.Score, f.Lines
	return all
}

func membersOf(v any) map[string]any { return valueOf(reflect.ValueOf(v)).(map[string]any) }

// valueOf converts a value as JSON does, but keeps members that JSON omits: a template may use them, and any other
// name is an error.
func valueOf(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Struct:
		members := map[string]any{}
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			members[name] = valueOf(v.Field(i))
		}
		return members
	case reflect.Pointer:
		if !v.IsNil() {
			return valueOf(v.Elem())
		}
		if v.Type().Elem().Kind() == reflect.Array {
			return []any{} // empty list of lines
		}
		return valueOf(reflect.Zero(v.Type().Elem()))
	case reflect.Slice, reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = valueOf(v.Index(i))
		}
		return list
	case reflect.Map:
		members := map[string]any{}
		for _, key := range v.MapKeys() {
			members[key.String()] = valueOf(v.MapIndex(key))
		}
		return members
	case reflect.String:
		return v.String()
	}
	if text, ok := v.Interface().(fmt.Stringer); ok {
		return text.String() // a tier
	}
	return v.Interface()
}
