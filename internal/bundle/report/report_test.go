package report

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/humanize"
	"ctxpack/packer"
	"ctxpack/scorer"
)

// sample returns a report on so many files, of which a third is shown.
func sample(files int) *Document {
	r := rand.New(rand.NewPCG(uint64(files), 1))
	rules, _ := scorer.RankingByName(scorer.RankingNames()[0])
	d := &Document{
		Format: "ctxpack-report", Version: Version, Root: "tree", Branch: "main", Commit: strings.Repeat("a", 40), Ranking: rules.Name, Tokenizer: "o200k_base",
		Budget: 50_000, Rules: rules, Skipped: []render.Skipped{{Sentence: "no budget left", Count: 2 * files / 3}}, Warnings: []string{"something was odd"},
	}
	levels := []string{"in full", "in part", "outlined", "named"}
	for i := range files {
		f := File{Tokens: 10 + r.IntN(4000), Score: max(100-i, 0), Tier: packer.Skip, Reason: "no-budget", Sentence: "no budget left"}
		f.Facts = scorer.Facts{Path: fmt.Sprintf("src/part%d/deep/file%d.go", r.IntN(9), i), Entry: i%5 == 0}
		f.Factors = rules.Score(f.Facts, nil).Factors
		if i%3 == 0 {
			f.Tier, f.Level, f.Reason, f.Sentence = packer.Signatures, levels[i/3%len(levels)], "", ""
			f.Shown = 1 + r.IntN(f.Tokens)
			d.Tokens += f.Shown
		}
		d.Files = append(d.Files, f)
	}
	d.Beside = []Beside{{"headings", 700, "around texts"}, {"tree", 200, "the tree"}, {"frame", 100, "the head"}}
	d.Tokens += 1000
	return d
}

func TestPageIsSafe(t *testing.T) {
	t.Parallel()
	d := sample(9)
	const evil = `</script><script>alert(1)</script>"'<img src=x onerror=alert(1)>`
	d.Root, d.Branch, d.Warnings = evil, evil, []string{evil}
	for i := range d.Files {
		d.Files[i].Path = fmt.Sprint(i) + evil
	}
	text, err := HTML(d)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text, Mark+" ") {
		t.Errorf("it begins %q", text[:60])
	}
	if strings.Contains(text, "<img") || strings.Count(text, "<script") != 1 {
		t.Error("a name became markup")
	}
	_, rest, _ := strings.Cut(text, "<script>")
	code, _, _ := strings.Cut(rest, "</script>")
	sum := sha256.Sum256([]byte(code))
	if !strings.Contains(text, "sha256-"+strings.ReplaceAll(base64.StdEncoding.EncodeToString(sum[:]), "+", "&#43;")+"&#39;") {
		t.Error("the policy is not that of the script")
	}
	if regexp.MustCompile(`(?i)https?:|url\(|@import|src=`).MatchString(strings.ReplaceAll(text, "src=x onerror", "")) {
		t.Error("it refers to something outside")
	}
	again, err := HTML(d)
	if err != nil || again != text {
		t.Error("the same report has other bytes")
	}
}

// TestSharesAddUp: the shares account for the whole budget.
func TestSharesAddUp(t *testing.T) {
	t.Parallel()
	for _, files := range []int{1, 4, 9, 10} {
		d := sample(files)
		tokens, tenths := 0, 0
		for _, l := range levels(d) {
			tokens += l.Tokens
			n, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSuffix(l.Share, "%"), ".", ""))
			if err != nil {
				t.Fatal(err)
			}
			tenths += n
			if !strings.Contains(style, ".key."+l.Class+" ") {
				t.Errorf("%s has no colour", l.Class)
			}
		}
		if tokens != d.Budget || tenths != 1000 {
			t.Errorf("%d files: %d tokens of %d, %d thousandths", files, tokens, d.Budget, tenths)
		}
	}
}

// TestPlaces: the list accounts for all tokens, too.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, files := range []int{1, 9, 60, 900} {
		d := sample(files)
		for i := range d.Files {
			if i%2 == 0 {
				d.Files[i].Path = fmt.Sprintf("top%d/a/file", i)
			}
		}
		p := page{Document: d}
		list := p.places(tree(d), make([]int, len(d.Files)))
		top, inside := 0, 0
		for _, one := range list {
			if !one.Inside {
				top += one.Tokens
			} else if inside += one.Tokens; strings.HasPrefix(one.Name, "src/") {
				t.Errorf("%s repeats its folder", one.Name)
			}
		}
		if top != d.Tokens || inside == 0 || len(list) > maxPlaces+2*maxInside {
			t.Errorf("%d files: %d tokens of %d on %d lines", files, top, d.Tokens, len(list))
		}
	}
}

func TestPageTells(t *testing.T) {
	t.Parallel()
	d := sample(40)
	d.Files[0].Secrets = []Secret{{Rule: "github-pat", Line: 3}}
	text, err := HTML(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"of 50,000 tokens", "branch <code>main</code>", `href="#f`, `<tr id="f1">`, "1 redacted", "no budget left", "something was odd",
		"some of its text",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q", want)
		}
	}
	d = sample(3 * maxRows)
	if text, err = HTML(d); err != nil {
		t.Fatal(err)
	}
	rows := strings.Count(text, "<tr id=")
	if left := 2*maxRows - maxRows; rows != 3*maxRows-left || !strings.Contains(text, humanize.Comma(left)+" more files were omitted") {
		t.Errorf("%d rows of %d files", rows, 3*maxRows)
	}
}

// TestContrast requires 4.5:1 for text and, for other visible elements, 3:1 or a name next to it: WCAG 2.2, 1.4.3
// and 1.4.11.
func TestContrast(t *testing.T) {
	t.Parallel()
	light, dark, ok := strings.Cut(style, "@media")
	if !ok {
		t.Fatal("there is no dark scheme")
	}
	for scheme, text := range map[string]string{"light": light, "dark": dark} {
		color := map[string]float64{}
		for _, m := range regexp.MustCompile(`--(\w+): #(\w{6})`).FindAllStringSubmatch(text, -1) {
			color[m[1]] = luminance(t, m[2])
		}
		contrast := func(a, b string) float64 {
			x, okX := color[a]
			y, okY := color[b]
			if !okX || !okY {
				t.Fatalf("%s: there is no %s or %s", scheme, a, b)
			}
			return (max(x, y) + 0.05) / (min(x, y) + 0.05)
		}
		for _, back := range []string{"page", "raised", "full", "part", "outlined", "named", "headings", "tree", "frame", "folder"} {
			if c := contrast("text", back); c < 4.5 {
				t.Errorf("%s: text on %s has a contrast of %.1f", scheme, back, c)
			}
		}
		for _, pair := range [][2]string{{"quiet", "page"}, {"quiet", "raised"}, {"link", "page"}} {
			if c := contrast(pair[0], pair[1]); c < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.1f", scheme, pair[0], pair[1], c)
			}
		}
		if c := contrast("focus", "page"); c < 3 {
			t.Errorf("%s: the focus has a contrast of %.1f", scheme, c)
		}
	}
}

func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	part := func(shift uint) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}

// TestInBrowser opens pages in a browser, if there is one: the script runs, there are no errors, and the page is
// not blank.
func TestInBrowser(t *testing.T) {
	t.Parallel()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("there is no Chromium")
	}
	for name, d := range map[string]*Document{"small": sample(20), "large": sample(6000)} {
		text, err := HTML(d)
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		page, shot := filepath.Join(folder, "page.html"), filepath.Join(folder, "shot.png")
		if err := os.WriteFile(page, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		run := func(args ...string) (string, string) {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
			defer cancel()
			c := exec.CommandContext(ctx, browser, append([]string{
				"--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,1600", "--user-data-dir=" + filepath.Join(folder, "profile"),
				"--enable-logging=stderr",
			}, append(args, "file://"+page)...)...)
			var out, complaints bytes.Buffer
			c.Stdout, c.Stderr = &out, &complaints
			if err := c.Run(); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, complaints.String())
			}
			return out.String(), complaints.String()
		}
		dom, complaints := run("--dump-dom")
		if strings.Contains(complaints, "CONSOLE") {
			t.Errorf("%s: %s", name, complaints)
		}
		if !strings.Contains(dom, `<p class="search">`) {
			t.Errorf("%s: the script did not show the search", name)
		}
		run("--screenshot=" + shot)
		colors := colorsOf(t, shot)
		if colors < 20 {
			t.Errorf("%s: the picture has %d colours", name, colors)
		}
	}
}

// colorsOf counts the colours of an image.
func colorsOf(t *testing.T, name string) int {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // opened for reading only
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	colors := map[[3]uint32]bool{}
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y += 3 {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x += 3 {
			r, g, b, _ := picture.At(x, y).RGBA()
			colors[[3]uint32{r, g, b}] = true
		}
	}
	return len(colors)
}
