package history

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
	"ctxpack/internal/text/jsondoc"
)

func testLoader() Loader {
	files := map[string]string{
		"a.go": "package a\n", "dir/b.txt": "b", "talk.jsonl": `{"role":"user","content":"one"}` + "\n" + `{"role":"assistant","content":"two"}`,
		"list.json": `["a.go"]`, "bad.json": `{`,
	}
	return Loader{
		File: func(path string) (string, error) {
			if path == "secret" {
				return "", errors.New("it is binary")
			}
			text, ok := files[path]
			if !ok {
				return "", fmt.Errorf("%w", ErrMissing)
			}
			return text, nil
		},
		Image: func(path string) (Image, error) {
			if path == "i.png" {
				return Image{MediaType: "image/png", Data: "eA=="}, nil
			}
			return Image{}, ErrMissing
		},
		SymbolMap: func(folder string, budget int) (string, error) {
			return fmt.Sprintf("map of %s in %d", folder, budget), nil
		},
		FileTree: func(folder string) (string, error) { return "tree of " + folder, nil },
		Session: func(id string) ([]Message, error) {
			if id != "latest" {
				return nil, errors.New("there is no such session")
			}
			return []Message{{Role: User, Content: "stored"}}, nil
		},
		Fence: func(path, _ string) string {
			return strings.TrimPrefix(path[strings.LastIndexByte(path, '.')+1:], "txt")
		},
	}
}

// shown describes a prompt.
func shown(p Prompt) string {
	images := func(list []Image) (out []string) {
		for _, i := range list {
			out = append(out, fmt.Sprintf("{%s %s %s %s}", i.MediaType, i.Data, i.URL, i.Ref))
		}
		return out
	}
	talk := func(list []Message) (out []string) {
		for _, m := range list {
			shown := m.Images
			for _, p := range m.Parts {
				if p.Kind == messages.ImageKind {
					shown = append(shown, p.Image)
				}
			}
			out = append(out, fmt.Sprintf("{%s %s %v}", m.Role, m.Content, images(shown)))
		}
		return out
	}
	var tiers []string
	for _, t := range p.Tiers {
		tiers = append(tiers, fmt.Sprintf("{%s %v %v}", t.Symbols, t.Files, talk(t.History)))
	}
	return fmt.Sprintf("{%s %s %s %v %v %v %s %v %v}", p.System, p.SymbolMap, p.FileTree, p.Pages, p.Files, talk(p.History), p.Request, images(p.Images), tiers)
}

func TestParsePrompt(t *testing.T) {
	t.Parallel()
	const gif = "data:image/gif;base64,R0lGODlhAQ=="
	for _, c := range []struct {
		name, input string
		want        string // description of the Prompt
		missing     string
	}{
		{"texts", `{"system":"s","symbol_map":"m","file_tree":"t","prompt":"p"}`, `{s m t [] [] [] p []`, ""},
		{"nulls", `{"system":null,"files":null,"history":null,"images":null,"tiers":null,"prompt":"p"}`, `{   [] [] [] p []`, ""},
		{"named", `{"system":{"file":"dir/b.txt"},"prompt":{"file":"\\dir\\b.txt"}}`, `{b   [] [] [] b []`, ""},
		{"produced", `{"symbol_map":{"pack":".","budget":500},"file_tree":{"pack":"/dir/"},"prompt":"p"}`, `{ map of . in 500 tree of dir [] [] [] p []`, ""},
		{"produced by default", `{"symbol_map":{"pack":""},"prompt":"p"}`, `{ map of . in 0  [] [] [] p []`, ""},
		{"pages", `{"url_context":["x",{"url":"u","title":"t","content":"c"},{"url":"v","content":{"file":"dir/b.txt"}}],"prompt":"p"}`,
			`{   [{  x} {u t c} {v  b}] [] [] p []`, ""},
		{"files", `{"files":["a.go",{"path":"/dir//b.txt/"},{"path":"new.md","content":"text"},{"path":"e","content":""}],"prompt":"p"}`,
			"{   [] [{a.go package a\n go} {dir/b.txt b } {new.md text md} {e  e}] [] p []", ""},
		{"files in a file", `{"files":{"file":"list.json"},"prompt":"p"}`, "{   [] [{a.go package a\n go}] [] p []", ""},
		{"missing files", `{"files":["no",{"path":"a.go"},"gone"],"prompt":"p"}`, "{   [] [{a.go package a\n go}] [] p []", "[{no /files/0} {gone /files/2}]"},
		{"history", `{"history":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},{"role":"assistant",` +
			`"content":null}],"prompt":"p"}`,
			"{   [] [] [{user a\nb []} {assistant  []}] p []", ""},
		{"history with images", `{"history":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"` + gif +
			`"}},{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhAQ=="}},{"type":"image","source":{"type":"url",` +
			`"url":"https://x"}}]}],"prompt":"p"}`,
			"{   [] [] [{user  [{image/gif R0lGODlhAQ==  } {image/gif R0lGODlhAQ==  } {  https://x }]}] p []", ""},
		{"history of a session", `{"history":{"session":"latest"},"prompt":"p"}`, "{   [] [] [{user stored []}] p []", ""},
		{"history in a file", `{"history":{"file":"talk.jsonl"},"prompt":"p"}`, `{   [] [] [{user one []} {assistant two []}] p []`, ""},
		{"images", `{"images":["` + gif + `","https://x/y","i.png",{"file":"i.png"},{"url":"http://z"}],"prompt":"p"}`,
			"{   [] [] [] p [{image/gif R0lGODlhAQ==  } {  https://x/y } {image/png eA==  } {image/png eA==  } {  http://z }]", ""},
		{"tiers", `{"tiers":{"L0":{"symbols":"s"},"L3":{"files":["a.go"],"history":{"session":"latest"}},"L1":null},"prompt":"p"}`,
			"{   [] [] [] p [] [{s [] []} { [] []} { [] []} { [{a.go package a\n go}] [{user stored []}]}]}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, missing, err := ParsePrompt([]byte(c.input), testLoader())
			if err != nil {
				t.Fatal(err)
			}
			if got := shown(p); !strings.HasPrefix(got, c.want) {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if got := fmt.Sprint(missing); c.missing != "" && got != c.missing || c.missing == "" && missing != nil {
				t.Errorf("missing %s, want %s", got, c.missing)
			}
		})
	}
}

func TestParsePromptRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, input, err string }{
		{"no object", `[]`, "want an object"},
		{"unknown part", `{"promt":"p"}`, "/promt: unknown name; the known ones are system, symbol_map"},
		{"part twice", `{"prompt":"p","prompt":"q"}`, "/prompt: the name occurs twice"},
		{"text is a number", "{\"prompt\":\"p\",\n\"system\":1}", `line 2: /system: want a string or {"file": PATH}`},
		{"produced where it cannot be", `{"prompt":{"pack":"."}}`, "/prompt: want a string"},
		{"file with more", `{"prompt":{"file":"a.go","x":1}}`, "/prompt/x: unknown name"},
		{"missing part", `{"prompt":{"file":"no"}}`, `/prompt/file: read "no": there is no such file`},
		{"dots", `{"files":["a/../b"]}`, `/files/0: "a/../b": a path with .. is refused`},
		{"dots after a backslash", `{"files":[{"path":"..\\b"}]}`, `/files/0: "..\\b": a path with .. is refused`},
		{"dots in a part", `{"system":{"file":"../x"}}`, "/system/file: read"},
		{"dots in a folder", `{"symbol_map":{"pack":".."}}`, "/symbol_map: a path with .."},
		{"git's files", `{"files":["x/.Git/config"]}`, "inside .git"},
		{"empty path", `{"files":["/"]}`, "the path is empty"},
		{"path is a number", `{"files":[{"path":1}]}`, "/files/0/path: want a string"},
		{"binary", `{"files":["secret"]}`, `/files/0: read "secret": it is binary`},
		{"files are a text", `{"files":"a.go"}`, "/files: want an array"},
		{"files in a bad file", `{"files":{"file":"bad.json"}}`, "/files/file: read \"bad.json\": line 1"},
		{"budget", `{"symbol_map":{"pack":".","budget":-1}}`, "/symbol_map: a budget is above zero"},
		{"role", `{"history":[{"role":"system","content":"x"}]}`, "/history/0: put system messages under system"},
		{"unknown role", "{\"history\":[{\"role\":\"user\"},\n{\"role\":\"human\",\"content\":\"x\"}]}", "line 2: /history/1/role: want one of system"},
		{"misspelt member of a file", `{"files":[{"path":"a.go","contents":"x"}]}`, "/files/0/contents: unknown name"},
		{"misspelt member of a page", `{"url_context":[{"url":"u","text":"x"}]}`, "/url_context/0/text: unknown name"},
		{"misspelt member of an image", `{"images":[{"file":"i.png","alt":"x"}]}`, "/images/0/alt: unknown name"},
		{"tool calls", `{"history":[{"role":"assistant","tool_calls":[{}]}]}`, "/history/0: a tool call without its result"},
		{"tool use", `{"history":[{"role":"assistant","content":[{"type":"tool_use"}]}]}`, "/history/0: a tool call without its result"},
		{"no session", `{"history":{"session":"x"}}`, "/history/session: there is no such session"},
		{"history in a bad file", `{"history":{"file":"a.go"}}`, "/history/file: read \"a.go\""},
		{"tier", `{"tiers":{"L4":{}}}`, "/tiers/L4: unknown name"},
		{"part of a tier", `{"tiers":{"L1":{"prompt":""}}}`, "/tiers/L1/prompt: unknown name"},
		{"image", `{"images":["no.png"]}`, `/images/0: read "no.png"`},
		{"image of another kind", `{"images":["data:image/png;base64,R0lGODlhAQ=="]}`, `the data URI says "image/png" and holds image/gif`},
		{"image not in base64", `{"images":["data:image/png,xx"]}`, "/images/0: want a data URI in base64"},
		{"no image", `{"images":["data:image/png;base64,eHg="]}`, "/images/0: it is not a PNG"},
		{"address", `{"images":["ftp://x"]}`, "/images/0: want a data URI or a web address"},
		{"images are a text", `{"images":"x"}`, "/images: want an array"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, _, err := ParsePrompt([]byte(c.input), testLoader())
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("error %v, want %q", err, c.err)
			}
		})
	}
}

func TestCleanPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"a": "a", "/a/": "a", `\a\b\`: "a/b", "./a//b/./c": "a/b/c", "a b": "a b", "...": "...", "a..b": "a..b", ".gitignore": ".gitignore",
		"..": "", "a/..": "", `a\..\b`: "", "": "", "/": "", ".": "", "a\x00": "", ".git": "", ".GIT/x": "",
	} {
		got, err := CleanPath(path)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q became %q, %v", path, got, err)
		}
	}
}

// FuzzPrompt checks that any description gives a prompt that can be sent, or an
// error.
func FuzzPrompt(f *testing.F) {
	f.Add(`{"system":"s","files":["a.go",{"path":"x","content":"y"}],"history":[{"role":"user","content":"h"}],"prompt":"p",` +
		`"tiers":{"L0":{"symbols":"s"},"L1":{"files":["dir/b.txt"]}}}`)
	f.Add(`{"history":[{"role":"assistant","content":"h"}],"images":["https://x"]}`)
	f.Fuzz(func(t *testing.T, input string) {
		p, _, err := ParsePrompt([]byte(input), testLoader())
		if err != nil {
			return
		}
		a, err := Assemble(p, 2000, bytesOf)
		if err != nil {
			return
		}
		checkRequest(t, a)
		for _, s := range p.Files {
			if strings.Contains("/"+s.Path+"/", "/../") {
				t.Fatalf("path %q", s.Path)
			}
		}
	})
}

func TestParseConversation(t *testing.T) {
	t.Parallel()
	chat := `{"model":"m", "messages":[ {"role":"system","content":"s"}, {"role":"user","content":"a","x":1.0}, {"role":"assistant","content":"b"} ], "n":1.0}`
	c, err := ParseConversation("\uFEFF" + chat)
	if err != nil || len(c.System) != 1 || len(c.Messages) != 2 || c.Messages[0].Content != "a" || c.Messages[0].JSON != `{"role":"user","content":"a","x":1.0}` {
		t.Fatalf("%+v, %v", c, err)
	}
	pair := []Message{{Role: User, Content: "u"}, {Role: Assistant, Content: "v"}}
	for _, test := range []struct {
		input   string
		dropped []int
		insert  []Message
		want    string
	}{
		{chat, nil, nil, chat},
		{chat, []int{0}, pair, `{"model":"m", "messages":[ {"role":"system","content":"s"}, {"role":"user","content":"u"}, {"role":"assistant",` +
			`"content":"v"}, {"role":"assistant","content":"b"} ], "n":1.0}`},
		{chat, []int{0, 1}, nil, `{"model":"m", "messages":[ {"role":"system","content":"s"} ], "n":1.0}`},
		{"{\"role\":\"user\",\"content\":\"a\"}\n{\"role\":\"assistant\",\"content\":\"b\"}\n", []int{0}, pair,
			"{\"role\":\"user\",\"content\":\"u\"}\n{\"role\":\"assistant\",\"content\":\"v\"}\n{\"role\":\"assistant\",\"content\":\"b\"}\n"},
		{`{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]}]}`, []int{0, 1}, pair,
			`{"contents":[{"role":"user","parts":[{"text":"u"}]},{"role":"model","parts":[{"text":"v"}]}]}`},
	} {
		c, err := ParseConversation(test.input)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Without(test.dropped, test.insert, len(test.dropped)); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	for input, want := range map[string]string{
		"{\"role\":\"user\"}\n{\"role\":}": "line 2", `[{"role":"user"},]`: "line 1, column 18", `{"messages":{}}`: "/messages: want an array", "1": "unexpected '1'",
	} {
		if _, err := ParseConversation(input); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", input, err, want)
		}
	}
	if _, err := jsondoc.Parse(Message{Role: User, Content: "\u2028<"}.Plain(), jsondoc.Options{}); err != nil {
		t.Error(err)
	}
}
