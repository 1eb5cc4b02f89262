package clients

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ctxpack/internal/text/jsondoc"
)

// defaultIndent is used if the settings have no indentation.
const defaultIndent = "  "

// object is a JSON object with the positions of its members.
type object struct {
	at      jsondoc.Span // including its brackets
	members []member
	comma   bool // a comma follows the last member
}

type member struct {
	name  string
	from  int          // start of its name
	value jsondoc.Span // without a following comma
}

// end returns the end of the last member.
func (o *object) end() int { return o.members[len(o.members)-1].value.To }

func (o *object) find(name string) int {
	return slices.IndexFunc(o.members, func(m member) bool { return m.name == name })
}

// checkJSON describes the error in settings.
func checkJSON(text string, f format) error {
	v, err := jsondoc.Parse([]byte(text), jsondoc.Options{Loose: f.loose, Comments: f.loose})
	if err != nil {
		return err
	}
	if err := v.Want(jsondoc.Object); err != nil {
		return err
	}
	if servers := v.Get(f.servers); servers != nil {
		return servers.Want(jsondoc.Object)
	}
	return nil
}

// objectAt reads the object at an offset of a valid text.
func objectAt(text string, at int) *object {
	s := &jsondoc.Scanner[string]{Src: text, Pos: at, Loose: true, Comments: true}
	s.Space()
	o := &object{at: jsondoc.Span{From: s.Pos}}
	_ = s.Object(func(name jsondoc.Span) *jsondoc.Fault { // the text is valid
		value, fault := s.Value()
		o.members = append(o.members, member{jsondoc.Unquote(text[name.From:name.To]), name.From, value})
		return fault
	})
	o.at.To = s.Pos
	if len(o.members) > 0 {
		o.comma = strings.HasPrefix(text[behind(text, o.end()):], ",")
	}
	return o
}

// behind returns the offset after the white space and the comments at an offset.
func behind(text string, at int) int {
	s := &jsondoc.Scanner[string]{Src: text, Pos: at, Comments: true}
	s.Space()
	return s.Pos
}

// start returns the start of the document, after a byte order mark.
func start(text string) int { return len(text) - len(strings.TrimPrefix(text, "\uFEFF")) }

// entry returns the settings' entry for the server.
func (f format) entry(command string) string {
	quoted := func(words []string) string {
		var list []string
		for _, word := range words {
			text, _ := json.Marshal(word) // strings always marshal
			list = append(list, string(text))
		}
		return strings.Join(list, ", ")
	}
	if f.list {
		return fmt.Sprintf(`{"type": "local", "command": [%s, %s], "enabled": true}`, quoted([]string{command}), quoted(f.arguments()))
	}
	kind := ""
	if f.typed {
		kind = `"type": "stdio", `
	}
	return fmt.Sprintf(`{%s"command": %s, "args": [%s]%s}`, kind, quoted([]string{command}), quoted(f.arguments()), f.more)
}

// arguments returns the server's arguments.
func (f format) arguments() []string {
	if f.folder != "" {
		return []string{"mcp", f.folder}
	}
	return []string{"mcp"}
}

func addJSON(text string, f format, command string) (string, error) {
	if strings.TrimSpace(text) == "" {
		text = "{}\n"
	}
	if err := checkJSON(text, f); err != nil {
		return "", err
	}
	root := objectAt(text, start(text))
	unit := cmp.Or(indentOf(text, root), defaultIndent)
	i := root.find(f.servers)
	if i < 0 {
		inner := fmt.Sprintf("{\n%s%s%q: %s\n%s}", unit, unit, Server, f.entry(command), unit)
		return insert(text, root, f.servers, inner, unit, ""), nil
	}
	servers := objectAt(text, root.members[i].value.From)
	k := servers.find(Server)
	if k < 0 {
		outer := lineIndent(text, root.members[i].from)
		return insert(text, servers, Server, f.entry(command), outer+unit, outer), nil
	}
	value := servers.members[k].value
	if sameServer(text[value.From:value.To], f, command) {
		return text, nil
	}
	return text[:value.From] + f.entry(command) + text[value.To:], nil
}

// sameServer reports whether settings start the server as wanted, whatever else they contain.
func sameServer(value string, f format, command string) bool {
	v, err := jsondoc.Parse([]byte(value), jsondoc.Options{Loose: f.loose, Comments: f.loose})
	if err != nil || v.Kind != jsondoc.Object {
		return false
	}
	words, name, named := []string{}, "args", ""
	if f.list {
		name = "command"
	} else if err = v.Read("command", &named); err == nil {
		words = append(words, named)
	}
	err = errors.Join(err, v.Read(name, jsondoc.Each(&words, jsondoc.TextOf)))
	return err == nil && slices.Equal(words, append([]string{command}, f.arguments()...))
}

// insert adds a member at the end of an object in the style of the others: on its own line, unless
// the members share one.
func insert(text string, o *object, name, value, indent, outer string) string {
	written := fmt.Sprintf("%q: %s", name, value)
	closing := o.at.To - 1
	if len(o.members) == 0 {
		head := strings.TrimRight(text[:closing], " \t\r\n")
		return head + "\n" + indent + written + "\n" + outer + text[closing:]
	}
	if own := indentOf(text, o); own != "" {
		indent = own
	}
	end := o.end()
	if o.comma {
		end = behind(text, end) + 1
		written += ","
	} else {
		text = text[:end] + "," + text[end:]
		end++
		closing++
	}
	rest := text[end:closing]
	line := strings.IndexByte(rest, '\n')
	if line < 0 {
		return text[:end] + " " + written + text[end:]
	}
	// A comment after the last member stays there.
	if said := strings.TrimSpace(rest[:line]); said == "" || strings.HasPrefix(said, "//") {
		end += len(strings.TrimRight(rest[:line], "\r"))
	}
	return text[:end] + "\n" + indent + written + text[end:]
}

// indentOf returns the white space before an object's members, "" if they are on the line of the bracket.
func indentOf(text string, o *object) string {
	if len(o.members) == 0 || !strings.Contains(text[o.at.From:o.members[0].from], "\n") {
		return ""
	}
	return lineIndent(text, o.members[0].from)
}

// lineIndent returns the white space at the start of an offset's line.
func lineIndent(text string, at int) string {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

func removeJSON(text string, f format) (string, error) {
	if strings.TrimSpace(text) == "" {
		return text, nil
	}
	if err := checkJSON(text, f); err != nil {
		return "", err
	}
	root := objectAt(text, start(text))
	i := root.find(f.servers)
	if i < 0 {
		return text, nil
	}
	servers := objectAt(text, root.members[i].value.From)
	k := servers.find(Server)
	if k < 0 {
		return text, nil
	}
	if len(servers.members) == 1 { // then Add probably created it too
		return cut(text, root, i), nil
	}
	return cut(text, servers, k), nil
}

// cut removes a member from an object, with its line and one comma.
func cut(text string, o *object, k int) string {
	m := o.members[k]
	from := len(strings.TrimRight(text[:m.from], " \t"))
	if from > 0 && text[from-1] == '\n' {
		from = len(strings.TrimSuffix(text[:from-1], "\r"))
	}
	to := m.value.To
	if last := k == len(o.members)-1; !last || o.comma {
		to = behind(text, to) + 1
	} else if k > 0 {
		comma := behind(text, o.members[k-1].value.To) // before it
		text = text[:comma] + text[comma+1:]
		from, to = from-1, to-1
	}
	text = text[:from] + text[to:]
	if again := objectAt(text, o.at.From); len(again.members) == 0 && strings.TrimSpace(text[again.at.From+1:again.at.To-1]) == "" {
		text = text[:again.at.From] + "{}" + text[again.at.To:]
	}
	return text
}
