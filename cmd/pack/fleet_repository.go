package pack

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/remote"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/share/fleet"
	"ctxpack/internal/text/humanize"
)

// A packing is one repository being packed.
type packing struct {
	*fleetRun
	g      *cli.Globals
	s      *cli.Streams
	name   string
	remote bool // it is a remote repository
	tip    remote.Tip
}

// repository makes the bundles of one repository. Entries describe failures; there are none if the run ended before.
func (r *fleetRun) repository(ctx context.Context, name string) []fleet.Entry {
	if ctx.Err() != nil {
		return nil
	}
	// Messages about a repository belong in its entry, because there may be thousands.
	s := *r.s
	s.Err, s.ErrTerminal = io.Discard, false
	g := *r.globals
	g.Quiet, g.Streams = true, &s
	p := &packing{fleetRun: r, g: &g, s: &s, name: name}
	start := time.Now()
	var err error
	p.tip, p.remote, err = r.selection.remote.ask(ctx, &g, name)
	if p.remote && err == nil {
		if entries, ok := p.known(); ok {
			return entries
		}
	}
	var l *located
	if err == nil {
		l, err = r.selection.remote.locate(ctx, &g, &s, []string{name})
	}
	if err == nil {
		defer l.close()
		if len(l.paths) != 1 {
			err = cli.Usagef("it matches %d folders", len(l.paths))
		}
	}
	var entries []fleet.Entry
	for _, v := range r.variants {
		e := fleet.Entry{Repository: name, Profile: v.profile, Task: v.taskFile}
		unchanged, failed := false, err
		if err == nil {
			failed = fault.Guard(name, func() (err error) {
				unchanged, err = p.bundle(ctx, l, v, &e)
				return err
			})()
		}
		if ctx.Err() != nil {
			return nil
		}
		if failed != nil {
			e.Error = errorLine(failed)
		}
		if e.Digest == "" {
			e.Bundle = "" // no bundle was written
		}
		if !unchanged {
			const milli = 1000
			e.Seconds = math.Round(time.Since(start).Seconds()*milli) / milli
		}
		start = time.Now()
		r.note(e, unchanged)
		entries = append(entries, e)
	}
	return entries
}

// known returns the entries of a remote repository if all its bundles exist, so that nothing must be fetched.
func (p *packing) known() ([]fleet.Entry, bool) {
	var entries []fleet.Entry
	for _, v := range p.variants {
		e := fleet.Entry{Repository: p.name, Profile: v.profile, Task: v.taskFile, Commit: p.tip.Commit, Made: p.madeOfTip(v)}
		if !p.find(&e, v) {
			return nil, false
		}
		entries = append(entries, e)
	}
	for _, e := range entries {
		p.note(e, true)
	}
	return entries, true
}

// find looks for an earlier bundle from the same inputs, and takes its entry.
func (p *packing) find(e *fleet.Entry, v fleetVariant) bool {
	known, ok := p.manifest.Find(*e)
	if !ok || p.again || strings.TrimSuffix(known.Bundle, path.Ext(known.Bundle)) != path.Join(bundlesFolder, v.fileName(e.Repository)) {
		return false
	}
	digest, err := fileDigest(filepath.Join(p.out, filepath.FromSlash(known.Bundle)))
	if err != nil || digest != known.Digest {
		return false
	}
	*e = known
	return true
}

// madeOfTip returns the inputs of a remote repository's bundle: the commit identifies the
// repository's settings, and all others are the user's.
func (p *packing) madeOfTip(v fleetVariant) string {
	g := *p.g
	g.Profile = cmp.Or(v.profile, p.globals.Profile)
	o, err := p.ofUser(&g)
	if err != nil && g.Profile != "" { // the repository may define that profile
		g.Profile = ""
		o, err = p.ofUser(&g)
	}
	if err != nil {
		return ""
	}
	options, err := o.pipelineOptions(p.s)
	if err != nil {
		return ""
	}
	v.setTask(&options)
	return p.made(pipeline.OfCommit(options, p.tip.Ref, p.tip.Commit, p.tip.Path, p.selection.remote.reached()))
}

// made returns the inputs of a bundle, including the program's version.
func (p *packing) made(hash string) string {
	if hash == "" {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s%s %d %s", cli.Version, cli.Revision(), pipeline.Analyser, hash))
	return hex.EncodeToString(sum[:])
}

// errorLine returns an error in the form of an entry.
func errorLine(err error) string {
	text, _, _ := strings.Cut(cli.RunFailure(err).Error(), "\n")
	return cli.OneLine(text)
}

// note counts an entry, and writes it to the journal.
func (r *fleetRun) note(e fleet.Entry, unchanged bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case unchanged:
		r.unchanged++
		return // the manifest of an earlier run has it
	case e.Error != "":
		r.failed++
		fmt.Fprintf(r.s.Err, "ctxpack: %s: %s\n", cli.OneLine(e.Repository), e.Error)
	default:
		r.packed++
	}
	if err := r.manifest.Add(e); err != nil && r.broken == nil {
		r.broken = err
	}
}

// setTask sets the task, if the settings allow a task in the bundle.
func (v fleetVariant) setTask(o *pipeline.Options) {
	if v.task != nil {
		task := *v.task
		task.Echo = !o.Config.Output.NoEcho
		o.Task = &task
	}
}

// bundle makes one bundle, unless one from the same inputs exists. It completes the entry.
func (p *packing) bundle(ctx context.Context, l *located, v fleetVariant, e *fleet.Entry) (unchanged bool, err error) {
	g := *p.g
	g.Profile = cmp.Or(v.profile, p.globals.Profile)
	o, err := p.of(&g, l, l.paths[0])
	if err != nil {
		return false, err
	}
	format, err := render.ByName(o.config.Output.Format)
	if err != nil {
		return false, err
	}
	e.Bundle = path.Join(bundlesFolder, v.fileName(e.Repository)+cmp.Or(format.Extension, ".txt"))
	o.output = filepath.Join(p.out, filepath.FromSlash(e.Bundle))
	o.origins["output.format"] = "fleet" // with any extension
	options, err := o.pipelineOptions(p.s)
	if err != nil {
		return false, err
	}
	options.Kept = []string{p.out}
	v.setTask(&options)
	if p.remote {
		e.Commit, e.Made = p.tip.Commit, p.madeOfTip(v)
	} else {
		of, err := pipeline.OfWhat(ctx, options)
		if err != nil {
			return false, err
		}
		e.Commit, e.Made = of.Commit, p.made(of.Hash)
	}
	if p.find(e, v) {
		return true, nil
	}
	return false, p.pack(ctx, o, options, e)
}

// pack makes a bundle.
func (p *packing) pack(ctx context.Context, o *packOptions, options pipeline.Options, e *fleet.Entry) error {
	objects, err := openObjects(o.globals, o.config, o.origins)
	if err != nil {
		return err
	}
	options.Objects = objects
	result, err := pipeline.Run(ctx, options)
	if objects != nil {
		p.remoteFailed(objects.Close())
	}
	if err != nil {
		return err
	}
	if err := o.write(result, p.s); err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(result.Parts[0]))
	e.Tokens, e.Digest = result.Tokens, digestText(sum[:])
	if result.Git != nil && result.Git.Commit != e.Commit { // another run was faster
		e.Commit, e.Made = result.Git.Commit, ""
	}
	if n := len(result.Problems); n > 0 {
		first := result.Problems[0]
		return fmt.Errorf("%s could not be read, such as %s: %w", humanize.Count(n, "file"), first.Path, cli.PlainPathError(first.Err))
	}
	return nil
}

// remoteFailed reports the first error of the remote cache.
func (r *fleetRun) remoteFailed(err error) {
	if err == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.remoteTrouble++; r.remoteTrouble == 1 {
		r.globals.Warn(r.s, "%v", err)
	}
}

// fileName returns the name of a repository's bundle, without an extension.
func (v fleetVariant) fileName(repository string) string {
	name := fleet.FileName(repository)
	if v.profile != "" {
		name += "." + fleet.FileName(v.profile)
	}
	if v.taskFile != "" {
		name += "." + fleet.FileName(v.taskFile)
	}
	return name
}

func fileDigest(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // opened read-only
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return digestText(h.Sum(nil)), nil
}

func digestText(sum []byte) string { return "sha256:" + hex.EncodeToString(sum) }
