package store_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"ctxpack/compressor/history"
	"ctxpack/internal/share/store"
)

// sessionsOf lists sessions.
func sessionsOf(t testing.TB, s *store.Store, limit int) ([]store.Session, store.Problems) {
	t.Helper()
	sessions, problems, err := s.Sessions(context.Background(), limit)
	if err != nil {
		t.Fatal(err)
	}
	return sessions, problems
}

func TestSessions(t *testing.T) {
	t.Parallel()
	record := func(session, role, at, content string) string {
		return string(history.Draft{ID: "1", Session: session, Timestamp: at, Role: role, Content: content}.Line()) + "\n"
	}
	long := strings.Repeat("é", 150)
	s := written(t, record("old", "user", "2024-01-01T00:00:00.000Z", "first")+
		record("busy", "assistant", "2024-01-05T00:00:00.000Z", long)+
		record("busy", "user", "2024-01-03T00:00:00Z", "second")+
		string(history.SessionLine("1", "started", "2024-01-04T00:00:00.000Z"))+"\n"+
		record("tie 1", "user", "2024-01-02T00:00:00.000Z", "x")+
		record("tie 2", "user", "2024-01-02T02:00:00+02:00", "y")+
		record("timeless", "user", "once", "z")+
		string((&history.Mark{Case: history.CaseTruncate, Through: "1"}).Line("2", "old", "2025-01-01T00:00:00.000Z"))+"\nnonsense\n")
	sessions, problems := sessionsOf(t, s, 0)
	want := []store.Session{
		{"busy", "2024-01-05T00:00:00.000Z", 2, strings.Repeat("é", 100), "assistant"},
		{"started", "2024-01-04T00:00:00.000Z", 0, "", ""},
		{"tie 2", "2024-01-02T00:00:00.000Z", 1, "y", "user"},
		{"tie 1", "2024-01-02T00:00:00.000Z", 1, "x", "user"},
		{"old", "2024-01-01T00:00:00.000Z", 1, "first", "user"},
		{"timeless", "", 1, "z", "user"},
	}
	if fmt.Sprint(sessions) != fmt.Sprint(want) {
		t.Errorf("got\n%v\nwant\n%v", sessions, want)
	}
	if problems.Total != 1 || problems.First[0].Line != 9 {
		t.Errorf("problems %v", problems)
	}
	if sessions, _ = sessionsOf(t, s, 2); len(sessions) != 2 {
		t.Errorf("limited: %v", sessions)
	}
}

// Many sessions, over many blocks, are kept apart.
func TestManySessions(t *testing.T) {
	t.Parallel()
	const sessions, rounds = 9_000, 4
	var text bytes.Buffer
	for i := range sessions * rounds {
		d := history.Draft{ID: "1", Session: fmt.Sprint("session ", i*7919%sessions), Role: history.User,
			Content: fmt.Sprint("message ", i, strings.Repeat(" x", 50))}
		text.Write(d.Line())
		text.WriteByte('\n')
	}
	list, _ := sessionsOf(t, written(t, text.String()), 0)
	seen := map[string]bool{}
	for _, s := range list {
		if seen[s.ID] || s.Count != rounds {
			t.Fatalf("%+v", s)
		}
		seen[s.ID] = true
	}
	if len(list) != sessions {
		t.Errorf("%d sessions", len(list))
	}
	if want := fmt.Sprint("session ", (sessions*rounds-1)*7919%sessions); list[0].ID != want {
		t.Errorf("the latest is %q, want %q", list[0].ID, want)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	record := func(id, role, content string) string {
		return string(history.Draft{ID: id, Session: "s", Role: role, Content: content}.Line()) + "\n"
	}
	s := written(t, record("1", "user", "the Needle")+record("2", "assistant", "nothing")+
		`{"id":"3","session_id":"s","role":"assistant","content":"a \u006eeedle"}`+"\n"+
		record("needle", "user", "only the id")+`{"broken":"needle`+"\n"+record("5", "user", "NEEDLE needle"))
	for _, c := range []struct {
		query, role string
		limit       int
		want        string
		total       int
	}{
		{"needle", "", 50, "5@6 3@3 1@1", 3},
		{"needle", "assistant", 50, "3@3", 1},
		{"needle", "", 1, "5@6", 3},
		{"nowhere", "", 50, "", 0},
		{" ", "", 50, "", 0},
	} {
		found, problems, err := s.Search(context.Background(), store.Query{Matcher: history.NewMatcher(c.query), Role: c.role, Limit: c.limit})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range found.Messages {
			got = append(got, fmt.Sprintf("%s@%d", r.ID, r.Line))
		}
		if strings.Join(got, " ") != c.want || found.Total != c.total {
			t.Errorf("%q: found %v of %d", c.query, got, found.Total)
		}
		if c.query == "needle" && (problems.Total != 1 || problems.First[0].Line != 5) {
			t.Errorf("problems %v", problems)
		}
	}
}

// TestBlocks compares reading in blocks with reading at once, for line lengths around the block size.
func TestBlocks(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	var want []string
	for i, n := range []int{10, 2<<20 - 100, 50, 2 << 20, 5 << 20, 1, 2<<20 - 1, 300, 1, 2<<20 + 1, 7} {
		d := history.Draft{ID: fmt.Sprint(i), Session: "s", Role: history.User, Content: strings.Repeat("x", n) + " needle"}
		text.Write(d.Line())
		text.WriteString("\n")
		if i%3 == 0 {
			text.WriteString("bad line\n\n")
		}
		want = append(want, d.ID)
	}
	s := written(t, strings.TrimSuffix(text.String(), "\n"))
	records, problems, err := s.Records(context.Background(), "s")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	var got []string
	for _, r := range records {
		got = append(got, r.ID)
		if lines[r.Line-1] != r.JSON {
			t.Errorf("record %s is not on line %d", r.ID, r.Line)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || problems.Total != 4 {
		t.Errorf("records %v, %d problems", got, problems.Total)
	}
	for _, p := range problems.First {
		if lines[p.Line-1] != "bad line" {
			t.Errorf("line %d is not the bad one", p.Line)
		}
	}
	found, _, err := s.Search(context.Background(), store.Query{Matcher: history.NewMatcher("NEEDLE"), Limit: 100})
	if err != nil || found.Total != len(want) {
		t.Errorf("found %d, %v", found.Total, err)
	}
	for _, r := range found.Messages {
		if lines[r.Line-1] != r.JSON {
			t.Errorf("found %s is not on line %d", r.ID, r.Line)
		}
	}
	if sessions, _ := sessionsOf(t, s, 0); sessions[0].Count != len(want) {
		t.Errorf("sessions %v", sessions)
	}
}

// A line that is too long is skipped, and the following ones are not.
func TestOverlong(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("writes 64 MB")
	}
	s := written(t, `{"session_id":"s","role":"user","content":"before"}`+"\n"+
		`{"session_id":"s","role":"user","content":"`+strings.Repeat("x", store.MaxLine)+`"}`+"\n"+
		`{"session_id":"s","role":"user","content":"after"}`)
	records, problems, err := s.Records(context.Background(), "s")
	if err != nil || len(records) != 2 || records[1].Content != "after" || records[1].Line != 3 {
		t.Errorf("%d records, %v", len(records), err)
	}
	if problems.Total != 1 || problems.First[0].Line != 2 {
		t.Errorf("problems %v", problems)
	}
	if _, _, err := s.Append(history.Draft{Session: "s", Role: history.User, Content: strings.Repeat("x", store.MaxLine)}); err == nil {
		t.Error("a record that nobody reads was appended")
	}
}
