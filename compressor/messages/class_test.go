package messages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
)

// steps returns so many assistant messages with a call and a result each.
func steps(n int) []string {
	var out []string
	for i := range n {
		id := fmt.Sprintf("step%d", i)
		out = append(out, call(id, "wait", "{}"), answer(id, "waited"))
	}
	return out
}

// TestClasses has a row for each rule of the table of priorities. The message under test is at index `at`.
func TestClasses(t *testing.T) {
	t.Parallel()
	task := say("user", "the task")
	readIt := []string{call("r", "read_file", `{"path":"a.go"}`), answer("r", "package a")}
	editIt := []string{call("e", "edit_file", `{"path":"./a.go"}`), answer("e", "ok")}
	runIt := []string{call("x", "run", `{}`), answer("x", "done")}
	old := steps(6) // age of what precedes: 6
	five := steps(5)
	for _, test := range []struct {
		name     string
		messages []string
		at       int
		class    messages.Class
		priority int
	}{
		{"system", []string{say("system", "s"), task}, 0, messages.System, 100},
		{"developer", []string{say("developer", "s"), task}, 0, messages.System, 100},
		{"system that is flagged otherwise", []string{`{"role":"system","summarized":true,"agent_instruction":true}`}, 0, messages.System, 100},

		{"flagged instruction", []string{`{"role":"user","content":"x","agent_instruction":true}`, task}, 0, messages.AgentInstructions, 90},
		{"flag that is false", []string{`{"role":"user","content":"x","agent_instruction":false}`, task}, 0, messages.RecentTurn, 60},
		{"flag that is no boolean", []string{`{"role":"user","content":"x","agent_instruction":"true"}`, task}, 0, messages.RecentTurn, 60},
		{"AGENTS.md", []string{say("user", "# AGENTS.md\nbe brief"), task}, 0, messages.AgentInstructions, 90},
		{"instructions before a summary", []string{`{"role":"user","content":"# AGENTS.md","summarized":true}`, task}, 0, messages.AgentInstructions, 90},
		{"instructions before the task", []string{say("user", "# AGENTS.md")}, 0, messages.AgentInstructions, 90},

		{"flagged summary", []string{`{"role":"assistant","content":"x","summarized":true}`, task}, 0, messages.Summarized, 20},
		{"summary", []string{say("user", "[History Summary]\nlong ago"), task}, 0, messages.Summarized, 20},
		{"summary after white space", []string{say("user", "\n [History Summary]"), task}, 0, messages.Summarized, 20},
		{"summary in the middle", []string{say("user", "see [History Summary]"), task}, 0, messages.RecentTurn, 60},
		{"summary before the task", []string{say("user", "[History Summary]")}, 0, messages.Summarized, 20},

		{"task", []string{say("user", "x"), task, say("assistant", "y")}, 1, messages.CurrentTask, 80},
		{"an earlier user message", []string{say("user", "x"), task}, 0, messages.RecentTurn, 60},
		{"task before results", []string{task, use("a", "run", "{}"), parts("user", toolResult("a", "x"))}, 0, messages.CurrentTask, 80},
		{"results and text", []string{task, use("a", "run", "{}"), parts("user", toolResult("a", "x"), textPart("go on"))}, 2, messages.CurrentTask, 80},
		{"results and an image", []string{task, use("a", "run", "{}"), parts("user", toolResult("a", "x"), `{"type":"image"}`)}, 2, messages.CurrentTask, 80},
		{"task without content", []string{say("user", "x"), `{"role":"user","content":[]}`}, 1, messages.CurrentTask, 80},

		{"modified later", concat(readIt, editIt, []string{task}), 1, messages.StaleToolOutput, 30},
		{"the latest word on it", concat(readIt, editIt, []string{task}), 3, messages.ModifiedFiles, 70},
		{"the latest word on it, not recent", concat(readIt, editIt, old, []string{task}), 3, messages.ModifiedFiles, 70},
		{"modified earlier", concat(editIt, readIt, []string{task}), 3, messages.ModifiedFiles, 70},
		{"the modification itself", concat(editIt, []string{task}), 1, messages.ModifiedFiles, 70},
		{"modified, not recent", concat(readIt, editIt, old, []string{task}), 1, messages.StaleToolOutput, 30},
		{"created", concat(readIt, []string{call("e", "create_file", `{"path":"a.go"}`), answer("e", ""), task}), 1, messages.StaleToolOutput, 30},
		{"deleted", concat(readIt, []string{call("e", "delete_file", `{"path":"a.go"}`), answer("e", ""), task}), 1, messages.StaleToolOutput, 30},
		{"modification without a result", concat(readIt, []string{call("e", "write_file", `{"path":"a.go"}`), task}), 1, messages.ModifiedFiles, 70},
		{"another file is modified", concat(readIt, []string{call("e", "write_file", `{"path":"b.go"}`), answer("e", ""), task}), 1, messages.RecentFileRead, 50},
		{"the call for a modified file", concat(editIt, []string{task}), 0, messages.RecentTurn, 60},

		{"recent file read", concat(readIt, []string{task}), 1, messages.RecentFileRead, 50},
		{"file read at the limit", concat(readIt, five, []string{task}), 1, messages.RecentFileRead, 50},
		{"file read beyond the limit", concat(readIt, old, []string{task}), 1, messages.StaleToolOutput, 30},
		{"recent result", concat(runIt, five, []string{task}), 1, messages.RecentTurn, 60},
		{"result beyond the limit", concat(runIt, old, []string{task}), 1, messages.StaleToolOutput, 30},
		{"result without its call", []string{answer("?", "x"), task}, 0, messages.RecentTurn, 60},
		{"everything else", concat([]string{say("assistant", "x")}, five, []string{task}), 0, messages.RecentTurn, 60},
		{"everything else beyond the limit", concat([]string{say("assistant", "x")}, old, []string{task}), 0, messages.OldHistory, 40},
		{"call beyond the limit", concat(readIt, old, []string{task}), 0, messages.OldHistory, 40},

		{"several results: the highest counts", []string{
			parts("assistant", `{"type":"tool_use","id":"1","name":"run","input":{}}`, `{"type":"tool_use","id":"2","name":"edit","input":{"path":"a"}}`),
			parts("user", toolResult("1", "x"), toolResult("2", "y")), task,
		}, 1, messages.ModifiedFiles, 70},
		{"old result with words of the user", concat([]string{use("1", "run", "{}"), parts("user", toolResult("1", "x"), textPart("no"))}, old, []string{task}),
			1, messages.OldHistory, 40},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := reported(t, trim(t, list(test.messages...), options(1_000_000)))
			got := r.Classified[test.at]
			if got.Class != test.class.String() || got.Priority != test.priority {
				t.Errorf("%s, %d; want %s, %d", got.Class, got.Priority, test.class, test.priority)
			}
		})
	}
}

func concat(lists ...[]string) []string {
	var out []string
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

func TestInstructionsOpening(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"# AGENTS.md":                            true,
		"AGENTS.md: be brief":                    true,
		"AGENTS.md:\nbe brief":                   true,
		"AGENTS.md, be brief":                    false,
		"./sub/CLAUDE.md:":                       true,
		"## CLAUDE.md\n":                         true,
		"###### GEMINI.md":                       true,
		"####### AGENTS.md":                      false,
		"#AGENTS.md":                             true,
		"# AGENTS.md instructions for /src":      true,
		"# ./sub/AGENTS.md":                      true,
		"# C:\\x\\CLAUDE.md:":                    true,
		"# `AGENTS.md`":                          true,
		"# agents.md":                            true,
		"# claudeMd":                             true,
		"\n  # AGENTS.md":                        true,
		"\uFEFF# AGENTS.md":                      true,
		"AGENTS.md\n=========\n":                 true,
		"AGENTS.md\r\n---\r\n":                   true,
		"AGENTS.md\nsays":                        false,
		"AGENTS.md":                              false,
		"AGENTS.md\n\n":                          false,
		"<agents.md>":                            true,
		"<AGENTS_MD path=\"x\">":                 true,
		"<claude-md>text</claude-md>":            true,
		"<agents>":                               false,
		"</agents.md>":                           false,
		"<file>AGENTS.md</file>":                 false,
		"# Fix AGENTS.md":                        false,
		"# MYAGENTS.md":                          false,
		"# AGENTS.md.bak":                        false,
		"#":                                      false,
		"":                                       false,
		"please read # AGENTS.md":                false,
		strings.Repeat(" ", 300) + "# AGENTS.md": true,
		"--- Context from: GEMINI.md ---\nx":     true,
		"<user_instructions>\nx":                 true,
		"<user_instructions_2>\nx":               false,
		"<system-reminder>\nContents of /src/CLAUDE.md (project instructions):\nx":                      true,
		"<system-reminder>\nAs you answer, use the following context:\n# claudeMd\nx</system-reminder>": true,
		"<system-reminder>\nYour todo list is empty.</system-reminder>\nRead CLAUDE.md":                 false,
	} {
		r := trim(t, list(say("assistant", text), parts("assistant", textPart(text)), say("user", "task")), options(1000))
		for i := range 2 {
			if got := r.Classified[i].Class == messages.AgentInstructions; got != want {
				t.Errorf("%q, message %d: %t, want %t", text, i, got, want)
			}
		}
	}
}

func TestStepsAndAges(t *testing.T) {
	t.Parallel()
	input := list(
		say("user", "a"),
		call("1", "x", "{}"), answer("1", ""),
		say("assistant", "b"),
		parts("assistant", `{"type":"tool_use","id":"2","name":"x"}`, `{"type":"tool_use","id":"3","name":"x"}`),
		parts("user", toolResult("2", ""), toolResult("3", "")),
		`{"role":"assistant","function_call":{"name":"x"}}`, `{"role":"function","name":"x"}`,
		`{"role":"assistant","tool_calls":[]}`, `{"role":"assistant","tool_calls":null}`,
		parts("user", `{"type":"tool_use","id":"4","name":"x"}`),
	)
	r := reported(t, trim(t, input, options(1000)))
	wantStep := []int{0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3}
	for i, c := range r.Classified {
		if c.Step != wantStep[i] || c.Age != 3-wantStep[i] || c.Index != i {
			t.Errorf("message %d: index %d, step %d, age %d, want step %d of 3", i, c.Index, c.Step, c.Age, wantStep[i])
		}
	}
}

func TestPreserveRecent(t *testing.T) {
	t.Parallel()
	input := list(concat(steps(4), []string{say("user", "task")})...)
	for n := range 5 {
		o := options(1000)
		o.PreserveRecent = n
		recent := 0
		for _, c := range trim(t, input, o).Classified {
			if c.Class == messages.RecentTurn {
				recent++
			}
		}
		if want := min(4, n+1) * 2; recent != want {
			t.Errorf("%d messages are recent up to age %d, want %d", recent, n, want)
		}
	}
}

// TestFileOperations has the path of a result, "" for no file operation.
func TestFileOperations(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, tool, arguments, result, path string }{
		{"path", "read_file", `{"path":"a"}`, "", "a"},
		{"file", "read_file", `{"file":"a"}`, "", "a"},
		{"file_path", "read_file", `{"file_path":"a"}`, "", "a"},
		{"filePath", "read_file", `{"filePath":"a"}`, "", "a"},
		{"filename", "read_file", `{"filename":"a"}`, "", "a"},
		{"order of the names", "read_file", `{"filename":"e","filePath":"d","file_path":"c","file":"b","path":"a"}`, "", "a"},
		{"empty path", "read_file", `{"path":" ","file":"b"}`, "", "b"},
		{"path is no text", "read_file", `{"path":["x"],"file":"b"}`, "", "b"},
		{"other case", "read_file", `{"Path":"a"}`, "", ""},
		{"deeper", "read_file", `{"x":{"path":"a"}}`, "", ""},
		{"escaped", "read_file", `{"p\u0061th":"\u00fc.go"}`, "", "ü.go"},
		{"no operation", "run", `{"path":"a"}`, "", ""},
		{"line of the result", "read_file", `{}`, "read\nFile: b.go\npackage b", "b.go"},
		{"line with Path", "read_file", `{}`, "  Path:  `b.go`  \r\n", "b.go"},
		{"the first line counts", "read_file", `{}`, "Path: b\nFile: c", "b"},
		{"empty line", "read_file", `{}`, "File:\nPath: c", "c"},
		{"line in other case", "read_file", `{}`, "file: b", ""},
		{"line in the middle", "read_file", `{}`, "the File: b", ""},
		{"arguments first", "read_file", `{"path":"a"}`, "File: b", "a"},
		{"JSON result", "read_file", `{}`, ` {"ok":true,"file_path":"c.go"} `, "c.go"},
		{"line before JSON", "read_file", `{}`, "{\"path\":\"c\"}\nFile: b", "b"},
		{"JSON that goes on", "read_file", `{}`, `{"path":"c"} x`, ""},
		{"JSON array", "read_file", `{}`, `[{"path":"c"}]`, ""},
		{"broken arguments", "read_file", `{"path":"a"`, "File: b", "b"},
		{"no path", "read_file", `{}`, "text", ""},
		{"target_file", "read_file", `{"target_file":"a"}`, "", "a"},
		{"absolute_path", "read_file", `{"absolute_path":"/a"}`, "", "/a"},
		{"notebook_path", "read_notebook", `{"notebook_path":"a.ipynb"}`, "", "a.ipynb"},
		{"paths", "read_many_files", `{"paths":["a","b"]}`, "", "a"},
		{"uri", "read_resource", `{"uri":"file:///a"}`, "", "/a"},
		{"uri of something else", "get_page", `{"uri":"https://a"}`, "", ""},
		{"the editor views", "str_replace_based_edit_tool", `{"command":"view","path":"a"}`, "", "a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for shape, input := range map[string]string{
				"OpenAI": list(call("1", test.tool, test.arguments), answer("1", test.result), say("user", "task")),
				"old": list(`{"role":"assistant","function_call":{"name":"`+test.tool+`","arguments":`+quote(test.arguments)+`}}`,
					`{"role":"function","name":"`+test.tool+`","content":`+quote(test.result)+`}`, say("user", "task")),
				"Anthropic": list(use("1", test.tool, orObject(test.arguments)), parts("user", toolResult("1", test.result)), say("user", "task")),
				"parts": list(use("1", test.tool, orObject(test.arguments)),
					parts("user", `{"type":"tool_result","tool_use_id":"1","content":[`+textPart(test.result)+`]}`), say("user", "task")),
			} {
				got := reported(t, trim(t, input, options(10_000))).Classified[1]
				if test.path == "" && got.Path != nil || test.path != "" && (got.Path == nil || *got.Path != test.path) {
					t.Errorf("%s: path %v, want %q", shape, got.Path, test.path)
				}
				if want := "recent file read"; test.path != "" && got.Class != want {
					t.Errorf("%s: class %s, want %s", shape, got.Class, want)
				}
			}
		})
	}
}

// orObject returns an empty object for broken arguments, which Anthropic's format cannot have.
func orObject(arguments string) string {
	if strings.HasSuffix(arguments, "}") {
		return arguments
	}
	return "{}"
}

// TestModifying has words that modify, tested by their effect on an earlier read.
func TestModifying(t *testing.T) {
	t.Parallel()
	for tool, want := range map[string]messages.Class{
		"create": messages.ModifiedFiles, "write_file": messages.ModifiedFiles, "fs.edit": messages.ModifiedFiles, "modifyFile": messages.ModifiedFiles,
		"apply-patch": messages.ModifiedFiles, "str_replace": messages.ModifiedFiles, "Delete": messages.ModifiedFiles, "REMOVE_FILE": messages.ModifiedFiles,
		"read_and_edit": messages.ModifiedFiles, "str_replace_editor": messages.ModifiedFiles,
		"update_file": messages.ModifiedFiles, "append": messages.ModifiedFiles, "insertLines": messages.ModifiedFiles, "save": messages.ModifiedFiles,
		"move": messages.ModifiedFiles, "apply_diff": messages.ModifiedFiles,
		"read": messages.RecentFileRead, "get_file": messages.RecentFileRead, "view": messages.RecentFileRead, "openFile": messages.RecentFileRead,
		"cat": messages.RecentFileRead, "overwrite": messages.RecentFileRead, "run": messages.RecentFileRead,
	} {
		input := list(call("1", "read_file", `{"path":"src\\a.go"}`), answer("1", "x"), call("2", tool, `{"path":"./src/a.go"}`), answer("2", "x"),
			say("user", "task"))
		at := 1
		if want == messages.ModifiedFiles {
			at = 3
		}
		c := trim(t, input, options(10_000)).Classified
		if got := c[at].Class; got != want || at == 3 && c[1].Class != messages.StaleToolOutput {
			t.Errorf("%s: %s, want %s, after %s", tool, got, want, c[1].Class)
		}
	}
	input := list(call("1", "read_file", `{"path":"a"}`), answer("1", "x"), call("2", "str_replace_editor", `{"command":"view","path":"a"}`),
		answer("2", "x"), say("user", "task"))
	if got := trim(t, input, options(10_000)).Classified[1].Class; got != messages.RecentFileRead {
		t.Errorf("the editor viewed the file: %s", got)
	}
}

// TestPatches: a patch given as text names its files.
func TestPatches(t *testing.T) {
	t.Parallel()
	patch := "*** Begin Patch\n*** Update File: src/a.go\n@@\n-x\n+y\n*** Add File: b.go\n+z\n*** End Patch"
	unified := "--- a/src/a.go\t2026\n+++ b/src/a.go\n@@ -1 +1 @@\n-x\n+y\n--- /dev/null\n+++ b/b.go\n@@ -0,0 +1 @@\n+z\n"
	for name, one := range map[string]string{
		"argument":    call("p", "apply_patch", `{"input":`+quote(patch)+`}`),
		"shell":       call("p", "shell", `{"command":["apply_patch",`+quote(patch)+`]}`),
		"custom tool": `{"role":"assistant","tool_calls":[{"id":"p","type":"custom","custom":{"name":"apply_patch","input":` + quote(patch) + `}}]}`,
		"unified":     call("p", "patch", `{"diff":`+quote(unified)+`}`),
	} {
		input := list(call("r", "read_file", `{"path":"b.go"}`), answer("r", "old"), one, answer("p", "Done"), say("user", "task"))
		got := reported(t, trim(t, input, options(10_000)))
		if got.Classified[3].Class != "modified files" || got.Classified[1].Class != "stale tool output" || len(got.Files) != 2 {
			t.Errorf("%s: %s after %s; files %v", name, got.Classified[3].Class, got.Classified[1].Class, got.Files)
		}
	}
}

// TestReportedFiles: the report has the operations on each file, and the last step.
func TestReportedFiles(t *testing.T) {
	t.Parallel()
	input := list(concat([]string{call("1", "read", `{"path":"./a"}`), answer("1", "x"), call("2", "read", `{"path":"b"}`), answer("2", "x"),
		call("3", "edit", `{"path":"a"}`), answer("3", "x")}, steps(2), []string{say("user", "t")})...)
	got := reported(t, trim(t, input, options(10_000))).Files
	if len(got) != 2 || got[0].Path != "./a" || strings.Join(got[0].Operations, " ") != "read edited" || got[0].LastStep != 3 || got[1].Path != "b" ||
		got[1].LastStep != 2 {
		t.Errorf("files %+v", got)
	}
}

// TestRoundsOnOneFile: fifteen rounds of reading, editing and testing one file fit the target, because only the
// latest result for the file is protected.
func TestRoundsOnOneFile(t *testing.T) {
	t.Parallel()
	conversation := []string{say("system", "s"), say("user", "Make the tests pass.")}
	for i := range 15 {
		conversation = append(conversation,
			call(fmt.Sprint("r", i), "read_file", `{"path":"a.go"}`), answer(fmt.Sprint("r", i), strings.Repeat("line\n", 400)),
			call(fmt.Sprint("e", i), "edit_file", `{"path":"a.go"}`), answer(fmt.Sprint("e", i), "ok"),
			call(fmt.Sprint("t", i), "run_tests", `{}`), answer(fmt.Sprint("t", i), strings.Repeat("FAIL\n", 200)))
	}
	r := trim(t, list(conversation...), options(20_000))
	if r.OverTarget > 0 || !slices.Contains(r.Kept, len(conversation)-1) {
		t.Errorf("over by %d, kept %v", r.OverTarget, r.Kept)
	}
}

// TestDecisionsBeforeOutput: stale output is dropped before the user's decisions.
func TestDecisionsBeforeOutput(t *testing.T) {
	t.Parallel()
	conversation := []string{say("user", "Use tabs."), say("assistant", "Yes.")}
	for i := range 10 {
		conversation = append(conversation, call(fmt.Sprint(i), "run", `{}`), answer(fmt.Sprint(i), strings.Repeat("x", 1500)))
	}
	conversation = append(conversation, say("user", "Name it Reader."), say("assistant", "Done."))
	conversation = append(conversation, steps(6)...)
	conversation = append(conversation, say("user", "Go on."))
	r := trim(t, list(conversation...), options(1_000))
	for _, i := range []int{0, 1, 22, 23} {
		if !slices.Contains(r.Kept, i) {
			t.Errorf("message %d is dropped; kept %v", i, r.Kept)
		}
	}
	if r.OverTarget > 0 || slices.Contains(r.Kept, 3) {
		t.Errorf("over by %d, kept %v", r.OverTarget, r.Kept)
	}
}
