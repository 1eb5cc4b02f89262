package tokens

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"unicode"

	loader "github.com/pkoukk/tiktoken-go-loader"
)

const (
	emptySlot = 1 << 25
	noSplit   = 1<<32 - 1
)

// shortKey puts a text of at most 8 bytes into the high bytes of a word. (For a longer one the result is not used.)
func shortKey(s string) uint64 { return loadLast(s, 0) << (max(8-len(s), 0) * 8) }

// hash is the hash of a token's bytes.
func hash(s string) uint64 {
	if n := len(s); n <= 8 {
		return mix(shortKey(s)^seed0, seed1+uint64(n)*seed2)
	}
	return hashLong(s)
}

// bucket returns the bucket of a hash among n buckets.
func bucket(h uint64, n int) int {
	hi, _ := bits.Mul64(h, uint64(n))
	return int(hi)
}

// slot returns the slot of a hash among n slots under a bucket's pilot.
func slot(h uint64, pilot, n int) int {
	hi, _ := bits.Mul64((h^uint64(pilot)*seed0)*step, uint64(n))
	return int(hi)
}

// filterNext extends the filter's hash of a prefix by one byte.
func filterNext(f uint64, b byte) uint64 {
	return (f + uint64(b) + 1) * step
}

// token is one entry of a vocabulary while its table is built.
type token struct {
	text string
	id   int
	hash uint64
	slot int
	// cut is the length of the left part of the token's last merge; 0 for a
	// single byte and for a token that merging alone never makes.
	cut int
}

// makeEncoding builds the table file of one encoding.
func makeEncoding(name string) ([]byte, error) {
	ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
	if err != nil {
		return nil, fmt.Errorf("read vocabulary: %w", err)
	}
	tokens, err := vocabularyOf(ranks)
	if err != nil {
		return nil, err
	}
	pilots, slots, err := place(tokens)
	if err != nil {
		return nil, err
	}
	return assemble(tokens, pilots, slots), nil
}

// vocabularyOf lists the tokens by id and checks what the merge relies on.
func vocabularyOf(ranks map[string]int) ([]token, error) {
	tokens := make([]token, 0, len(ranks))
	for text, id := range ranks {
		if len(text) == 0 || len(text) > maxLength || id < 0 || id >= 1<<idBits {
			return nil, fmt.Errorf("token %q with rank %d does not fit the layout", text, id)
		}
		tokens = append(tokens, token{text: text, id: id, hash: hash(text)})
	}
	slices.SortFunc(tokens, func(a, b token) int { return cmp.Compare(a.id, b.id) })
	for i, t := range tokens {
		if i > 0 && tokens[i-1].id == t.id {
			return nil, fmt.Errorf("rank %d is used twice", t.id)
		}
		if (len(t.text) == 1) != (i < 256) {
			return nil, fmt.Errorf("token %q: the first 256 ranks must be the single bytes", t.text)
		}
		cut := lastCut(t.text, ranks)
		if cut > 0 && max(ranks[t.text[:cut]], ranks[t.text[cut:]]) >= t.id {
			return nil, fmt.Errorf("token %q has a lower rank than its parts", t.text)
		}
		tokens[i].cut = cut
	}
	return tokens, nil
}

// lastCut merges a token's bytes by rank, as an encoder does, and returns
// where its last two parts meet, or 0 if they never become that token.
func lastCut(text string, ranks map[string]int) int {
	ends := make([]int, len(text)+1)
	for i := range ends {
		ends[i] = i
	}
	for len(ends) > 3 {
		best, at := 1<<idBits, -1
		for i := 0; i+2 < len(ends); i++ {
			if rank, ok := ranks[text[ends[i]:ends[i+2]]]; ok && rank < best {
				best, at = rank, i
			}
		}
		if at < 0 {
			return 0
		}
		ends = slices.Delete(ends, at+1, at+2)
	}
	if len(ends) < 3 {
		return 0
	}
	return ends[1]
}

// place gives every token its own slot: for each bucket it searches a pilot that maps the bucket's tokens to free
// slots, the fullest bucket first.
func place(tokens []token) (pilots []uint16, slots int, err error) {
	slots = len(tokens) + len(tokens)/32
	pilots = make([]uint16, len(tokens)/4+1)
	buckets := make([][]int, len(pilots))
	for i, t := range tokens {
		b := bucket(t.hash, len(pilots))
		buckets[b] = append(buckets[b], i)
	}
	order := make([]int, len(buckets))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(buckets[b]), len(buckets[a])) })
	used := make([]bool, slots)
	for _, b := range order {
		pilot, ok := findPilot(tokens, buckets[b], used)
		if !ok {
			return nil, 0, errors.New("no pilot separates the tokens of a bucket")
		}
		pilots[b] = uint16(pilot)
	}
	return pilots, slots, nil
}

// findPilot finds the first pilot under which every member gets a free slot, and takes those slots.
func findPilot(tokens []token, members []int, used []bool) (int, bool) {
search:
	for pilot := range 1 << 16 {
		for k, i := range members {
			s := slot(tokens[i].hash, pilot, len(used))
			if used[s] {
				for _, j := range members[:k] {
					used[tokens[j].slot] = false
				}
				continue search
			}
			used[s] = true
			tokens[i].slot = s
		}
		return pilot, true
	}
	return 0, false
}

// assemble concatenates the sections.
func assemble(tokens []token, pilots []uint16, slots int) []byte {
	bySlot := make([]*token, slots)
	byText := make(map[string]*token, len(tokens))
	for i := range tokens {
		bySlot[tokens[i].slot] = &tokens[i]
		byText[tokens[i].text] = &tokens[i]
	}
	filter, filterBits := makeFilter(tokens)

	le := binary.LittleEndian
	out := append([]byte(nil), magic...)
	for _, n := range []int{len(tokens), len(pilots), slots, filterBits} {
		out = le.AppendUint32(out, uint32(n))
	}
	for _, p := range pilots {
		out = le.AppendUint16(out, p)
	}
	var splits, blob []byte
	for _, t := range bySlot {
		key, meta, left, right := uint64(0), uint32(emptySlot), uint32(noSplit), uint32(noSplit)
		if t != nil {
			meta = uint32(t.id) | uint32(len(t.text)-1)<<idBits
			if key = shortKey(t.text); len(t.text) > 8 {
				key = uint64(len(blob)) | t.hash>>32<<32
				blob = append(blob, t.text...)
			}
			if t.cut > 0 {
				left, right = uint32(byText[t.text[:t.cut]].slot), uint32(byText[t.text[t.cut:]].slot)
			} else if len(t.text) > 1 {
				meta |= wholeOnly
			}
		}
		out = le.AppendUint32(le.AppendUint64(out, key), meta)
		splits = le.AppendUint32(le.AppendUint32(splits, left), right)
	}
	out = append(out, splits...)
	out = append(out, filter...)
	return append(out, blob...)
}

// makeFilter marks every prefix of every token in a table of 2-bit cells, four per byte: bit 0 of a cell marks a
// prefix, bit 1 a whole token. It has at least eight cells per token.
func makeFilter(tokens []token) (filter []byte, filterBits int) {
	for 4<<filterBits < 8*len(tokens) {
		filterBits++
	}
	filter = make([]byte, 1<<filterBits)
	for _, t := range tokens {
		f := uint64(0)
		for i := range len(t.text) {
			f = filterNext(f, t.text[i])
			cell := f >> (64 - filterBits - 2)
			filter[cell>>2] |= 1 << (2 * (cell & 3))
			if i == len(t.text)-1 && (t.cut > 0 || i == 0) {
				filter[cell>>2] |= 2 << (2 * (cell & 3))
			}
		}
	}
	return filter, filterBits
}

// makeRanks writes a vocabulary in the library's format: its tokens in rank order, each after its length,
// compressed. A rank without a token is empty.
func makeRanks(name string) ([]byte, error) {
	all, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", name, err)
	}
	var list []string
	for text, rank := range all {
		for len(list) <= rank {
			list = append(list, "")
		}
		list[rank] = text
	}
	var written []byte
	for _, text := range list {
		written = append(binary.AppendUvarint(written, uint64(len(text))), text...)
	}
	return zipped(written)
}

func zipped(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// pageSize is the number of code points in one page of the class table.
const pageSize = 128

// makeClasses builds the two-level table of code point classes: the distinct pages, one byte per code point, then
// for each page of the code space one byte with the number of its contents. The first page is ASCII; the second one
// is for no code point and has classWide throughout, so that the first 256 bytes are indexed by a text's byte.
func makeClasses() []byte {
	var index, pages []byte
	seen := map[[pageSize]byte]byte{}
	var wide [pageSize]byte
	for i := range wide {
		wide[i] = byte(classWide)
	}
	for first := rune(0); first <= unicode.MaxRune; first += pageSize {
		var page [pageSize]byte
		for i := range page {
			page[i] = byte(classOf(first + rune(i)))
		}
		number, ok := seen[page]
		if !ok {
			if len(seen) > 255 {
				panic("more than 256 distinct pages")
			}
			number = byte(len(seen))
			seen[page] = number
			pages = append(pages, page[:]...)
			if number == 0 {
				seen[wide] = 1
				pages = append(pages, wide[:]...)
			}
		}
		index = append(index, number)
	}
	return append(pages, index...)
}

// classOf maps a code point to the class that the encodings' patterns
// distinguish.
func classOf(r rune) class {
	switch {
	case r == '\n' || r == '\r':
		return classNewline
	case unicode.IsSpace(r):
		return classSpace
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return classUpper
	case unicode.Is(unicode.Ll, r):
		return classLower
	case unicode.Is(unicode.L, r):
		return classLetter
	case unicode.Is(unicode.M, r):
		return classMark
	case unicode.Is(unicode.N, r):
		return classNumber
	}
	return classOther
}
