package relations

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/pattern"
)

const (
	// maxDocuments is the maximum number of documents that count, those nearest to
	// the root first: deeply nested documents are about details.
	maxDocuments = 250
	// maxMentions is the maximum number of distinct paths read from one document.
	maxMentions = 2000
	maxPath     = 200 // bytes; longer words are not paths
	maxDocument = 64 << 10
)

// Mentions returns the words of a document that look like paths of files because they
// have an extension, without duplicates, in ascending order.
func Mentions(text string) []string {
	text = text[:min(len(text), maxDocument)]
	seen := map[string]bool{}
	for i := 0; i < len(text) && len(seen) < maxMentions; {
		if !inPath(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && inPath(text[i]) {
			i++
		}
		word := strings.TrimRight(text[start:i], ".-/")
		dot := strings.LastIndexByte(word, '.')
		if isPath := dot >= 0 && len(word) <= maxPath && isExtension(word[dot+1:]); isPath && !seen[word] {
			seen[strings.Clone(word)] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func inPath(c byte) bool {
	return c == '_' || c == '.' || c == '-' || c == '/' || c == '@' || c == '+' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func isExtension(s string) bool {
	if s == "" || len(s) > 6 {
		return false
	}
	letter := func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }
	return strings.IndexFunc(s, func(r rune) bool { return !letter(r) && (r < '0' || r > '9') }) < 0 && strings.IndexFunc(s, letter) >= 0
}

// mentions counts the documents that name each file; translations of one document count once.
func (f *finder) mentions() {
	documents := f.documents()
	if len(documents) == 0 {
		return
	}
	places := newPlaces(f.files)
	type translations struct {
		file     int
		original string
	}
	seen := map[translations]bool{}
	for _, document := range documents {
		d, original := f.files[document], untranslated(f.files[document].Path)
		named := map[int]string{} // by file, the first word that names it
		for _, word := range d.Mentions {
			if i, ok := places.find(path.Dir(d.Path), word); ok && i != document && named[i] == "" {
				named[i] = word
			}
		}
		for i, word := range named {
			if seen[translations{i, original}] {
				continue
			}
			seen[translations{i, original}] = true
			f.relations[i].Mentions++
			if e := f.evidence[int32(i)]; e != nil { // cannot overflow: fewer than 2^31 files
				e.Mentions = append(e.Mentions, Mention{document, word})
			}
		}
	}
}

// documents returns the positions of the documents that count.
func (f *finder) documents() []int {
	var list []int
	for i, file := range f.files {
		if file.Document && len(file.Mentions) > 0 {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(i, j int) int {
		a, b := f.files[i].Path, f.files[j].Path
		return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
	})
	return list[:min(len(list), maxDocuments)]
}

// languageMark matches the language in the path of a translation: a folder, or a suffix of
// the name before its extension: docs/pt-br/, README.zh-CN.md, README_ja.md.
var languageMark = pattern.Of(`(^|/)[a-z]{2}(?:[-_][A-Za-z]{2,4})?/|[._-][a-z]{2}(?:[-_][A-Za-z]{2,4})?(\.[a-z]+)$`)

// untranslated returns the path of a document without its language. A false match does little
// harm: only documents that name the same file can count as one.
func untranslated(name string) string {
	if at := languageMark().FindStringIndex(name); at != nil {
		return name[:at[0]] + languageMark().ReplaceAllString(name[at[0]:at[1]], "$1$2") + name[at[1]:]
	}
	return name
}

// places finds files by the words of documents.
type places struct {
	files  []File
	byPath map[string]int
	byBase map[string][]int
}

func newPlaces(files []File) *places {
	p := &places{files: files, byPath: map[string]int{}, byBase: map[string][]int{}}
	for i, file := range files {
		if file.Source || file.Auxiliary {
			p.byPath[file.Path] = i
			base := path.Base(file.Path)
			p.byBase[base] = append(p.byBase[base], i)
		}
	}
	return p
}

// find resolves a word of a document in a folder: a path relative to that folder or to the root, or the end of exactly
// one path, ignoring auxiliary files if several match. URLs of a file end in its path.
func (p *places) find(folder, word string) (int, bool) {
	if strings.HasPrefix(word, "//") {
		for _, mark := range [...]string{"/blob/", "/tree/"} {
			if _, rest, ok := strings.Cut(word, mark); ok {
				_, word, _ = strings.Cut(rest, "/") // after the branch
				folder = ""
			}
		}
	}
	word = strings.TrimLeft(word, "/")
	if i, ok := p.byPath[path.Join(folder, word)]; ok {
		return i, true
	}
	for strings.HasPrefix(word, "../") || strings.HasPrefix(word, "./") {
		_, word, _ = strings.Cut(word, "/")
	}
	if i, ok := p.byPath[word]; ok {
		return i, true
	}
	return p.findEnd(word)
}

// findEnd resolves the end of a path.
func (p *places) findEnd(word string) (int, bool) {
	var all, proper []int
	for _, i := range p.byBase[path.Base(word)] {
		if !strings.HasSuffix("/"+p.files[i].Path, "/"+word) {
			continue
		}
		all = append(all, i)
		if p.files[i].Source {
			proper = append(proper, i)
		}
	}
	switch {
	case len(all) == 1:
		return all[0], true
	case len(proper) == 1:
		return proper[0], true
	}
	return 0, false
}
