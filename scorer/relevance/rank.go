package relevance

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/scorer/terms"
)

// The parameters of BM25: each further occurrence of a term counts less, and terms count less in long texts.
const (
	k1 = 12 // tenths
	b  = 75 // hundredths
)

// Whole is the greatest value of a signal.
const Whole = 1000

// Found lists the terms of a query that a text contains.
type Found struct {
	Hits   []Hit
	Length int // in terms
}

// Hit is a term of the query, by its position, and its number of occurrences.
type Hit struct{ Term, Count int32 }

// File holds the facts about a file that ranking needs.
type File struct {
	Path     string
	Found    Found
	Declared terms.Set // the names that it declares
	Code     bool      // the file is not a document, settings or data
	// Recency is the number of commits since the last one that touched the file, negative if unknown.
	Recency int
}

// Commit is a commit of the past.
type Commit struct {
	Message string
	Files   []int // the positions of the files that it changed
	// Likeness of the message to the task, set by [Query.Rank]: up to [Whole] for the most similar one, 0 for all but
	// the first [Similar].
	Likeness int
}

// Similar is the maximum number of commits with similar messages that count.
const Similar = 40

// Signals is the evidence that a file is relevant. Numbers are from 0 to [Whole].
type Signals struct {
	Content int // how well its text matches the task
	Path    int // how well its path matches the task
	Names   int // it declares names that the task mentions
	Past    int // commits with similar messages changed it
	Recent  int // it was changed recently
	Places  int // the task names or quotes it
	Lines   []int
}

// Look finds the query's terms in a text.
func (q *Query) Look(c terms.Counts) Found {
	f := Found{Length: c.Len()}
	c.Find(q.words, func(i, n int) { f.Hits = append(f.Hits, Hit{int32(i), int32(min(n, 1<<20))}) }) // cannot overflow: bounded
	f.Hits = slices.Clip(f.Hits)
	return f
}

// LookIn is like Look for a text instead of its counts.
func (q *Query) LookIn(text string) Found { return q.LookInPieces(text, []int{len(text)})[0] }

// LookInPieces is like LookIn for the pieces of a text, of which each ends at an offset of ends.
func (q *Query) LookInPieces(text string, ends []int) []Found {
	all, k, counts := make([]Found, len(ends)), 0, make([]int32, len(q.words))
	next := func() {
		for i, n := range counts {
			if n > 0 {
				all[k].Hits = append(all[k].Hits, Hit{int32(i), n}) // at most maxTerms
				counts[i] = 0
			}
		}
		k++
	}
	terms.Words(text, func(at int, words []terms.Word) {
		for at >= ends[k] {
			next()
		}
		all[k].Length += len(words)
		for _, w := range words {
			if i, ok := slices.BinarySearch(q.words, w); ok {
				counts[i] = min(counts[i]+1, 1<<20)
			}
		}
	})
	next()
	return all
}

// Rank computes the signals of each file and the likeness of each commit.
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
	for i, f := range files {
		if f.Recency >= 0 {
			out[i].Recent = Whole * 15 / (15 + min(f.Recency, 1<<20))
		}
	}
	q.named(files, out)
	return out
}

// Weights returns the weight of each term by its rarity, in the order of Terms.
func (q *Query) Weights(files []File) []int {
	df := make([]int, len(q.Terms))
	for i := range files {
		for _, h := range files[i].Found.Hits {
			df[h.Term]++
		}
	}
	return q.weigh(len(files), df)
}

// weigh returns the inverse document frequencies of terms that occur in df of n texts, times their weights.
func (q *Query) weigh(n int, df []int) []int {
	weights := make([]int, len(df))
	for i, d := range df {
		weights[i] = max(fixed.Log2(2*n+2, 2*d+1), 0) * q.Terms[i].Weight / fixed.Unit
	}
	return weights
}

// content returns how well the text of each file matches.
func content(files []File, weights []int) []int {
	usual, values := average(files), make([]int, len(files))
	for i := range files {
		values[i] = BM25(weights, files[i].Found, usual)
	}
	return values
}

// average returns the average length of the texts that have any terms.
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

// BM25 returns how well a text matches terms with the given weights.
func BM25(weights []int, f Found, average int) int {
	sum := 0
	for _, h := range f.Hits {
		n := int(h.Count)
		// n·(k1+1) / (n + k1·(1-b+b·length/average)), times 1000·average
		sum += weights[h.Term] * n * (10 + k1) * 100 * average / (1000*n*average + k1*((100-b)*average+b*f.Length))
	}
	return sum
}

// Passage returns how well a part of a text matches terms with the given weights. It assumes one average length for all parts.
func (q *Query) Passage(weights []int, text string) int {
	return BM25(weights, q.LookIn(text), fitted.TaskTerms)
}

// paths returns how well each path matches; terms of the base name count twice.
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

// look calls f for each term of the query in a text, in the order of the text.
func (q *Query) look(text string, f func(term int32)) {
	terms.Split(text, func(term string) {
		if i, ok := slices.BinarySearch(q.words, terms.WordOf(term)); ok {
			f(int32(i)) // at most maxTerms
		}
	})
}

// declared scores files that declare names of the task. The weight of a name is divided among the files that declare it.
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

// holding returns the code files that contain an identifier of several words, at most limit+1.
// Facts do not list all members, and a name that no file declares may be an option or a header.
func (q *Query) holding(files []File, name string, limit int) (list []int) {
	whole := int32(-1)
	q.look(name, func(term int32) { whole = term }) // comes after its parts
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

// NameWeight returns how strongly a word of a task points to a declaration of that name, in
// thousandths: an ordinary word may be declared somewhere with another meaning.
func NameWeight(word string) int {
	for i := 1; i < len(word); i++ {
		if startsPart := word[i] <= 'Z' && word[i-1] >= 'a'; startsPart || word[i] == '_' || word[i] <= '9' {
			return 1000
		}
	}
	if word != "" && word[0] <= 'Z' {
		return 600
	}
	return plain
}

const plain = 250

// past scores the files changed by commits with similar messages; recent commits count more.
// likeness is how similar the best message is, up to [Whole].
func (q *Query) past(files []File, commits []Commit) (values []int, likeness int) {
	const shortMessage = 20 // terms
	const half = 3000       // commits, after which a message counts half as much
	// A message of average length that covers this many thousandths of the task, weighted by
	// the rarity of its words, gives the full likeness.
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
	weights, all := q.weigh(len(commits), df), 0
	for _, w := range weights {
		all += w
	}
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
	for _, s := range list[:min(len(list), Similar)] {
		changed := commits[s.commit].Files
		share := s.value * Whole / list[0].value
		commits[s.commit].Likeness = share
		for _, i := range changed {
			values[i] += share * share / root(len(changed))
		}
	}
	return values, min(Whole, best*Whole*Whole/enough/max(all*2200/1480, 1))
}

// root returns the square root of n in thousandths. Square roots are exact on every processor.
func root(n int) int { return max(int(1000*math.Sqrt(float64(n))), 1) }

// named scores the files that the task names.
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
			if p.Trace > 0 && value > 0 { // the innermost frame counts most
				if !slices.Contains(frames[p.Trace], i) {
					frames[p.Trace] = append(frames[p.Trace], i)
				}
				value /= 1 + slices.Index(frames[p.Trace], i)
			}
			s.Places = max(s.Places, value)
		}
	}
}

// sureness returns, in quarters, how likely a place is in file f, with whose path it has
// the given number of trailing names in common.
func sureness(p Place, f File, shared int) int {
	switch {
	case p.Linked && (!f.Code || shared <= strings.Count(f.Path, "/")):
		return 0 // in another repository, or an example in the issue form
	case shared > 1:
		return 4
	case strings.Contains(p.Path, "/") && strings.Contains(f.Path, "/"):
		return 1 // in another folder
	case p.Line == 0:
		return 2 // reporters of bugs often have files with the same names
	}
	return 4
}
