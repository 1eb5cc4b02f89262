package gitrepo

import (
	"fmt"
	"strings"
	"testing"
)

// configCases are files that git reads too; see TestParseConfigAgainstGit.
func configCases() []string {
	return []string{
		"",
		"# only\n; comments",
		"[core]\n\tbare = false\n",
		"[core]\r\n\tbare = false\r\n\texcludesFile = ~/.x\r\n",
		"\xef\xbb\xbf[core]\nx=1\n",
		"[core] x = one\n",
		"[core]x=1\n[CORE]X=2\n",
		"[core]\n\tbare\n\tx\n",
		"[core]\nx = a # comment\ny = \"a # b\" ; c\nz = a;b\n",
		"[core]\nx = \"  lead\" and \"trail  \"  \n",
		"[core]\nx = a\\\n  b\\\r\nc\n",
		"[core]\nx = \"a\\\nb\"\n",
		"[core]\nx = a\\tb\\n\\\"c\\\"\\\\\n",
		"[core]\nx =\n",
		"[core]\nx = \xff\xfe\n",
		"[core]\nx = last line",
		"[remote \"Or\\\"ig\\\\in\"]\nurl = u\n[Remote \"a.b\"]\nURL = v\n",
		"[a.B]\nx = 1\n",
		"[includeIf \"gitdir/i:~/x/\"]\npath = a\n",
		"[alias]\nx = \"!f() { echo \\\"a;b\\\"; }; f\"\ny = !git log --format='%h' | cat\n",
		"[a-b]\nc-d1 = 2\n",
	}
}

func (s settings) text() string {
	var b strings.Builder
	for _, v := range s {
		b.WriteString(v.key)
		if v.hasValue {
			b.WriteString("\n" + v.value)
		}
		b.WriteByte(0)
	}
	return b.String()
}

func TestParseConfigAgainstGit(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i, text := range configCases() {
		name := fmt.Sprintf("config%d", i)
		r.Write(name, text)
		want := r.Git("config", "--file", name, "--no-includes", "-z", "--list")
		got, err := parseConfig([]byte(text))
		if err != nil || got.text() != want {
			t.Errorf("%q:\n got %q, %v\nwant %q", text, got.text(), err, want)
		}
	}
}

func TestParseConfigErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		line int
	}{
		{"[core\n", 1},
		{"[core]\nx=1\n[bad \"sub\n", 3},
		{"[a \"b\"", 1},
		{"[a \"b\\", 1},
		{"[]\n", 1},
		{"x = 1\n", 1},
		{"[core]\n\n1x = 1\n", 3},
		{"[core]\nx = \"open\n", 2},
		{"[core]\nx = \\q\n", 2},
		{"[core]\nx = a\\", 2},
		{"[core]\nx y\n", 2},
	} {
		got, err := parseConfig([]byte(tt.text))
		if want := fmt.Sprintf("line %d is not valid", tt.line); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", tt.text, err, want)
		}
		for _, s := range got {
			if s.key != "core.x" || s.value != "1" {
				t.Errorf("%q: %+v", tt.text, s)
			}
		}
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	s, err := parseConfig([]byte("[a]\nx = 1\nyes\nno = false\nx = 2\nzero = 0\nnum = 12\nempty =\n"))
	if err != nil {
		t.Fatal(err)
	}
	if s.last("a.x") != "2" || s.last("a.none") != "" {
		t.Errorf("%+v", s)
	}
	for key, want := range map[string]bool{"a.yes": true, "a.no": false, "a.x": true, "a.zero": false, "a.num": true, "a.none": false, "a.empty": false} {
		if got := s.enabled(key); got != want {
			t.Errorf("%s: %v", key, got)
		}
	}
}

func FuzzParseConfig(f *testing.F) {
	for _, c := range configCases() {
		f.Add([]byte(c))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := parseConfig(data)
		size := 0
		for _, v := range s {
			section, _, ok := strings.Cut(v.key, ".")
			if !ok || section != strings.ToLower(section) || v.value != "" && !v.hasValue {
				t.Errorf("setting %+v", v)
			}
			size += len(v.value)
		}
		if size > len(data) {
			t.Errorf("values of %d bytes out of %d", size, len(data))
		}
		if err != nil && !strings.Contains(err.Error(), "is not valid") {
			t.Error(err)
		}
	})
}
