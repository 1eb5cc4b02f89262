package outline

import (
	"fmt"
	"slices"
	"strings"
)

type queryReader struct {
	grammar *grammar
	rest    string
}

// compileQuery compiles the text of a query. An unknown kind or field is an error in the table, which the tests
// find.
func (g *grammar) compileQuery(text string) (*query, error) {
	q := &query{bySymbol: make([][]*pattern, len(g.kinds)+1)}
	r := queryReader{g, text}
	for !r.takes("") {
		p, err := r.pattern()
		if err != nil {
			return nil, fmt.Errorf("%w before %.40q", err, r.rest)
		}
		if p.symbols == nil || p.field != 0 || p.optional {
			return nil, fmt.Errorf("a query begins with any node before %.40q", r.rest)
		}
		for symbol, ok := range p.symbols {
			if ok {
				q.bySymbol[symbol] = append(q.bySymbol[symbol], p)
			}
		}
	}
	return q, nil
}

// takes consumes sign if it follows; "" is the end.
func (r *queryReader) takes(sign string) (ok bool) {
	for r.rest = strings.TrimLeft(r.rest, " \t\r\n"); strings.HasPrefix(r.rest, ";"); r.rest = strings.TrimLeft(r.rest, " \t\r\n") {
		_, r.rest, _ = strings.Cut(r.rest, "\n")
	}
	if sign == "" {
		return r.rest == ""
	}
	r.rest, ok = strings.CutPrefix(r.rest, sign)
	return ok
}

func (r *queryReader) word() string {
	end := strings.IndexFunc(r.rest, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
	})
	if end < 0 {
		end = len(r.rest)
	}
	name := r.rest[:end]
	r.rest = r.rest[end:]
	return name
}

// pattern reads one pattern with its suffixes.
func (r *queryReader) pattern() (p *pattern, err error) {
	p = &pattern{first: r.takes(".")}
	switch {
	case r.takes("("):
		err = r.node(p)
	case r.takes("["):
		err = r.alternatives(p)
	case r.takes(`"`):
		var token string
		token, r.rest, _ = strings.Cut(r.rest, `"`)
		p.symbols, err = r.grammar.symbols(token, false)
	default:
		field := r.word()
		if !r.takes(":") {
			return nil, fmt.Errorf("no pattern")
		}
		first := p.first
		if p, err = r.pattern(); err == nil {
			p.first = first
			p.field, err = r.grammar.field(field)
		}
		return p, err
	}
	p.optional = r.takes("?")
	for err == nil && r.takes("@") {
		p.captures = append(p.captures, r.word())
	}
	p.holds = len(p.captures) > 0 || slices.ContainsFunc(p.steps, func(s *pattern) bool { return s.holds })
	return p, err
}

// node reads the contents of round brackets.
func (r *queryReader) node(p *pattern) (err error) {
	if kind := r.word(); kind == "_" {
		p.named = true
	} else if p.symbols, err = r.grammar.symbols(kind, true); err != nil {
		return err
	}
	for !r.takes(")") {
		if r.takes("!") {
			field, err := r.grammar.field(r.word())
			if err != nil {
				return err
			}
			p.lacks = append(p.lacks, field)
			continue
		}
		if n := len(p.steps); n > 0 && r.lastAnchor() {
			p.steps[n-1].last = true
			continue
		}
		step, err := r.pattern()
		if err != nil {
			return err
		}
		p.steps = append(p.steps, step)
	}
	return nil
}

// lastAnchor reads the dot after the last node in brackets.
func (r *queryReader) lastAnchor() bool {
	before := r.rest
	if r.takes(".") && r.takes(")") {
		r.rest = ")" + r.rest
		return true
	}
	r.rest = before
	return false
}

// alternatives reads kinds and tokens in square brackets.
func (r *queryReader) alternatives(p *pattern) error {
	p.symbols = make([]bool, len(r.grammar.kinds)+1)
	for !r.takes("]") {
		one, err := r.pattern()
		if err != nil {
			return err
		}
		if isKind := one.symbols != nil && !one.holds && one.field == 0 && len(one.steps)+len(one.lacks) == 0; !isKind {
			return fmt.Errorf("an alternative is more than a kind")
		}
		for symbol, ok := range one.symbols {
			p.symbols[symbol] = p.symbols[symbol] || ok
		}
	}
	return nil
}

// symbols returns the numbers of a kind or a token, errors last.
func (g *grammar) symbols(name string, named bool) ([]bool, error) {
	set := make([]bool, len(g.kinds)+1)
	if name == "ERROR" {
		set[len(g.kinds)] = true
		return set, nil
	}
	found := false
	for symbol, kind := range g.kinds {
		if kind == name && g.visible(symbol, named) {
			set[symbol], found = true, true
		}
	}
	if !found {
		return nil, fmt.Errorf("the grammar has no %q", name)
	}
	return set, nil
}

func (g *grammar) field(name string) (uint8, error) {
	if i := slices.Index(g.fields, name); i > 0 {
		return uint8(i), nil
	}
	return 0, fmt.Errorf("the grammar has no field %q", name)
}
