package signatures

import (
	"slices"
	"strings"
)

// plainSpecs are the languages that are read without a grammar: some have plain
// rules, the others a name, a fence tag, and markers in comments.
func plainSpecs() []*spec {
	return slices.Concat(ruledSpecs(), programPlain(), scriptPlain(), markupPlain(), dataPlain())
}

// ruledSpecs are the languages with an outline by plain rules.
func ruledSpecs() []*spec {
	return []*spec{
		markdownSpec(), mdxSpec(), jsonSpec(), jsoncSpec(), yamlSpec(), tomlSpec(),
		cssSpec(), scssSpec(), lessSpec(), htmlSpec(),
		makefileSpec(), dockerfileSpec(), sqlSpec(),
		vueSpec(), svelteSpec(), astroSpec(), notebookSpec(),
		protobufSpec(), hclSpec(), graphqlSpec(), thriftSpec(), cueSpec(), elmSpec(), ocamlSpec(),
	}
}

// plain makes an entry of words: extensions start with a dot, interpreters
// with "#!", the rest are file names.
func plain(name, fence string, c comments, words string) *spec {
	s := &spec{name: name, fence: fence, comments: c}
	for _, w := range strings.Fields(words) {
		switch {
		case w[0] == '.':
			s.extensions = append(s.extensions, w)
		case strings.HasPrefix(w, "#!"):
			s.interpreters = append(s.interpreters, w[2:])
		default:
			s.files = append(s.files, w)
		}
	}
	return s
}

func programPlain() []*spec {
	return []*spec{
		plain("Ada", "ada", dashComments(), ".adb .ads"),
		plain("Assembly", "asm", comments{line: []string{"#", ";", "//"}, block: slashStar()}, ".s .asm .nasm"),
		plain("Clojure", "clojure", lispComments(), ".clj .cljs .cljc .edn"),
		plain("Cap'n Proto", "capnp", hashComments(), ".capnp"),
		plain("COBOL", "cobol", comments{line: []string{"*>"}}, ".cob .cbl .cpy"),
		plain("Common Lisp", "lisp", lispComments(), ".lisp .lsp .asd"),
		plain("Crystal", "crystal", hashComments(), ".cr #!crystal"),
		plain("CUDA", "cuda", cComments(), ".cu .cuh"),
		plain("Cython", "cython", hashComments(), ".pyx .pxd .pxi"),
		plain("D", "d", cComments(), ".d .di"),
		plain("Dart", "dart", cComments(), ".dart #!dart"),
		plain("Emacs Lisp", "elisp", lispComments(), ".el"),
		plain("Erlang", "erlang", comments{line: []string{"%"}, quote: `"`}, ".erl .hrl #!escript"),
		plain("F#", "fsharp", comments{line: []string{"//"}, block: [][2]string{{"(*", "*)"}}, quote: `"`}, ".fs .fsi .fsx"),
		plain("Fortran", "fortran", comments{line: []string{"!"}, quote: `"'`}, ".f90 .f95 .f03 .f08 .f .for"),
		plain("Gleam", "gleam", cComments(), ".gleam"),
		plain("GLSL", "glsl", cComments(), ".glsl .vert .frag .geom .comp .tesc .tese"),
		plain("Haskell", "haskell", comments{line: []string{"--"}, block: [][2]string{{"{-", "-}"}}, quote: `"`}, ".hs .lhs #!runhaskell"),
		plain("HLSL", "hlsl", cComments(), ".hlsl .fx"),
		plain("Julia", "julia", hashComments(), ".jl #!julia"),
		plain("Mojo", "mojo", hashComments(), ".mojo"),
		plain("Nim", "nim", hashComments(), ".nim .nims"),
		plain("Objective-C", "objectivec", cComments(), ".m"),
		plain("Objective-C++", "objectivec", cComments(), ".mm"),
		plain("Odin", "odin", cComments(), ".odin"),
		plain("Pascal", "pascal", comments{line: []string{"//"}, block: [][2]string{{"{", "}"}, {"(*", "*)"}}, quote: "'"}, ".pas .pp .dpr .lpr"),
		plain("PureScript", "purescript", dashComments(), ".purs"),
		plain("Racket", "racket", lispComments(), ".rkt #!racket"),
		plain("Reason", "reason", cComments(), ".re .rei"),
		plain("ReScript", "rescript", cComments(), ".res .resi"),
		plain("Scheme", "scheme", lispComments(), ".scm .ss .sld"),
		plain("Solidity", "solidity", cComments(), ".sol"),
		plain("SystemVerilog", "systemverilog", cComments(), ".sv .svh"),
		plain("Verilog", "verilog", cComments(), ".v .vh"),
		plain("VHDL", "vhdl", dashComments(), ".vhd .vhdl"),
		plain("Visual Basic", "vb", comments{line: []string{"'"}, quote: `"`}, ".vb .vbs .bas"),
		plain("Vyper", "vyper", hashComments(), ".vy"),
		plain("WebAssembly", "wasm", comments{line: []string{";;"}, block: [][2]string{{"(;", ";)"}}, quote: `"`}, ".wat .wast"),
		plain("WGSL", "wgsl", cComments(), ".wgsl"),
		plain("Zig", "zig", comments{line: []string{"//"}, quote: `"`}, ".zig .zon"),
	}
}

func scriptPlain() []*spec {
	return []*spec{
		plain("Awk", "awk", hashComments(), ".awk #!awk #!gawk #!mawk"),
		plain("Batchfile", "bat", comments{line: []string{"REM ", "rem ", "::"}}, ".bat .cmd"),
		plain("CoffeeScript", "coffeescript", hashComments(), ".coffee Cakefile #!coffee"),
		plain("Fish", "fish", hashComments(), ".fish #!fish"),
		plain("GDScript", "gdscript", hashComments(), ".gd"),
		plain("Just", "just", hashComments(), ".just Justfile #!just"),
		plain("Luau", "luau", dashComments(), ".luau"),
		plain("MATLAB", "matlab", comments{line: []string{"%"}, quote: `"`}, ".matlab"),
		plain("Nix", "nix", comments{line: []string{"#"}, block: slashStar(), quote: `"`}, ".nix"),
		plain("Perl", "perl", hashComments(), ".pl .pm .t #!perl"),
		plain("PowerShell", "powershell", comments{line: []string{"#"}, block: [][2]string{{"<#", "#>"}}, quote: `"'`}, ".ps1 .psm1 .psd1 #!pwsh"),
		plain("Prolog", "prolog", comments{line: []string{"%"}, block: slashStar(), quote: `"`}, ".pro .prolog #!swipl"),
		plain("R", "r", hashComments(), ".r .rmd .rprofile #!rscript"),
		plain("Starlark", "starlark", hashComments(), ".bzl .star .bazel BUILD WORKSPACE Tiltfile"),
		plain("Tcl", "tcl", hashComments(), ".tcl #!tclsh #!wish"),
		plain("Vim Script", "vim", comments{line: []string{`"`}}, ".vim .vimrc"),
	}
}

func markupPlain() []*spec {
	tags := comments{block: [][2]string{{"<!--", "-->"}}}
	return []*spec{
		plain("AsciiDoc", "asciidoc", comments{line: []string{"//"}}, ".adoc .asciidoc"),
		plain("BibTeX", "bibtex", comments{line: []string{"%"}}, ".bib"),
		plain("Blade", "blade", comments{block: [][2]string{{"{{--", "--}}"}, {"<!--", "-->"}}}, ".blade.php"),
		plain("EJS", "ejs", tags, ".ejs"),
		plain("ERB", "erb", comments{block: [][2]string{{"<%#", "%>"}, {"<!--", "-->"}}}, ".erb .rhtml"),
		plain("Haml", "haml", comments{line: []string{"-#"}}, ".haml"),
		plain("Handlebars", "handlebars", comments{block: [][2]string{{"{{!--", "--}}"}, {"{{!", "}}"}, {"<!--", "-->"}}}, ".hbs .handlebars .mustache"),
		plain("Jinja", "jinja", comments{block: [][2]string{{"{#", "#}"}}}, ".j2 .jinja .jinja2"),
		plain("Liquid", "liquid", tags, ".liquid"),
		plain("Mermaid", "mermaid", comments{line: []string{"%%"}}, ".mmd .mermaid"),
		plain("PlantUML", "plantuml", comments{line: []string{"'"}}, ".puml .plantuml"),
		plain("Pug", "pug", comments{line: []string{"//"}}, ".pug .jade"),
		plain("QML", "qml", cComments(), ".qml"),
		plain("reStructuredText", "rst", comments{}, ".rst .rest"),
		plain("Sass", "sass", cComments(), ".sass"),
		plain("Slim", "slim", comments{line: []string{"/"}}, ".slim"),
		plain("Stylus", "stylus", cComments(), ".styl"),
		plain("TeX", "latex", comments{line: []string{"%"}}, ".tex .sty .cls .ltx"),
		plain("Text", "text", comments{}, ".txt .text README LICENSE COPYING AUTHORS NOTICE CHANGELOG CONTRIBUTORS MAINTAINERS VERSION"),
		plain("Twig", "twig", comments{block: [][2]string{{"{#", "#}"}}}, ".twig"),
		plain("XML", "xml", tags, ".xml .xsd .xsl .xslt .svg .plist .csproj .vbproj .fsproj .vcxproj .props .targets .nuspec .resx .xaml .wsdl .rss .storyboard .xib .iml .ui .qrc"),
	}
}

func dataPlain() []*spec {
	codeowners := "CODEOWNERS .gitignore .dockerignore .gitattributes .npmignore .eslintignore .prettierignore .gitmodules .ctxpackignore .helmignore"
	return []*spec{
		plain("Bicep", "bicep", cComments(), ".bicep"),
		plain("CMake", "cmake", hashComments(), ".cmake CMakeLists.txt"),
		plain("CSV", "csv", comments{}, ".csv"),
		plain("Dhall", "dhall", dashComments(), ".dhall"),
		plain("Diff", "diff", comments{}, ".diff .patch"),
		plain("Dotenv", "dotenv", hashComments(), ".env .env.example .env.sample .env.local .env.development .env.production .env.test"),
		plain("EditorConfig", "editorconfig", hashComments(), ".editorconfig"),
		plain("Go Module", "go.mod", comments{line: []string{"//"}}, "go.mod go.work"),
		plain("Go Checksums", "text", comments{}, "go.sum go.work.sum"),
		plain("Graphviz", "dot", cComments(), ".dot .gv"),
		plain("Ignore List", "gitignore", hashComments(), codeowners),
		plain("INI", "ini", comments{line: []string{";", "#"}}, ".ini .cfg .conf .cnf .desktop .service .gitconfig .npmrc .flake8 .pylintrc .coveragerc"),
		plain("Jsonnet", "jsonnet", cComments(), ".jsonnet .libsonnet"),
		plain("Meson", "meson", hashComments(), "meson.build meson_options.txt"),
		plain("Properties", "properties", comments{line: []string{"#", "!"}}, ".properties"),
		plain("Puppet", "puppet", hashComments(), ".pp.erb .epp Puppetfile"),
		plain("Rego", "rego", hashComments(), ".rego"),
		plain("TSV", "tsv", comments{}, ".tsv"),
		plain("WebIDL", "webidl", cComments(), ".webidl"),
	}
}

func slashStar() [][2]string { return [][2]string{{"/*", "*/"}} }

func cComments() comments {
	return comments{line: []string{"//"}, block: slashStar(), quote: "\"'`"}
}

func hashComments() comments { return comments{line: []string{"#"}, quote: "\"'"} }

func dashComments() comments { return comments{line: []string{"--"}, quote: "\""} }

func lispComments() comments { return comments{line: []string{";"}, quote: "\""} }
