package imports

import "strings"

// rubyEntries finds the main file and the programs of each gem by RubyGems' conventions.
// A gemspec is a Ruby program: all that is read in it is whether there are programs.
func (p *project) rubyEntries(e *entrySet) {
	for i := range p.files {
		manifest := p.files[i].Path
		gem, ok := strings.CutSuffix(baseOf(manifest), ".gemspec")
		if !ok {
			continue
		}
		dir := dirOf(manifest)
		e.add(p.gemFile(under(dir, "lib"), gem), manifest)
		programs := under(dir, "exe")
		if !p.isFolder(programs) {
			programs = under(dir, "bin")
		}
		if text, _ := p.read(manifest); strings.Contains(text, "executable") {
			for _, id := range p.folders[programs] {
				e.add(id, manifest)
			}
		}
	}
}

// gemFile finds what a gem is required by: gem.rb, a-b as a/b.rb, and ab as a_b.rb.
func (p *project) gemFile(lib, gem string) fileID {
	if id := p.at(lib, strings.ReplaceAll(gem, "-", "/")+".rb"); id != noFile {
		return id
	}
	plain := strings.NewReplacer("-", "", "_", "")
	for _, id := range p.folders[lib] {
		if plain.Replace(baseOf(p.path(id))) == plain.Replace(gem)+".rb" {
			return id
		}
	}
	return noFile
}
