package cmd

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ctxpack/internal/jsondoc"
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
	reason, ok := source.ReasonNamed(g.Reason)
	return ok && reason <= source.Output
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
		return nil, usagef("read facts: %w", err)
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

// decodeFacts reads an array of facts, or the one under "files" of an object.
func decodeFacts(data []byte) ([]givenFacts, error) {
	d := factsDecoder{Scanner: jsondoc.Scanner[[]byte]{Src: bytes.TrimPrefix(data, []byte("\uFEFF"))}}
	found, fault := d.document()
	if d.Space(); fault == nil && d.Pos < len(d.Src) {
		fault = d.Failf(d.Pos, "the input goes on after the document")
	}
	switch {
	case fault != nil:
		line, column := jsondoc.Place(string(d.Src), fault.Offset)
		return nil, fmt.Errorf("line %d, column %d: %w", line, column, fault)
	case !found:
		return nil, errors.New(`neither an array nor an object with an array "files"`)
	}
	return d.facts, nil
}

type factsDecoder struct {
	jsondoc.Scanner[[]byte]
	facts []givenFacts
}

// document reads the facts, if the document has any.
func (d *factsDecoder) document() (found bool, fault *jsondoc.Fault) {
	d.Space()
	switch kind, _ := d.Kind(); kind {
	case jsondoc.Array:
		return true, d.Array(d.item)
	case jsondoc.Object:
		fault = d.Object(func(name jsondoc.Span) *jsondoc.Fault {
			if kind, _ := d.Kind(); kind == jsondoc.Array && jsondoc.Unquote(string(d.Src[name.From:name.To])) == "files" {
				found, d.facts = true, nil
				return d.Array(d.item)
			}
			_, fault := d.Value()
			return fault
		})
		return found, fault
	}
	_, fault = d.Value()
	return false, fault
}

func (d *factsDecoder) item() *jsondoc.Fault {
	at, fault := d.Value()
	if fault != nil {
		return fault
	}
	var facts givenFacts
	err := json.Unmarshal(d.Src[at.From:at.To], &facts)
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return d.Failf(at.From+int(kind.Offset)-1, "%s cannot be a JSON %s", cmp.Or(strings.TrimPrefix(kind.Field, "Facts."), "an entry"), kind.Value)
	} else if err != nil {
		return d.Failf(at.From, "%s", err)
	}
	d.facts = append(d.facts, facts)
	return nil
}

func orRule(given *bool, rule bool) bool {
	if given != nil {
		return *given
	}
	return rule
}
