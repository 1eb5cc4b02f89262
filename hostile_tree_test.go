//go:build unix

package main_test

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// nestedFolders makes a chain of folders with a file in each, without ever using a
// path, since no system takes one as long.
func (h *hostileTree) nestedFolders(name string, depth int) {
	h.t.Helper()
	at, err := unix.Open(h.work, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	h.must(err)
	for range depth {
		h.must(unix.Mkdirat(at, name, 0o755))
		next, err := unix.Openat(at, name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
		h.must(err)
		h.must(unix.Close(at))
		at = next
		file, err := unix.Openat(at, "a.go", unix.O_WRONLY|unix.O_CREAT, 0o644)
		h.must(err)
		_, err = unix.Write(file, []byte("package a\n"))
		h.must(err)
		h.must(unix.Close(file))
	}
	h.must(unix.Close(at))
	h.t.Cleanup(func() { h.removeNested(name) })
}

// removeNested takes the chain apart again, from the top: the test's own clean-up would
// hold a descriptor for each folder.
func (h *hostileTree) removeNested(name string) {
	for {
		if err := os.Rename(filepath.Join(h.work, name, name), filepath.Join(h.work, "next")); err != nil {
			return
		}
		if os.RemoveAll(filepath.Join(h.work, name)) != nil || os.Rename(filepath.Join(h.work, "next"), filepath.Join(h.work, name)) != nil {
			return
		}
	}
}

// object writes a loose object and returns its id.
func (h *hostileTree) object(kind string, data []byte) []byte {
	h.t.Helper()
	whole := append([]byte(fmt.Sprintf("%s %d\x00", kind, len(data))), data...)
	id := sha1.Sum(whole)
	name := hex.EncodeToString(id[:])
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, err := z.Write(whole)
	h.must(err)
	h.must(z.Close())
	h.write(".git/objects/"+name[:2]+"/"+name[2:], b.String())
	return id[:]
}

func treeEntry(mode, name string, id []byte) []byte {
	return append([]byte(mode+" "+name+"\x00"), id...)
}

// head makes a commit of a tree the branch's.
func (h *hostileTree) head(tree []byte) {
	text := "tree " + hex.EncodeToString(tree) + "\nauthor a <a@example.com> 1700000000 +0000\ncommitter a <a@example.com> 1700000000 +0000\n\nx\n"
	h.write(".git/refs/heads/main", hex.EncodeToString(h.object("commit", []byte(text)))+"\n")
	h.write(".git/HEAD", "ref: refs/heads/main\n")
}

// treeBomb makes trees that hold the one before several times.
func (h *hostileTree) treeBomb(levels, width int, name string) {
	h.git("init", "-q", "-b", "main")
	h.write("a.go", "package a\n")
	blob := h.object("blob", []byte("x\n"))
	var leaf []byte
	for i := range width {
		leaf = append(leaf, treeEntry("100644", fmt.Sprintf("%s%03d", name, i), blob)...)
	}
	tree := h.object("tree", leaf)
	for range levels {
		var next []byte
		for i := range width {
			next = append(next, treeEntry("40000", fmt.Sprintf("%s%03d", name, i), tree)...)
		}
		tree = h.object("tree", next)
	}
	h.head(tree)
}

// index writes an index of version 2 or 4.
func (h *hostileTree) index(version uint32, names func(yield func(string))) {
	h.t.Helper()
	var body []byte
	count, before := uint32(0), ""
	names(func(name string) {
		entry := make([]byte, 62)
		binary.BigEndian.PutUint32(entry[24:], 0o100644)
		binary.BigEndian.PutUint16(entry[60:], uint16(min(len(name), 0xfff)))
		if version == 4 {
			shared := 0
			for shared < min(len(name), len(before)) && name[shared] == before[shared] {
				shared++
			}
			entry = append(entry, offsetNumber(len(before)-shared)...)
			entry = append(append(entry, name[shared:]...), 0)
		} else {
			entry = append(entry, name...)
			entry = append(entry, make([]byte, 8-len(entry)%8)...)
		}
		body, before = append(body, entry...), name
		count++
	})
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("DIRC"), version), count)
	whole := append(head, body...)
	sum := sha1.Sum(whole)
	h.write(".git/index", string(append(whole, sum[:]...)))
}

// offsetNumber is a number as version 4 writes it.
func offsetNumber(n int) []byte {
	out := []byte{byte(n & 0x7f)}
	for n >>= 7; n > 0; n >>= 7 {
		n--
		out = append([]byte{0x80 | byte(n&0x7f)}, out...)
	}
	return out
}

// garbage is a text of the characters that programs are made of.
func garbage(n int) string {
	random := rand.New(rand.NewPCG(1, 2))
	const from = "abc(){}[]<>;:,.+-*/=!&|\"'\n \t#@$%^?x1"
	out := make([]byte, n)
	for i := range out {
		out[i] = from[random.IntN(len(from))]
	}
	return string(out)
}

func TestHostileTrees(t *testing.T) {
	t.Parallel()
	lines := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	names := func(h *hostileTree, n int) {
		for i := range n {
			h.write(fmt.Sprintf("%s%d.go", strings.Repeat("a", 240), i), "package a\n")
		}
	}
	stars := strings.Repeat("*a", 60) + "*b%d*\n"
	testHostile(t, []hostileCase{
		{name: "brace globs", slow: true, codes: []int{2}, stderr: `^ctxpack: repository file \.handover\.yml:2: context\.exclude: .*more than 1000000 bytes`,
			build: func(h *hostileTree) {
				h.write(".handover.yml", "context:\n  exclude:\n"+lines(900, `    - "`+strings.Repeat("{a,b}", 9)+"%d"+strings.Repeat("y", 900)+"\"\n"))
				h.write("a.go", "package a\n")
			}},
		{name: "one glob of many braces", args: []string{"pack", ".", "-x", strings.Repeat("{a,b}", 20)}, codes: []int{2},
			stderr: "^ctxpack: --exclude: .*more than 512 globs"},
		{name: "globs of stars", slow: true, stdout: "package a", build: func(h *hostileTree) {
			h.write(".handover.yml", "context:\n  exclude:\n"+lines(1000, `    - "`+strings.Repeat("*a", 120)+"*b%d\"\n"))
			names(h, 300)
		}},
		{name: "globs of stars to pin", slow: true, stdout: "package a", build: func(h *hostileTree) {
			h.write(".handover.yml", "context:\n  pin:\n"+lines(1000, `    - "`+strings.Repeat("**/a*", 20)+"*b%d\"\n"))
			names(h, 100)
		}},
		{name: "ignore file of stars", slow: true, stdout: "package a", build: func(h *hostileTree) {
			h.write(".gitignore", lines(1500, stars))
			names(h, 300)
		}},
		{name: "ignore file of a megabyte of stars", codes: []int{2},
			stderr: `^ctxpack: read \.gitignore: the patterns with wildcards up to here have more than 200000 bytes: files that it may exclude are omitted`,
			never:  "package a", build: func(h *hostileTree) {
				h.write(".gitignore", lines(8000, stars))
				names(h, 100)
			}},
		{name: "tool's ignore file of stars", codes: []int{2}, stderr: `^ctxpack: read \.ctxpackignore: `, never: "package a", build: func(h *hostileTree) {
			h.write(".ctxpackignore", lines(8000, stars))
			names(h, 100)
		}},
		{name: "attributes of stars", codes: []int{3}, stderr: `\.gitattributes: more than 50000 bytes of patterns`, build: func(h *hostileTree) {
			h.write(".gitattributes", lines(8000, strings.Repeat("*a", 60)+"*b%d linguist-generated\n"))
			names(h, 100)
		}},
		{name: "nested ignore files", slow: true, stdout: "package a", build: func(h *hostileTree) {
			at := ""
			for i := range 100 {
				h.write(at+".gitignore", lines(10_000, fmt.Sprintf("n%dx%%d\n", i)))
				h.write(at+"a.go", "package a\n")
				at += fmt.Sprintf("d%d/", i)
			}
		}},
		{name: "nested ignore files that are too much", slow: true, codes: []int{3}, stderr: "have more than 48000000 bytes", stdout: "package a",
			build: func(h *hostileTree) {
				at := ""
				for range 6 {
					h.write(at+".gitignore", lines(700_000, "name%d-name\n"))
					h.write(at+"a.go", "package a\n")
					at += "d/"
				}
			}},
		{name: "same name in an ignore file again and again", slow: true, stdout: "package a", build: func(h *hostileTree) {
			h.write(".gitignore", strings.Repeat("a.go/\n", 500_000))
			h.write("a.go", "package a\n")
		}},
		{name: "many files", stdout: "package a", build: func(h *hostileTree) {
			for i := range 5_000 {
				h.must(os.WriteFile(h.path(fmt.Sprintf("f%05d.go", i)), []byte("package a\n"), 0o644))
			}
		}, slow: true},
		{name: "deep folders", codes: []int{3}, stderr: "its path has more than 8192 bytes", stdout: "package a",
			build: func(h *hostileTree) { h.nestedFolders("dddddd", 1200) }, slow: true},
		{name: "deep folders of long names", codes: []int{3}, stderr: "its path has more than 8192 bytes",
			build: func(h *hostileTree) { h.nestedFolders(strings.Repeat("n", 250), 500) }},
		{name: "links in circles", stdout: "package a", build: func(h *hostileTree) {
			h.write("a.go", "package a\n")
			h.link("self", "self")
			h.link("up", "..")
			h.link("d/here", ".")
			h.link("to-outside", h.outside)
			h.link("secret.txt", filepath.Join(h.outside, "secret.txt"))
		}},
		{name: "hard to write names", stdout: "package a", never: "\x1b|\r|\u202e", build: func(h *hostileTree) {
			for _, name := range []string{"-", "--help", "a\nb.go", "a\\nb.go", "\x1b[31mred.go", "a\u202eog.go", "`.go", "```.go", "<!--.go", "]]>.go", "\"&'.go",
				"a\tb.go", "\xff.go", "a\rb.go", strings.Repeat("l", 255)} {
				h.write(name, "package a\n")
			}
		}},
		{name: "special files", stdout: "package a", build: func(h *hostileTree) {
			h.write("a.go", "package a\n")
			h.fifo("b.go")
			h.fifo("d/c.go")
			h.link("null.go", "/dev/null")
			h.link("zero.go", "/dev/zero")
		}},
		{name: "files that are holes", stdout: "package a", build: func(h *hostileTree) {
			h.write("a.go", "package a\n")
			for i := range 4 {
				name := fmt.Sprintf("hole%d.go", i)
				h.write(name, "")
				h.must(os.Truncate(h.path(name), 9_999_999+int64(i)*3<<30))
			}
		}},
	})
}

func TestHostileSettings(t *testing.T) {
	t.Parallel()
	source := func(h *hostileTree) { h.write("a.go", "package a\n") }
	var cases []hostileCase
	for _, name := range []string{".handover.yml", ".handover.yaml"} {
		for kind, make := range map[string]func(h *hostileTree){
			"FIFO":             func(h *hostileTree) { h.fifo(name) },
			"folder":           func(h *hostileTree) { h.folder(name) },
			"link to outside":  func(h *hostileTree) { h.link(name, filepath.Join(h.outside, "secret.txt")) },
			"link to nowhere":  func(h *hostileTree) { h.link(name, "nowhere") },
			"link to a device": func(h *hostileTree) { h.link(name, "/dev/zero") },
			"link to settings": func(h *hostileTree) { h.write("own.yml", "context: {maxTokens: 1}\n"); h.link(name, "own.yml") },
		} {
			cases = append(cases, hostileCase{
				name: name + " as " + kind, build: func(h *hostileTree) { source(h); make(h) }, stdout: "package a",
				stderr: "^ctxpack: warning: " + strings.ReplaceAll(name, ".", `\.`) + " is not a regular file, and is ignored\nhint: ",
			})
		}
	}
	for name, bad := range map[string]struct{ text, stderr string }{
		"more than a megabyte": {strings.Repeat("#", 1_000_001), "larger than the size limit"},
		"aliases": {"a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d " +
			"[*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e]\n", `\.handover\.yml:1`},
		"deep":                {strings.Repeat("[", 100_000), `\.handover\.yml:`},
		"binary":              {"\x00\x01\x02", `\.handover\.yml`},
		"another type":        {"context: [1]\n", `\.handover\.yml:1`},
		"escapes":             {"\"\\e[31m\": 1\n", `\.handover\.yml:1`},
		"climbing glob":       {"context: {include: [\"../*\"]}\n", `\.handover\.yml:1`},
		"absolute glob":       {"context: {include: [\"/etc/*\"]}\n", `\.handover\.yml:1`},
		"number out of range": {"context: {maxTokens: 99999999999999999999}\n", `\.handover\.yml:1`},
		"open quote":          {"context: \"\n", `\.handover\.yml:1`},
	} {
		cases = append(cases, hostileCase{
			name: "settings with " + name, build: func(h *hostileTree) { source(h); h.write(".handover.yml", bad.text) }, codes: []int{1, 2},
			stderr: bad.stderr, never: "\x1b",
		})
	}
	for variable, more := range map[string]string{"HOME": "", "XDG_CONFIG_HOME": "/config", "XDG_CACHE_HOME": "/cache"} {
		for where, value := range map[string]string{
			"nowhere": "$BASE/nowhere/home" + more, "a file": "$BASE/work/a.go", "a device": "/dev/null", "a FIFO": "$BASE/work/fifo", "nothing": "",
			"a relative path": "x/y",
		} {
			c := hostileCase{name: variable + " is " + where, stdout: "package a"}
			c.build = func(h *hostileTree) { source(h); h.fifo("fifo") }
			c.check = func(t *testing.T, h *hostileTree, _, _ string) {
				for _, made := range []string{"nowhere", "work/x"} {
					if _, err := os.Stat(filepath.Join(h.base, made)); err == nil {
						t.Errorf("%s was made", made)
					}
				}
			}
			c.env = []string{variable + "=" + value}
			cases = append(cases, c)
		}
	}
	cases = append(cases,
		hostileCase{name: "repository raises the size of a file", stderr: "may lower context.maxFileSize, not raise it: using 10MB", stdout: "package a",
			build: func(h *hostileTree) {
				source(h)
				h.write(".handover.yml", "context: {maxFileSize: 1GB}\n")
				h.write("b.txt", "x")
				h.must(os.Truncate(h.path("b.txt"), 600_000_000))
			}},
		hostileCase{name: "repository asks for all tokens", stderr: "may lower context.maxTokens, not raise it: using 2000000", build: func(h *hostileTree) {
			h.write(".handover.yml", "context: {maxTokens: 2147483647}\n")
			for i := range 8 {
				h.write(fmt.Sprintf("%d.txt", i), strings.Repeat(fmt.Sprintf("these are words number %d of a text\n", i), 200_000))
			}
		}, slow: true},
		hostileCase{name: "user's settings are a FIFO", stderr: "config.yml is not a regular file, and is ignored", stdout: "package a", build: func(h *hostileTree) {
			source(h)
			h.must(os.MkdirAll(filepath.Join(h.home, "config", "ctxpack"), 0o755))
			h.must(unix.Mkfifo(filepath.Join(h.home, "config", "ctxpack", "config.yml"), 0o600))
		}},
		hostileCase{name: "user's git settings are a FIFO", stdout: "package a", build: func(h *hostileTree) {
			source(h)
			h.git("init", "-q")
			h.must(os.MkdirAll(filepath.Join(h.home, "config", "git"), 0o755))
			h.must(unix.Mkfifo(filepath.Join(h.home, "config", "git", "ignore"), 0o600))
			h.must(unix.Mkfifo(filepath.Join(h.home, "config", "git", "config"), 0o600))
		}},
	)
	testHostile(t, cases)
}
