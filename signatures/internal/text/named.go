package text

import (
	"slices"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// Specs are the languages that are read without a grammar: some have plain
// rules, the others a name, a fence tag, and markers in comments.
func Specs() []*outline.Spec {
	return slices.Concat(withRules(), programPlain(), scriptPlain(), markupPlain(), dataPlain())
}

// withRules are the languages with an outline by plain rules.
func withRules() []*outline.Spec {
	tags := [2]string{"<!--", "-->"}
	quoted := lex.Comments{Line: []string{"//"}, Block: lex.SlashStar(), Quote: `"'`}
	component := lex.Comments{Line: []string{"//"}, Block: [][2]string{tags, {"/*", "*/"}}}
	return []*outline.Spec{
		ruled(outlineMarkdown, "", "Markdown", "markdown", lex.Comments{Block: [][2]string{tags}}, ".md .markdown .mdown .mkd .rmd .qmd"),
		ruled(outlineMarkdown, "", "MDX", "mdx", lex.Comments{Block: [][2]string{tags, {"{/*", "*/}"}}}, ".mdx"),
		ruled(outlineJSON, "  ", "JSON", "json", lex.Comments{}, ".json .webmanifest .geojson .jsonl .ndjson .har .babelrc .eslintrc .prettierrc .swcrc .avsc"),
		ruled(outlineJSON, "  ", "JSON with Comments", "jsonc", lex.CComments(), ".jsonc .json5 .code-workspace tsconfig.json jsconfig.json"),
		ruled(outlineYAML, "  ", "YAML", "yaml", lex.HashComments(), ".yml .yaml .clang-format .clang-tidy .clangd .yamllint .gemrc CITATION.cff pnpm-lock.yaml"),
		ruled(outlineTOML, "  ", "TOML", "toml", lex.HashComments(), ".toml Pipfile Cargo.lock poetry.lock uv.lock"),
		ruled(outlineStyle, "  ", "CSS", "css", lex.Comments{Block: lex.SlashStar(), Quote: `"'`}, ".css"),
		ruled(outlineStyle, "  ", "SCSS", "scss", quoted, ".scss"),
		ruled(outlineStyle, "  ", "Less", "less", quoted, ".less"),
		ruled(outlineHTML, "  ", "HTML", "html", lex.Comments{Block: [][2]string{tags}}, ".html .htm .xhtml"),
		ruled(outlineMakefile, "  ", "Makefile", "makefile", lex.HashComments(), ".mk .mak Makefile GNUmakefile #!make"),
		ruled(outlineDockerfile, "  ", "Dockerfile", "dockerfile", lex.HashComments(), ".dockerfile Dockerfile Containerfile"),
		ruled(outlineSQL, "  ", "SQL", "sql", lex.Comments{Line: []string{"--"}, Block: lex.SlashStar(), Quote: `'"`}, ".sql .ddl .dml .psql .plsql .pgsql .tsql"),
		ruled(outlineComponent, "  ", "Vue", "vue", component, ".vue"),
		ruled(outlineComponent, "  ", "Svelte", "svelte", component, ".svelte"),
		ruled(outlineComponent, "  ", "Astro", "astro", component, ".astro"),
		ruled(outlineNotebook, "    ", "Jupyter Notebook", "python", lex.Comments{}, ".ipynb"),
		ruled(outlineProto, "  ", "Protocol Buffers", "protobuf", lex.CComments(), ".proto"),
		ruled(outlineHCL, "  ", "HCL", "hcl", lex.Comments{Line: []string{"#", "//"}, Block: lex.SlashStar(), Quote: `"`}, ".tf .tfvars .hcl .nomad .tofu"),
		ruled(outlineGraphQL, "  ", "GraphQL", "graphql", lex.Comments{Line: []string{"#"}, Quote: `"`}, ".graphql .gql .graphqls"),
		ruled(outlineThrift, "  ", "Thrift", "thrift", lex.Comments{Line: []string{"//", "#"}, Block: lex.SlashStar(), Quote: `"'`}, ".thrift"),
		ruled(outlineElm, "    ", "Elm", "elm", lex.Comments{Line: []string{"--"}, Block: [][2]string{{"{-", "-}"}}, Quote: `"`}, ".elm"),
		ruled(outlineOCaml, "  ", "OCaml", "ocaml", lex.Comments{Block: [][2]string{{"(*", "*)"}}, Quote: `"`}, ".ml .mli .mll .mly #!ocaml"),
		ruled(outlineDart, "  ", "Dart", "dart", lex.CComments(), ".dart #!dart"),
		ruled(outlinePowershell, "    ", "PowerShell", "powershell", lex.Comments{Line: []string{"#"}, Block: [][2]string{{"<#", "#>"}}}, ".ps1 .psm1 .psd1 #!pwsh"),
		ruled(outlineGroovy, "    ", "Groovy", "groovy", lex.CComments(), ".groovy .gradle .gvy .gy .gsh Jenkinsfile #!groovy"),
	}
}

// ruled makes an entry whose outline rules write, with an indentation a level.
func ruled(rules func(p *page) string, indent, name, fence string, c lex.Comments, words string) *outline.Spec {
	s := plain(name, fence, c, words)
	s.Plain, s.Layout = by(rules), outline.Layout{Indent: indent}
	return s
}

// plain makes an entry of words: extensions start with a dot, interpreters
// with "#!", the rest are file names.
func plain(name, fence string, c lex.Comments, words string) *outline.Spec {
	s := &outline.Spec{Name: name, Fence: fence, Comments: c}
	for _, w := range strings.Fields(words) {
		switch {
		case w[0] == '.':
			s.Extensions = append(s.Extensions, w)
		case strings.HasPrefix(w, "#!"):
			s.Interpreters = append(s.Interpreters, w[2:])
		default:
			s.Files = append(s.Files, w)
		}
	}
	return s
}

func programPlain() []*outline.Spec {
	return []*outline.Spec{
		plain("Ada", "ada", lex.DashComments(), ".adb .ads"),
		plain("Assembly", "asm", lex.Comments{Line: []string{"#", ";", "//"}, Block: lex.SlashStar()}, ".s .asm .nasm"),
		plain("Clojure", "clojure", lex.LispComments(), ".clj .cljs .cljc .edn"),
		plain("Cap'n Proto", "capnp", lex.HashComments(), ".capnp"),
		plain("COBOL", "cobol", lex.Comments{Line: []string{"*>"}}, ".cob .cbl .cpy"),
		plain("Common Lisp", "lisp", lex.LispComments(), ".lisp .lsp .asd"),
		plain("Crystal", "crystal", lex.HashComments(), ".cr #!crystal"),
		plain("CUDA", "cuda", lex.CComments(), ".cu .cuh"),
		plain("Cython", "cython", lex.HashComments(), ".pyx .pxd .pxi"),
		plain("D", "d", lex.CComments(), ".d .di"),
		plain("Emacs Lisp", "elisp", lex.LispComments(), ".el"),
		plain("Erlang", "erlang", lex.Comments{Line: []string{"%"}, Quote: `"`}, ".erl .hrl #!escript"),
		plain("F#", "fsharp", lex.Comments{Line: []string{"//"}, Block: [][2]string{{"(*", "*)"}}, Quote: `"`}, ".fs .fsi .fsx"),
		plain("Fortran", "fortran", lex.Comments{Line: []string{"!"}, Quote: `"'`}, ".f90 .f95 .f03 .f08 .f .for"),
		plain("Gleam", "gleam", lex.CComments(), ".gleam"),
		plain("GLSL", "glsl", lex.CComments(), ".glsl .vert .frag .geom .comp .tesc .tese"),
		plain("Haskell", "haskell", lex.Comments{Line: []string{"--"}, Block: [][2]string{{"{-", "-}"}}, Quote: `"`}, ".hs .lhs #!runhaskell"),
		plain("HLSL", "hlsl", lex.CComments(), ".hlsl .fx"),
		plain("Julia", "julia", lex.HashComments(), ".jl #!julia"),
		plain("Mojo", "mojo", lex.HashComments(), ".mojo"),
		plain("Nim", "nim", lex.HashComments(), ".nim .nims"),
		plain("Objective-C", "objectivec", lex.CComments(), ".m"),
		plain("Objective-C++", "objectivec", lex.CComments(), ".mm"),
		plain("Odin", "odin", lex.CComments(), ".odin"),
		plain("Pascal", "pascal", lex.Comments{Line: []string{"//"}, Block: [][2]string{{"{", "}"}, {"(*", "*)"}}, Quote: "'"}, ".pas .pp .dpr .lpr"),
		plain("PureScript", "purescript", lex.DashComments(), ".purs"),
		plain("Racket", "racket", lex.LispComments(), ".rkt #!racket"),
		plain("Reason", "reason", lex.CComments(), ".re .rei"),
		plain("ReScript", "rescript", lex.CComments(), ".res .resi"),
		plain("Scheme", "scheme", lex.LispComments(), ".scm .ss .sld"),
		plain("Solidity", "solidity", lex.CComments(), ".sol"),
		plain("SystemVerilog", "systemverilog", lex.CComments(), ".sv .svh"),
		plain("Verilog", "verilog", lex.CComments(), ".v .vh"),
		plain("VHDL", "vhdl", lex.DashComments(), ".vhd .vhdl"),
		plain("Visual Basic", "vb", lex.Comments{Line: []string{"'"}, Quote: `"`}, ".vb .vbs .bas"),
		plain("Vyper", "vyper", lex.HashComments(), ".vy"),
		plain("WebAssembly", "wasm", lex.Comments{Line: []string{";;"}, Block: [][2]string{{"(;", ";)"}}, Quote: `"`}, ".wat .wast"),
		plain("WGSL", "wgsl", lex.CComments(), ".wgsl"),
		plain("ZON", "zig", lex.Comments{Line: []string{"//"}, Quote: `"`}, ".zon"),
	}
}

func scriptPlain() []*outline.Spec {
	return []*outline.Spec{
		plain("Awk", "awk", lex.HashComments(), ".awk #!awk #!gawk #!mawk"),
		plain("Batchfile", "bat", lex.Comments{Line: []string{"REM ", "rem ", "::"}}, ".bat .cmd"),
		plain("CoffeeScript", "coffeescript", lex.HashComments(), ".coffee Cakefile #!coffee"),
		plain("Fish", "fish", lex.HashComments(), ".fish #!fish"),
		plain("GDScript", "gdscript", lex.HashComments(), ".gd"),
		plain("Just", "just", lex.HashComments(), ".just Justfile #!just"),
		plain("Luau", "luau", lex.DashComments(), ".luau"),
		plain("MATLAB", "matlab", lex.Comments{Line: []string{"%"}, Quote: `"`}, ".matlab"),
		plain("Nix", "nix", lex.Comments{Line: []string{"#"}, Block: lex.SlashStar(), Quote: `"`}, ".nix"),
		plain("Perl", "perl", lex.HashComments(), ".pl .pm .t #!perl"),
		plain("Prolog", "prolog", lex.Comments{Line: []string{"%"}, Block: lex.SlashStar(), Quote: `"`}, ".pro .prolog #!swipl"),
		plain("Starlark", "starlark", lex.HashComments(), ".bzl .star .bazel BUILD WORKSPACE Tiltfile"),
		plain("Tcl", "tcl", lex.HashComments(), ".tcl #!tclsh #!wish"),
		plain("Vim Script", "vim", lex.Comments{Line: []string{`"`}}, ".vim .vimrc"),
	}
}

func markupPlain() []*outline.Spec {
	tags := lex.Comments{Block: [][2]string{{"<!--", "-->"}}}
	return []*outline.Spec{
		plain("AsciiDoc", "asciidoc", lex.Comments{Line: []string{"//"}}, ".adoc .asciidoc"),
		plain("BibTeX", "bibtex", lex.Comments{Line: []string{"%"}}, ".bib"),
		plain("Blade", "blade", lex.Comments{Block: [][2]string{{"{{--", "--}}"}, {"<!--", "-->"}}}, ".blade.php"),
		plain("EJS", "ejs", tags, ".ejs"),
		plain("ERB", "erb", lex.Comments{Block: [][2]string{{"<%#", "%>"}, {"<!--", "-->"}}}, ".erb .rhtml"),
		plain("Haml", "haml", lex.Comments{Line: []string{"-#"}}, ".haml"),
		plain("Handlebars", "handlebars", lex.Comments{Block: [][2]string{{"{{!--", "--}}"}, {"{{!", "}}"}, {"<!--", "-->"}}}, ".hbs .handlebars .mustache"),
		plain("Jinja", "jinja", lex.Comments{Block: [][2]string{{"{#", "#}"}}}, ".j2 .jinja .jinja2"),
		plain("Liquid", "liquid", tags, ".liquid"),
		plain("Mermaid", "mermaid", lex.Comments{Line: []string{"%%"}}, ".mmd .mermaid"),
		plain("PlantUML", "plantuml", lex.Comments{Line: []string{"'"}}, ".puml .plantuml"),
		plain("Pug", "pug", lex.Comments{Line: []string{"//"}}, ".pug .jade"),
		plain("QML", "qml", lex.CComments(), ".qml"),
		plain("reStructuredText", "rst", lex.Comments{}, ".rst .rest"),
		plain("Sass", "sass", lex.CComments(), ".sass"),
		plain("Slim", "slim", lex.Comments{Line: []string{"/"}}, ".slim"),
		plain("Stylus", "stylus", lex.CComments(), ".styl"),
		plain("TeX", "latex", lex.Comments{Line: []string{"%"}}, ".tex .sty .cls .ltx"),
		plain("Text", "text", lex.Comments{}, ".txt .text README LICENSE COPYING AUTHORS NOTICE CHANGELOG CONTRIBUTORS MAINTAINERS VERSION"),
		plain("Twig", "twig", lex.Comments{Block: [][2]string{{"{#", "#}"}}}, ".twig"),
		plain("XML", "xml", tags, ".xml .xsd .xsl .xslt .svg .plist .csproj .vbproj .fsproj .vcxproj .props .targets .nuspec .resx .xaml .wsdl .rss .storyboard .xib .iml .ui .qrc"),
	}
}

func dataPlain() []*outline.Spec {
	codeowners := "CODEOWNERS .gitignore .dockerignore .gitattributes .npmignore .eslintignore .prettierignore .gitmodules .ctxpackignore .handoverignore .helmignore"
	return []*outline.Spec{
		plain("Bicep", "bicep", lex.CComments(), ".bicep"),
		plain("CMake", "cmake", lex.HashComments(), ".cmake CMakeLists.txt"),
		plain("CSV", "csv", lex.Comments{}, ".csv"),
		plain("CUE", "cue", lex.Comments{Line: []string{"//"}, Quote: `"'`}, ".cue"),
		plain("Dhall", "dhall", lex.DashComments(), ".dhall"),
		plain("Diff", "diff", lex.Comments{}, ".diff .patch"),
		plain("Dotenv", "dotenv", lex.HashComments(), ".env .env.example .env.sample .env.local .env.development .env.production .env.test"),
		plain("EditorConfig", "editorconfig", lex.HashComments(), ".editorconfig"),
		plain("Go Module", "go.mod", lex.Comments{Line: []string{"//"}}, "go.mod go.work"),
		plain("Go Checksums", "text", lex.Comments{}, "go.sum go.work.sum"),
		plain("Graphviz", "dot", lex.CComments(), ".dot .gv"),
		plain("Ignore List", "gitignore", lex.HashComments(), codeowners),
		plain("INI", "ini", lex.Comments{Line: []string{";", "#"}}, ".ini .cfg .conf .cnf .desktop .service .gitconfig .npmrc .flake8 .pylintrc .coveragerc"),
		plain("Jsonnet", "jsonnet", lex.CComments(), ".jsonnet .libsonnet"),
		plain("Meson", "meson", lex.HashComments(), "meson.build meson_options.txt"),
		plain("Properties", "properties", lex.Comments{Line: []string{"#", "!"}}, ".properties"),
		plain("Puppet", "puppet", lex.HashComments(), ".pp.erb .epp Puppetfile"),
		plain("Rego", "rego", lex.HashComments(), ".rego"),
		plain("TSV", "tsv", lex.Comments{}, ".tsv"),
		plain("WebIDL", "webidl", lex.CComments(), ".webidl"),
	}
}
