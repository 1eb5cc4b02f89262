package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/safe/atomicfile"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/mapped"
)

// WriteProduct writes the output of a command to a file atomically, or to standard output.
func WriteProduct(s *Streams, output, text string) error {
	if output == "" || output == "-" {
		_, err := io.WriteString(s.Out, text)
		return RunFailure(err)
	}
	if err := CheckTargets(nil, output); err != nil {
		return err
	}
	return RunFailure(atomicfile.Write(atomicfile.File{Path: output, Data: text}))
}

// WritePainted is like WriteProduct, for text that this program has coloured.
func WritePainted(s *Streams, output, text string) error {
	if s.painted != nil && (output == "" || output == "-") {
		_, err := io.WriteString(s.painted, text)
		return RunFailure(err)
	}
	return WriteProduct(s, output, text)
}

// PrintJSON writes a value as JSON with a line end.
func PrintJSON(w io.Writer, v any) error {
	text, err := IndentJSON(v)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

// IndentJSON returns a value as indented JSON with a line end.
func IndentJSON(v any) (string, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return "", Failf("write JSON: %w", err)
	}
	return b.String(), nil
}

// EscapeInvalid escapes invalid bytes, so that different names stay different in JSON.
func EscapeInvalid(name string) string { return render.TextPath(name) }

// EnsureNewline ends the last line of a text.
func EnsureNewline(text string) string {
	if text == "" || text[len(text)-1] == '\n' {
		return text
	}
	return text + "\n"
}

// NewTable returns a writer for tables with right-aligned numbers.
func NewTable(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// Bold emphasises a text if the stream has colour.
func Bold(text string, color bool) string {
	if !color {
		return text
	}
	return "\x1b[1m" + text + "\x1b[0m"
}

// Wrap breaks lines longer than width columns at spaces; 0 means no limit. A line's second column
// continues below itself or, if too narrow, on separate lines.
func Wrap(text string, width int) string {
	if width <= 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		rest, end := strings.TrimRight(line, "\n"), line[len(strings.TrimRight(line, "\n")):]
		indent := len(rest) - len(strings.TrimLeft(rest, " "))
		if column := strings.LastIndex(rest, "  ") + 2; column-2 > indent && utf8.RuneCountInString(rest) > width {
			if column > width/2 {
				b.WriteString(strings.TrimRight(rest[:column], " ") + "\n")
				rest, column = strings.Repeat(" ", indent+4)+rest[column:], indent+4
			}
			indent = column
		}
		for utf8.RuneCountInString(rest) > width {
			cut := min(max(len(string([]rune(rest)[:width+1])), indent+1), len(rest)) // never break within the indentation
			if space := strings.LastIndexByte(rest[:cut], ' '); space > indent {
				cut = space
			} else if space = strings.IndexByte(rest[cut:], ' '); space >= 0 {
				cut += space // a word longer than the line stays whole
			} else {
				break
			}
			b.WriteString(strings.TrimRight(rest[:cut], " ") + "\n")
			rest = strings.Repeat(" ", indent) + strings.TrimLeft(rest[cut:], " ")
		}
		b.WriteString(rest + end)
	}
	return b.String()
}

// Grouped writes a number with thousands separators.
func Grouped(n int) string { return humanize.Comma(n) }

// Shorten removes the middle of a text longer than width columns. It always keeps a few columns; a
// width of 0 or less changes nothing.
func Shorten(text string, width int) string {
	runes := []rune(text)
	if width <= 0 || len(runes) <= max(width, 20) {
		return text
	}
	width = max(width, 20)
	head := (width - 1) / 3
	return string(runes[:head]) + "…" + string(runes[len(runes)-(width-1-head):])
}

// ExpensiveFiles is how many files the summary names.
const ExpensiveFiles = 10

// Existing returns the file information of this run's existing outputs, which are not packed: the
// files that flags name, and standard output if it is a file.
func Existing(s *Streams, names ...string) []fs.FileInfo {
	var outputs []fs.FileInfo
	add := func(name string) {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			outputs = append(outputs, info)
		}
	}
	for _, name := range names {
		if name == "" || name == "-" {
			continue
		}
		add(name)
		for _, other := range beside(name) {
			add(other)
		}
	}
	if s.OutFile != nil {
		if info, err := s.OutFile.Stat(); err == nil && info.Mode().IsRegular() {
			outputs = append(outputs, info)
		}
	}
	return outputs
}

// beside finds parts of an output that earlier runs left, and temporary files of interrupted runs.
func beside(output string) []string {
	folder, base := filepath.Split(output)
	name := namesFor(base)
	f, err := os.Open(cmp.Or(folder, "."))
	if err != nil {
		return nil // writing will report the error
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1) // the readable ones
	return mapped.Of(mapped.Where(names, name.MatchString), func(n string) string { return folder + n })
}

// namesFor returns the names of the files written for an output: the output, its parts, and their temporary names.
func namesFor(base string) *regexp.Regexp {
	extension := filepath.Ext(base)
	part := regexp.QuoteMeta(strings.TrimSuffix(base, extension)) + `(\.[0-9]+-of-[0-9]+)?` + regexp.QuoteMeta(extension)
	return regexp.MustCompile(`^(` + part + `|\.` + part + `\.[0-9a-z]{1,13})$`)
}

// WrittenFor reports whether paths belong to an output, whose path has the same form.
func WrittenFor(output string) func(path string) bool {
	folder, base := filepath.Split(output)
	name := namesFor(base)
	return func(path string) bool {
		at, of := filepath.Split(path)
		return at == folder && name.MatchString(of)
	}
}

// templateLimit exceeds the size limit of a template, so that a larger one is reported as too large.
const templateLimit = 4 << 20

// TemplateFormat reads a user's template. origin is the place where the format was set.
func TemplateFormat(name, origin string) (render.Format, error) {
	if origin == "--format" {
		return render.Format{}, Usagef("--template and --format exclude each other")
	}
	text, err := FlagFile("template", name, templateLimit)
	if err != nil {
		return render.Format{}, err
	}
	if strings.IndexByte(text, 0) >= 0 {
		return render.Format{}, Usagef("--template: %s is not text", name)
	}
	format, err := render.Template(filepath.Base(name), text)
	if err != nil {
		return format, Usagef("--template: %w", err)
	}
	return format, nil
}
