package fit

import (
	"strings"

	"ctxpack/internal/bundle/render"
)

// gitTokens is enough for the commit and any usual branch in any format.
const gitTokens = 48

// nameCommit writes the parts again with the commit in their headers, and returns the number of tokens by which one
// of them, or all together, exceed the limit. The commit is absent while files are chosen, since the name of a
// branch must not decide the contents of the bundle. A long name is cut, or omitted if it does not fit.
func (f *Fitter) nameCommit(a *attempt) (over int) {
	if len(f.options.Commits) == 0 {
		return 0
	}
	const short = 24 // bytes
	for _, longest := range []int{maxBranch, short, 0} {
		var heads []render.Git
		for _, c := range f.options.Commits {
			named, branch := c.Git, c.Branch
			if len(branch) > longest && longest > 0 {
				branch = strings.ToValidUTF8(branch[:longest], "") + "…"
			} else if longest == 0 {
				branch = ""
			}
			named.Branch = branch
			for _, e := range a.bundle.Entries {
				if c.Differs(f.files[e.Candidate]) {
					named.Differ++
				}
			}
			heads = append(heads, named)
		}
		if over = f.writeCommits(a, heads); over <= 0 {
			break
		}
	}
	return over
}

// maxBranch is the maximum length of a branch name to try, in bytes.
const maxBranch = 1024

func (f *Fitter) writeCommits(a *attempt, heads []render.Git) (over int) {
	a.used = 0
	for i, p := range a.parts {
		d := *p.document
		if f.options.Several {
			d.Repositories = heads
		} else {
			named := heads[0]
			named.Name = ""
			d.Git = &named
		}
		a.parts[i] = f.settled(&d, f.options.Format.Renamed(&d, p.rest))
		a.used += a.parts[i].tokens
		if split := f.options.Split; split > 0 {
			over = max(over, a.parts[i].tokens-split)
		}
	}
	return max(over, a.used-f.options.Budget)
}
