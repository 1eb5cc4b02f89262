package compressor

import (
	"bytes"
	"math"
	"slices"

	"ctxpack/internal/text/jsondoc"
)

// Usage is the token usage of a round. All numbers are tokens, from 0.
type Usage struct {
	Round  int `json:"round"` // from 1
	Input  int `json:"input"`
	Output int `json:"output"`
	// Context and Files are the parts of the input that were context of earlier rounds and files; 0 if unknown.
	Context   int    `json:"context"`
	Files     int    `json:"files"`
	Budget    int    `json:"budget"`              // budget of the round, from 1
	Timestamp string `json:"timestamp,omitempty"` // ISO 8601 in UTC
}

// Used returns the tokens that count against the budget: input and output.
func (u Usage) Used() int { return u.Input + u.Output }

// Remaining returns the rest of the budget, below 0 if it is exceeded.
func (u Usage) Remaining() int { return u.Budget - u.Used() }

// Percent returns the used part of the budget, rounded down.
func (u Usage) Percent() int {
	if u.Budget <= 0 {
		return 0
	}
	return int(int64(u.Used()) * 100 / int64(u.Budget))
}

// Reaches reports whether at least percent of the budget is used.
func (u Usage) Reaches(percent int) bool {
	return int64(u.Used())*100 >= int64(percent)*int64(u.Budget)
}

// Record returns a usage as a line of a store, without its newline.
func (u Usage) Record() []byte { return jsondoc.Encode(u) }

// ReadUsage reads a store of one record per line. Malformed lines are skipped; their errors and places are returned
// as warnings.
func ReadUsage(data []byte) (records []Usage, warnings []string) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	number := -1
	for line := range bytes.Lines(data) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		// Positions are relative to the line, without its line break.
		u, err := readUsage(bytes.TrimRight(line, "\r\n"), number)
		if err != nil {
			warnings = append(warnings, err.Error()+"; it is skipped")
			continue
		}
		records = append(records, u)
	}
	return records, warnings
}

func readUsage(line []byte, before int) (u Usage, err error) {
	v, err := jsondoc.Parse(line, jsondoc.Options{Line: before})
	if err != nil {
		return u, err
	}
	for _, n := range []struct {
		name string
		to   *int
		from int
	}{
		{"round", &u.Round, 1}, {"input", &u.Input, 0}, {"output", &u.Output, 0},
		{"context", &u.Context, 0}, {"files", &u.Files, 0}, {"budget", &u.Budget, 1},
	} {
		if err = v.Read(n.name, n.to); err != nil {
			return u, err
		}
		if *n.to < n.from || *n.to > math.MaxInt32 {
			return u, v.Errorf("%q must be a number from %d to %d", n.name, n.from, math.MaxInt32)
		}
	}
	return u, v.Read("timestamp", &u.Timestamp)
}

// SumUsage sums the records of each round, by round number, and of all rounds. A round has the budget of its last
// record; the total has the budgets of all rounds.
func SumUsage(records []Usage) (rounds []Usage, total Usage) {
	for _, u := range records {
		at, ok := slices.BinarySearchFunc(rounds, u.Round, func(r Usage, n int) int { return r.Round - n })
		if !ok {
			rounds = slices.Insert(rounds, at, Usage{Round: u.Round})
		}
		r := &rounds[at]
		r.add(u)
		r.Budget, r.Timestamp = u.Budget, u.Timestamp
	}
	for _, r := range rounds {
		total.add(r)
		total.Budget += r.Budget
	}
	return rounds, total
}

func (u *Usage) add(other Usage) {
	u.Input += other.Input
	u.Output += other.Output
	u.Context += other.Context
	u.Files += other.Files
}
