package text

import (
	"sort"
	"strings"

	"ctxpack/signatures/internal/outline"
)

// A sqlWriter writes the outline of a script: what it creates, and how many
// statements of other kinds it has.
type sqlWriter struct {
	*page
	counts map[string]int
}

func (w *sqlWriter) statement(tokens []sqlToken, doc string, start, end int) {
	s := sqlStatement{tokens: tokens}
	if first := s.peek(); first == "IF" || first == "BEGIN" || first == "ELSE" { // IF NOT EXISTS (…) BEGIN CREATE …
		for i := range tokens[:min(len(tokens), 80)] {
			if i > 0 && strings.EqualFold(tokens[i].text, "CREATE") {
				w.statement(tokens[i:], doc, start, end)
				return
			}
		}
	}
	switch verb := s.next(); verb {
	case "CREATE":
		w.create(&s, doc, start, end)
	case "ALTER":
		w.alter(&s, doc, start, end)
	case "INSERT", "UPDATE", "DELETE", "SELECT", "DROP", "GRANT", "MERGE", "COPY", "TRUNCATE", "EXEC", "EXECUTE", "CALL", "WITH", "COMMENT", "DECLARE", "IF":
		if verb == "INSERT" || verb == "COPY" {
			s.skip("INTO", "IGNORE", "OVERWRITE", "TABLE")
			verb += " INTO " + outline.Cut(s.name(), outline.MaxValue)
		}
		if len(w.counts) < maxRules || w.counts[verb] > 0 {
			w.counts[verb]++
		}
	}
}

// rest says what else the script does.
func (w *sqlWriter) rest() {
	verbs := make([]string, 0, len(w.counts))
	for v := range w.counts {
		verbs = append(verbs, v)
	}
	sort.Strings(verbs)
	for i, v := range verbs {
		if i == maxNamed {
			w.write(0, "-- …")
			break
		}
		w.write(0, "-- "+counted(w.counts[v], "statement")+": "+v)
	}
}

// A sqlStatement is read word by word.
type sqlStatement struct {
	tokens []sqlToken
	at     int
}

// next is the next word in capitals, "" at the end.
func (s *sqlStatement) next() string {
	if s.at >= len(s.tokens) {
		return ""
	}
	s.at++
	if t := s.tokens[s.at-1].text; len(t) < 40 {
		return strings.ToUpper(t)
	}
	return "?"
}

func (s *sqlStatement) peek() string {
	if s.at >= len(s.tokens) {
		return ""
	}
	return strings.ToUpper(outline.Cut(s.tokens[s.at].text, 200))
}

func (s *sqlStatement) skip(words ...string) {
	for {
		word, found := s.peek(), false
		for _, w := range words {
			found = found || word == w
		}
		if !found || word == "" {
			return
		}
		s.at++
	}
}

// name reads a name with its schema: a.b, [dbo].[T], "a"."b".
func (s *sqlStatement) name() string {
	var b strings.Builder
	for s.at < len(s.tokens) {
		t := s.tokens[s.at]
		if b.Len() > 0 && t.text != "." && !strings.HasSuffix(b.String(), ".") || t.text == "(" {
			break
		}
		b.WriteString(outline.Cut(t.text, maxHeading))
		s.at++
	}
	return b.String()
}

// bareName is a name without quotes and brackets.
func bareName(name string) string {
	return outline.Cut(strings.NewReplacer("[", "", "]", "", `"`, "", "`", "").Replace(name), maxHeading)
}

func (w *sqlWriter) create(s *sqlStatement, doc string, start, end int) {
	first := s.at - 1
	s.skip("OR", "REPLACE", "ALTER", "TEMP", "TEMPORARY", "GLOBAL", "LOCAL", "UNLOGGED", "EXTERNAL", "FOREIGN", "TRANSIENT",
		"VIRTUAL", "MATERIALIZED", "RECURSIVE", "UNIQUE", "CLUSTERED", "NONCLUSTERED", "FULLTEXT", "SPATIAL", "COLUMNSTORE", "AGGREGATE", "CONSTRAINT", "DEFINER",
		"=", "@", "ALGORITHM", "SQL", "SECURITY", "INVOKER", "UNDEFINED", "FORCE", "EDITIONABLE", "SECURE", "PUBLIC", "DEFAULT")
	for range 8 { // DEFINER = `user`@`host` and its like
		if isSQLObject(s.peek()) || s.at >= len(s.tokens) {
			break
		}
		s.at++
	}
	kind := strings.ToLower(s.next())
	if kind == "" || !isSQLObject(strings.ToUpper(kind)) {
		return
	}
	s.skip("IF", "NOT", "EXISTS", "CONCURRENTLY", "BODY")
	name := s.name()
	if name == "" {
		return
	}
	sym := outline.Symbol{Name: bareName(name), Exported: true}
	switch kind {
	case "table":
		w.table(s, sym, doc, start, end)
		return
	case "view":
		sym.Kind, sym.Text = "view", w.until(s, first, "AS")+" AS …;"
	case "function", "procedure", "proc", "aggregate":
		sym.Kind = "func"
		sym.Text = outline.Wrap(outline.Cut(w.until(s, first, "AS", "LANGUAGE", "BEGIN", "DETERMINISTIC", "IMMUTABLE", "STABLE", "VOLATILE", "COMMENT", "SET", "IS", "RETURN", "SECURITY", "WITH", "STRICT"), outline.MaxHead), "  ") + ";"
		sym.Complexity = 1 + w.branches(start, end)
	case "trigger":
		sym.Kind, sym.Exported, sym.Text = "trigger", false, outline.Cut(w.until(s, first, "BEGIN", "AS", "EXECUTE", "DECLARE", "SET"), 2*outline.MaxLine)+";"
	case "index":
		sym.Kind, sym.Text, sym.Exported = "index", outline.Cut(w.until(s, first, "WHERE", "INCLUDE", "TABLESPACE"), 2*outline.MaxLine)+";", false
	case "type", "domain", "sequence", "schema", "database", "policy", "extension", "synonym", "package", "event", "enum":
		sym.Kind, sym.Text = kind, outline.Cut(w.until(s, first), 3*outline.MaxLine)+";"
		sym.Exported = kind == "type" || kind == "domain"
	default: // roles, users, rules, …
		sym.Kind, sym.Text, sym.Exported = kind, outline.Cut(w.until(s, first), outline.MaxLine)+";", false
	}
	w.put(sym, doc, start, end)
}

func isSQLObject(word string) bool {
	switch word {
	case "TABLE", "VIEW", "FUNCTION", "PROCEDURE", "PROC", "TRIGGER", "INDEX", "TYPE", "DOMAIN", "SEQUENCE", "SCHEMA", "DATABASE",
		"POLICY", "EXTENSION", "SYNONYM", "PACKAGE", "EVENT", "ROLE", "USER", "RULE", "SERVER", "OPERATOR", "CAST", "COLLATION", "STATISTICS", "PUBLICATION", "SUBSCRIPTION":
		return true
	}
	return false
}

func (w *sqlWriter) put(s outline.Symbol, doc string, start, end int) {
	if s.Exported {
		w.export(s.Name)
	}
	if doc != "" {
		s.Text = doc + "\n" + s.Text
	}
	w.add(s, start, end, 0)
}

// until is the statement's source from the token first up to one of the words
// outside of brackets.
func (w *sqlWriter) until(s *sqlStatement, first int, words ...string) string {
	depth, last := 0, first
	for i := first; i < len(s.tokens); i++ {
		t := s.tokens[i].text
		switch t {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 && i >= s.at && i > 0 && len(t) < 20 {
			for _, word := range words {
				if strings.EqualFold(t, word) && !(word == "AS" && s.tokens[i-1].text[0] == '@') {
					return w.source(s.tokens[first:i])
				}
			}
		}
		last = i
	}
	return w.source(s.tokens[first:min(last+1, len(s.tokens))])
}

// source writes tokens on one line with the spaces that the source has.
func (w *sqlWriter) source(tokens []sqlToken) string {
	var b strings.Builder
	for i, t := range tokens {
		if b.Len() > outline.MaxFlat/2 {
			break
		}
		if i > 0 && t.start > tokens[i-1].end {
			prev := tokens[i-1].text
			if prev != "(" && t.text != ")" && t.text != "," {
				b.WriteByte(' ')
			}
		}
		b.WriteString(outline.Cut(strings.Join(strings.Fields(t.text), " "), maxHeading))
	}
	return b.String()
}

// branches counts the conditions of a routine.
func (w *sqlWriter) branches(start, end int) int {
	n := 0
	for _, word := range strings.Fields(w.Src[start:end]) {
		switch strings.ToUpper(strings.Trim(word, "();,")) {
		case "IF", "ELSIF", "ELSEIF", "WHEN", "WHILE", "LOOP", "FOR":
			n++
		}
	}
	return n
}

// table shows a table with its columns.
func (w *sqlWriter) table(s *sqlStatement, sym outline.Symbol, doc string, start, end int) {
	first := 0
	sym.Kind = "table"
	if s.peek() != "(" { // CREATE TABLE … AS, PARTITION OF, LIKE
		sym.Text = outline.Cut(w.until(s, first, "SELECT", "WITH"), 2*outline.MaxLine)
		if strings.HasSuffix(strings.ToUpper(sym.Text), " AS") {
			sym.Text += " …"
		}
		sym.Text += ";"
		w.put(sym, doc, start, end)
		return
	}
	head := w.source(s.tokens[first:s.at])
	columns := sqlItems(s.tokens[s.at+1:])
	var b strings.Builder
	b.WriteString(head + " (")
	for i, c := range columns {
		if i == maxColumns {
			b.WriteString("\n  -- … " + counted(len(columns)-i, "more"))
			break
		}
		text := w.source(c)
		if key := strings.ToUpper(c[0].text); key == "KEY" || key == "INDEX" {
			text = outline.Cut(text, outline.MaxValue)
		}
		b.WriteString("\n  " + outline.Closed(outline.Cut(text, outline.MaxLine)) + ",")
	}
	sym.Text = strings.TrimSuffix(b.String(), ",") + "\n);"
	w.put(sym, doc, start, end)
	for i, c := range columns {
		if i < maxKept && !isConstraint(c[0].text) {
			w.list(outline.Symbol{Name: bareName(c[0].text), Kind: "column", Parent: sym.Name, Depth: 1, Exported: true}, c[0].start, c[len(c)-1].end)
		}
	}
}

func isConstraint(word string) bool {
	switch strings.ToUpper(word) {
	case "CONSTRAINT", "PRIMARY", "FOREIGN", "UNIQUE", "CHECK", "KEY", "INDEX", "EXCLUDE", "FULLTEXT", "SPATIAL", "LIKE", "PERIOD":
		return true
	}
	return false
}

// sqlItems parts the tokens up to the closing bracket at commas.
func sqlItems(tokens []sqlToken) [][]sqlToken {
	var items [][]sqlToken
	depth, first := 0, 0
	for i, t := range tokens {
		switch {
		case t.text == "(":
			depth++
		case t.text == ")" && depth > 0:
			depth--
		case t.text == ")", t.text == "," && depth == 0:
			if i > first {
				items = append(items, tokens[first:i])
			}
			first = i + 1
			if t.text == ")" {
				return items
			}
		}
	}
	if first < len(tokens) {
		items = append(items, tokens[first:])
	}
	return items
}

// alter shows what changes a table's columns; other changes are counted.
func (w *sqlWriter) alter(s *sqlStatement, doc string, start, end int) {
	kind := s.next()
	if kind == "TABLE" || kind == "TYPE" {
		text := w.source(s.tokens)
		if upper := strings.ToUpper(text); strings.Contains(upper, " ADD ") || strings.Contains(upper, " RENAME ") || strings.Contains(upper, " DROP COLUMN") {
			s.skip("IF", "EXISTS", "ONLY")
			sym := outline.Symbol{Name: bareName(s.name()), Kind: "alter", Text: outline.Closed(outline.Cut(text, 2*outline.MaxLine)) + ";"}
			if doc != "" {
				sym.Text = doc + "\n" + sym.Text
			}
			w.add(sym, start, end, 0)
			return
		}
	}
	if kind == "PROCEDURE" || kind == "FUNCTION" || kind == "VIEW" || kind == "PROC" {
		s.at = 0
		w.create(&sqlStatement{tokens: s.tokens, at: 1}, doc, start, end)
		return
	}
	w.counts["ALTER "+kind]++
}
