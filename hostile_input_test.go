//go:build unix

package main_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ctxpack/internal/safe/redact/redacttest"
)

// TestHostileInputs gives invalid and endless input to every command that reads a document.
func TestHostileInputs(t *testing.T) {
	t.Parallel()
	commands := map[string][]string{
		"tokens":              {"tokens"},
		"signatures":          {"signatures", "--name", "x.go", "-"},
		"compress":            {"compress", "--round", "1"},
		"trim messages":       {"trim", "messages", "--target", "100"},
		"trim text":           {"trim", "text", "--limit", "100"},
		"trim files":          {"trim", "files"},
		"history append":      {"history", "append", "--role", "user", "--store", "own.jsonl"},
		"history append json": {"history", "append", "--json", "--store", "own.jsonl"},
		"history search":      {"history", "search", "x", "--messages", "-", "--store", "own.jsonl"},
		"history compact":     {"history", "compact", "--messages", "-"},
		"assemble":            {"assemble", "--max-input", "1000"},
		"pack of a list":      {"pack", ".", "--files-from", "-"},
		"pack of a list, NUL": {"pack", ".", "--files-from", "-", "-0"},
		"pack with scores":    {"pack", ".", "--rank", "@-"},
		"score of facts":      {"score", "--facts", "-"},
	}
	inputs := map[string]string{
		"nothing": "", "a NUL": "\x00", "bytes that are no text": "\xff\xfe\xfd\x80\n", "brackets": strings.Repeat("[",
			200_000), "objects": strings.Repeat(`{"a":`, 100_000),
		"a huge number": `[{"role":"user","content":"x","n":1e400,"path":"a.go","score":1e400}]`, "an open string": `[{"role":"user","content":"`,
		"escapes": "\x1b[31m\x1b]0;title\x07\n", "half a document": `{"messages": [{"role": "user", "content": "a"}`,
	}
	build := func(h *hostileTree) { h.write("a.go", "package a\n") }
	any := []int{0, 1, 2, 3, 4}
	var cases []hostileCase
	for command, args := range commands {
		for input, text := range inputs {
			c := hostileCase{name: command + " of " + input, build: build, args: args, stdin: given(text), codes: any}
			if command != "tokens" && command != "signatures" && command != "trim text" && command != "history append" {
				c.never = "\x1b"
			}
			cases = append(cases, c)
		}
		for input, text := range map[string]string{"zeros": "\x00", "letters": "a", "lines": "a line of text\n",
			"messages": `{"role":"user","content":"a message"}` + "\n"} {
			c := hostileCase{name: command + " of endless " + input, build: build, args: args, env: []string{"CTXPACK_INPUT_LIMIT=2MB"}, stdin: endless(text)}
			c.codes, c.stderr = []int{1, 2}, `has more than 2MB|holds a NUL|line 1, column 1`
			cases = append(cases, c)
		}
	}
	cases = append(cases, hostileCase{name: "pack of a list of one deep path", build: build, args: commands["pack of a list"],
		stdin: given(strings.Repeat("a/", 500_000)), codes: []int{2}, stderr: "line 1: .*the path has more than 8192 bytes"})
	for _, command := range []string{"tokens", "trim messages", "pack with scores"} {
		cases = append(cases, hostileCase{
			name: command + " of zeros without a limit of the user's", build: build, args: commands[command], stdin: endless("\x00"), codes: []int{1, 2},
			stderr: `has more than 100MB|column 1`, slow: true,
		})
	}
	for _, file := range []string{"/dev/zero", "fifo", "folder", "nowhere", "link-to-fifo", "a\x1b[31m"} {
		for _, command := range []string{"tokens", "signatures"} {
			if command == "tokens" && file == "folder" {
				continue // it counts those too
			}
			cases = append(cases, hostileCase{
				name: fmt.Sprintf("%s of %q", command, file), args: []string{command, file}, codes: []int{1, 2, 3}, stderr: "^ctxpack: ", never: "\x1b",
				build: func(h *hostileTree) { h.fifo("fifo"); h.folder("folder"); h.link("link-to-fifo", "fifo") },
			})
		}
	}
	testHostile(t, cases)
}

// TestHostileSources parses what makes parsers of each language slow, or large.
func TestHostileSources(t *testing.T) {
	t.Parallel()
	extensions := strings.Fields("go ts tsx js py rs java c cpp h cs rb php kt swift scala sh lua ex groovy ml m json yml md html css sql xml vue ipynb " +
		"toml proto zig r dart ps1")
	texts := map[string]string{
		"brackets":           strings.Repeat("(", 10_000) + strings.Repeat(")", 10_000),
		"open blocks":        strings.Repeat("a {\n", 5_000),
		"less than":          strings.Repeat("a<", 20_000),
		"words on one line":  strings.Repeat("a b ", 10_000),
		"operators":          strings.Repeat("a + ", 8_000) + "a",
		"open comments":      strings.Repeat("/* (* <!-- {- ", 2_000),
		"open strings":       strings.Repeat("\"'`\"\"\"'''", 2_000),
		"conditionals":       strings.Repeat("#if A\n", 10_000) + strings.Repeat("#endif\n", 10_000),
		"interpolation":      strings.Repeat("\"${", 4_000),
		"heads of functions": strings.Repeat("def f(a, b): fn f(x) { function f( class A { \n", 1_000),
		"here documents":     strings.Repeat("<<A <<-B <<~C\n", 2_000),
		"marks":              strings.Repeat("@", 5_000),
		"exclamations":       strings.Repeat("!", 20_000),
		"control characters": strings.Repeat("a\x01\x02\x03", 5_000),
		"indentation":        deepIndentation(300),
	}
	var cases []hostileCase
	for _, extension := range extensions {
		cases = append(cases, hostileCase{name: "garbage." + extension, slow: true, stdout: ".", build: func(h *hostileTree) {
			h.write("a."+extension, garbage(20_000))
			h.write("b.go", "package b\n")
		}})
	}
	several, length := 1, 10_000 // of what takes seconds a file
	if os.Getenv("CTXPACK_SOAK") != "" {
		several, length = 6, 30_000
	} else { // all languages at once take minutes on a busy machine
		texts = map[string]string{"brackets": texts["brackets"], "less than": texts["less than"], "words on one line": texts["words on one line"],
			"exclamations": texts["exclamations"]}
	}
	for name, text := range texts {
		cases = append(cases, hostileCase{name: name, slow: true, stdout: "package plain", build: func(h *hostileTree) {
			for _, extension := range extensions {
				h.write("a."+extension, text)
			}
			h.write("plain.go", "package plain\n")
		}})
	}
	cases = append(cases,
		hostileCase{name: "twelve expressions", build: func(h *hostileTree) {
			for i := range 12 {
				h.write(fmt.Sprintf("a%d.scala", i), "object A { val x = "+strings.Repeat("a b ", 30_000)+"}\n")
			}
		}},
	)
	for extension, from := range map[string]string{"lua": "{}=a,;", "sh": "().=a;"} {
		cases = append(cases, hostileCase{name: "tokens that are looked far ahead for." + extension, stdout: ".", slow: true, build: func(h *hostileTree) {
			random := rand.New(rand.NewPCG(3, 4))
			for i := range several {
				var text strings.Builder
				for range 5 * length {
					if c := random.IntN(len(from) - 1); c == 0 {
						text.WriteString(from[:2])
					} else {
						text.WriteByte(from[c+1])
					}
				}
				h.write(fmt.Sprintf("a%d.%s", i, extension), text.String())
			}
		}})
	}
	for name, part := range map[string]string{"a.vue": "<script>\na=1\n</script>\n", "a.svelte": "<script>\na=1\n</script>\n",
		"a.html": "<script>\na=1\n</script>\n"} {
		cases = append(cases, hostileCase{name: "many parts of " + name, stdout: "script", slow: true, build: func(h *hostileTree) {
			for i := range several {
				h.write(fmt.Sprintf("%d%s", i, name), strings.Repeat(part, 35_000))
			}
		}})
	}
	cases = append(cases, hostileCase{name: "cells of a notebook", stdout: "a0.ipynb", slow: true, build: func(h *hostileTree) {
		cell := `{"cell_type": "code", "source": [` + strings.Repeat(`"a = 1\n", `, 199) + `"a = 1\n"]}`
		for i := range several {
			h.write(fmt.Sprintf("a%d.ipynb", i), `{"cells": [`+strings.Repeat(cell+",", 2500+i)+cell+"]}")
		}
	}}, hostileCase{name: "variables without end", stdout: "env-value", slow: true, build: func(h *hostileTree) {
		for i := range several {
			var b strings.Builder
			for j := range length {
				fmt.Fprintf(&b, "SECRET%d=%s\n", j, redacttest.Fake(uint64(100_000*i+j), redacttest.Alnum, 24))
			}
			h.write(fmt.Sprintf("d%d/.env", i), b.String())
		}
	}})
	cases = append(cases, hostileCase{name: "errors that take long to recover from", stderr: "parsing took too much work with files like", slow: true,
		build: func(h *hostileTree) {
			for i := range 12 {
				h.write(fmt.Sprintf("a%02d.ts", i), strings.Repeat("---\na: b\n", 1_500*several)+fmt.Sprint(i))
			}
		}})
	cases = append(cases, hostileCase{name: "a source of words", args: []string{"uses", "wanted", "."}, stdout: "1 file not read to the end", slow: true,
		build: func(h *hostileTree) {
			h.write("a.py", strings.Repeat("x1=1;", 1_800_000))
			h.write("b.py", "def wanted(): ...\n\nwanted()\n")
		}})
	if os.Getenv("CTXPACK_SOAK") != "" {
		cases = append(cases, hostileCase{name: "much garbage", stderr: "parsing took too much work with files like", slow: true, build: func(h *hostileTree) {
			text := garbage(150_000)
			for i := range 45 {
				h.write(fmt.Sprintf("a%02d.ts", i), text[i:])
			}
		}})
	}
	testHostile(t, cases)
}

func deepIndentation(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i%500) + "if a:\n")
	}
	return b.String()
}

// TestHostileIgnored plants what the user ignores next to rules that cannot be read.
func TestHostileIgnored(t *testing.T) {
	t.Parallel()
	const private = "IGNORED-5d1f"
	var cases []hostileCase
	for _, file := range []string{".gitignore", "sub/.gitignore", ".ctxpackignore", "sub/.ctxpackignore"} {
		folder := file[:strings.LastIndex(file, ".")]
		secret := func(h *hostileTree) {
			h.git("init", "-q")
			h.write(folder+".env", private+"\n")
			h.write("other/a.go", "package a\n")
		}
		for kind, make := range map[string]func(h *hostileTree){
			"too large": func(h *hostileTree) { h.write(file, strings.Repeat("#", 16_000_001)+"\n.env\n") },
			"FIFO":      func(h *hostileTree) { h.fifo(file) },
		} {
			cases = append(cases, hostileCase{
				name: file + " as " + kind, codes: []int{2, 3}, stderr: "^ctxpack: read " + strings.ReplaceAll(file, ".", `\.`) +
					": .*: files that it may exclude are omitted$", never: private,
				build: func(h *hostileTree) { secret(h); make(h) },
			})
		}
		cases = append(cases, hostileCase{name: file + " as folder", stdout: "package a", build: func(h *hostileTree) { secret(h); h.folder(file) }})
		for i, invalid := range []string{"[", "[[:nothing:]]", "a\\", "\xff[", "**[", "!", "\ufeff", "a\x00b", "{a", "[z-a]", strings.Repeat("*a", 5000), "/",
			"  \\"} {
			cases = append(cases, hostileCase{name: fmt.Sprintf("%s with invalid pattern %d", file, i), stdout: "package a", never: private,
				build: func(h *hostileTree) {
					secret(h)
					h.write(file, invalid+"\n.env\n"+invalid+"\n")
				}})
		}
	}
	for name, text := range map[string]string{"CRLF": "x\r\n.env\r\n", "a byte order mark": "\ufeff.env\n", "no line end": ".env",
		"a comment before": "# " + strings.Repeat("x", 3_000_000) + "\n.env\n"} {
		cases = append(cases, hostileCase{name: "ignore file with " + name, stdout: "package a", never: private, build: func(h *hostileTree) {
			h.git("init", "-q")
			h.write(".gitignore", text)
			h.write(".env", private+"\n")
			h.write("a.go", "package a\n")
		}})
	}
	cases = append(cases,
		hostileCase{name: "repository's excludes are too large", codes: []int{2}, stderr: "^ctxpack: read excludes: .*untracked files are omitted",
			never: private, build: func(h *hostileTree) {
				h.git("init", "-q")
				h.write(".git/info/exclude", strings.Repeat("#", 5_000_000)+"\n.env\n")
				h.write(".env", private+"\n")
			}},
		hostileCase{name: "user's excludes are too large", codes: []int{2}, stderr: "global excludes", never: private, build: func(h *hostileTree) {
			h.git("init", "-q")
			h.must(os.MkdirAll(filepath.Join(h.home, "config", "git"), 0o755))
			h.must(os.WriteFile(filepath.Join(h.home, "config", "git", "ignore"), []byte(strings.Repeat("#", 5_000_000)+"\n.env\n"), 0o644))
			h.write(".env", private+"\n")
		}},
		hostileCase{name: "tracked files beside rules that are too large", codes: []int{3}, stdout: "package tracked", never: private, build: func(h *hostileTree) {
			h.write("tracked.go", "package tracked\n")
			h.commit("tracked.go")
			h.write(".env", private+"\n")
			h.write(".gitignore", strings.Repeat("#", 16_000_001)+"\n.env\n")
		}},
	)
	testHostile(t, cases)
}

// TestHostileMessages has names with secrets and control sequences, which messages, reports and
// lists show.
func TestHostileMessages(t *testing.T) {
	t.Parallel()
	token := redacttest.Tokens()[2].Make(77)
	build := func(h *hostileTree) {
		h.write("a/package.json", `{"name": "a-`+token+`\u001b[31m\u202e", "version": "1.0.0"}`)
		h.write("a/a.js", "export const a = 1\n")
		h.write("b/go.mod", "module example.com/"+token+"\n\ngo 1.22\n")
		h.write("b/b.go", "package b\n")
		h.write("c-"+token+"\x1b[31m/.gitignore", strings.Repeat("#", 16_000_001))
		h.write("c-"+token+"\x1b[31m/x.go", "package x\n")
	}
	var cases []hostileCase
	for _, args := range [][]string{
		{"pack", ".", "-v"}, {"score", "."}, {"score", ".", "--json"}, {"tokens", "."}, {"tokens", ".", "--json"}, {"pack", ".", "--package",
			"nothing"}, {"score", ".", "--package", "example"},
		{"pack", ".", "--report", "-", "-o", "own.md"}, {"pack", ".", "--report", "own.json", "-o", "own.md"}, {"pack", ".", "-i", "nothing"}, {"score", ".",
			"--why", "nothing"},
	} {
		cases = append(cases, hostileCase{name: strings.Join(args, " "), args: args, build: build, codes: []int{0, 2, 3}, never: token + "|\x1b|\u202e",
			check: func(t *testing.T, h *hostileTree, _, _ string) {
				for _, name := range []string{"own.md", "own.json"} {
					if data, err := os.ReadFile(h.path(name)); err == nil && strings.Contains(string(data), token) {
						t.Errorf("%s has the secret", name)
					}
				}
			}})
	}
	cases = append(cases, hostileCase{name: "without redaction", args: []string{"pack", ".", "--package", "nothing", "--no-redact"}, build: build,
		codes: []int{2}, stderr: token, never: "\x1b|\u202e"})
	testHostile(t, cases)
}

// TestHostileOutputs writes through links that came with the repository.
func TestHostileOutputs(t *testing.T) {
	t.Parallel()
	const round = `{"modules":["a"],"findings":["b"]}`
	commands := map[string]struct {
		args  []string
		stdin string
	}{
		"pack -o":        {args: []string{"pack", ".", "-o", "OUT"}},
		"pack --report":  {args: []string{"pack", ".", "--report", "OUT", "-o", "own.md"}},
		"compress -o":    {args: []string{"compress", "--round", "1", "-o", "OUT"}, stdin: round},
		"trim text -o":   {args: []string{"trim", "text", "--limit", "5", "-o", "OUT"}, stdin: "Some words.\n"},
		"usage -o":       {args: []string{"usage", "report", "--output", "OUT"}},
		"usage record":   {args: []string{"usage", "record", "--round", "1", "--input", "5", "--output", "5", "--budget", "100", "--store", "OUT"}},
		"history append": {args: []string{"history", "append", "--role", "user", "--store", "OUT"}, stdin: "mine"},
		"config init":    {args: []string{"config", "init", "--force", "-o", "OUT"}},
	}
	build := func(h *hostileTree) {
		h.git("init", "-q")
		h.write("a.go", "package a\n")
	}
	var cases []hostileCase
	for name, command := range commands {
		for kind, out := range map[string]string{"link": "link", "link to a folder": "folder-link/secret.txt", "link in a folder": "sub/deep/link",
			"new file by a link": "folder-link/new.txt"} {
			args := strings.Split(strings.ReplaceAll(strings.Join(command.args, "\x00"), "OUT", out), "\x00")
			cases = append(cases, hostileCase{
				name: name + " by " + kind, args: args, stdin: given(command.stdin), codes: []int{2}, stderr: "is a link that leads out of the repository\nhint: ",
				build: func(h *hostileTree) {
					build(h)
					h.link("link", filepath.Join(h.outside, "secret.txt"))
					h.link("folder-link", "../outside")
					h.link("sub/deep/link", "../../../outside/secret.txt")
				},
			})
		}
	}
	cases = append(cases,
		hostileCase{name: "parts by a link", args: []string{"pack", ".", "--split", "500", "-o", "out.md"}, codes: []int{2},
			stderr: "leads out of the repository", build: func(h *hostileTree) {
				build(h)
				h.link("out.1-of-1.md", filepath.Join(h.outside, "secret.txt"))
			}},
		hostileCase{name: "cache by a link", args: []string{"pack", ".", "--cache-dir", "cache"}, codes: []int{2}, stderr: "leads out of the repository",
			build: func(h *hostileTree) {
				build(h)
				h.link("cache", h.outside)
			}},
		hostileCase{name: "folder without git", args: []string{"pack", ".", "-o", "link"}, codes: []int{2}, stderr: "leads out of the repository",
			build: func(h *hostileTree) {
				h.write("a.go", "package a\n")
				h.link("link", filepath.Join(h.outside, "secret.txt"))
			}},
		hostileCase{name: "link inside of the repository", args: []string{"pack", ".", "-o", "link"}, build: func(h *hostileTree) {
			build(h)
			h.write("inside.md", "")
			h.link("link", "inside.md")
		}, check: func(t *testing.T, h *hostileTree, _, _ string) { h.holds("inside.md", "package a") }},
		hostileCase{name: "user's own link", args: []string{"pack", ".", "-o", "../home/link"}, build: func(h *hostileTree) {
			build(h)
			h.must(os.WriteFile(filepath.Join(h.outside, "own.md"), nil, 0o644))
			h.must(os.Symlink(filepath.Join(h.outside, "own.md"), filepath.Join(h.home, "link")))
		}, check: func(t *testing.T, h *hostileTree, _, _ string) { h.holds("../outside/own.md", "package a") }},
	)
	for name, folder := range map[string]string{"a shared cache": "lead", "a folder of a shared cache": "lead/below"} {
		for _, command := range []string{"pack", "score"} {
			cases = append(cases, hostileCase{name: command + " by a link: " + name, args: []string{command, "."},
				env: []string{"CTXPACK_REMOTE_CACHE=file:" +
					folder}, codes: []int{2}, stderr: "is a link that leads out of the repository\nhint: ", build: func(h *hostileTree) {
					build(h)
					h.link("lead", "../outside")
				}})
		}
	}
	for name, args := range map[string][]string{
		"tokens": {"tokens", ".", "--cache-dir", "lead"}, "mcp": {"mcp", ".", "--cache-dir", "lead"}, "cache clean": {"cache", "clean", "--cache-dir",
			"lead"}, "signatures": {"signatures", "a.go", "--cache-dir", "lead"},
		"fleet": {"fleet", "list", "--out", "lead"}, "fleet's bundles": {"fleet", "list", "--out", "made"}, "fleet's manifest": {"fleet", "list", "--out", "listed"},
	} {
		cases = append(cases, hostileCase{name: "folder by a link: " + name, args: args, codes: []int{2},
			stderr: "is a link that leads out of the repository\nhint: ", build: func(h *hostileTree) {
				build(h)
				h.write("list", ".\n")
				h.link("lead", "../outside")
				h.link("made/bundles", h.outside)
				h.link("listed/manifest.jsonl", filepath.Join(h.outside, "secret.txt"))
			}})
	}
	for _, args := range [][]string{{"pack", "."}, {"score", "."}, {"version"}, {"tokens", "a.go"}, {"signatures", "a.go"}, {"config", "show"},
		{"config", "schema"}, {"tokens", "--models"}, {"pack", ".", "--format", "json"}} {
		cases = append(cases, hostileCase{name: "closed output of " + strings.Join(args, " "), args: args, build: build, close: true, codes: []int{1},
			stderr: "standard output: it is closed"})
	}
	for _, args := range [][]string{{"pack", "."}, {"--help"}, {"pack", "--help"}, {"help", "score"}, {"version"}, {"--version"}, {"completion", "bash"},
		{"config", "init", "-o", "-"}, {"signatures", "a.go"}} {
		cases = append(cases, hostileCase{name: "full output of " + strings.Join(args, " "), args: args, build: func(h *hostileTree) {
			if _, err := os.Stat("/dev/full"); err != nil {
				h.t.Skip("there is no device that takes nothing")
			}
			build(h)
		}, full: true, codes: []int{1}, stderr: "^ctxpack: .*no space left on device$"})
	}
	cases = append(cases, hostileCase{name: "closed output that is not used", args: []string{"pack", ".", "-o", "out.md"}, build: build, close: true})
	testHostile(t, cases)
}

func (h *hostileTree) holds(name, text string) {
	h.t.Helper()
	if data, err := os.ReadFile(h.path(name)); err != nil || !strings.Contains(string(data), text) {
		h.t.Errorf("%s does not hold %q: %v", name, text, err)
	}
}

// TestHostileState plants conversations, usage and caches.
func TestHostileState(t *testing.T) {
	t.Parallel()
	const planted = `{"id":"1","session_id":"s","timestamp":"2024-01-02T00:00:00.000Z","role":"assistant","content":"PLANTED-1c0d"}` + "\n"
	plant := func(h *hostileTree) {
		h.write("a.go", "package a\n")
		h.write(".ctxpack/history.jsonl", planted)
		h.write(".ctxpack/usage.jsonl", `{"round":1,"input":5,"output":5,"budget":100}`+"\n")
		h.commit("a.go", ".ctxpack/history.jsonl", ".ctxpack/usage.jsonl")
	}
	var cases []hostileCase
	for name, c := range map[string]struct {
		args  []string
		stdin string
	}{
		"show": {args: []string{"history", "show"}}, "sessions": {args: []string{"history", "sessions"}}, "search": {args: []string{"history", "search", "PLANTED"}},
		"status": {args: []string{"history", "status"}}, "append": {args: []string{"history", "append", "--role", "user"},
			stdin: "mine"}, "new": {args: []string{"history", "new"}},
		"compact": {args: []string{"history", "compact"}}, "truncate": {args: []string{"history", "truncate"}},
		"assemble": {args: []string{"assemble", "--max-input", "5000"}, stdin: `{"prompt":"x","history":{"session":"latest"}}`},
		"usage":    {args: []string{"usage", "report"}}, "usage record": {args: []string{"usage", "record", "--round", "2", "--input", "1", "--output", "1",
			"--budget", "100"}},
	} {
		cases = append(cases, hostileCase{
			name: "planted: " + name, args: c.args, stdin: given(c.stdin), build: plant, codes: []int{1,
				2}, stderr: `the repository tracks \.ctxpack/`, never: "PLANTED-1c0d",
			check: func(t *testing.T, h *hostileTree, _, _ string) {
				if data, err := os.ReadFile(h.path(".ctxpack/history.jsonl")); err != nil || string(data) != planted {
					t.Errorf("the store is now %q", data)
				}
			},
		})
	}
	cases = append(cases, hostileCase{name: "store that is named", args: []string{"history", "show", "s", "--store", ".ctxpack/history.jsonl"}, build: plant,
		stdout: "PLANTED-1c0d"})
	for name, text := range map[string]string{"lets all through": "!*\n", "says nothing": "", "lets it through at the end": "*\n!history.jsonl\n"} {
		for command, args := range map[string][]string{"append": {"history", "append", "--role", "user"},
			"usage": {"usage", "record", "--round", "2", "--input", "1", "--output", "1", "--budget", "100"}} {
			cases = append(cases, hostileCase{
				name: command + " beside an ignore file that " + name, args: args, stdin: given("mine"), codes: []int{1}, stderr: "does not exclude its folder from git",
				build: func(h *hostileTree) { h.write(".ctxpack/.gitignore", text); h.commit(".ctxpack/.gitignore") },
			})
		}
	}
	cases = append(cases, hostileCase{name: "planted cache", args: []string{"pack", ".", "--cache-dir", "cache"}, codes: []int{2},
		stderr: "the repository tracks files in it", build: func(h *hostileTree) {
			h.write("cache/x.ctxpack-cache", "x")
			h.write("a.go", "package a\n")
			h.commit("cache/x.ctxpack-cache")
		}})
	cases = append(cases, hostileCache()...)
	for _, files := range []int{8, 9, 10, 12, 16, 20, 24, 32, 48, 64, 100} {
		c := hostileCase{name: fmt.Sprintf("%d file descriptors", files), files: files, never: "nothing to read", codes: []int{0, 1, 2, 3},
			build: func(h *hostileTree) {
				for i := range 60 {
					h.write(fmt.Sprintf("d%d/e%d/a.go", i%10, i), "package a\n")
				}
				h.commit("d1")
			}}
		if files >= 20 {
			c.codes, c.stdout, c.never = []int{0}, "package a", "nothing to read|too many open files"
		}
		cases = append(cases, c)
	}
	testHostile(t, cases)
}

// hostileCache puts other things in the place of the cache's files.
func hostileCache() []hostileCase {
	var cases []hostileCase
	for kind, replace := range map[string]func(h *hostileTree, name string){
		"link":   func(h *hostileTree, name string) { h.must(os.Symlink(filepath.Join(h.outside, "secret.txt"), name)) },
		"device": func(h *hostileTree, name string) { h.must(os.Symlink("/dev/zero", name)) },
		"FIFO":   func(h *hostileTree, name string) { h.must(unix.Mkfifo(name, 0o600)) },
		"folder": func(h *hostileTree, name string) { h.must(os.Mkdir(name, 0o755)) },
		"hole": func(h *hostileTree, name string) {
			h.must(os.WriteFile(name, nil, 0o600))
			h.must(os.Truncate(name, 3<<30))
		},
		"nothing":       func(h *hostileTree, name string) { h.must(os.WriteFile(name, nil, 0o600)) },
		"garbage":       func(h *hostileTree, name string) { h.must(os.WriteFile(name, []byte(garbage(100_000)), 0o600)) },
		"only its head": func(h *hostileTree, name string) { h.must(os.WriteFile(name, []byte("ctxpack cache 7\n"), 0o600)) },
		"hole after its head": func(h *hostileTree, name string) {
			h.must(os.WriteFile(name, []byte("ctxpack cache 7\n"), 0o600))
			h.must(os.Truncate(name, 3<<30))
		},
	} {
		for _, args := range [][]string{{"pack", "."}, {"cache", "info"}, {"cache", "clean"}} {
			cases = append(cases, hostileCase{name: "cache file as " + kind + ": " + args[0] + " " + args[1], args: args, codes: []int{0, 1},
				build: func(h *hostileTree) {
					h.write("a.go", "package a\n")
					h.commit("a.go")
					if _, stderr, state := h.run(hostileCase{}); state.ExitCode() != 0 {
						h.t.Fatal(stderr)
					}
					names, err := filepath.Glob(filepath.Join(h.home, "cache", "ctxpack", "*.ctxpack-cache"))
					objects, otherErr := filepath.Glob(filepath.Join(h.home, "cache", "ctxpack", "objects", "*", "*"))
					if err != nil || otherErr != nil || len(names) == 0 || len(objects) == 0 {
						h.t.Fatalf("caches: %q %q %v %v", names, objects, err, otherErr)
					}
					names = append(names, objects...)
					for _, name := range names {
						h.must(os.Remove(name))
						replace(h, name)
					}
				}, check: func(t *testing.T, h *hostileTree, stdout, _ string) {
					if args[0] == "pack" && !strings.Contains(stdout, "package a") {
						t.Error("nothing is packed")
					}
				}})
		}
	}
	return cases
}
