package imports

import (
	"cmp"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
)

// rubyEntries reads the programs and main files that gemspecs declare. A gemspec is a Ruby program;
// only its plain assignments are read.
func (p *project) rubyEntries(e *entrySet) {
	for i := range p.files {
		manifest := p.files[i].Path
		if !strings.HasSuffix(manifest, ".gemspec") {
			continue
		}
		text, ok := p.read(manifest)
		if !ok {
			continue
		}
		spec := parseGemspec(text)
		spec.name = cmp.Or(spec.name, strings.TrimSuffix(baseOf(manifest), ".gemspec"))
		for _, path := range p.gemFiles(dirOf(manifest), spec) {
			if id, exists := p.file(path); exists {
				e.add(id, manifest)
			}
		}
	}
}

// gemspec holds the entry points that a gemspec declares.
type gemspec struct {
	name, bindir string
	executables  []string
	all          bool // every file of bindir is an executable
}

// gemFiles returns the paths that a gemspec in dir names or implies.
func (p *project) gemFiles(dir string, spec gemspec) []string {
	var out []string
	bindir, ok := join(dir, spec.bindir)
	for _, name := range spec.executables {
		if path, fine := join(bindir, name); ok && fine {
			out = append(out, path)
		}
	}
	if ok && spec.all {
		out = append(out, mapped.Of(p.folders[bindir], func(id fileID) string { return p.path(id) })...)
	}
	lib := under(dir, "lib")
	for _, name := range []string{spec.name, strings.ReplaceAll(spec.name, "-", "/")} {
		if id := p.at(lib, name+".rb"); id != noFile {
			return append(out, p.path(id))
		}
	}
	plain := strings.NewReplacer("-", "", "_", "") // for example, activerecord has lib/active_record.rb
	for _, id := range p.folders[lib] {
		name, isRuby := strings.CutSuffix(baseOf(p.path(id)), ".rb")
		if isRuby && plain.Replace(name) == plain.Replace(spec.name) {
			return append(out, p.path(id))
		}
	}
	return out
}

// gemFields matches assignments of a gemspec, rubyString a literal without code. Read-only.
var (
	gemFields  = pattern.Of(`(?m)^[ \t]*\w+\.(name|bindir|executables?|default_executable)[ \t]*(?:\+?=|<<|\.push\b)[ \t(]*(.*)`)
	rubyString = pattern.Of(`"([^"#]+)"|'([^']+)'`)
)

// parseGemspec reads `s.name =`, `s.bindir =` and `s.executables =` or `<<`.
func parseGemspec(text string) gemspec {
	spec := gemspec{bindir: "bin"}
	for _, m := range gemFields().FindAllStringSubmatch(text, -1) {
		names := rubyStrings(m[2])
		switch {
		case len(names) == 0: // probably a listing of the bin folder
			spec.all = spec.all || strings.HasPrefix(m[1], "exec") && (strings.Contains(m[2], "grep(") || strings.Contains(m[2], "Dir"))
		case m[1] == "name":
			spec.name = names[0]
		case m[1] == "bindir":
			spec.bindir = names[0]
		default:
			spec.executables = append(spec.executables, names...)
		}
	}
	return spec
}

// rubyStrings returns the strings of a literal: "a", ['a', "b"] or %w[a b]; nil for any other expression.
func rubyStrings(value string) (list []string) {
	if words, ok := strings.CutPrefix(value, "%w"); ok && len(words) > 1 {
		words, _, _ = strings.Cut(words[1:], string("])}>|/"[max(0, strings.IndexByte("[({<|/", words[0]))]))
		return strings.Fields(words)
	}
	if strings.HasPrefix(value, `"`) || strings.HasPrefix(value, "'") || strings.HasPrefix(value, "[") {
		list = mapped.Of(rubyString().FindAllStringSubmatch(value, -1), func(m []string) string { return m[1] + m[2] })
	}
	return list
}
