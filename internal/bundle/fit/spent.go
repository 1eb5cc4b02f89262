package fit

// Spent is what a bundle takes in addition to the texts of its files, in tokens. With these
// (Outcome.Shown) they add up to the tokens of the bundle.
type Spent struct {
	Frame    int // the text of the bundle: its head, its end, a task, a diff
	Tree     int
	Headings int // the names of files, fences, legends, escapes: all that is written around texts
}

// spent parts the tokens of a bundle. What a frame costs is counted; the rest,
// without the texts, are headings. Tokens join at borders, and a template may leave texts out: then there are no
// headings, and the frame has the rest.
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
