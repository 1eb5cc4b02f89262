package compressor

import (
	"fmt"
	"strings"
	"testing"
)

func TestUsage(t *testing.T) {
	t.Parallel()
	u := Usage{Round: 3, Input: 170_000, Output: 12_000, Budget: 200_000}
	if u.Used() != 182_000 || u.Percent() != 91 || u.Remaining() != 18_000 || !u.Reaches(91) || u.Reaches(92) {
		t.Errorf("%+v", u)
	}
	for _, c := range []struct {
		used, budget, percent int
		reaches               bool
	}{{849, 1000, 84, false}, {850, 1000, 85, true}, {8499, 10_000, 84, false}, {1500, 1000, 150, true}, {0, 1, 0, false}, {5, 0, 0, true}} {
		u := Usage{Input: c.used, Budget: c.budget}
		if u.Percent() != c.percent || u.Reaches(85) != c.reaches {
			t.Errorf("%+v: %d%%, %v", c, u.Percent(), u.Reaches(85))
		}
	}
}

func TestReadUsage(t *testing.T) {
	t.Parallel()
	line := Usage{Round: 1, Input: 2, Output: 3, Context: 4, Files: 5, Budget: 6, Timestamp: "2024-01-02T03:04:05Z"}.Record()
	if want := `{"round":1,"input":2,"output":3,"context":4,"files":5,"budget":6,"timestamp":"2024-01-02T03:04:05Z"}`; string(line) != want {
		t.Errorf("%s", line)
	}
	data := "\uFEFF" + string(line) + "\r\n\n" +
		`{"round":2,"input":1,"bud` + "\n" +
		`{"round":2,"input":1,"budget":9,"other":true}` + "\n" +
		`[]` + "\n" + `{"round":0,"budget":1}` + "\n" + `{"round":1,"budget":1,"input":-1}` + "\n" + `{"round":1}` + "\n" +
		`{"round":1.5,"budget":1}` + "\n" + `{"round":1,"round":2,"budget":1}` + "\n" + `{"round":3,"budget":1}`
	records, warnings := ReadUsage([]byte(data))
	if got := fmt.Sprint(records); got != "[{1 2 3 4 5 6 2024-01-02T03:04:05Z} {2 1 0 0 0 9 } {3 0 0 0 0 1 }]" {
		t.Error(got)
	}
	want := `line 3, column 22: a string that does not end; it is skipped
line 5, column 1: want an object, got an array; it is skipped
line 6, column 1: "round" must be a number from 1 to 2147483647; it is skipped
line 7, column 1: "input" must be a number from 0 to 2147483647; it is skipped
line 8, column 1: "budget" must be a number from 1 to 2147483647; it is skipped
line 9: /round: want a whole number, got 1.5; it is skipped
line 10: /round: the name occurs twice in its object; it is skipped`
	if got := strings.Join(warnings, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSumUsage(t *testing.T) {
	t.Parallel()
	rounds, total := SumUsage([]Usage{
		{Round: 2, Input: 1, Output: 1, Budget: 10, Timestamp: "t1"},
		{Round: 1, Input: 5, Budget: 20},
		{Round: 2, Input: 2, Context: 3, Files: 4, Budget: 30, Timestamp: "t2"},
	})
	if got := fmt.Sprint(rounds, total); got != "[{1 5 0 0 0 20 } {2 3 1 3 4 30 t2}] {0 8 1 3 4 50 }" {
		t.Error(got)
	}
}

func FuzzReadUsage(f *testing.F) {
	f.Add([]byte(`{"round":1,"input":2,"output":3,"context":4,"files":5,"budget":6,"timestamp":"x"}` + "\n{}\n[\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		records, warnings := ReadUsage(data)
		for _, w := range warnings {
			if !strings.HasPrefix(w, "line ") {
				t.Fatalf("no place: %s", w)
			}
		}
		var again []byte
		for _, u := range records {
			line := u.Record()
			if u.Round < 1 || u.Budget < 1 || u.Used() < 0 {
				t.Fatalf("%+v", u)
			}
			again = append(append(again, line...), '\n')
		}
		same, none := ReadUsage(again)
		if fmt.Sprint(same) != fmt.Sprint(records) || len(none) > 0 {
			t.Fatalf("%v, then %v", records, same)
		}
	})
}
