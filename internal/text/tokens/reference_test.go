package tokens

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// encodings lists the tokenizers with a reference.
func encodings() []string {
	return []string{"o200k_base", "cl100k_base", "p50k_base", "r50k_base", "p50k_edit"}
}

// reference returns tiktoken-go's encoder, loaded once a process.
var reference = sync.OnceValue(func() map[string]*tiktoken.Tiktoken {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	all := map[string]*tiktoken.Tiktoken{}
	for _, name := range encodings() {
		encoding, err := tiktoken.GetEncoding(name)
		if err != nil {
			panic(err)
		}
		all[name] = encoding
	}
	return all
})

// counters returns a Counter for each encoding.
func counters(t testing.TB) map[string]*Counter {
	t.Helper()
	all := map[string]*Counter{}
	for _, name := range encodings() {
		c, err := New(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = c
	}
	return all
}

// tabled returns those that have a table.
func tabled(t testing.TB) map[string]*Counter {
	t.Helper()
	all := counters(t)
	maps.DeleteFunc(all, func(_ string, c *Counter) bool { return c.table == nil })
	return all
}

// compare fails the test unless the Counter gives the reference's ids and
// their number.
func compare(t testing.TB, c *Counter, text string) {
	t.Helper()
	want := reference()[c.Name()].EncodeOrdinary(text)
	got := c.ids(text)
	if !slices.Equal(got, want) {
		i := 0
		for i < len(got) && i < len(want) && got[i] == want[i] {
			i++
		}
		t.Errorf("%s: %.80q: ids differ from the %dth on: got %v, want %v",
			c.Name(), text, i, head(got[i:]), head(want[i:]))
	}
	if n := c.Count(text); n != len(want) {
		t.Errorf("%s: %.80q: count %d, want %d", c.Name(), text, n, len(want))
	}
}

// head returns the first ids of a list.
func head(ids []int) []int { return ids[:min(len(ids), 8)] }

// goSources returns every nth Go file of the toolchain's library, in order, of
// at most 100 KB.
func goSources(t testing.TB, nth int) []string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	seen := 0
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(root)), "src"), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		if seen++; seen%nth != 0 {
			return nil
		}
		data, err := os.ReadFile(path)
		if err == nil && len(data) <= 100_000 {
			texts = append(texts, string(data))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// scripts returns texts in many scripts, with characters that the patterns treat specially.
func scripts() []string {
	return []string{
		"The quick brown fox doesn't jump; they'll say it's WE'RE'D I'VE I'M you'd 'tis 'S'T's'tx 'Lll 'rE.",
		"HTTPServer XMLHttpRequest camelCase snake_case SCREAMING_CASE kebab-case iPhone McDonald's O'Neill",
		"Ünïcödé ÄÖÜ straße Ǆungla ǅungla ǆungla Ǉ ʰello ªº İstanbul ıstanbul ſharp 'ſ 'ſs",
		"Быстрая коричневая лиса прыгает через ленивую собаку. ЭТО'S ТЕСТ",
		"Η γρήγορη καφέ αλεπού. ΌΛΑ ΚΕΦΑΛΑΊΑ",
		"敏捷的棕色狐狸跳过了懒狗。这是一个没有空格的很长的句子用来测试分词器在没有空格的情况下的行为是否正确",
		"素早い茶色の狐がのろまな犬を飛び越える。カタカナとひらがなと漢字、そして１２３４５と①②③。",
		"다람쥐 헌 쳇바퀴에 타고파. 한국어 텍스트입니다.",
		"الثعلب البني السريع يقفز فوق الكلب الكسول ١٢٣٤٥ َُِّْ",
		"השועל החום המהיר קופץ מעל הכלב העצלן. שָׁלוֹם",
		"तेज़ भूरी लोमड़ी आलसी कुत्ते के ऊपर कूदती है। १२३४",
		"สุนัขจิ้งจอกสีน้ำตาลกระโดดข้ามสุนัขขี้เกียจ ๑๒๓๔๕",
		"ఈ వాక్యం తెలుగులో ఉంది. ಇದು ಕನ್ನಡ. இது தமிழ். ഇത് മലയാളം.",
		"ქართული ენა Ქართული հայերեն Հայերեն አማርኛ ᏣᎳᎩ ꮳꮃꭹ",
		"e\u0301 A\u0301B \u0301 \u0301\u0302 A\u0301 \u0301AB \u0301's a\u0301's \u20dd\u20deX",
		"\U0001F600\U0001F468\u200d\U0001F469\u200d\U0001F467\U0001F1E9\U0001F1EA\U0001F44D\U0001F3FD \u2764\ufe0f",
		"a\u00a0b\u2003c\u2028d\u2029e\u0085f\u200bg\ufeffh\u180ei \u3000\u3000j\u1680",
		" \n", "\n ", "  \n  ", " \r\n\r\n\t x", "\n\n\n", "\r\r", "\t\t\tx", "x  ", "x \n", " \u00a0\u00a0x", "\u00a0x", "\u2003\u2003\nx", "\n   x",
		"1 12 123 1234 12345678901234567890 1a2b3c 0x7fff ½¼² Ⅷ 1\u0661\u06f2\u0967",
		"a/b/c //comment\n///doc\n/* x */\n\n//\n/\r\n/", "!!!\n\n!!!\r\n\r\n///\n//", "#\u0301!\n/",
		"<|endoftext|><|fim_prefix|>x<|fim_middle|>y<|fim_suffix|><|endofprompt|><|im_start|>",
		"'", "''", "'s", "'S", "'ll", "'l", "'r", " 's", "\n's", "1's", "a's's", "A'S", "Aa'LL", "'ve've", "it\u2019s",
		"\x00\x01\x02\x7f", strings.Repeat("\x00", 100), "\ufffd\ufffe\uffff\U0010ffff",
		"", " ", "  ", "   ", "a", "\n",
		strings.Repeat("a", 300), strings.Repeat(" ", 300), strings.Repeat("=", 300) + "\n", strings.Repeat("AB", 200),
		"SGVsbG8gV29ybGQhIFRoaXMgaXMgYmFzZTY0IGVuY29kZWQgdGV4dC4gMTIzNDU2Nzg5MA==",
	}
}

// broken returns texts that are not valid UTF-8.
func broken() []string {
	return []string{
		"\xff", "a\xffb", "\xff\xfe\xfd", "\xc3", "\xc3\x28", "\xe2\x82", "\xe2\x28\xa1", "\xf0\x9f\x98", "\xf0\x9f\x98x",
		"\xed\xa0\x80", "\xed\xbf\xbf", "\xf4\x90\x80\x80", "\xc0\x80", "\xe0\x80\xaf", "x\x80\x80y \xbf", strings.Repeat("\x80", 200), "caf\xe9 na\xefve \xfcber",
	}
}

func TestScripts(t *testing.T) {
	t.Parallel()
	for _, c := range counters(t) {
		for _, text := range slices.Concat(scripts(), broken(), []string{strings.Join(scripts(), " ")}) {
			compare(t, c, text)
		}
	}
}

func TestHostile(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	for _, c := range counters(t) {
		for _, pattern := range hostile() {
			for _, size := range []int{31, 33, 257, 700} {
				text := repeat(pattern, size+len(pattern))[:size] // may cut a character
				compare(t, c, text)
				compare(t, c, "x"+text+"y")
			}
		}
	}
}

func TestGoSources(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	all := counters(t)
	for i, text := range goSources(t, 300) {
		compare(t, all[encodings()[i%5]], text)
	}
}

// ids returns the ids of a text's tokens; chars4 has none.
func (c *Counter) ids(text string) []int {
	switch {
	case c.library != nil:
		return c.library.ids(valid(text))
	case c.table == nil:
		return nil
	}
	s, sc := valid(text), newScratch()
	ids := []int{}
	add := func(i, j int) {
		_, meta, _ := c.table.find(s, i, j)
		ids = append(ids, int(meta&idMask))
	}
	for i := 0; i < len(s); {
		end := c.split(s, i)
		if _, _, ok := c.table.find(s, i, end); ok {
			add(i, end)
			i = end
			continue
		}
		c.table.merge(s[i:end], sc)
		for _, n := range sc.lengths {
			add(i, i+int(n))
			i += int(n)
		}
	}
	return ids
}
