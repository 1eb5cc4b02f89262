package text

import "ctxpack/signatures/internal/outline"

// Spec returns a language that is read without a grammar: some have plain rules, the others only a name, a fence
// tag and comment marks.
func Spec(name string) *outline.Spec {
	s := &outline.Spec{Name: name}
	if read := plainRules()[name]; read != nil {
		s.Plain, s.Layout.Indent = by(read), "  "
	} else if _, found := formedLanguages()[name]; found {
		s.Plain, s.Layout.Indent = by(outlineForms), "  "
	}
	switch name {
	case "Jupyter Notebook", "Elm", "PowerShell", "Groovy":
		s.Layout.Indent = "    "
	case "Markdown", "MDX":
		s.Layout.Indent = ""
	}
	return s
}

func plainRules() map[string]func(p *page) string {
	return map[string]func(p *page) string{
		"Markdown": outlineMarkdown, "MDX": outlineMarkdown, "JSON": outlineJSON, "JSON with Comments": outlineJSON, "YAML": outlineYAML,
		"TOML": outlineTOML, "CSS": outlineStyle, "SCSS": outlineStyle, "Less": outlineStyle, "HTML": outlineHTML, "Makefile": outlineMakefile,
		"Dockerfile": outlineDockerfile, "Vue": outlineComponent, "Svelte": outlineComponent, "Astro": outlineComponent, "Jupyter Notebook": outlineNotebook,
	}
}
