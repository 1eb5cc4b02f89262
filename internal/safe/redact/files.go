package redact

import (
	_ "embed" // the forms
	"regexp"
	"strings"
	"sync"
)

// fileForm is a line of files.txt.
type fileForm struct {
	ends       []string
	mark, rule string
	values     func() *regexp.Regexp
}

//go:embed files.txt
var fileText string

var fileForms = sync.OnceValue(func() (list []fileForm) {
	for _, f := range rows(fileText, 4) {
		list = append(list, fileForm{strings.Fields(f[0]), f[1], f[2], lazily(f[3])})
	}
	return list
})

// wholeFile records the values of a file that is secret as a whole, by its name. Its keys and its structure stay.
func (s *scanner) wholeFile() {
	base, path := s.base, "/"+s.path
	switch {
	case base == "":
	case isEnvFile(base):
		s.envFile()
	case isCredentialINI(s.path, base):
		s.pairs(": ", func(name string, start, end int) {
			if isSecretName(name) {
				s.value(credentialName, start, end)
			}
		})
	case pattern("vaultPasswords").MatchString(base) && !strings.HasPrefix(s.text, "#!"), strings.HasSuffix(base, ".key") && strings.Contains(path, "/config/credentials/"):
		s.eachLine(func(start, end int) { s.value(credentialName, start, end) })
	case pattern("credentialJSON").MatchString(base), base == "auth.json" && (strings.Contains(s.text, "-oauth\"") || strings.Contains(s.text, "\"http-basic\"")):
		s.inBraces(credentialName, 0, len(s.text))
	case hasSuffix(base, ".csv", ".tsv", ".psv"):
		s.columns()
	default:
		s.manifests()
		if hasSuffix(base, ".md", ".mdx", ".markdown") {
			s.tables()
		}
	}
	for _, form := range fileForms() {
		if !hasSuffix(path, form.ends...) || !strings.Contains(s.text, form.mark) {
			continue
		}
		for _, at := range form.values().FindAllStringSubmatchIndex(s.text, -1) {
			for g := 2; g < len(at); g += 2 {
				if at[g] >= 0 && !isVariable(s.text[at[g]:at[g+1]]) && !strings.Contains(s.text[at[g]:at[g+1]], "unique phrase") {
					s.add(form.rule, at[g], at[g+1])
				}
			}
		}
	}
}

// isEnvFile reports whether a name is that of an environment file, or of a copy of one.
func isEnvFile(base string) bool {
	return words("envWords").has(base) && pattern("envFiles").MatchString(base)
}

// isCredentialINI reports whether a file holds credentials, of which some are secret.
func isCredentialINI(path, base string) bool {
	return pattern("credentialINI").MatchString(base) || base == "credentials" && (path == base || strings.Contains(path, ".aws/") || strings.Contains(path, ".gem/") || strings.Contains(path, ".cargo/"))
}

func (s *scanner) eachLine(f func(start, end int)) {
	at := 0
	for line := range strings.Lines(s.text) {
		f(at, at+len(strings.TrimRight(line, "\r\n")))
		at += len(line)
	}
}

// pairs calls f for each line that is not a comment, with the text before the first = (or, without one, before a
// colon), and the range of the rest.
func (s *scanner) pairs(colon string, f func(name string, start, end int)) {
	s.eachLine(func(start, end int) {
		line := s.text[start:end]
		at := strings.IndexByte(line, '=')
		if at < 0 {
			at = strings.Index(line, colon)
		}
		if at >= 0 && strings.IndexByte("#;", strings.TrimLeft(line, " \t")[0]) < 0 {
			f(line[:at], start+at+1, end)
		}
	})
}

// envFile records every value of an environment file.
func (s *scanner) envFile() {
	past := 0 // end of the last value that spans several lines
	s.pairs(":", func(name string, start, end int) {
		if start <= past || !isVariableName(name) {
			return // a command, in a file that a shell reads
		}
		start = on(s.text, start, end-start, blank)
		value := s.text[start:end]
		if value != "" && strings.IndexByte(`"'`, value[0]) >= 0 && strings.IndexByte(value[1:], value[0]) < 0 {
			if past = len(s.text); strings.IndexByte(s.text[end:], value[0]) >= 0 {
				past = end + strings.IndexByte(s.text[end:], value[0])
			}
			s.groups++
			for start++; start <= past; start = end + 1 {
				end = to(s.text, start, past-start, breaks)
				s.part(envName, start, end)
			}
			return
		}
		before := len(s.found)
		s.value(envName, start, end)
		if len(s.found) == before {
			return
		}
		f := &s.found[before]
		named, random := isSecretName(name), isRandom(s.text[f.Start:f.End])
		if f.local = !named && !random; !random && s.isSetting(named, s.text[f.Start:f.End]) {
			s.found = s.found[:before]
		}
	})
}

// isSetting reports whether a value of an environment file is not sensitive: a number, a switch, and in a template
// or a test file all values whose names do not indicate a secret, or that do not look like one.
func (s *scanner) isSetting(named bool, value string) bool {
	if pattern("templates").MatchString(s.base) {
		return !named || isWritten(strings.TrimRight(value, ";"))
	}
	return !named && pattern("settings").MatchString(value)
}

// isVariableName reports whether a text names a variable, exported or not.
func isVariableName(text string) bool { return pattern("variableNames").MatchString(text) }

// isRandom reports whether a value looks like a secret by itself, and not like a setting.
func isRandom(value string) bool {
	const least, bits = 12, 3.3
	return len(value) >= least && entropy(value) > bits && hasDigit(value) && !isName(value) && !isSample(value) &&
		!pattern("uuids").MatchString(value) && !strings.ContainsAny(value, " :/@")
}

func isSecretName(name string) bool { return pattern("secretNames").MatchString(name) }
