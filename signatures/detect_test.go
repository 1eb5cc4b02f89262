package signatures

import (
	"slices"
	"sort"
	"strings"
	"testing"
)

func TestLanguage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ path, head, want string }{
		{"main.go", "", "Go"},
		{"a/b/Main.GO", "", "Go"},
		{"x.ts", "", "TypeScript"},
		{"x.d.ts", "", "TypeScript"},
		{"x.mts", "", "TypeScript"},
		{"x.tsx", "", "TSX"},
		{"x.js", "", "JavaScript"},
		{"x.jsx", "", "JavaScript"},
		{"x.mjs", "", "JavaScript"},
		{"x.cjs", "", "JavaScript"},
		{"vite.config.ts", "", "TypeScript"},
		{"x.ts", "<?xml version=\"1.0\"?>", "XML"},
		{"x.py", "", "Python"},
		{"x.pyi", "", "Python"},
		{"x.rs", "", "Rust"},
		{"X.java", "", "Java"},
		{"x.c", "", "C"},
		{"x.cc", "", "C++"},
		{"x.hpp", "", "C++"},
		{"x.h", "int f(void);\n", "C"},
		{"x.h", "#ifdef __cplusplus\nextern \"C\" {\nnamespace x {}\n#endif\nint f(void);\n", "C"},
		{"x.h", "#ifdef __cplusplus\n#else\nclass X;\n#endif\n", "C++"},
		{"x.h", "/*\n * class of things\n */\n// class X\nint f(void);\n", "C"},
		{"x.h", "#pragma once\nnamespace x {\n", "C++"},
		{"x.h", "#include <vector>\n", "C++"},
		{"x.h", "#include <stdio.h>\nstruct x { int public_key; };\n", "C"},
		{"x.h", "@interface Foo : NSObject\n@end\n", "Objective-C"},
		{"tool", "#!/usr/bin/env python3\n", "Python"},
		{"tool", "#!/usr/bin/python3.12 -u\n", "Python"},
		{"tool", "#!/usr/bin/env -S node --flag\n", "JavaScript"},
		{"tool", "#!/usr/bin/env FOO=1 ruby\n", "Ruby"},
		{"tool", "#!/bin/sh\n", "Shell"},
		{"tool", "#! /bin/bash -e\n", "Shell"},
		{"tool", "#!/usr/bin/env Rscript\n", "R"},
		{"build.zig", "", "Zig"},
		{"build.zig.zon", "", "ZON"},
		{"X.R", "", "R"},
		{"x.Rmd", "", "Markdown"},
		{"x.dart", "", "Dart"},
		{"X.Tests.ps1", "", "PowerShell"},
		{"tool", "#!", ""},
		{"tool", "text", ""},
		{"Makefile", "", "Makefile"},
		{"Makefile.am", "", "Makefile"},
		{"Dockerfile", "", "Dockerfile"},
		{"Dockerfile.dev", "", "Dockerfile"},
		{"web.dockerfile", "", "Dockerfile"},
		{"CMakeLists.txt", "", "CMake"},
		{"notes.txt", "", "Text"},
		{"README", "", "Text"},
		{"README.md", "", "Markdown"},
		{"Gemfile", "", "Ruby"},
		{"x.rb", "", "Ruby"},
		{"x.php", "", "PHP"},
		{"view.blade.php", "", "Blade"},
		{"x.cs", "", "C#"},
		{"x.kt", "", "Kotlin"},
		{"x.swift", "", "Swift"},
		{"x.yml", "", "YAML"},
		{"x.json", "", "JSON"},
		{"tsconfig.json", "", "JSON with Comments"},
		{"x.toml", "", "TOML"},
		{"x.tf", "", "HCL"},
		{"x.sql", "", "SQL"},
		{"x.vue", "", "Vue"},
		{".gitignore", "", "Ignore List"},
		{".env", "", "Dotenv"},
		{".env.staging", "", "Dotenv"},
		{"go.mod", "", "Go Module"},
		{"x.m", "#import <Foundation/Foundation.h>\n", "Objective-C"},
		{"x.m", "function y = f(x)\n% comment\n", "MATLAB"},
		{"x.unknown", "", ""},
		{"", "", ""},
	} {
		if got := Language(test.path, test.head); got != test.want {
			t.Errorf("Language(%q, %q) = %q, want %q", test.path, test.head, got, test.want)
		}
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	names := Languages()
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Error("Languages are not sorted and distinct")
	}
	for _, name := range names {
		if FenceTag(name) == "" {
			t.Errorf("%s has no fence tag", name)
		}
		if strings.ContainsAny(FenceTag(name), " `~\n") {
			t.Errorf("the fence tag of %s is %q", name, FenceTag(name))
		}
	}
	if FenceTag("") != "" || FenceTag("no such language") != "" {
		t.Error("an unknown language has a fence tag")
	}
}

// No two languages claim the same name, extension or interpreter.
func TestTableIsUnambiguous(t *testing.T) {
	t.Parallel()
	owner := make(map[string]string)
	for _, s := range table() {
		for _, key := range slices.Concat(s.Files, s.Extensions, prefixAll("#!", s.Interpreters)) {
			key = strings.ToLower(key)
			if other := owner[key]; other != "" {
				t.Errorf("%s and %s both claim %q", other, s.Name, key)
			}
			owner[key] = s.Name
		}
		for _, e := range s.Extensions {
			if e != strings.ToLower(e) || !strings.HasPrefix(e, ".") {
				t.Errorf("%s: extension %q", s.Name, e)
			}
		}
	}
}

func prefixAll(prefix string, list []string) []string {
	var out []string
	for _, s := range list {
		out = append(out, prefix+s)
	}
	return out
}

// Languages returns the possible results of [Language], sorted.
func Languages() []string {
	var names []string
	for name := range table() {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
