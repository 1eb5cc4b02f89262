package redact

import (
	"regexp"
	"slices"
	"strings"
)

// wholeFile takes the values of a file that is a secret as a whole, by its name. Its
// keys and its structure stay.
func (s *scanner) wholeFile() {
	base := s.base
	switch {
	case base == "":
	case isEnvFile(base):
		s.envFile()
	case base == ".netrc", base == "_netrc":
		s.netrc()
	case base == ".pgpass", base == ".htpasswd":
		s.lastFields()
	case base == "shadow", base == "shadow-", base == "gshadow":
		s.secondFields()
	case base == ".git-credentials":
		s.gitCredentials()
	case vaultPasswords().MatchString(base) && !strings.HasPrefix(s.text, "#!"),
		base == ".vault-token", base == "master.key", strings.HasSuffix(base, ".key") && strings.Contains(s.path, "config/credentials/"):
		s.eachLine(func(start, end int) { s.value(credentialName, start, end) })
	case isCredentialINI(s.path, base):
		s.keyed()
	case isCredentialJSON(base):
		s.jsonValues(credentialName, 0, len(s.text))
	case hasSuffix(base, ".tfstate", ".tfstate.backup"):
		s.tfState()
	case base == "auth.json" && strings.Contains(s.text, "-oauth\"") || base == "auth.json" && strings.Contains(s.text, "\"http-basic\""):
		s.jsonValues(credentialName, 0, len(s.text))
	case hasSuffix(base, ".csv", ".tsv", ".psv"):
		s.columns()
	case hasSuffix(base, ".php") && (strings.Contains(s.text, "AUTH_") || strings.Contains(s.text, "LOGGED_IN_") || strings.Contains(s.text, "NONCE_")):
		s.each(wordPressKeys())
	case base == "sitemanager.xml", base == "recentservers.xml", base == "filezilla.xml":
		s.each(fileZillaPasswords())
	case hasSuffix(base, ".ovpn"):
		s.each(openVPNLogins())
	case base == ".yarnrc":
		s.each(yarnTokens())
	case strings.HasSuffix(base, ".json"):
		s.jsonManifests()
	default:
		s.manifests()
		if hasSuffix(base, ".md", ".mdx", ".markdown") {
			s.tables()
		}
	}
}

// each takes what the group of a pattern matches.
func (s *scanner) each(pattern *regexp.Regexp) {
	for _, at := range pattern.FindAllStringSubmatchIndex(s.text, -1) {
		if value := s.text[at[2]:at[3]]; !isVariable(value) && !isSample(value) && !strings.Contains(value, "unique phrase") {
			s.add(credentialName, at[2], at[3])
		}
	}
}

// Read-only.
var (
	vaultPasswords     = lazily(`(?i)^\.?(?:ansible[_-]?)?vault[_-]?pass(?:word|wd|phrase)?(?:[_-]?file)?(?:\.txt|[_.-](?:dev|stage|staging|prod|production|test|local))?$`) // Ansible's
	wordPressKeys      = lazily(`(?:AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)['"]\s*,\s*['"]([^\n]{16,}?)['"]\s*\)`)
	fileZillaPasswords = lazily(`<Pass(?:\s[^<>]*)?>([^<>]+)</Pass>`)
	openVPNLogins      = lazily(`<auth-user-pass>\s*\S+\s+(\S+)\s*</auth-user-pass>`)
	yarnTokens         = lazily(`_(?:authToken|password|auth)"?\s+"?([^\s"]+)`)
)

// isEnvFile tells whether a name is that of a file of variables, or of a copy of one.
func isEnvFile(base string) bool {
	base = strings.ToLower(base)
	if base == ".env" || base == ".envrc" || base == ".flaskenv" || base == ".dev.vars" || strings.HasPrefix(base, ".env.") || strings.HasPrefix(base, ".env-") ||
		strings.HasPrefix(base, ".env_") || strings.HasSuffix(base, ".env") {
		return true
	}
	rest, ok := strings.CutPrefix(base, "env.")
	if !ok {
		n := strings.Index(base, ".env")
		if n < 0 || strings.IndexByte(".-_~", base[n+len(".env")]) < 0 {
			return false
		}
		rest = base[n+len(".env")+1:]
	}
	switch rest[strings.LastIndexByte(rest, '.')+1:] {
	case "", "bak", "old", "orig", "save", "swp", "tmp", "copy", "backup", "local", "dev", "development", "prod", "production",
		"stage", "staging", "test", "testing", "ci", "qa",
		"example", "sample", "template", "dist", "default", "defaults", "j2", "tmpl", "tpl", "erb", "sh", "yml", "yaml", "txt", "docker", "1", "2", "3":
		return true
	}
	return false
}

func isCredentialJSON(base string) bool {
	switch base {
	case "credentials.json", "application_default_credentials.json", "service-account.json", "service_account.json",
		"serviceAccountKey.json", ".dockerconfigjson", ".dockercfg":
		return true
	}
	return strings.HasPrefix(base, "client_secret") && strings.HasSuffix(base, ".json")
}

func isCredentialINI(path, base string) bool {
	switch base {
	case ".npmrc", ".yarnrc.yml", ".pypirc", ".boto", ".s3cfg", ".my.cnf", ".mylogin.cnf", "credentials.toml", "credentials.ini":
		return true
	}
	return base == "credentials" && (strings.Contains(path, ".aws/") || strings.Contains(path, ".gem/") || strings.Contains(path, ".cargo/") || path == base)
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

// isSetting tells whether a value of a file of variables is one that says nothing of
// anyone: a number, a switch, and in a file that is made to be copied, or for tests, all
// that no name calls a secret, or that has not the form of one.
func (s *scanner) isSetting(named bool, value string) bool {
	if templates().MatchString(s.base) {
		return !named || isWritten(strings.TrimRight(value, ";"))
	}
	return !named && settings().MatchString(value)
}

// isVariableName tells whether a text names a variable, exported or not.
func isVariableName(text string) bool {
	name := strings.TrimSpace(text)
	for _, command := range [...]string{"export ", "set ", "declare -x "} {
		name = strings.TrimSpace(strings.TrimPrefix(name, command))
	}
	for i := range len(name) {
		if !is(name[i], wordChar) && name[i] != '.' && name[i] != '-' {
			return false
		}
	}
	return name != ""
}

// isRandom tells whether a value is a secret by itself, and no setting.
func isRandom(value string) bool {
	const least, bits = 12, 3.3
	return len(value) >= least && entropy(value) > bits && hasDigit(value) && !isName(value) && !isSample(value) &&
		!uuids().MatchString(value) && !strings.ContainsAny(value, " :/@")
}

// netrc takes what stands behind "password" and "account".
func (s *scanner) netrc() {
	secret := false
	at := 0
	for at < len(s.text) {
		for at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[at]) >= 0 {
			at++
		}
		start := at
		for at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[at]) < 0 {
			at++
		}
		if secret && start < at {
			s.add(passwordName, start, at)
		}
		word := s.text[start:at]
		secret = !secret && (word == "password" || word == "passwd" || word == "account")
	}
}

// lastFields takes what stands behind the last colon of each line.
func (s *scanner) lastFields() {
	s.eachLine(func(start, end int) {
		line := s.text[start:end]
		if n := strings.LastIndexByte(line, ':'); n >= 0 && !strings.HasPrefix(line, "#") && n+1 < len(line) {
			s.add(passwordName, start+n+1, end)
		}
	})
}

// tfState takes what Terraform keeps of resources that are secrets: random passwords,
// keys that it made, outputs that are sensitive.
func (s *scanner) tfState() {
	for _, at := range tfSecrets().FindAllStringSubmatchIndex(s.text, -1) {
		for g := 2; g < len(at); g += 2 {
			if at[g] >= 0 && !isVariable(s.text[at[g]:at[g+1]]) {
				s.add(credentialName, at[g], at[g+1])
			}
		}
	}
}

// Read-only.
var tfSecrets = lazily(`"(?:result|bcrypt_hash|private_key_\w{1,20}|secret|\w{0,40}(?:password|secret_key|secret_string|access_key|token))":\s{0,4}"((?:[^"\\\n]|\\.){6,})"|` +
	`"value":\s{0,4}"((?:[^"\\\n]|\\.){6,})",\s{0,20}"type":\s{0,4}"string",\s{0,20}"sensitive":\s{0,4}true`)

// secondFields takes the hashes of passwords of a system's users.
func (s *scanner) secondFields() {
	s.eachLine(func(start, end int) {
		fields := strings.SplitN(s.text[start:end], ":", 3)
		if len(fields) == 3 && len(fields[1]) > len("$1$") {
			s.add(passwordName, start+len(fields[0])+1, start+len(fields[0])+1+len(fields[1]))
		}
	})
}

func (s *scanner) gitCredentials() {
	s.eachLine(func(start, end int) {
		line := s.text[start:end]
		_, rest, ok := strings.Cut(line, "://")
		login, _, hasHost := strings.Cut(rest, "@")
		if _, password, found := strings.Cut(login, ":"); ok && hasHost && found && password != "" {
			from := start + len(line) - len(rest) + len(login) - len(password)
			s.add(urlName, from, from+len(password))
		}
	})
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

// speaksOfSecret tells whether the name of a value says that it is a secret.
func speaksOfSecret(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"pass", "secret", "token", "auth", "key", "cred", "pwd", "dsn",
		"private"}, func(word string) bool { return strings.Contains(name, word) })
}

// jsonManifests takes the values of Kubernetes Secrets in JSON.
func (s *scanner) jsonManifests() {
	const kind, most = `"kind"`, 1000
	for at, n := 0, 0; n < most; {
		next := strings.Index(s.text[at:], kind)
		if next < 0 {
			return
		}
		at += next + len(kind)
		rest := strings.TrimLeft(s.text[at:min(at+40, len(s.text))], " \t\r\n")
		value, ok := strings.CutPrefix(rest, ":")
		if !ok || !strings.HasPrefix(strings.TrimLeft(value, " \t\r\n"), `"Secret"`) {
			continue
		}
		at = s.jsonManifest(at)
		n++
	}
}

// jsonManifest takes the data of the object that text[at] is in, and returns where to
// go on.
func (s *scanner) jsonManifest(at int) int {
	const most = 64 << 10
	from, depth := at, 0
	for from > max(at-most, 0) && depth >= 0 {
		from--
		switch s.text[from] {
		case '}':
			depth++
		case '{':
			depth--
		}
	}
	depth = 0
	end := min(from+most, len(s.text))
	for i := from; i < end; i++ {
		switch s.text[i] {
		case '"':
			past := min(jsonString(s.text, i), end)
			if key := s.text[i+1 : max(past-1, i+1)]; depth == 1 && (key == "data" || key == "stringData") {
				past = s.jsonObject(past, end)
				at = max(at, past)
			}
			i = past - 1
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return at
}

// jsonObject takes the values of the object that the value of a key is, if it is one,
// and returns where it ends.
func (s *scanner) jsonObject(from, end int) int {
	start := from
	for start < end && strings.IndexByte(" \t\r\n:", s.text[start]) >= 0 {
		start++
	}
	if start == end || s.text[start] != '{' {
		return from
	}
	stop := start + 1
	for stop < end && s.text[stop] != '}' {
		if s.text[stop] == '"' {
			stop = min(jsonString(s.text, stop), end)
		} else {
			stop++
		}
	}
	s.jsonValues(manifestName, start, stop)
	return min(stop+1, end)
}

// jsonString returns where the string that begins at text[i] ends, its quotes
// included.
func jsonString(text string, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// jsonValues takes all strings of text[start:end] that are no keys, and long numbers.
func (s *scanner) jsonValues(rule string, start, end int) {
	for i := start; i < end; {
		if s.text[i] != '"' {
			i++
			continue
		}
		stop := min(jsonString(s.text, i), end)
		if rest := strings.TrimLeft(s.text[stop:end], " \t\r\n"); !strings.HasPrefix(rest, ":") && stop-1 > i+1 && !isVariable(s.text[i+1:stop-1]) {
			s.add(rule, i+1, stop-1)
		}
		i = stop
	}
}
