package pack

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/clipboard"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/safe/atomicfile"
)

// longBundle is the number of tokens from which a bundle is too long to read on a terminal.
const longBundle = 4_000

// pouredOut is the largest bundle, in tokens, that is printed to a terminal by default: a larger
// one would only push everything else off the screen.
const pouredOut = 20_000

// withheld reports whether a bundle is not printed, because the output is a terminal, the bundle is
// large, and the user did not ask to print it.
func (o *packOptions) withheld(result *pipeline.Result, s *cli.Streams) bool {
	return o.onTerminal(s) && result.Tokens > pouredOut
}

func (o *packOptions) onTerminal(s *cli.Streams) bool {
	return s.OutTerminal && o.output == "" && !o.copy
}

// tellWays explains how to get a withheld bundle. It prints even in a quiet run, which would
// otherwise end as if it had succeeded.
func (o *packOptions) tellWays(result *pipeline.Result, s *cli.Streams) {
	fmt.Fprintf(s.Err, "ctxpack: the bundle has %s tokens and is not printed to the terminal\n", cli.Grouped(result.Tokens))
	fmt.Fprint(s.Err, `  -o context.md  writes it to a file
  --copy         copies it to the clipboard
  -o -           prints it here anyway
`)
}

// tellWhere says where the bundle is, or suggests a better place than a terminal.
func (o *packOptions) tellWhere(result *pipeline.Result, s *cli.Streams) {
	switch n := len(result.Parts); {
	case o.withheld(result, s):
		o.tellWays(result, s)
	case o.toFile() && n > 1:
		o.globals.Note(s, "wrote %s to %s: %s tokens in %d parts", partName(o.output, 0, n, true), partName(o.output, n-1, n, true), cli.Grouped(result.Tokens), n)
	case o.toFile():
		o.globals.Note(s, "wrote %s: %s of %s tokens", partName(o.output, 0, n, o.split != ""), cli.Grouped(result.Tokens), cli.Grouped(result.Budget))
	case o.onTerminal(s) && result.Tokens > longBundle && !o.globals.Quiet:
		fmt.Fprintln(s.Err, "hint: -o context.md writes the bundle to a file, --copy to the clipboard")
	}
}

// toFile reports whether the bundle is written to a file.
func (o *packOptions) toFile() bool { return o.output != "" && o.output != "-" }

// format returns the template's format or the configured one, else the one that the output's extension implies.
func (o *packOptions) format() (render.Format, error) {
	if o.template != "" {
		return cli.TemplateFormat(o.template, o.origins["output.format"])
	}
	name := o.config.Output.Format
	if extension := strings.ToLower(filepath.Ext(o.output)); extension != "" && o.toFile() && o.origins["output.format"] == "default" {
		var known []string
		for _, f := range render.Formats() {
			if f.Extension == extension {
				return f, nil
			}
			if f.Extension != "" {
				known = append(known, f.Extension)
			}
		}
		return render.Format{}, cli.Usagef("--output %s: no format has the extension %s", o.output, extension).
			WithHint("give --format, or one of the extensions %s", strings.Join(known, ", "))
	}
	f, err := render.ByName(name)
	if err != nil {
		return f, cli.Usagef("%w", err)
	}
	return f, nil
}

func (o *packOptions) partSize() (int, error) {
	if o.split == "" {
		return 0, nil
	}
	if !o.toFile() {
		return 0, cli.Usagef("--split needs --output, which names the parts")
	}
	n, err := config.ParseTokens(o.split)
	if err != nil {
		return 0, cli.Usagef("--split: %w", err)
	}
	return n, nil
}

// earlier reads the bundle of --since; nil without one.
func (o *packOptions) earlier() (*render.Past, error) {
	if o.since == "" {
		return nil, nil
	}
	text, err := cli.FlagFile("since", o.since, earlierLimit)
	if err != nil {
		return nil, err
	}
	past, err := render.ReadPast(strings.NewReader(text))
	if err != nil {
		return nil, cli.Usagef("--since %s: %w", o.since, err).WithHint("ctxpack pack -o %s writes one, with the same flags", "before.json")
	}
	return past, nil
}

// earlierLimit is the size limit of an earlier bundle, in bytes.
const earlierLimit = 100 << 20

// headerLimit is the size limit of a header file, in bytes.
const headerLimit = 10 << 20

func headerText(header string) (string, error) {
	text := header
	if name, ok := strings.CutPrefix(header, "@"); ok {
		var err error
		if text, err = cli.FlagFile("header", name, headerLimit); err != nil {
			return "", err
		}
	}
	return strings.ToValidUTF8(text, "�"), nil
}

// write writes the output: all of its files, or none.
func (o *packOptions) write(result *pipeline.Result, s *cli.Streams) error {
	var files []atomicfile.File
	if o.report != "" {
		text, err := reportText(result, o.report)
		if err != nil {
			return cli.Failf("write report: %w", err)
		}
		files = append(files, atomicfile.File{Path: o.report, Data: result.Seal(text)})
	}
	if o.toFile() {
		for i, text := range result.Parts {
			files = append(files, atomicfile.File{Path: partName(o.output, i, len(result.Parts), o.split != ""), Data: text})
		}
	}
	for _, f := range files {
		if err := cli.CheckTargets(firstPaths(o.paths), f.Path); err != nil {
			return err
		}
	}
	if err := atomicfile.Write(files...); err != nil {
		return cli.Failf("%w", err)
	}
	if o.copy {
		if err := o.copyBundle(result, s); err != nil {
			return err
		}
	}
	if copied := o.copy && o.output == ""; copied || o.toFile() || o.withheld(result, s) {
		return nil
	}
	for _, text := range result.Parts {
		if _, err := s.Out.Write([]byte(text)); err != nil {
			return cli.Failf("write bundle: %w", err)
		}
	}
	return nil
}

// partName returns the name of part i of n: context.md becomes context.2-of-3.md.
func partName(output string, i, n int, split bool) string {
	if !split {
		return output
	}
	extension := filepath.Ext(output)
	digits := len(strconv.Itoa(n)) // so that names sort in order
	return fmt.Sprintf("%s.%0*d-of-%d%s", strings.TrimSuffix(output, extension), digits, i+1, n, extension)
}

// copyBundle copies a bundle to the clipboard and prints a note.
func (o *packOptions) copyBundle(result *pipeline.Result, s *cli.Streams) error {
	place := clipboard.Place{Getenv: os.Getenv}
	if terminal, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0); err == nil { // Windows has no /dev/tty, but a clipboard
		defer func() { _ = terminal.Close() }() // writes are not buffered
		place.Terminal = terminal
	}
	text := result.Parts[0]
	through, err := place.Copy(text)
	if err != nil {
		return cli.Failf("--copy: %w", err).WithHint("-o FILE writes the bundle to a file")
	}
	where := "the clipboard"
	if through {
		where = "the terminal's clipboard, if the terminal has one"
		if place.NoDisplay() {
			where += ": there is no display"
		}
	}
	o.globals.Note(s, "copied %s tokens to %s", cli.Grouped(result.Tokens), where)
	if through && len(text) > clipboard.TerminalLimit {
		o.globals.Warn(s, "the bundle has %s bytes, and some terminals take no more than %s", cli.Grouped(len(text)), cli.Grouped(clipboard.TerminalLimit))
	}
	return nil
}
