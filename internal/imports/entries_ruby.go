package imports

import "strings"

// rubyEntries reads the programs and the main file that gemspecs declare. A
// gemspec is a Ruby program; only its plain assignments are read.
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
		if spec.name == "" {
			spec.name = strings.TrimSuffix(baseOf(manifest), ".gemspec")
		}
		for _, path := range p.gemFiles(dirOf(manifest), spec) {
			if id, exists := p.file(path); exists {
				e.add(id, manifest)
			}
		}
	}
}

// gemspec is what a gem says about its entry points.
type gemspec struct {
	name, bindir string
	executables  []string
	all          bool // the executables are every file of bindir
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
		for _, id := range p.folders[bindir] {
			out = append(out, p.path(id))
		}
	}
	lib := under(dir, "lib")
	for _, name := range []string{spec.name, strings.ReplaceAll(spec.name, "-", "/")} {
		path, fine := join(lib, name+".rb")
		if _, exists := p.file(path); fine && exists {
			return append(out, path)
		}
	}
	plain := strings.NewReplacer("-", "", "_", "") // activerecord has lib/active_record.rb
	for _, id := range p.folders[lib] {
		name, isRuby := strings.CutSuffix(baseOf(p.path(id)), ".rb")
		if isRuby && plain.Replace(name) == plain.Replace(spec.name) {
			return append(out, p.path(id))
		}
	}
	return out
}

// parseGemspec reads `s.name =`, `s.bindir =` and `s.executables =` or `<<`.
func parseGemspec(text string) gemspec {
	spec := gemspec{bindir: "bin"}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		receiver, rest, ok := strings.Cut(line, ".")
		if !ok || receiver == "" || strings.ContainsAny(receiver, " #\"'(") {
			continue
		}
		end := strings.IndexAny(rest, " =<.(")
		if end < 0 {
			continue
		}
		field, value := rest[:end], strings.TrimLeft(rest[end:], " =<.push(")
		switch field {
		case "name":
			spec.name = firstOf(rubyStrings(value))
		case "bindir":
			if dir := firstOf(rubyStrings(value)); dir != "" {
				spec.bindir = dir
			}
		case "executable", "executables", "default_executable":
			if names := rubyStrings(value); len(names) > 0 {
				spec.executables = append(spec.executables, names...)
			} else if strings.Contains(value, "grep(") || strings.Contains(value, "Dir") {
				spec.all = true // a listing of the folder for programs
			}
		}
	}
	return spec
}

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// rubyStrings returns the strings of a literal: "a", ['a', "b"] or %w[a b]. It
// is nil for any other expression.
func rubyStrings(value string) []string {
	value = strings.TrimSuffix(strings.TrimSpace(value), ".freeze")
	if words, ok := strings.CutPrefix(value, "%w"); ok && len(words) > 1 {
		if end := strings.IndexAny(words[1:], "])}>|/"); end >= 0 {
			return strings.Fields(words[1 : 1+end])
		}
		return nil
	}
	if value == "" || !strings.ContainsRune(`"'[`, rune(value[0])) {
		return nil
	}
	var out []string
	for rest := value; ; {
		start := strings.IndexAny(rest, `"'`)
		if start < 0 {
			return out
		}
		size := strings.IndexByte(rest[start+1:], rest[start])
		if size < 0 {
			return out
		}
		if s := rest[start+1 : start+1+size]; !strings.Contains(s, "#{") {
			out = append(out, s)
		}
		rest = rest[start+size+2:]
	}
}
