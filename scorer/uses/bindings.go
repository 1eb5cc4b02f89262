package uses

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// binding is a name that an import statement binds in a file.
type binding struct {
	local     string // name in the file
	original  string // name in its module; "" for the module itself
	specifier string // specifier of the module
	from, to  int    // tokens of the statement
}

// readImports collects the names that the import statements of a file bind.
func (f *File) readImports() {
	for i := 0; i < len(f.Tokens); i++ {
		if f.Tokens[i].Kind != Word {
			continue
		}
		switch f.family {
		case goish:
			if f.text(i) == "import" && f.open(i) < 0 {
				i = f.goImport(i)
			}
		case python:
			if (f.text(i) == "from" || f.text(i) == "import") && f.startsLine(i) {
				i = f.pythonImport(i)
			}
		case script:
			if word := f.text(i); (word == "import" || word == "require") && f.text(i+1) == "(" {
				f.scriptRequire(i)
			} else if word == "import" || word == "export" {
				i = f.scriptImport(i)
			}
		case rust:
			if f.text(i) == "use" && f.text(i-1) != "." {
				i = f.rustUse(i+1, nil, i, 0)
			}
		case typed:
			word := f.text(i)
			if imports := word == "import" || word == "use" || word == "using" && f.usesNames(i+1); imports && f.startsLine(i) {
				i = f.typedImport(i)
			}
		}
	}
}

func (f *File) bind(local, original, specifier string, from, to int) {
	f.imports = append(f.imports, binding{local, original, specifier, from, to})
}

// usesNames reports whether the word using at k-1 imports a name; `using var x = f()` declares a variable.
func (f *File) usesNames(k int) bool {
	switch f.text(k) {
	case "static", "namespace", "typename", "enum", "unsafe":
		return true
	}
	for f.isWord(k) && (f.text(k+1) == "." || f.text(k+1) == "::") {
		k += 2
	}
	return f.isWord(k) && (f.text(k+1) == ";" || f.text(k+1) == "=")
}

// startsLine reports whether a token is the first of its line.
func (f *File) startsLine(i int) bool { return i == 0 || f.LineOf(i-1) < f.LineOf(i) }

func (f *File) goImport(i int) int {
	end := i + 3
	if f.text(i+1) == "(" {
		end = f.past(i + 1)
	}
	for k := i + 1; k < min(end, len(f.Tokens)); k++ {
		if f.Tokens[k].Kind != String {
			continue
		}
		spec := f.Tokens[k].Text
		switch {
		case f.isWord(k-1) && k-1 > i:
			f.bind(f.text(k-1), "", spec, k-1, k)
		case f.text(k-1) == ".":
			f.modules = append(f.modules, spec)
		default:
			f.bind(goName(spec), "", spec, k, k)
		}
		if f.text(i+1) != "(" {
			return k
		}
	}
	return min(end, len(f.Tokens)) - 1
}

// goName returns the usual name of a package with the path.
func goName(spec string) string {
	base := path.Base(spec)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(spec))
	}
	base, _, _ = strings.Cut(base, ".")
	return strings.TrimPrefix(base, "go-")
}

func (f *File) pythonImport(i int) int {
	end := i + 1
	for ; end < len(f.Tokens) && f.text(end) != ";"; end++ {
		if f.LineOf(end) != f.LineOf(i) && max(f.open(end), f.partner(end)) <= i {
			break
		}
	}
	k, module := i+1, ""
	for ; k < end && f.text(k) != "import"; k++ { // after from, or the names after import
		switch word := f.text(k); {
		case f.text(i) == "from":
			module += word
		case word == "as":
			f.bind(f.text(k+1), "", module, i, k+1)
			k, module = k+1, ""
		case word == "," && module != "":
			f.bindModule(module, i, k)
			module = ""
		case word != ",":
			module += word
		}
	}
	if f.text(i) == "import" {
		f.bindModule(module, i, end-1)
		return end - 1
	}
	for k++; k < end; k++ {
		switch {
		case f.text(k) == "*":
			f.modules = append(f.modules, module)
		case f.isWord(k) && f.text(k+1) == "as":
			f.bind(f.text(k+2), f.text(k), module, i, k+2)
			k += 2
		case f.isWord(k):
			f.bind(f.text(k), f.text(k), module, i, k)
		}
	}
	return end - 1
}

// bindModule binds the first part of a module's name, as Python does.
func (f *File) bindModule(module string, from, to int) {
	if local, _, _ := strings.Cut(module, "."); local != "" {
		f.bind(local, "", local, from, to)
	}
}

// scriptImport reads `import … from "x"` and `export … from "x"`.
func (f *File) scriptImport(i int) int {
	start := len(f.imports)
	k := i + 1
	if f.text(k) == "type" && f.text(k+1) != "from" {
		k++
	}
	for ; k < len(f.Tokens); k++ {
		switch word := f.text(k); {
		case word == "{":
			end := f.past(k)
			f.scriptNames(k+1, end-1, ":")
			k = end - 1
		case word == "*":
			if f.text(k+1) == "as" {
				f.bind(f.text(k+2), "", "", i, k+2)
				k += 2
			} else {
				f.bind("*", "*", "", i, k)
			}
		case word == "from" && k+1 < len(f.Tokens) && f.Tokens[k+1].Kind == String:
			for n := start; n < len(f.imports); n++ {
				b := &f.imports[n]
				b.specifier, b.from, b.to = f.Tokens[k+1].Text, i, k+1
				if b.local == "*" {
					f.modules = append(f.modules, b.specifier)
				}
			}
			return k + 1
		case f.isWord(k) && f.text(i) == "import" && word != "from":
			f.bind(word, "default", "", i, k)
		case word == ",":
		default:
			f.imports = f.imports[:start]
			return i
		}
	}
	f.imports = f.imports[:start]
	return i
}

// scriptNames binds the names between braces: { a, b as c } or { a, b: c }.
func (f *File) scriptNames(from, to int, colon string) {
	for k := from; k < to; k++ {
		if isModifier := f.text(k) == "type" && f.isWord(k+1) && f.text(k+1) != "as"; isModifier || !f.isWord(k) {
			continue
		}
		if (f.text(k+1) == "as" || f.text(k+1) == colon) && f.isWord(k+2) {
			f.bind(f.text(k+2), f.text(k), "", from, to)
			k += 2
			continue
		}
		f.bind(f.text(k), f.text(k), "", from, to)
	}
}

// scriptRequire reads `const x = require("y")` and `const { a } = await import("y")`.
func (f *File) scriptRequire(i int) {
	if i+2 >= len(f.Tokens) || f.Tokens[i+2].Kind != String {
		return
	}
	start, k := len(f.imports), i-1
	if f.text(k) == "await" {
		k--
	}
	if k < 1 || f.text(k) != "=" {
		if f.text(i) == "import" { // as in lazy(() => import("y"))
			f.bind("import", "default", "", i, i+2)
		}
	} else if f.isWord(k - 1) {
		f.bind(f.text(k-1), "", "", k-1, i+2)
	} else if open := f.partner(k - 1); f.text(k-1) == "}" && open >= 0 {
		f.scriptNames(open+1, k-1, ":")
	}
	for n := start; n < len(f.imports); n++ {
		f.imports[n].specifier, f.imports[n].to = f.Tokens[i+2].Text, i+2
	}
}

// rustUse reads the tree of a use declaration that starts at a token and returns its end.
func (f *File) rustUse(k int, prefix []string, start, depth int) int {
	parts := slices.Clone(prefix)
	for k < len(f.Tokens) {
		switch word := f.text(k); {
		case word == "::":
		case word == "{":
			end := f.past(k)
			if depth > deepest {
				return end - 1
			}
			for k++; k < end-1; k++ {
				k = f.rustUse(k, parts, start, depth+1)
			}
			return end - 1
		case word == "*":
			f.modules = append(f.modules, strings.Join(parts, "::"))
		case word == "as":
			f.bindPath(f.text(k+1), parts, start, k+1)
			return k + 1
		case f.isWord(k):
			parts = append(parts, word)
			if next := f.text(k + 1); next != "::" && next != "as" {
				local := word
				if word == "self" && len(parts) > 1 {
					parts = parts[:len(parts)-1]
					local = parts[len(parts)-1]
				}
				f.bindPath(local, parts, start, k)
			}
		default:
			return k
		}
		k++
	}
	return k
}

func (f *File) bindPath(local string, parts []string, from, to int) {
	if len(parts) > 0 {
		f.bind(local, parts[len(parts)-1], strings.Join(parts[:len(parts)-1], "::"), from, to)
	}
}

// typedImport reads `import a.b.C;`, `using A.B;` and `use A\B\C as D;`.
func (f *File) typedImport(i int) int {
	var parts []string
	local := ""
	k := i + 1
	for ; k < len(f.Tokens) && f.text(k) != ";" && (f.LineOf(k) == f.LineOf(i)); k++ {
		switch word := f.text(k); {
		case word == "static" || word == "function":
		case word == "as" || word == "=":
			local = f.text(k + 1)
			k++
		case f.isWord(k):
			parts = append(parts, word)
		case word == "*":
			f.modules = append(f.modules, strings.Join(parts, "."))
		}
	}
	if n := len(parts); n > 0 {
		f.bind(cmp.Or(local, parts[n-1]), parts[n-1], strings.Join(parts[:n-1], "."), i, k)
	}
	return k
}
