package compressor

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

// ReadRounds reads the output of one round, or of several, oldest first: a JSON object, an array of them, or one
// per line, with any text that a model wrote around it. Entries of the wrong kind are skipped and counted. The
// error has the place of malformed JSON.
func ReadRounds(data []byte) ([]Round, error) {
	rounds, err := readRounds(data)
	if err != nil {
		return nil, fmt.Errorf("read round: %w", err)
	}
	return rounds, nil
}

func readRounds(data []byte) (rounds []Round, err error) {
	o := jsondoc.Options{Repeated: true}
	v, err := jsondoc.Parse(data, o)
	values := []*jsondoc.Value{v}
	if err != nil {
		text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\uFEFF")), " \t\r\n")
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		_, lineErr := jsondoc.Parse(line, o)
		switch {
		case len(text) > 0 && text[0] != '{' && text[0] != '[': // words, possibly with JSON in them
			inside, insideErr := embedded(data)
			if insideErr != nil || len(inside) == 0 {
				return nil, cmp.Or(insideErr, err)
			}
			r, err := roundOf(inside)
			return []Round{r}, err
		case lineErr != nil || len(bytes.TrimSpace(rest)) == 0:
			return nil, err
		}
		// Several lines are one document each if the first is one.
		if values, err = jsondoc.ParseLines(data, o); err != nil {
			return nil, err
		}
	}
	for _, v := range values {
		// If the objects of an array have fields of a round, each is a round.
		own := slices.DeleteFunc(slices.Clone(v.Items), func(item *jsondoc.Value) bool { return !hasFields(item) })
		skipped := len(v.Items) - len(own)
		if len(own) == 0 {
			own, skipped = []*jsondoc.Value{v}, 0
		}
		for _, item := range own {
			r, err := roundOf([]*jsondoc.Value{item})
			if err != nil {
				return nil, err
			}
			rounds = append(rounds, r)
		}
		rounds[len(rounds)-1].Skipped += skipped
	}
	return rounds, nil
}

func embedded(data []byte) ([]*jsondoc.Value, error) {
	values, fenced, err := fences(data)
	if fenced || err != nil {
		return values, err
	}
	start, end := bytes.IndexByte(data, '{'), bytes.LastIndexByte(data, '}')
	if start < 0 || end < start {
		return nil, nil
	}
	// Blanks instead of the text before it keep lines and columns.
	blank := bytes.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, data[:start])
	v, err := jsondoc.Parse(append(blank, data[start:end+1]...), jsondoc.Options{Repeated: true})
	if err != nil {
		return nil, err
	}
	return []*jsondoc.Value{v}, nil
}

// fences parses the fenced blocks of JSON in a Markdown text. fenced reports whether there is one.
func fences(data []byte) (values []*jsondoc.Value, fenced bool, err error) {
	mark := []byte(nil) // opening mark of the current block; nil outside
	start := 0          // line of its content
	var block []byte
	number := 0
	closeBlock := func() error {
		text := bytes.TrimSpace(block)
		if len(text) == 0 || text[0] != '{' && text[0] != '[' {
			return nil
		}
		fenced = true
		v, err := jsondoc.Parse(block, jsondoc.Options{Repeated: true, Line: start})
		values = append(values, v)
		return err
	}
	for line := range bytes.Lines(data) {
		number++
		plain := bytes.TrimSpace(line)
		switch {
		case mark == nil && (bytes.HasPrefix(plain, []byte("```")) || bytes.HasPrefix(plain, []byte("~~~"))):
			mark = plain[:len(plain)-len(bytes.TrimLeft(plain, string(plain[:1])))]
			start, block = number, nil
		case mark != nil && bytes.HasPrefix(plain, mark) && len(bytes.Trim(plain, string(mark[:1]))) == 0:
			mark = nil
			if err := closeBlock(); err != nil {
				return nil, true, err
			}
		case mark != nil:
			block = append(block, line...)
		}
	}
	if mark != nil { // an unclosed fence extends to the end
		err = closeBlock()
	}
	return values, fenced, err
}

// wrappers is the maximum nesting of a round in other objects and arrays: a provider's response has choices, a
// message, tool calls and arguments in text.
const wrappers = 8

// roundOf searches for the fields of a round in values, then below them level by level.
func roundOf(level []*jsondoc.Value) (Round, error) {
	var failed error // error in JSON inside a string
	top := level
	for depth := 0; depth <= wrappers && len(level) > 0; depth++ {
		found := mapped.Where(level, hasFields)
		var below []*jsondoc.Value
		if len(found) > 0 {
			r := extract(found)
			r.Number = numberOf(append(found, top...))
			return r, nil
		}
		for _, v := range level {
			children, err := childrenOf(v)
			below, failed = append(below, children...), cmp.Or(failed, err)
		}
		level = below
	}
	return Round{Number: numberOf(top)}, failed
}

// childrenOf returns the contents of a value: members, items, or the JSON in a string.
func childrenOf(v *jsondoc.Value) ([]*jsondoc.Value, error) {
	switch v.Kind {
	case jsondoc.Object:
		return mapped.Of(v.Members, func(m jsondoc.Member) *jsondoc.Value { return m.Value }), nil
	case jsondoc.Array:
		return v.Items, nil
	case jsondoc.String:
		if !strings.Contains(v.Text, "{") {
			return nil, nil
		}
		values, err := embedded([]byte(v.Text))
		var place *jsondoc.Error
		switch {
		case !errors.As(err, &place):
		case !meantAsJSON(v.Text):
			err = nil // braces in prose
		default:
			err = v.Errorf("the JSON in it does not parse: line %d, column %d: %s", place.Line, place.Column, place.Message)
		}
		return values, err
	}
	return nil, nil
}

// meantAsJSON reports whether a text that does not parse was meant as JSON.
func meantAsJSON(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") || strings.Contains(text, "```")
}

// numberOf returns the round number in one of the values, 0 if there is none.
func numberOf(values []*jsondoc.Value) int {
	for _, v := range values {
		for _, m := range v.Members {
			if slices.Contains([]string{"round", "roundnumber", "roundno"}, plainName(m.Name)) {
				if n, err := m.Value.Int(); err == nil && n > 0 {
					return n
				}
			}
		}
	}
	return 0
}
