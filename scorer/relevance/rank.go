package relevance

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/scorer/terms"
)

// BM25: a term counts less the more often it is there, and less in long texts.
// The parameters are tenths and hundredths.
const (
	k1 = 12
	b  = 75
	// Parts of files differ in length because they do differ in what they hold.
	partB = 40
)

// Whole is the greatest value of a signal.
const Whole = 1000

// Found is which terms of a query a text has.
type Found struct {
	Hits   []Hit
	Length int // in terms
}

// Hit is a term of the query, by its position, and how often it is there.
type Hit struct{ Term, Count int32 }

// File is a file as ranking sees it.
type File struct {
	Path     string
	Found    Found
	Declared terms.Set // the names that it declares
	Code     bool      // it is no document, setting or data
	// Recency is the number of commits since the last one that touched it, less than 0 if none is known.
	Recency int
}

// Commit is a commit of the past.
type Commit struct {
	Message string
	Files   []int // that it changed, by position
}

// Signals are what speaks for a file, each from 0 to [Whole].
type Signals struct {
	Content int // how well its text matches the task
	Covered int // how many words of the task it has, by how rare they are
	Path    int // how well its path does
	Names   int // it declares names that the task mentions
	Past    int // it was changed by commits with similar messages
	Recent  int // it was changed lately
	Places  int // the task names it, or quotes it
	Lines   []int
	Members []string // that the task names with their types, which it declares too
}

// Look finds the query's terms in a text.
func (q *Query) Look(c terms.Counts) Found {
	f := Found{Length: c.Len()}
	c.Find(q.words, func(i, n int) { f.Hits = append(f.Hits, Hit{int32(i), int32(min(n, 1<<20))}) }) // bounded
	f.Hits = slices.Clip(f.Hits)
	return f
}

// LookIn finds the query's terms in a text, as Look does in its counts.
func (q *Query) LookIn(text string) Found {
	f := Found{}
	counts := make([]int32, len(q.words))
	terms.Words(text, func(w terms.Word, n int) {
		f.Length += n
		if i, ok := slices.BinarySearch(q.words, w); ok {
			counts[i] += int32(min(n, 1<<20)) // bounded
		}
	})
	for i, n := range counts {
		if n > 0 {
			f.Hits = append(f.Hits, Hit{int32(i), n}) // at most maxTerms
		}
	}
	return f
}

// Rank finds the signals of each file.
func (q *Query) Rank(files []File, past []Commit) []Signals {
	out := make([]Signals, len(files))
	set := func(values []int, most int, field func(*Signals) *int) {
		best := slices.Max(append([]int{0}, values...))
		for i, v := range values {
			if v > 0 {
				*field(&out[i]) = v * most / best
			}
		}
	}
	weights := q.Weights(files)
	set(content(files, weights), Whole, func(s *Signals) *int { return &s.Content })
	set(q.paths(files), Whole, func(s *Signals) *int { return &s.Path })
	set(q.declared(files), Whole, func(s *Signals) *int { return &s.Names })
	changed, likeness := q.past(files, past)
	set(changed, likeness, func(s *Signals) *int { return &s.Past })
	all := max(sum(weights), 1)
	for i, f := range files {
		for _, h := range f.Found.Hits {
			out[i].Covered += weights[h.Term]
		}
		out[i].Covered = out[i].Covered * Whole / all
		if f.Recency >= 0 {
			out[i].Recent = Whole * 15 / (15 + min(f.Recency, 1<<20))
		}
	}
	q.named(files, out)
	q.belongs(files, out)
	return out
}

// Weights are what each term is worth by how rare it is, in the order of Terms.
func (q *Query) Weights(files []File) []int {
	df := make([]int, len(q.Terms))
	for i := range files {
		for _, h := range files[i].Found.Hits {
			df[h.Term]++
		}
	}
	return q.weigh(len(files), df)
}

// weigh is the idf of terms that are in df of n texts, times their weights.
func (q *Query) weigh(n int, df []int) []int {
	weights := make([]int, len(df))
	for i, d := range df {
		weights[i] = max(fixed.Log2(2*n+2, 2*d+1), 0) * q.Terms[i].Weight / fixed.Unit
	}
	return weights
}

func sum(list []int) int {
	n := 0
	for _, x := range list {
		n += x
	}
	return n
}

// content is how well texts of files match.
func content(files []File, weights []int) []int {
	usual, values := average(files), make([]int, len(files))
	for i := range files {
		values[i] = BM25(weights, files[i].Found, usual)
	}
	return values
}

// average is the length of texts of the files that have terms at all.
func average(files []File) int {
	sum, n := 0, 0
	for i := range files {
		if l := files[i].Found.Length; l > 0 {
			sum += l
			n++
		}
	}
	return max(sum/max(n, 1), 1)
}

// BM25 is how well a text matches terms of the given weights.
func BM25(weights []int, f Found, average int) int { return bm25(weights, f, average, b) }

// PartBM25 is the same for a part of a file, whose length counts less.
func PartBM25(weights []int, f Found, average int) int { return bm25(weights, f, average, partB) }

func bm25(weights []int, f Found, average, b int) int {
	sum := 0
	for _, h := range f.Hits {
		n := int(h.Count)
		// n·(k1+1) / (n + k1·(1-b+b·length/average)), times 1000·average
		sum += weights[h.Term] * n * (10 + k1) * 100 * average / (1000*n*average + k1*((100-b)*average+b*f.Length)) * 1
	}
	return sum
}

// Passage is how well a part of a text matches, by terms of the given weights. Parts are about as long as each other.
func (q *Query) Passage(weights []int, text string) int {
	return PartBM25(weights, q.LookIn(text), fitted.TaskTerms)
}

// paths compares the names of a path, the base name double.
func (q *Query) paths(files []File) []int {
	found := make([]Found, len(files))
	df := make([]int, len(q.Terms))
	for i := range files {
		dir, base := path.Split(files[i].Path)
		base = strings.TrimSuffix(base, path.Ext(base))
		best := map[int32]int32{}
		q.look(dir, func(term int32) { best[term] = max(best[term], 1) })
		q.look(base, func(term int32) { best[term] = 2 })
		for term, n := range best {
			found[i].Hits = append(found[i].Hits, Hit{term, n})
			df[term]++
		}
	}
	weights := q.weigh(len(files), df)
	values := make([]int, len(files))
	for i, f := range found {
		for _, h := range f.Hits {
			n := int(h.Count)
			values[i] += weights[h.Term] * n * (10 + k1) / (10*n + k1)
		}
	}
	return values
}

// look calls f for the terms of the query in a text, in their order.
func (q *Query) look(text string, f func(term int32)) {
	terms.Split(text, func(term string) {
		if i, ok := slices.BinarySearch(q.words, terms.WordOf(term)); ok {
			f(int32(i)) // at most maxTerms
		}
	})
}

// declared finds the files that declare names of the task, each worth the less the more files declare it.
func (q *Query) declared(files []File) []int {
	const limit = 20
	wanted := map[terms.Term][]int{}
	for k, name := range q.Names {
		wanted[terms.Of(name)] = append(wanted[terms.Of(name)], k)
	}
	definers := make([][]int, len(q.Names))
	for i := range files {
		files[i].Declared.Each(func(t terms.Term) {
			for _, k := range wanted[t] {
				if len(definers[k]) <= limit {
					definers[k] = append(definers[k], i)
				}
			}
		})
	}
	values := make([]int, len(files))
	for k, list := range definers {
		weight := q.Weight(q.Names[k])
		if len(list) == 0 && NameWeight(q.Names[k]) == Whole && strings.Contains(q.Title, q.Names[k]) {
			list, weight = q.holding(files, q.Names[k], limit), weight/2
		}
		if len(list) > limit {
			continue
		}
		for _, i := range list {
			values[i] += weight / len(list)
		}
	}
	return values
}

// holding are the files of code that have an identifier of several words, limit and one at
// most: facts do not have all members, and what no file declares may be an option or a header.
func (q *Query) holding(files []File, name string, limit int) (list []int) {
	whole := int32(-1)
	q.look(name, func(term int32) { whole = term }) // behind its parts
	for i := range files {
		if len(list) > limit {
			break
		}
		if files[i].Code && slices.ContainsFunc(files[i].Found.Hits, func(h Hit) bool { return h.Term == whole }) {
			list = append(list, i)
		}
	}
	return list
}

// NameWeight is how much a word of a task says about a declaration of the same name, in
// thousandths: any word of a language may be declared somewhere, and mean something else.
func NameWeight(word string) int {
	for i := 1; i < len(word); i++ {
		if word[i] == '_' || word[i] <= '9' || word[i] <= 'Z' && word[i-1] >= 'a' {
			return 1000
		}
	}
	if word != "" && word[0] <= 'Z' {
		return 600
	}
	return plain
}

const plain = 250

// past finds the files that commits with similar messages changed, of late first, and how
// much the most similar message says, up to [Whole].
func (q *Query) past(files []File, commits []Commit) (values []int, likeness int) {
	const maxCommits, shortMessage = 60, 20 // terms
	const half = 3000                       // commits, after which a message counts half as much
	// A message of the usual length that has so many thousandths of a task, by how rare its
	// words are, says as much as messages can.
	const enough = 200
	found := make([]Found, len(commits))
	df := make([]int, len(q.Terms))
	for i, c := range commits {
		f := q.LookIn(c.Message)
		for _, h := range f.Hits {
			df[h.Term]++
		}
		found[i] = f
	}
	weights := q.weigh(len(commits), df)
	type similar struct{ commit, value int }
	var list []similar
	best := 0
	for i, f := range found {
		value := 0
		for _, h := range f.Hits {
			n := int(h.Count)
			// n·2.2 / (n + 1.2·(0.4 + 0.6·length/20))
			value += weights[h.Term] * n * 2200 / (1000*n + 480 + 720*f.Length/shortMessage)
		}
		best = max(best, value)
		if value = value * half / (half + i); value > 0 {
			list = append(list, similar{i, value})
		}
	}
	slices.SortFunc(list, func(a, b similar) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.commit, b.commit))
	})
	values = make([]int, len(files))
	for _, s := range list[:min(len(list), maxCommits)] {
		changed := commits[s.commit].Files
		share := s.value * 1000 / list[0].value
		for _, i := range changed {
			values[i] += share * share / root(len(changed))
		}
	}
	return values, min(Whole, best*Whole*Whole/enough/max(sum(weights)*2200/1480, 1))
}

// root is the square root of n in thousandths.
func root(n int) int {
	n *= 1_000_000
	r := n
	for next := (r + 1) / 2; next < r; next = (r + n/r) / 2 {
		r = next
	}
	return max(r, 1)
}

// named finds the files that the task names.
func (q *Query) named(files []File, out []Signals) {
	r := newResolver(files, q.Places)
	frames := map[int][]int{} // the files of each trace
	for _, p := range q.Places {
		list, shared := r.resolve(p.Path)
		for _, i := range list {
			s := &out[i]
			value := Whole / len(list) * sureness(p, files[i], shared) / 4
			if p.Line > 0 && value >= Whole/2 {
				s.Lines = append(s.Lines, p.Line)
			}
			if p.Trace > 0 && value > 0 { // where a trace ended counts most
				if !slices.Contains(frames[p.Trace], i) {
					frames[p.Trace] = append(frames[p.Trace], i)
				}
				value /= 1 + slices.Index(frames[p.Trace], i)
			}
			s.Places = max(s.Places, value)
		}
	}
}

// sureness is how sure it is that a place is in a file with which its path shares so many
// names at the end, in quarters.
func sureness(p Place, f File, shared int) int {
	switch {
	case p.Linked && (!f.Code || shared <= strings.Count(f.Path, "/")):
		return 0 // of another repository, or an example of how to report
	case shared > 1:
		return 4
	case strings.Contains(p.Path, "/") && strings.Contains(f.Path, "/"):
		return 1 // of another folder
	case p.Line == 0:
		return 2 // people who report bugs have files of the same name
	}
	return 4
}
