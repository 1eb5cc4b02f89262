package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ctxpack/internal/source"
	"ctxpack/scorer"
)

// factsLimit is the most bytes of a document of facts.
const factsLimit = 256 << 20

// givenFacts is an entry of a document of facts. What a path can say may be
// left out.
type givenFacts struct {
	scorer.Facts
	Entry  *bool  `json:"entry"`
	Config *bool  `json:"config"`
	Test   *bool  `json:"test"`
	Reason string `json:"reason"`
	Tier   string `json:"tier"`
}

// skippedUnread is an entry of a report that was never ranked.
func (g givenFacts) skippedUnread() bool {
	if g.Reason == "" || g.Tier != "skip" {
		return false
	}
	var reason source.SkipReason
	return reason.UnmarshalText([]byte(g.Reason)) == nil && reason < source.LowScoreOversized
}

func readFacts(s *streams, name string) ([]scorer.Facts, error) {
	in, closeInput, err := openInput(s, name)
	if err != nil {
		return nil, err
	}
	defer closeInput()
	data, err := io.ReadAll(io.LimitReader(in, factsLimit+1))
	if err != nil {
		return nil, failf("read facts: %w", err)
	}
	if len(data) > factsLimit {
		return nil, usagef("read facts: the document is larger than 256 MB")
	}
	given, err := decodeFacts(data)
	if err != nil {
		return nil, usagef("read facts: %w", jsonPlace(data, err))
	}
	var facts []scorer.Facts
	for i, g := range given {
		if g.Path == "" {
			return nil, usagef("read facts: /%d: an entry without a path", i)
		}
		if g.skippedUnread() {
			continue
		}
		f := g.Facts
		f.Entry = orRule(g.Entry, scorer.EntryName(g.Path, false))
		f.Config = orRule(g.Config, scorer.ConfigName(g.Path))
		f.Test = orRule(g.Test, scorer.TestName(g.Path))
		facts = append(facts, f)
	}
	return facts, nil
}

func decodeFacts(data []byte) ([]givenFacts, error) {
	data = []byte(strings.TrimPrefix(string(data), "\uFEFF"))
	var list []givenFacts
	if strings.HasPrefix(strings.TrimSpace(string(data)), "[") {
		return list, json.Unmarshal(data, &list)
	}
	var document struct {
		Files *[]givenFacts `json:"files"`
	}
	if err := json.Unmarshal(data, &document); err != nil {
		return nil, err
	}
	if document.Files == nil {
		return nil, errors.New(`neither an array nor an object with an array "files"`)
	}
	return *document.Files, nil
}

// jsonPlace puts line and column in front of a decoding error.
func jsonPlace(data []byte, err error) error {
	var offset int64
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
		err = fmt.Errorf("%s cannot be a JSON %s", kind.Field, kind.Value)
	default:
		return err
	}
	before := string(data[:min(int(offset), len(data))])
	line := strings.Count(before, "\n") + 1
	return fmt.Errorf("line %d, column %d: %w", line, len(before)-strings.LastIndexByte(before, '\n'), err)
}

func orRule(given *bool, rule bool) bool {
	if given != nil {
		return *given
	}
	return rule
}
