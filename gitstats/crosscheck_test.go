package gitstats

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// compareWithGit compares the counts with those derived from git's own log.
func compareWithGit(t *testing.T, r *repo, limit int) {
	t.Helper()
	const window = 90 * day
	head, err := strconv.ParseInt(r.Git("log", "-1", "--format=%ct"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	log := r.Git("log", "--no-merges", "--name-status", "-z", "-M100%", "--format=%x01",
		fmt.Sprintf("--since-as-filter=%d", head-window), "-n", strconv.Itoa(limit))
	want, commits := fromLog(log, r.Git("ls-tree", "-r", "-z", "--name-only", "HEAD"))
	a := r.activity(Options{MaxCommits: limit})
	if a.Scanned != commits {
		t.Errorf("scanned %d, git has %d", a.Scanned, commits)
	}
	if got := render(a.Commits); got != render(want) {
		t.Errorf("counts differ from git's:\n got %s\nwant %s", got, render(want))
	}
}

// fromLog counts commits per path at HEAD from the output of git log.
func fromLog(log, tree string) (map[string]int, int) {
	exists := map[string]bool{}
	for p := range strings.SplitSeq(tree, "\x00") {
		exists[p] = true
	}
	called := map[string]string{} // older name to newer
	touched := map[string][]string{}
	n := -1
	var id string
	var renames [][2]string
	flush := func() {
		for _, r := range renames {
			to := r[1]
			if next, ok := called[to]; ok {
				to = next
			}
			called[r[0]] = to
		}
		renames = nil
	}
	fields := strings.Split(log, "\x00")
	for i := 0; i < len(fields); i++ {
		switch f := strings.Trim(fields[i], "\n"); {
		case f == "":
		case f == "\x01":
			flush()
			n++
			id = strconv.Itoa(n)
		default:
			i++
			name := fields[i]
			if f[0] == 'R' {
				i++
				renames = append(renames, [2]string{name, fields[i]})
				name = fields[i]
			}
			if to, ok := called[name]; ok {
				name = to
			}
			if !slices.Contains(touched[name], id) {
				touched[name] = append(touched[name], id)
			}
		}
	}
	flush()
	out := map[string]int{}
	for name, ids := range touched {
		for !exists[name] {
			next, ok := called[name]
			if !ok {
				break
			}
			name = next
		}
		if exists[name] {
			out[name] += len(ids)
		}
	}
	return out, n + 1
}

func TestAgainstGit(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.GitAt(start, history(seed, 120), "fast-import", "--quiet")
			r.Git("reset", "-q", "--hard", "main")
			compareWithGit(t, r, 2000)
			compareWithGit(t, r, 40)
			r.Git("gc", "-q")
			compareWithGit(t, r, 2000)
		})
	}
}

// history writes a random history for git fast-import: edits, deletions, exact renames, mode changes, and merged
// branches. Files are renamed on the main branch only, where both sides are unambiguous.
func history(seed uint64, commits int) string {
	rnd := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	files := []string{"README"}
	mark, side, sideBase := 0, 0, 0
	head := func(branch string, at int64, parents ...int) {
		mark++
		fmt.Fprintf(&b, "commit refs/heads/%s\nmark :%d\ncommitter C <c@example.com> %d +0000\ndata 1\nx\n", branch, mark, at)
		for i, p := range parents {
			if p > 0 {
				fmt.Fprintf(&b, "%s :%d\n", []string{"from", "merge"}[min(i, 1)], p)
			}
		}
	}
	edit := func(path string) {
		content := strconv.Itoa(rnd.IntN(1_000_000))
		mode := []string{"100644", "100644", "100755"}[rnd.IntN(3)]
		fmt.Fprintf(&b, "M %s inline %s\ndata %d\n%s\n", mode, path, len(content), content)
	}
	at := int64(start)
	head("main", at)
	main := mark
	edit(files[0])
	for range commits {
		at += int64(rnd.IntN(2 * day))
		switch k := rnd.IntN(10); {
		case side == 0 && k == 0:
			sideBase = main
			head("side", at, main)
			side = mark
			edit("side/" + strconv.Itoa(rnd.IntN(5)))
		case side > 0 && k < 3:
			head("side", at, side)
			side = mark
			edit("side/" + strconv.Itoa(rnd.IntN(5)))
		case side > 0 && k == 3 && sideBase != main:
			head("main", at, main, side)
			main, side = mark, 0
			for i := range 5 {
				edit("side/" + strconv.Itoa(i))
			}
		default:
			head("main", at, main)
			main = mark
			files = mutate(rnd, &b, files, edit)
		}
	}
	return b.String()
}

// mutate writes one commit's changes to the main branch.
func mutate(rnd *rand.Rand, b *strings.Builder, files []string, edit func(string)) []string {
	for range 1 + rnd.IntN(4) {
		i := rnd.IntN(len(files))
		switch k := rnd.IntN(8); {
		case k == 0 && len(files) > 3:
			fmt.Fprintf(b, "D %s\n", files[i])
			files = slices.Delete(files, i, i+1)
		case k == 1:
			to := fmt.Sprintf("d%d/%s", rnd.IntN(3), strings.ReplaceAll(files[i], "/", "_"))
			if !slices.Contains(files, to) && len(to) < 60 {
				fmt.Fprintf(b, "R %s %s\n", files[i], to)
				files[i] = to
			}
		case k == 2:
			f := fmt.Sprintf("d%d/e%d/f%d", rnd.IntN(3), rnd.IntN(3), rnd.IntN(9))
			edit(f)
			if !slices.Contains(files, f) {
				files = append(files, f)
			}
		default:
			edit(files[i])
		}
	}
	return files
}
