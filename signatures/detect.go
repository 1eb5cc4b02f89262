package signatures

import (
	"path"
	"strings"
	"sync"

	"ctxpack/internal/text/languages"
	"ctxpack/internal/text/pattern"
)

// lookups finds a language by file name, extension or first line.
type lookups struct {
	names        map[string]string // lower case
	extensions   map[string]string // lower case, with dot
	interpreters map[string]string
}

// Built once on first use and read-only afterwards.
var byFile = sync.OnceValue(func() *lookups {
	l := &lookups{map[string]string{}, map[string]string{}, map[string]string{}}
	for _, s := range table() {
		for _, n := range s.Files {
			l.names[strings.ToLower(n)] = s.Name
		}
		for _, e := range s.Extensions {
			l.extensions[e] = s.Name
		}
		for _, i := range s.Interpreters {
			l.interpreters[i] = s.Name
		}
	}
	return l
})

// Language returns the language of a file, by its name, its extension, or the "#!" line at the start of head; "" if
// it is unknown. More of head is read only for a name that several languages share.
func Language(name, head string) string {
	l := byFile()
	base := strings.ToLower(path.Base(name))
	if found := l.names[base]; found != "" {
		return found
	}
	// The longest extension wins: ".d.ts" before ".ts".
	for i := strings.IndexByte(base, '.'); i >= 0; {
		if found := l.extensions[base[i:]]; found != "" {
			return refine(found, base[i:], head)
		}
		next := strings.IndexByte(base[i+1:], '.')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	if strings.HasPrefix(base, ".env.") {
		return l.extensions[".env"]
	}
	stem, _, hasDot := strings.Cut(base, ".")
	if isRecipe := stem == "dockerfile" || stem == "makefile" || stem == "containerfile"; hasDot && isRecipe { // Dockerfile.dev, Makefile.am
		return l.names[stem]
	}
	return l.interpreters[languages.Interpreter(head)]
}

// refine decides between languages that share an extension.
func refine(found, extension, head string) string {
	switch extension {
	case ".h":
		switch {
		case strings.Contains(head, "@interface") || strings.Contains(head, "@protocol") || strings.Contains(head, "#import "):
			return "Objective-C"
		case looksLikeCPP(head):
			return "C++"
		}
	case ".m":
		isObjectiveC := strings.Contains(head, "#import") || strings.Contains(head, "#include") || strings.Contains(head, "@")
		if !isObjectiveC && (strings.Contains(head, "function ") || strings.Contains(head, "%")) {
			return "MATLAB"
		}
	case ".ts", ".fs", ".d":
		if strings.HasPrefix(head, "<?xml") || strings.HasPrefix(head, "<!DOCTYPE TS") {
			return "XML"
		}
		if extension == ".fs" && strings.Contains(head, "gl_FragColor") {
			return "GLSL"
		}
		if extension == ".d" && strings.Contains(head[:strings.IndexByte(head+"\n", '\n')], ".o:") {
			return "Makefile"
		}
	case ".pl":
		if strings.Contains(head, ":-") && !strings.Contains(head, "use strict") && !strings.HasPrefix(head, "#!") {
			return "Prolog"
		}
	case ".pp":
		if strings.Contains(head, "=>") && !strings.Contains(head, "begin") {
			return "Puppet"
		}
	}
	return found
}

// looksLikeCPP reports whether the start of a header has constructs that C lacks, outside of the parts that `#ifdef
// __cplusplus` hides from C.
func looksLikeCPP(head string) bool {
	const enough = 64 << 10
	if len(head) > enough {
		head = head[:enough]
	}
	depth := 0 // depth of conditionals inside the part that only C++ sees
	comment := false
	for line := range strings.Lines(head) {
		line = strings.TrimSpace(line)
		directive, isDirective := strings.CutPrefix(line, "#")
		switch {
		case comment:
			comment = !strings.Contains(line, "*/")
		case strings.HasPrefix(line, "/*"):
			comment = !strings.Contains(line, "*/")
		case strings.HasPrefix(line, "//"):
		case isDirective:
			depth = cppOnly(strings.TrimSpace(directive), depth)
			if rest, ok := strings.CutPrefix(strings.TrimSpace(directive), "include <"); ok && depth == 0 && !strings.Contains(rest, ".") {
				return true
			}
		case depth == 0 && isCPPLine(line):
			return true
		}
	}
	return false
}

// cppOnly returns the depth of conditionals inside `#ifdef __cplusplus` after a directive.
func cppOnly(directive string, depth int) int {
	switch {
	case strings.HasPrefix(directive, "if") && depth > 0:
		return depth + 1
	case strings.HasPrefix(directive, "ifdef __cplusplus"), strings.HasPrefix(directive, "if defined(__cplusplus)"),
		strings.HasPrefix(directive, "if defined __cplusplus"):
		return 1
	case strings.HasPrefix(directive, "endif") && depth > 0:
		return depth - 1
	case strings.HasPrefix(directive, "el") && depth == 1:
		return 0
	}
	return depth
}

// cppBegins matches the starts of lines that only C++ has.
var cppBegins = pattern.Of(`^(?:namespace |template ?<|class |public:|private:|protected:|virtual |using |constexpr |explicit |friend )`)

func isCPPLine(line string) bool {
	return cppBegins().MatchString(line) || strings.Contains(line, "std::") || strings.Contains(line, " noexcept")
}

// FenceTag returns the tag of a Markdown code fence for a language, "" if it is unknown.
func FenceTag(language string) string {
	if s := specFor(language); s != nil {
		return s.Fence
	}
	return ""
}
