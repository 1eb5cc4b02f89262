package view

import (
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/bundle/render"
	"ctxpack/scorer"
	"ctxpack/scorer/terms"
)

func TestCallsIn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a(b(c), d.e(f))":                 "a b .e",
		"self.run(x); this.stop(); p->go": "run stop",
		"p->go(1) + A::b() + super().c()": ".go .b super .c",
		"parse::<Vec<u8>>(s)":             "parse",
		"if (x) { x?.f() }":               ".f",
		"def f(x): g(x)\nfn h(y) {":       "g",
		"(1)(2) 3(4)":                     "",
		"a > (b)":                         "",
	} {
		var got []string
		for at := range callsIn(text) {
			switch c := callAt(text, at); {
			case c.name == "":
			case c.bare:
				got = append(got, c.name)
			default:
				got = append(got, "."+c.name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}

// TestNamesIn: what a text calls is named once by itself and once of something else, without
// what stands in comments, is short, or is called by no function.
func TestNamesIn(t *testing.T) {
	t.Parallel()
	text := "gather(it.gather(), Basket(), run())\n// settle()\nself.gather(); it.gather() // settle(settle())\n"
	for language, want := range map[string]string{"Python": "gather .gather settle", "Go": "gather .gather Basket settle"} {
		if got := namesIn(text, language); got != want {
			t.Errorf("%s: %q, not %q", language, got, want)
		}
	}
	if got := namesIn("Basket::Basket(int n) : fruit(n), count(0) { gather(n); }", "C++"); got != "gather" {
		t.Errorf("%q of a constructor", got)
	}
}

// TestCallees: a name of several words is the project's wherever it is declared, a plain one, or
// one that is called of something else, only where it is imported from, one that many declare
// only by itself, and what begins with a capital only where functions do.
func TestCallees(t *testing.T) {
	t.Parallel()
	files := make([]*File, 5)
	for i, f := range []struct{ name, declares string }{
		{"app/run.py", "finish reset own_helper"}, {"shop/basket.py", "gather Basket reset"},
		{"other/bank.py", "settle write_receipts filter_map reset"}, {"other/web.ts", "send_mail"}, {"app/more.py", ""},
	} {
		files[i] = &File{}
		files[i].Name, files[i].Facts.Class = f.name, scorer.Source
		files[i].Contents.Outline.Language = map[bool]string{true: "Python", false: "TypeScript"}[strings.HasSuffix(f.name, ".py")]
		files[i].Contents.Names = terms.Names(strings.Fields(f.declares))
	}
	s := newSlicer(files, func(*File) map[string]bool { return map[string]bool{"app": true, "shop": true} })
	own := map[string]bool{"finish": true, "reset": true, "own_helper": true}
	got := s.callees(0, "run", namesIn(`
		x = gather() + Basket() # gather()
		bank.settle(x); write_receipts(x); bank.filter_map(x)
		# send_receipts(x)
		send_mail(x); len(x); run(x)
		gather(); table.reset(); it.finish(); self.own_helper()
	`, "Python"), own)
	if want := []string{"gather", "write_receipts", "finish", "own_helper"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	files[4].Contents.Outline.Language = "C++"
	files[4].Contents.Names = terms.Names([]string{"MakeBasket", "BasketException", "CHECK_BASKET"})
	if got := newSlicer(files, nil).callees(0, "run", namesIn("MakeBasket()", "C++"), own); len(got) > 0 {
		t.Errorf("of another language: %q", got)
	}
	if got := newSlicer(files, nil).callees(4, "run", namesIn("CHECK_BASKET(MakeBasket(), BasketException(1))", "C++"), map[string]bool{"MakeBasket": true, "BasketException": true, "CHECK_BASKET": true}); !slices.Equal(got, []string{"MakeBasket"}) {
		t.Errorf("of C++: %q", got)
	}
	if got := s.callees(0, "run", namesIn("reset()", "Python"), own); !slices.Equal(got, []string{"reset"}) {
		t.Errorf("by itself: %q", got)
	}
}

func TestMostCalling(t *testing.T) {
	t.Parallel()
	var names []string
	for _, c := range mostCalling([]calling{
		{lines: render.Range{Start: 3, End: 9}, name: "small", callees: []string{"a", "b", "c"}, score: 3},
		{lines: render.Range{Start: 20, End: 29}, name: "large", callees: []string{"d", "e", "f", "g"}, score: 4},
		{name: "like", callees: []string{"d", "e", "f", "h"}, score: 4},
		{name: "least", callees: []string{"x"}, score: 1},
		{name: "large", callees: []string{"r", "s", "t"}, score: 3},
	}, 2) {
		names = append(names, c.name)
	}
	if want := []string{"small", "large"}; !slices.Equal(names, want) {
		t.Errorf("%q, not %q", names, want)
	}
}
