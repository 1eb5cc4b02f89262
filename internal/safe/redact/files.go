package redact

import (
	"regexp"
	"strings"
)

// fileForm are the values of files whose paths end so, and that have a mark in them: what the
// groups of a pattern match, under a rule.
type fileForm struct {
	ends       []string
	mark, rule string
	values     func() *regexp.Regexp
}

// Read-only.
var fileForms = []fileForm{
	{[]string{"/.netrc", "/_netrc"}, "", passwordName, lazily(`(?:^|\s)(?:password|passwd|account)\s+(\S+)`)},
	{[]string{"/.pgpass", "/.htpasswd"}, ":", passwordName, lazily(`(?m)^[^#\n].*:([^:\r\n]+)\r?$`)},
	{[]string{"/shadow", "/shadow-", "/gshadow"}, ":", passwordName, lazily(`(?m)^[^:\n]*:([^:\n]{4,}):`)},
	{[]string{"/.git-credentials"}, "@", urlName, lazily(`://[^:@\s]*:([^@\s]+)@`)},
	{[]string{"/.vault-token", "/master.key"}, "", credentialName, lazily(`(?m)^[ \t"']*([^\r\n"']*[^\s"'])`)},
	// what Terraform keeps of random passwords, of keys that it made, of outputs that are sensitive
	{[]string{".tfstate", ".tfstate.backup"}, "", credentialName, lazily(
		`"(?:result|bcrypt_hash|private_key_\w{1,20}|secret|\w{0,40}(?:password|secret_key|secret_string|access_key|token))":\s{0,4}"((?:[^"\\\n]|\\.){6,})"|` +
			`"value":\s{0,4}"((?:[^"\\\n]|\\.){6,})",\s{0,20}"type":\s{0,4}"string",\s{0,20}"sensitive":\s{0,4}true`)},
	{[]string{".php"}, "define(", credentialName, lazily(`define\(\s*['"](?:AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)['"]\s*,\s*['"]([^\n]{16,}?)['"]\s*\)`)},
	{[]string{"/sitemanager.xml", "/recentservers.xml", "/filezilla.xml"}, "<Pass", credentialName, lazily(`<Pass(?:\s[^<>]*)?>([^<>]+)</Pass>`)},
	{[]string{".ovpn"}, "<auth-user-pass>", credentialName, lazily(`<auth-user-pass>\s*\S+\s+(\S+)\s*</auth-user-pass>`)},
	{[]string{"/.yarnrc"}, "_", credentialName, lazily(`_(?:authToken|password|auth)"?\s+"?([^\s"]+)`)},
}

// wholeFile takes the values of a file that is a secret as a whole, by its name. Its keys and its structure stay.
func (s *scanner) wholeFile() {
	base, path := s.base, "/"+s.path
	switch {
	case base == "":
	case isEnvFile(base):
		s.envFile()
	case isCredentialINI(s.path, base):
		s.keyed()
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
	for _, form := range fileForms {
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

// isEnvFile reports whether a name is that of a file of variables, or of a copy of one.
func isEnvFile(base string) bool {
	return strings.ContainsAny(base, "vV") && pattern("envFiles").MatchString(base)
}

// isCredentialINI reports whether a file is one of keys, of which some are secrets.
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

// envFile takes every value of a file of variables.
func (s *scanner) envFile() {
	open := byte(0) // the quote of a value that goes on for several lines
	s.eachLine(func(start, end int) {
		line := s.text[start:end]
		if open != 0 {
			to := end
			if n := strings.IndexByte(line, open); n >= 0 {
				to, open = start+n, 0
			}
			s.found = append(s.found, Finding{Rule: envName, Start: start, End: to, group: s.groups})
			return
		}
		trimmed := strings.TrimLeft(line, " \t")
		if trimmed == "" || trimmed[0] == '#' {
			return
		}
		equals := strings.IndexByte(line, '=')
		if equals < 0 {
			if equals = strings.IndexByte(line, ':'); equals < 0 {
				return
			}
		}
		if !isVariableName(line[:equals]) {
			return // a command, in a file that a shell reads
		}
		from := start + equals + 1
		value := strings.TrimLeft(s.text[from:end], " \t")
		if value != "" && (value[0] == '"' || value[0] == '\'') && strings.IndexByte(value[1:], value[0]) < 0 {
			open = value[0]
			s.groups++
			s.found = append(s.found, Finding{Rule: envName, Start: end - len(value) + 1, End: end, group: s.groups})
			return
		}
		before := len(s.found)
		s.value(envName, from, end)
		if len(s.found) == before {
			return
		}
		f := &s.found[before]
		named, random := speaksOfSecret(line[:equals]), isRandom(s.text[f.Start:f.End])
		if f.local = !named && !random; !random && s.isSetting(named, s.text[f.Start:f.End]) {
			s.found = s.found[:before]
		}
	})
}

// isSetting reports whether a value of a file of variables is one that says nothing of
// anyone: a number, a switch, and in a file that is made to be copied, or for tests, all
// that no name calls a secret, or that has not the form of one.
func (s *scanner) isSetting(named bool, value string) bool {
	if pattern("templates").MatchString(s.base) {
		return !named || isWritten(strings.TrimRight(value, ";"))
	}
	return !named && pattern("settings").MatchString(value)
}

// isVariableName reports whether a text names a variable, exported or not.
func isVariableName(text string) bool { return pattern("variableNames").MatchString(text) }

// isRandom reports whether a value is a secret by itself, and no setting.
func isRandom(value string) bool {
	const least, bits = 12, 3.3
	return len(value) >= least && entropy(value) > bits && hasDigit(value) && !isName(value) && !isSample(value) &&
		!pattern("uuids").MatchString(value) && !strings.ContainsAny(value, " :/@")
}

// keyed takes the values of the keys that speak of a secret.
func (s *scanner) keyed() {
	s.eachLine(func(start, end int) {
		line := s.text[start:end]
		if trimmed := strings.TrimLeft(line, " \t"); trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';' {
			return
		}
		at := strings.IndexByte(line, '=')
		if at < 0 {
			at = strings.Index(line, ": ")
		}
		if at >= 0 && speaksOfSecret(line[:at]) {
			s.value(credentialName, start+at+1, end)
		}
	})
}

// speaksOfSecret reports whether the name of a value says that it is a secret.
func speaksOfSecret(name string) bool { return pattern("secretNames").MatchString(name) }
