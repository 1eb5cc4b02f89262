package prose

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"empty", "", 0},
		{"only white space", " \t\r\n\u2028\uFEFF", 0},
		{"plain", "one two  three\n\nfour", 4},
		{"at both ends", "  one ", 1},
		{"hyphens and marks", "well-known, isn't – it?", 4},
		{"not white space in ECMAScript", "a\u0085b a\u200Bb a\u180Eb a\u2060b", 4},
		{"not UTF-8", "a\xffb \xc2 \xe2\x80", 3},
		{"no spaces", "日本語の文章。", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := Words(c.text); got != c.want {
				t.Errorf("%d words, want %d", got, c.want)
			}
		})
	}
	// ECMA-262: TAB VT FF SP NBSP ZWNBSP USP, LF CR LS PS.
	spaces := []rune("\t\v\f \u00A0\uFEFF\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000\n\r\u2028\u2029")
	for r := rune(0); r < 0x10000; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		want := 1
		if slices.Contains(spaces, r) {
			want = 2
		}
		if got := Words("a" + string(r) + "b"); got != want {
			t.Errorf("%U: %d words, want %d", r, got, want)
		}
	}
}

// numbered returns the words w1 to wN, with changes by number.
func numbered(n int, changed map[int]string) string {
	var words []string
	for i := 1; i <= n; i++ {
		word := fmt.Sprintf("w%d", i)
		if c, ok := changed[i]; ok {
			word = c
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestTrimText(t *testing.T) {
	t.Parallel()
	long := func(changed map[int]string) string { return numbered(200, changed) }
	for _, c := range []struct {
		name, text string
		limit      int
		want       string
	}{
		{"no words", " \n ", 1, " \n "},
		{"within the limit", " a\r\n\r\nb  c. d \n", 4, " a\r\n\r\nb  c. d \n"},
		{"paragraphs and spacing are kept", "a  b\n\n\tc d e", 4, "a  b\n\n\tc d"},
		{"space in front is kept", "\uFEFF a b", 1, "\uFEFF a"},
		{"back to the sentence", "One two. Three four five", 4, "One two."},
		{"the cut itself ends a sentence", "One two. Three four. Five", 4, "One two. Three four."},
		{"exclamation", "One two! Three four five", 4, "One two!"},
		{"question", "One two? Three four five", 4, "One two?"},
		{"closing quote and bracket", "One “two (three.”) four five six", 5, "One “two (three.”)"},
		{"German quotes", "„Eins zwei.“ Drei vier", 3, "„Eins zwei.“"},
		{"other white space behind it", "One two.\u3000Three four five", 4, "One two."},
		{"a full stop inside a word", "One file.txt and more words", 4, "One file.txt and more"},
		{"no sentence", "one two three four five", 3, "one two three"},
		{"title", "He met Dr. Smith there again", 4, "He met Dr. Smith"},
		{"for example", "Some things, e.g. pears and", 4, "Some things, e.g. pears"},
		{"abbreviation in brackets", "Some (etc.) more of it", 3, "Some (etc.) more"},
		{"initials", "By J. R. R. Tolkien himself", 5, "By J. R. R. Tolkien"},
		{"initials in one word", "By J.R.R. Tolkien himself", 3, "By J.R.R. Tolkien"},
		{"case tells", "He said no. And left then", 4, "He said no."},
		{"month", "It was Dec. 24 again", 4, "It was Dec. 24"},
		{"ellipsis", "He waited... and waited on", 4, "He waited..."},
		{"number of a list", "Two things:\n1. one\n2. two", 5, "Two things:\n1. one\n2."},
		{"year", "It was in 1984. Then more", 5, "It was in 1984."},
		{"the last of the window", long(map[int]string{51: "w51."}), 100, numbered(51, map[int]string{51: "w51."})},
		{"just in front of the window", long(map[int]string{50: "w50."}), 100, numbered(100, map[int]string{50: "w50."})},
		{"the last of two", long(map[int]string{60: "w60.", 80: "w80!"}), 100, numbered(80, map[int]string{60: "w60.", 80: "w80!"})},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := trimmed(t, c.text, Options{Limit: c.limit})
			if r.Text != c.want {
				t.Errorf("got %q\nwant %q", r.Text, c.want)
			}
			if r.Trimmed != (c.text != c.want) || r.Original.Words != Words(c.text) || r.Kept.Words != Words(c.want) || r.Original.Tokens != 0 {
				t.Errorf("%+v", r)
			}
		})
	}
}

func trimmed(t *testing.T, text string, o Options) *Result {
	t.Helper()
	r, err := Trim([]Part{{Name: "text", Text: text}}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestLimit(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{0, -1} {
		if _, err := Trim([]Part{{Text: "a"}}, Options{Limit: limit}); !errors.Is(err, ErrLimit) {
			t.Errorf("%d: %v", limit, err)
		}
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		limit      int
		want       string
	}{
		{"within the limit", "a b c", 3, "a b c"},
		{"both ends", "a b c d e f g h", 5, "a b\n\n[…]\n\ng h"},
		{"the beginning gets one more", "a b c d e f g h", 4, "a b\n\n[…]\n\nh"},
		{"no room for an end", "a b c d", 2, "a\n\n[…]"},
		{"no room for the mark", "a b c d", 1, "a"},
		{"whole sentences", "One. Two three four five six. Seven eight.", 7, "One.\n\n[…]\n\nSeven eight."},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if r := trimmed(t, c.text, Options{Limit: c.limit, Ends: true}); r.Text != c.want {
				t.Errorf("got %q, want %q", r.Text, c.want)
			}
		})
	}
}

// pieces counts four bytes as a token, and every change between white space and words as one more: adding text can
// lower the count.
func pieces(text string) int {
	n, last := 0, 0
	for i := range len(text) {
		if i > 0 && spaceAt(text, i) != spaceAt(text, i-1) && i-last > 1 {
			n++
			last = i
		}
		if i-last == 4 {
			n++
			last = i
		}
	}
	if len(text) > last {
		n++
	}
	return n
}

func TestTokens(t *testing.T) {
	t.Parallel()
	quarter := func(text string) int { return (len(text) + 3) / 4 }
	for _, c := range []struct {
		name, text string
		limit      int
		ends       bool
		want       string
	}{
		{"within the limit", "abcd efg", 2, false, "abcd efg"},
		{"whole words", "abc def ghi jkl", 2, false, "abc def"},
		{"a word that does not fit", "abcdefghijklmno", 2, false, "abcdefgh"},
		{"not within a character", "äöüäöü", 2, false, "äöüä"},
		{"white space and a word that does not fit", "  abcdefghijklmno", 2, false, "  abcdef"},
		{"sentence", "Abc. Def ghi jkl mno", 4, false, "Abc."},
		{"ends", "abc def ghi jkl mno pqr stu vwx", 6, true, "abc def\n\n[…]\n\nvwx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := trimmed(t, c.text, Options{Limit: c.limit, Ends: c.ends, Tokens: quarter})
			if r.Text != c.want {
				t.Errorf("got %q, want %q", r.Text, c.want)
			}
			if r.Original.Tokens != quarter(c.text) || r.Kept.Tokens != quarter(c.want) || r.Original.Words != Words(c.text) {
				t.Errorf("%+v", r)
			}
		})
	}
}

func analysis(excerpt, context, guides string) []Part {
	parts := Analysis()
	parts[0].Text, parts[1].Text, parts[2].Text = excerpt, context, guides
	return parts
}

func TestParts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		parts []Part
		limit int
		want  []string
		text  string
		over  int
	}{
		{"everything fits", analysis("a b", "c d", "e f"), 6, []string{"a b", "c d", "e f"}, "a b\n\nc d\n\ne f", 0},
		{"guides first", analysis("a b", "c d", "e f"), 5, []string{"a b", "c d", "e"}, "a b\n\nc d\n\ne", 0},
		{"then context", analysis("a b", "c d", "e f"), 3, []string{"a b", "c", ""}, "a b\n\nc", 0},
		{"context goes", analysis("a b", "c d", "e f"), 2, []string{"a b", "", ""}, "a b", 0},
		{"the excerpt never", analysis("a b", "c d", "e f"), 1, []string{"a b", "", ""}, "a b", 1},
		{"whole sentences", analysis("a", "b. C d e f", "g h"), 5, []string{"a", "b.", ""}, "a\n\nb.", 0},
		{"no guides", analysis("a", "b c", ""), 2, []string{"a", "b", ""}, "a\n\nb", 0},
		{"lowest priority first", []Part{{Text: "a b", Priority: -1}, {Text: "c d", Priority: 3}, {Text: "e f"}}, 3, []string{"", "c d", "e"}, "c d\n\ne", 0},
		{"the last among equals", []Part{{Text: "a b"}, {Text: "c d"}}, 3, []string{"a b", "c"}, "a b\n\nc", 0},
		{"protected", []Part{{Text: "a b", Protected: true}, {Text: "c d", Priority: 9}}, 2, []string{"a b", ""}, "a b", 0},
		{"none", nil, 1, nil, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, err := Trim(c.parts, Options{Limit: c.limit})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i, p := range r.Parts {
				got = append(got, p.Text)
				if p.Name != c.parts[i].Name || p.Original.Words != Words(c.parts[i].Text) || p.Kept.Words != Words(p.Text) {
					t.Errorf("%+v", p)
				}
			}
			if !slices.Equal(got, c.want) || r.Text != c.text || r.Over != c.over {
				t.Errorf("got %q %q over %d", got, r.Text, r.Over)
			}
		})
	}
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	parts := analysis("a b", strings.Repeat("c ", 100_000), "")
	r := Measure(parts, Options{Limit: 1})
	if r.Trimmed || r.Original.Words != 100_002 || r.Kept != r.Original || r.Parts[1].Kept.Words != 100_000 {
		t.Errorf("%+v", r.Original)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	parse := ParseAnalysis
	for _, c := range []struct {
		name, in string
		read     func([]byte) ([]Part, error)
		want     string // the parts, or the error
	}{
		{"analysis", `{"guides":"g","excerpt":"e"}`, parse, "[{excerpt e 0 true} {context  2 false} {guides g 1 false}]"},
		{"analysis with null", `{"context":null}`, parse, "[{excerpt  0 true} {context  2 false} {guides  1 false}]"},
		{"analysis with another part", `{"more":"x"}`, parse, "read parts: line 1: /more: unknown name; the known ones are excerpt, context, guides"},
		{"analysis with a number", `{"context":5}`, parse, "read parts: line 1: /context: want a string, got a number"},
		{"analysis with an array", `[]`, parse, "read parts: line 1, column 1: want an object, got an array"},
		{"analysis that does not parse", "{\n1}", parse, "read parts: line 2, column 1: unexpected '1' where a name in quotes is expected"},
		{"parts", `[{"name":"a","text":"x","priority":5},{"text":"y","protected":true}]`, ParseParts, "[{a x 5 false} {part 2 y 0 true}]"},
		{"no parts", `[]`, ParseParts, "[]"},
		{"an object", `{}`, ParseParts, "read parts: line 1, column 1: want an array, got an object"},
		{"no object", `[[]]`, ParseParts, "read parts: line 1: /0: want an object, got an array"},
		{"a misspelt name", `[{"prio":1}]`, ParseParts, "read parts: line 1: /0/prio: unknown name; the known ones are name, text, priority, protected"},
		{"a half", `[{"priority":1.5}]`, ParseParts, "read parts: line 1: /0/priority: want a whole number, got 1.5"},
		{"no boolean", `[{"protected":"yes"}]`, ParseParts, "read parts: line 1: /0/protected: want a boolean, got a string"},
		{"no name", `[{"name":1}]`, ParseParts, "read parts: line 1: /0/name: want a string, got a number"},
		{"no text", `[{"text":1}]`, ParseParts, "read parts: line 1: /0/text: want a string, got a number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			parts, err := c.read([]byte(c.in))
			got := fmt.Sprint(parts)
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}
