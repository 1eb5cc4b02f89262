package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ctxpack/compressor/history"
	"ctxpack/internal/share/store"
)

// clock returns times a second apart.
type clock struct{ seconds int64 }

func (c *clock) now() time.Time {
	c.seconds++
	return time.Unix(1_700_000_000+c.seconds, 0)
}

// counter is a random source that counts.
type counter struct{ n byte }

func (c *counter) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 0
	}
	c.n++
	p[len(p)-1] = c.n
	return len(p), nil
}

func testOptions() store.Options {
	return store.Options{Now: (&clock{}).now, Random: &counter{}}
}

// written makes a store of a text.
func written(t testing.TB, text string) *store.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "h.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return store.Named(path, testOptions())
}

func appendTo(t testing.TB, s *store.Store, d history.Draft) (id, session string) {
	t.Helper()
	ids, session, err := s.Append(d)
	if err != nil {
		t.Fatal(err)
	}
	return ids[0], session
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestAppend(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	s := store.InRepository(root, testOptions())
	if session, err := s.Latest(); session != "" || err != nil {
		t.Errorf("latest of nothing: %q, %v", session, err)
	}
	id, session := appendTo(t, s, history.Draft{Role: history.User, Content: "a\nb"})
	if id != "1700000001000-00000002" || session != "sess_1700000001000_000001" {
		t.Errorf("id %s, session %s", id, session)
	}
	appendTo(t, s, history.Draft{Role: history.Assistant, Content: "c"})
	started, err := s.StartSession()
	if err != nil {
		t.Fatal(err)
	}
	_, session = appendTo(t, s, history.Draft{Role: history.User, Content: "d", Timestamp: "2024-01-02T03:04:05.5+01:00"})
	if session != started {
		t.Errorf("session %s, want %s", session, started)
	}
	appendTo(t, s, history.Draft{ID: "own", Session: "mine", Role: history.User, Content: "e", Timestamp: "2024-01-02T03:04:05.123456Z"})
	want := `{"id":"1700000001000-00000002","session_id":"sess_1700000001000_000001","timestamp":"2023-11-14T22:13:21.000Z","role":"user","content":"a\nb"}
{"id":"1700000002000-00000003","session_id":"sess_1700000001000_000001","timestamp":"2023-11-14T22:13:22.000Z","role":"assistant","content":"c"}
{"kind":"session","id":"1700000003000-00000005","session_id":"sess_1700000003000_000004","timestamp":"2023-11-14T22:13:23.000Z"}
{"id":"1700000004000-00000006","session_id":"sess_1700000003000_000004","timestamp":"2024-01-02T02:04:05.5Z","role":"user","content":"d"}
{"id":"own","session_id":"mine","timestamp":"2024-01-02T03:04:05.123456Z","role":"user","content":"e"}
`
	if got := read(t, s.Path()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := read(t, filepath.Join(root, ".ctxpack", ".gitignore")); got != "*\n" {
		t.Errorf(".gitignore is %q", got)
	}
	var stamp *store.TimestampError
	if _, _, err := s.Append(history.Draft{Role: history.User, Timestamp: "yesterday"}); !errors.As(err, &stamp) {
		t.Errorf("error %v", err)
	}
}

func TestLatest(t *testing.T) {
	t.Parallel()
	line := func(session, content string) string {
		return string(history.Draft{ID: "1", Session: session, Role: history.User, Content: content}.Line()) + "\n"
	}
	long := strings.Repeat("x", 200_000)
	mark := string((&history.Mark{Case: history.CaseTruncate, Through: "1"}).Line("2", "old", "t")) + "\n"
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"blank", "\n \r\n", ""},
		{"one", line("a", "x"), "a"},
		{"two", line("a", "x") + line("b", "y"), "b"},
		{"byte order mark", "\uFEFF" + line("a", "x"), "a"},
		{"CRLF", strings.ReplaceAll(line("a", "x"), "\n", "\r\n"), "a"},
		{"no line end", strings.TrimSuffix(line("a", "x"), "\n"), "a"},
		{"half a line", line("a", "x") + `{"session_id":"b","ro`, "a"},
		{"bad lines", line("a", "x") + "nonsense\n[]\n{}\n", "a"},
		{"only bad lines", "nonsense\n" + strings.Repeat("{}\n", 50_000), ""},
		{"long last line", line("a", "x") + line("b", long), "b"},
		{"long lines", line("a", long) + strings.Repeat("y", 300_000) + "\n" + strings.Repeat("z\n", 100_000), "a"},
		{"a session's start", line("a", "x") + string(history.SessionLine("1", "b", "t")) + "\n", "b"},
		{"a compaction does not count", line("old", "x") + line("new", "x") + mark, "new"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got, err := written(t, c.text).Latest(); got != c.want || err != nil {
				t.Errorf("latest %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

func TestRecords(t *testing.T) {
	t.Parallel()
	s := written(t, "\uFEFF"+`{"id":"1","session_id":"a","role":"user","content":"one","x":[1.50]}`+"\r\n"+
		`{"id":"2","session_id":"b","role":"user","content":"other"}`+"\n"+
		"nonsense\n\n[1]\n"+
		`{"id":"3","session_id":"\u0061","role":"assistant","content":"two"}`+"\n"+
		`  {"kind":"note","id":"4","session_id":"a"}  `+"\n"+
		`{"id":"5","session_id":"a","role":"user","content":"hal`)
	records, problems, err := s.Records(context.Background(), "a")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range records {
		got = append(got, fmt.Sprint(r.Line, r.ID))
	}
	if fmt.Sprint(got) != "[11 63 74]" { // line and id
		t.Errorf("records %v", got)
	}
	if records[0].JSON != `{"id":"1","session_id":"a","role":"user","content":"one","x":[1.50]}` {
		t.Errorf("the record is now %s", records[0].JSON)
	}
	var lines []string
	for _, p := range problems.First {
		lines = append(lines, fmt.Sprintf("%d: %v", p.Line, p.Err))
	}
	want := "3: it is not JSON: byte 1: unexpected 'n' where a value is expected\n5: it is not an object\n8: it ends inside a JSON value"
	if got := strings.Join(lines, "\n"); got != want || problems.Total != 3 {
		t.Errorf("problems\n%s\nwant\n%s", got, want)
	}
}

func TestMissing(t *testing.T) {
	t.Parallel()
	for _, s := range []*store.Store{
		store.InRepository(t.TempDir(), testOptions()),
		store.Named(filepath.Join(t.TempDir(), "h.jsonl"), testOptions()),
		store.Named(filepath.Join(t.TempDir(), "no", "h.jsonl"), testOptions()),
	} {
		if sessions, _ := sessionsOf(t, s, 0); len(sessions) != 0 {
			t.Errorf("sessions %v", sessions)
		}
		found, _, err := s.Search(context.Background(), store.Query{Matcher: history.NewMatcher("x"), Limit: 1})
		if found.Total != 0 || err != nil {
			t.Errorf("found %v, %v", found, err)
		}
	}
}

// A repository may have links in place of the store: nothing outside is read or written.
func TestHostileRepository(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "outside.jsonl")
	text := `{"id":"1","session_id":"a","role":"user","content":"secret"}` + "\n"
	if err := os.WriteFile(outside, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		make func(root string) error
	}{
		{"linked folder", func(root string) error { return os.Symlink(filepath.Dir(outside), filepath.Join(root, ".ctxpack")) }},
		{"linked file", func(root string) error {
			return errors.Join(os.Mkdir(filepath.Join(root, ".ctxpack"), 0o700), os.Symlink(outside, filepath.Join(root, ".ctxpack", "history.jsonl")))
		}},
		{"FIFO", func(root string) error {
			return errors.Join(os.Mkdir(filepath.Join(root, ".ctxpack"), 0o700), exec.Command("mkfifo", filepath.Join(root, ".ctxpack", "history.jsonl")).Run())
		}},
		{"folder", func(root string) error { return os.MkdirAll(filepath.Join(root, ".ctxpack", "history.jsonl"), 0o700) }},
		{"file for a folder", func(root string) error { return os.WriteFile(filepath.Join(root, ".ctxpack"), nil, 0o600) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			if err := c.make(root); err != nil {
				t.Fatal(err)
			}
			s := store.InRepository(root, testOptions())
			if records, _, err := s.Records(context.Background(), "a"); err == nil {
				t.Errorf("read %v", records)
			}
			if _, err := s.Latest(); err == nil {
				t.Error("the latest session was read")
			}
			if _, _, err := s.Append(history.Draft{Session: "a", Role: history.User, Content: "x"}); err == nil {
				t.Error("appended")
			}
		})
	}
	t.Cleanup(func() {
		if got := read(t, outside); got != text {
			t.Errorf("what is outside is now %q", got)
		}
	})
}

// A store named by the user may be a link.
func TestNamedLink(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	target, link := filepath.Join(folder, "target.jsonl"), filepath.Join(folder, "link.jsonl")
	if err := errors.Join(os.WriteFile(target, nil, 0o600), os.Symlink(target, link)); err != nil {
		t.Fatal(err)
	}
	s := store.Named(link, testOptions())
	appendTo(t, s, history.Draft{Session: "a", Role: history.User, Content: "x"})
	if records, _, err := s.Records(context.Background(), "a"); len(records) != 1 || err != nil {
		t.Errorf("records %v, %v", records, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link is now %v, %v", info.Mode(), err)
	}
}

func TestImages(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	s := store.InRepository(root, testOptions())
	png := "\x89PNG\r\n\x1a\nrest"
	ref, err := s.AddImage(png)
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.AddImage(png)
	if err != nil || again != ref || !strings.HasPrefix(ref, "images/") || !strings.HasSuffix(ref, ".png") {
		t.Errorf("references %s, %s, %v", ref, again, err)
	}
	image, err := s.Image(ref)
	if err != nil || image.DataURI() != "data:image/png;base64,iVBORw0KGgpyZXN0" {
		t.Errorf("image %v, %v", image, err)
	}
	path := filepath.Join(root, ".ctxpack", filepath.FromSlash(ref))
	if err := os.WriteFile(path, []byte("changed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Image(ref); err == nil || !strings.Contains(err.Error(), "changed") {
		t.Errorf("error %v", err)
	}
	if _, err := s.AddImage(png); err != nil {
		t.Error(err)
	}
	if got := read(t, path); got != png {
		t.Errorf("the image is %q", got)
	}
	for _, bad := range []string{"images/../../x", "images/" + strings.Repeat("0", 64) + ".png", "/etc/passwd", "", "images/" + strings.Repeat("0", 64) + ".svg"} {
		if _, err := s.Image(bad); !errors.Is(err, store.ErrNoImage) {
			t.Errorf("%q: error %v", bad, err)
		}
	}
	if _, err := s.AddImage("text"); err == nil {
		t.Error("a text was taken for an image")
	}
}

// The folder of images may be a link from the repository.
func TestImagesLinked(t *testing.T) {
	t.Parallel()
	root, outside := t.TempDir(), t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(root, ".ctxpack"), 0o700), os.Symlink(outside, filepath.Join(root, ".ctxpack", "images"))); err != nil {
		t.Fatal(err)
	}
	s := store.InRepository(root, testOptions())
	if _, err := s.AddImage("GIF89a"); err == nil {
		t.Error("written through a link")
	}
	if entries, err := os.ReadDir(outside); len(entries) != 0 || err != nil {
		t.Errorf("outside: %v, %v", entries, err)
	}
}

// TestAppendSeveral: several records are added all or none, to one session.
func TestAppendSeveral(t *testing.T) {
	t.Parallel()
	s := written(t, "")
	ids, session, err := s.Append(history.Draft{Role: history.User, Content: "a"}, history.Draft{Role: history.Assistant, Content: "b"})
	if err != nil || len(ids) != 2 || ids[0] == ids[1] {
		t.Fatalf("%v, %q, %v", ids, session, err)
	}
	records, _, err := s.Records(t.Context(), session)
	if err != nil || len(records) != 2 || records[1].Content != "b" || records[0].Session != records[1].Session {
		t.Errorf("%+v, %v", records, err)
	}
	before := read(t, s.Path())
	if _, _, err := s.Append(history.Draft{Role: history.User, Content: "c"}, history.Draft{Role: history.User, Timestamp: "yesterday"}); err == nil ||
		read(t, s.Path()) != before {
		t.Errorf("error %v; the store is\n%s", err, read(t, s.Path()))
	}
	if _, _, err := s.Append(history.Draft{Role: history.User, Content: "c"},
		history.Draft{Role: history.User, Content: strings.Repeat("x", store.MaxLine)}); err == nil || read(t, s.Path()) != before {
		t.Errorf("error %v", err)
	}
}

// TestImagesOfOthers: images with other names are found, and recognized by their bytes.
func TestImagesOfOthers(t *testing.T) {
	t.Parallel()
	s := written(t, "")
	folder := filepath.Join(filepath.Dir(s.Path()), "images")
	ref, err := s.AddImage("GIF89a")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"1700000000-abc.png": "GIF89a", "shot": "\x89PNG\r\n\x1a\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for ref, want := range map[string]string{
		"images/1700000000-abc.png": "image/gif", "1700000000-abc.png": "image/gif", ".ctxpack/images/shot": "image/png",
		strings.TrimSuffix(ref, ".gif") + ".jpg": "image/gif", strings.TrimSuffix(ref, ".gif"): "image/gif",
	} {
		if image, err := s.Image(ref); err != nil || image.MediaType != want {
			t.Errorf("%s: %s, %v", ref, image.MediaType, err)
		}
	}
}
