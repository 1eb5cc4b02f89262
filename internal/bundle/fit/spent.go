package fit

// Spent is the cost of a bundle besides the texts of its files, in tokens. Together with these (Outcome.Shown) it
// adds up to the tokens of the bundle.
type Spent struct {
	Frame    int // the text of the bundle: header, footer, task, diff
	Tree     int
	Headings int // names of files, fences, legends, escapes: everything written around texts
}

// spent divides the tokens of a bundle. The frame is counted; the rest, without the texts, are headings. Tokens
// join at borders, and a template may omit texts: then headings are 0, and the frame gets the rest.
func (f *Fitter) spent(a *attempt, r *Result) Spent {
	var s Spent
	for _, p := range a.parts {
		d := *p.document
		head, tail := f.options.Format.Frame(&d)
		with := f.count(head)
		d.Tree = ""
		without, _ := f.options.Format.Frame(&d)
		s.Frame += f.count(without) + f.count(tail)
		s.Tree += max(with-f.count(without), 0)
	}
	texts := 0
	for _, o := range r.Outcomes {
		texts += o.Shown
	}
	s.Headings = r.Tokens - texts - s.Tree - s.Frame
	if s.Headings < 0 {
		s.Frame, s.Headings = s.Frame+s.Headings, 0
	}
	return s
}
