package source

import (
	"strings"
	"testing"
)

// TestProgramNotes: the words are concatenated here, so that this file has no such note.
func TestProgramNotes(t *testing.T) {
	t.Parallel()
	gen, dne := "gener"+"ated", "DO NOT "+"EDIT"
	auto := "auto" + gen
	for _, tt := range []struct {
		name, text string
		want       SkipReason
	}{
		{"a.py", "# -*- coding: utf-8 -*-\n# G" + gen[1:] + " by the protocol buffer compiler.  " + dne + "!\n", Generated},
		{"a.cc", "// G" + gen[1:] + " by the gRPC C++ plugin.\n", Generated},
		{"a.go", "// Code " + gen + " by mockery v2.\n\npackage a\n", Generated},
		{"a.go", "// Code " + gen + " by the compiler is checked here.\n\npackage a\n", None},
		{"a.rb", "#\n# " + "This file is automatically " + gen + " by Racc 1.4.9\n", Generated},
		{"a.c", "/* G" + gen[1:] + " by Cython 0.29 */\n", Generated},
		{"a.c", "/* A Bison parser, made by GNU Bison 3.5.1.  */\n", Generated},
		{"a.c", "#line 1 \"lex.yy.c\"\n#define YY_INT 1\n/* A lexical scanner " + gen + " by flex */\n", Generated},
		{"a.go", "/*\nThe MIT License\n\n" + strings.Repeat("Permission is granted to all.\n", 20) + "*/\n\n// Code " + gen + " by x. " + dne +
			".\n\npackage a\n", Generated},
		{"a.go", "/*\nPermission\n*/\nvar a, b int\n" + strings.Repeat("var c int\n", 9) + "// Code " + gen + " by x. " + dne + ".\n", None},
		{"a.c", "\n#line 1 \"scan.rl\"\n/* a */\n", Generated},
		{"a.go", "//line parse.y:2\npackage a\n", Generated},
		{"a.rb", "# line 1 \"lexer.rl\"\nclass A\n", Generated},
		{"a.c", "/* original parser id follows */\n/* yysccsid[] = \"@(#)yaccpar\" */\n", Generated},
		{"a.c", "// line 1 \"of the poem\"\nint a;\n", None},
		{"a.java", "/* The following code was " + gen + " by JFlex 1.4.3 */\n", Generated},
		{"a.java", "// G" + gen[1:] + " from Foo.g4 by ANTLR 4.7\npackage a;\n", Generated},
		{"a.java", "package a;\n\n/**\n * This class is " + gen + " by jOOQ.\n */\n", Generated},
		{"a.ts", "/**\n * This file was auto-" + gen + " by openapi-typescript.\n */\n", Generated},
		{"requirements.txt", "#\n# This file is " + auto + " by pip-compile with Python 3.11\n", Generated},
		{"notes.txt", "# This file is " + auto + " by pip-compile\n", None},
		{"a.rs", "/* automatically " + gen + " by rust-bindgen 0.59.2 */\n", Generated},
		{"a.rbi", "# typed: true\n\n# " + dne + " MANUALLY\n# This is an " + auto + " file for types\n", Generated},
		{"configure", "#! /bin/sh\n# Guess values.\n# G" + gen[1:] + " by GNU Autoconf 2.69 for x.\n", Generated},
		{"aclocal.m4", "# " + gen + " automatically by aclocal 1.16.1 -*- Autoconf -*-\n", Generated},
		{"config.h.in", "/* config.h.in.  G" + gen[1:] + " from configure.ac by autoheader.  */\n", Generated},
		// Not in the first lines, or about something else.
		{"schema.rb", "# This file is auto-" + gen + " from the current state of the database. Instead\n# of editing this file, use migrations.\n", None},
		{"spec_helper.rb", "# This file was " + gen + " by the `rspec --init` command.\n", None},
		{"build.gradle", "/*\n * This file was " + gen + " by the Gradle 'init' task.\n */\n", None},
		{"0001_initial.py", "# G" + gen[1:] + " by Django 3.2 on 2021-01-01\n", None},
		{"a.rb", "# This file is automatically " + gen + " once.\n# Feel free to change it.\n", None},
		{"a.c", "int a;\nint b;\nint c;\n/* " + auto + " by x */\n", None},
		{"a.c", "/* Reads what was " + auto + " by x */\n", None},
		{".prettierignore", "# Auto-" + gen + " by `cargo-dist`.\nrelease.yml\n", None},
		// Templates of generators.
		{"a.go.tmpl", "// Code " + gen + " by tool. " + dne + ".\npackage {{.Package}}\n", None},
		{"version.h.in", "/* " + auto + " from version.h.in, do not " + "edit */\n", None},
		{"a.go", "// Code " + gen + " by {{.Tool}}. " + dne + ".\n", None},
		{"a.py.j2", "# This file is " + auto + " by x\n", None},
		// Forms.
		{"a.js", "\"use strict\";\nvar a = 1;\n//# sourceMappingURL=a.js.map\n", Generated},
		{"a.js", "// looks for //# sourceMappingURL=a.js.map\nvar a;\n", None},
		{"a.ts", "var a = 1;\n//# sourceMappingURL=a.js.map\n", None},
		{"a.prefab.meta", "fileFormatVersion: 2\nguid: 0\n", Generated},
		{"a.yml", "---\nhttp_interactions: []\nrecorded_with: VCR 6.0.0\n", Generated},
		{"A.xml", "<?xml version=\"1.0\"?>\n<doc>\n    <assembly>\n        <name>A</name>\n", Generated},
		{"a.xml", "<?xml version=\"1.0\"?>\n<doc>\n  <title/>\n</doc>\n", None},
	} {
		if got := contentReason(tt.name, tt.text); got != tt.want {
			t.Errorf("%s %.70q: %v, want %v", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestGeneratedPages(t *testing.T) {
	t.Parallel()
	page := func(generator string) string {
		return "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"generator\" content=\"" + generator + "\"/>\n<title>a</title>\n"
	}
	for text, want := range map[string]SkipReason{
		page("Doxygen 1.9.1"): Generated, page("rustdoc"): Generated, page("mkdocs-1.5.3, mkdocs-material-9"): Generated,
		page("Docutils 0.18.1: http://docutils.sourceforge.net/"): Generated, page("Hugo 0.111.3"): Generated,
		page("Doxygen $doxygenversion"): None, page("pandoc") + "$for(css)$": None, page("rustdoc") + "{% if x %}": None,
		page("a person"): None, page(""): None, "<!DOCTYPE html>\n<html>\n<meta name=\"generator\" content=\"rustdoc": None,
		"<!DOCTYPE html>\n<html>\n<head>\n<!-- Book " + "gener" + "ated using mdBook -->\n": Generated,
		strings.Repeat(" ", 3000) + page("rustdoc"):                                         None,
	} {
		if got := contentReason("index.html", text); got != want {
			t.Errorf("%.200q: %v, want %v", strings.TrimSpace(text), got, want)
		}
	}
}

func TestBuiltDocumentation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeTree(t, dir, "docs/html/objects.inv", "docs/html/searchindex.js", "docs/html/index.html", "docs/html/_static/doctools.js", "docs/html/_sources/a.rst.txt",
		"docs/html/by-hand.md", "docs/html/tool.py", "src/docs/conf.py", "src/docs/objects.inv", "src/docs/searchindex.js", "src/docs/my.js",
		"dox/html/index.html", "dox/html/doxygen.css", "dox/html/dynsections.js", "dox/html/search/a.js", "dox/doxygen.css", "dox/Doxyfile",
		"theme/book.js", "theme/ayu-highlight.css", "theme/index.hbs", "_site/index.html", "_site/a.js", "app/_site/page.js", "index.html", "site/index.html")
	files := walkDir(t, dir, Options{})
	for path, want := range map[string]SkipReason{
		"docs/html/index.html": Generated, "docs/html/_static/doctools.js": Generated, "docs/html/_sources/a.rst.txt": Generated,
		"docs/html/by-hand.md": None, "docs/html/tool.py": None, "src/docs/my.js": None, "dox/html/search/a.js": Generated, "dox/doxygen.css": None,
		"theme/book.js": None, "_site/a.js": Generated, "app/_site/page.js": None, "index.html": None, "site/index.html": None,
	} {
		if files[path].Skip != want {
			t.Errorf("%s: %v, want %v", path, files[path].Skip, want)
		}
	}
	if d := files["docs/html/_static/doctools.js"].Detail; d != "docs/html/: documentation that Sphinx wrote" {
		t.Errorf("detail: %q", d)
	}
	writeFile(t, dir, ".gitattributes", "docs/html/** -linguist-generated\n")
	if f := walkDir(t, dir, Options{})["docs/html/_static/doctools.js"]; f.Skip != None {
		t.Errorf("the attribute did not lift it: %v", f.Skip)
	}
	if f := walkDir(t, dir, Options{Include: []string{"dox"}})["dox/html/search/a.js"]; f.Skip != None {
		t.Errorf("the glob did not bring it back: %v", f.Skip)
	}
}
