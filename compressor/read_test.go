package compressor

import (
	"fmt"
	"strings"
	"testing"
)

// written writes rounds without their String methods.
func written(rounds []Round) string {
	type module Module
	type relationship Relationship
	var all []string
	for _, r := range rounds {
		modules, relationships := []module{}, []relationship{}
		for _, m := range r.Modules {
			modules = append(modules, module(m))
		}
		for _, y := range r.Relationships {
			relationships = append(relationships, relationship(y))
		}
		all = append(all, fmt.Sprintf("{%d %v %v %v %v %d}", r.Number, modules, r.Findings, relationships, r.OpenQuestions, r.Skipped))
	}
	return fmt.Sprint(all)
}

func TestReadRounds(t *testing.T) {
	t.Parallel()
	const fields = `"modules":["m"],"findings":["f"]`
	const plain = "[{0 [{m }] [f] [] [] 0}]"
	for _, c := range []struct{ name, in, want string }{
		{"plain", `{` + fields + `}`, plain},
		{"byte order mark", "\uFEFF{" + fields + "}", plain},
		{"all fields", `{"modules":[{"name":"a","purpose":"p"},"b"],"findings":["x",{"text":"y"}],` +
			`"relationships":[{"from":"a","to":"b","type":"t"},"a -> c (u)"],"openQuestions":["q"]}`,
			"[{0 [{a p} {b }] [x y] [{a b t } {a c u }] [q] 0}]"},
		{"snake case", `{"key_findings":["f"],"open_questions":["q"],"dependencies":[{"source":"a","target":"b"}]}`,
			"[{0 [] [f] [{a b  }] [q] 0}]"},
		{"other spellings", `{"Key Findings":["f"],"unansweredQuestions":["q"],"components":["c"]}`, "[{0 [{c }] [f] [] [q] 0}]"},
		{"two spellings of one field", `{"findings":["f"],"key_findings":["g"],"findings":["h"]}`, "[{0 [] [f g h] [] [] 0}]"},
		{"null and single values", `{"modules":null,"findings":"f","openQuestions":{"question":"q"}}`, "[{0 [] [f] [] [q] 0}]"},
		{"entries by name", `{"modules":{"a":"p","b":{"purpose":"r"}},"dependencies":{"a":["b","c"],"b":"c"},"findings":{"1":"f"}}`,
			"[{0 [{a p} {b r}] [f] [{a b  } {a c  } {b c  }] [] 0}]"},
		{"findings that are objects", `{"findings":[{"title":"T","description":"D","severity":"high","file":"a.go"},{"title":"T"},{"name":"T","text":"T"}]}`,
			"[{0 [] [[high] T: D (a.go) T T] [] [] 0}]"},
		{"relationships in words", `{"relationships":["a calls b","a → b","a -> b -> c","-> b"]}`,
			"[{0 [] [] [{   a calls b} {a b  } {   a -> b -> c} {   -> b}] [] 0}]"},
		{"entries of the wrong kind", `{"modules":[1,{"purpose":"p"},""],"findings":[null,true,["x"],{"a":1}],"relationships":[{"from":"a"},5],` +
			`"openQuestions":[1],"insights":7}`,
			"[{0 [] [] [] [] 11}]"},
		{"wrong kinds by name", `{"modules":{"a":1},"dependencies":{"a":[1,"b"],"c":1}}`, "[{0 [] [] [{a b  }] [] 3}]"},
		{"one line each", `{"findings":["  a\n\tb\u0007 ","` + `x"]}`, "[{0 [] [a b x] [] [] 0}]"},
		{"lists inside of entries", `{"modules":[{"name":"a","responsibilities":["x","y"]}]}`, "[{0 [{a x, y}] [] [] [] 0}]"},

		{"one level down", `{"output":{` + fields + `}}`, plain},
		{"partly one level down", `{"modules":["m"],"analysis":{"findings":["f"],"modules":["other"]}}`, plain},
		{"tool call", `{"type":"tool_use","name":"x","input":{` + fields + `}}`, plain},
		{"tool call with text", `{"name":"x","arguments":"{\"modules\":[\"m\"],\"findings\":[\"f\"]}"}`, plain},
		{"message with tool calls", `{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"arguments":"{\"modules\":[\"m\"],` +
			`\"findings\":[\"f\"]}"}}]}}]}`, plain},
		{"message with parts", `{"role":"assistant","content":[{"type":"text","text":"hello {x}"},{"type":"tool_use","input":{` + fields + `}}]}`, plain},
		{"parts", `[{"type":"text","text":"hello"},{"type":"tool_use","input":{` + fields + `}}]`, plain},
		{"fence in a string", `{"text":"Here:\n` + "```json\\n" + `{\"modules\":[\"m\"],\"findings\":[\"f\"]}\n` + "```" + `\nBye."}`, plain},
		{"string", `"{\"modules\":[\"m\"],\"findings\":[\"f\"]}"`, plain},
		{"fence", "Here it is {really}:\n```json\n{" + fields + "}\n```\nBye {bye}.\n", plain},
		{"open fence", "~~~\n{" + fields + "}", plain},
		{"two fences", "```\n{\"modules\":[\"m\"]}\n```\n````js\n{\"findings\":[\"f\"]}\n````\n```sh\nls {}\n```", plain},
		{"text around", "Sure!\n{" + fields + "}\nDone.", plain},
		{"nothing known", `{"a":1}`, "[{0 [] [] [] [] 0}]"},
		{"braces in prose", `{"a":"f(){}"}`, "[{0 [] [] [] [] 0}]"},
		{"number", `{"round":4,"output":{` + fields + `}}`, "[{4 [{m }] [f] [] [] 0}]"},
		{"number inside", `{"output":{"round_number":4,` + fields + `}}`, "[{4 [{m }] [f] [] [] 0}]"},
		{"no good number", `{"round":"x",` + fields + `}`, plain},

		{"one a line", "{\"findings\":[\"a\"]}\n\n{\"round\":2,\"findings\":[\"b\"]}\r\n", "[{0 [] [a] [] [] 0} {2 [] [b] [] [] 0}]"},
		{"array", `[{"findings":["a"]},{"findings":["b"]},5]`, "[{0 [] [a] [] [] 0} {0 [] [b] [] [] 1}]"},

		{"nothing", " \n", "read round: line 2, column 1: there is no JSON document"},
		{"does not parse", "{\n\"a\": nope}", "read round: line 2, column 6: unexpected 'n' where a value is expected"},
		{"no JSON", "hello", "read round: line 1, column 1: unexpected 'h' where a value is expected"},
		{"bad text around", "Sure:\nyes {\"a\": x}", "read round: line 2, column 11: unexpected 'x' where a value is expected"},
		{"bad fence", "Sure:\n```\n{\n\"a\": x}\n```", "read round: line 4, column 6: unexpected 'x' where a value is expected"},
		{"bad fence in a string", "{\"text\":\"```\\n{x}\\n```\"}",
			"read round: line 1: /text: the JSON in it does not parse: line 2, column 2: unexpected 'x' where a name in quotes is expected"},
		{"bad line", "{}\n{\"a\" 1}\n", `read round: line 2, column 6: unexpected '1' where ":" is expected`},
		{"trailing", "{}garbage", "read round: line 1, column 3: the input goes on after the document"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rounds, err := ReadRounds([]byte(c.in))
			got := written(rounds)
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func FuzzReadRounds(f *testing.F) {
	for _, s := range []string{
		`{"modules":[{"name":"a","purpose":"p"},"b"],"findings":["x",{"text":"y"}],"relationships":[{"from":"a","to":"b"},"a -> c"],"open_questions":["q"]}`,
		`{"modules":{"a":"p"},"dependencies":{"a":["b"]},"round":3}`,
		"Text\n```json\n{\"findings\":[\"f\"]}\n```\n", "{\"findings\":[1]}\n{\"findings\":[\"f\"]}", `{"text":"{\"text\":\"{\\\"findings\\\":1}\"}"}`,
		`[{"findings":"x"}]`,
	} {
		f.Add([]byte(s), 30)
	}
	f.Fuzz(func(t *testing.T, data []byte, limit int) {
		rounds, err := ReadRounds(data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "read round: line ") {
				t.Fatalf("no place: %v", err)
			}
			return
		}
		if len(rounds) == 0 {
			t.Fatal("neither a round nor an error")
		}
		if NumberRounds(rounds, 0) != nil {
			return
		}
		o := Options{MaxTokens: limit & 0xff, Tokens: lumpy}
		c := Compress(rounds, o)
		if c.Tokens > o.MaxTokens || c.Text != render(c.Rounds) {
			t.Fatalf("%d tokens of %d", c.Tokens, o.MaxTokens)
		}
		if strings.Count(c.Text, "\n## ") != max(0, len(c.Rounds)-1) {
			t.Fatalf("an entry has a heading: %q", c.Text)
		}
	})
}
