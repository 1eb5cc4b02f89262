package text

import (
	"cmp"
	"slices"
	"strings"

	"ctxpack/signatures/internal/outline"
)

// outlineDockerfile shows the stages with their base images, arguments, exposed ports and commands, and counts the
// other steps. It reads instructions line by line, with the heredocs and continuations that the builder accepts.
func outlineDockerfile(p *page) string {
	d := &dockerReader{p: p, lines: p.lines()}
	for i := 0; i < len(d.lines); {
		i = max(d.instruction(i), i+1)
	}
	d.closeStage(len(p.Src))
	return ""
}

type dockerReader struct {
	p      *page
	lines  []textLine
	level  int // indentation of the contents of a stage, 0 outside of any
	stage  int // its symbol's index
	at     int // where the stage starts
	steps  map[string]int
	doc    string
	docEnd int
	open   int // heredocs that have no end
}

func (d *dockerReader) instruction(i int) int {
	text := strings.TrimSpace(d.lines[i].text)
	if text == "" {
		return i + 1
	}
	if text[0] == '#' {
		if d.docEnd != i-1 || d.doc == "" {
			if d.doc = outline.DocLine(strings.TrimRight(text, "# ")); strings.HasPrefix(text, "# syntax=") || strings.HasPrefix(text, "# escape=") {
				d.doc = ""
			}
		}
		d.docEnd = i
		return i + 1
	}
	last := i
	for last+1 < len(d.lines) {
		t := strings.TrimSpace(d.lines[last].text)
		if skipped := last > i && (t == "" || t[0] == '#'); !skipped && !strings.HasSuffix(t, "\\") {
			break
		}
		last++
	}
	doc := ""
	if d.docEnd == i-1 {
		doc = d.doc
	}
	d.docEnd = -2
	full := outline.OneLine(outline.Cut(d.p.Src[d.lines[i].start:d.lines[last].end], outline.MaxFlat), "")
	word, rest, _ := strings.Cut(full, " ")
	word, rest = strings.ToUpper(word), strings.TrimSpace(rest)
	d.show(word, rest, doc, i)
	return d.heredocs(word, rest, last) + 1
}

// heredocs skips the here-documents below a RUN or COPY instruction.
func (d *dockerReader) heredocs(word, rest string, last int) int {
	if word != "RUN" && word != "COPY" && word != "ADD" {
		return last
	}
	for range 10 {
		i := strings.Index(rest, "<<")
		if i < 0 {
			break
		}
		rest = strings.TrimPrefix(rest[i+2:], "-")
		end := strings.IndexAny(rest, " \t;|&>")
		if end < 0 {
			end = len(rest)
		}
		mark := strings.Trim(rest[:end], `"'`)
		if isName := mark != "" && (isLetter(mark[0]) || mark[0] == '_'); !isName || d.open > 20 {
			continue
		}
		d.open++ // unless its end is found
		for j := last + 1; j < len(d.lines); j++ {
			if strings.TrimSpace(d.lines[j].text) == mark {
				last = j
				d.open--
				break
			}
		}
	}
	return last
}

func (d *dockerReader) show(word, rest, doc string, i int) {
	at := d.lines[i].start
	switch word {
	case "FROM":
		d.closeStage(at)
		name, words := rest, strings.Fields(rest)
		if n := len(words); n > 2 && strings.EqualFold(words[n-2], "as") {
			name = words[n-1]
		} else if i := slices.IndexFunc(words, func(w string) bool { return !strings.HasPrefix(w, "--") }); i >= 0 {
			name = words[i]
		}
		d.level, d.at, d.steps = 1, at, map[string]int{}
		s := outline.Symbol{Name: outline.Cut(name, maxHeading), Kind: "stage", Doc: doc, Head: "FROM " + outline.Cut(rest, 2*outline.MaxLine)}
		s.Name = cmp.Or(s.Name, "stage")
		d.stage = len(d.p.Symbols)
		d.p.add(s, at, at, 0)
	case "ARG", "ENV":
		d.values(word, rest, i)
	case "EXPOSE", "ENTRYPOINT", "CMD", "WORKDIR", "USER", "VOLUME", "HEALTHCHECK":
		d.p.write(d.level, word+" "+outline.Cut(rest, outline.MaxLine))
	case "COPY", "ADD", "RUN":
		if word != "RUN" && strings.Contains(rest, "--from=") {
			d.p.write(d.level, word+" "+outline.Cut(rest, outline.MaxLine))
		} else if d.steps != nil {
			d.steps[word]++
		}
	}
}

// values shows arguments and variables with short values.
func (d *dockerReader) values(word, rest string, i int) {
	name, _, _ := strings.Cut(rest, "=")
	name, _, _ = strings.Cut(name, " ")
	s := outline.Symbol{Name: outline.Cut(name, maxHeading), Kind: "arg", Head: word + " " + outline.Closed(outline.Cut(rest, outline.MaxLine))}
	if word == "ENV" {
		s.Kind = "env"
	}
	if d.level > 0 {
		s.Parent, s.Depth = d.p.Symbols[d.stage].Name, 1
	}
	d.p.add(s, d.lines[i].start, d.lines[i].end, d.level)
}

// closeStage lists the stage that ends and its number of steps.
func (d *dockerReader) closeStage(end int) {
	if d.level == 0 {
		return
	}
	var counts []string
	for _, word := range [...]string{"COPY", "ADD", "RUN"} {
		if n := d.steps[word]; n > 0 {
			counts = append(counts, counted(n, word+" step"))
		}
	}
	if len(counts) > 0 {
		d.p.write(1, "# "+strings.Join(counts, ", "))
	}
	end = d.at + len(strings.TrimRight(d.p.Src[d.at:end], " \t\r\n"))
	d.p.Symbols[d.stage].EndLine = d.p.line(max(end-1, d.at))
}
