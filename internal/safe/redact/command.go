package redact

import (
	_ "embed" // the forms
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Programs take passwords on their command lines, by flags whose names say nothing: -p,
// -a, -w. What they mean depends on the program, which stands before them on the line.

// commandText are the forms of what stands before a password on a command line, one a
// line. <rest> is what may stand between a program and a flag of it.
//
//go:embed command.txt
var commandText string

// commandForms are all of them. A quote may follow.
//
// Read-only.
var commandForms = sync.OnceValue(func() *regexp.Regexp {
	forms := strings.NewReplacer("\n", "|", "<rest>", `\s(?:[^|;&\n]*\s)?`).Replace(strings.TrimSpace(commandText))
	return regexp.MustCompile(`(?:^|[^\w-])(?:` + forms + `)['"]?$`)
})

// programs is what those forms have in them, one of each.
//
// Read-only.
var (
	programs = strings.Split("mysql,mariadb,mydumper,myloader,xtrabackup,sshpass,redis-cli,login,registry,mongo,cqlsh,influx,snowsql,hdbsql,psexec,"+
		"winexe,arangosh,isql,user,pscp,plink,freerdp,nxc,crackmap,sqlcmd,osql,bcp,ipmitool,zip,tsql,ldap,snmp,7z,rar,curl,wget,"+
		"http,xh,smb,rpcclient,net ,lftp,keytool,jarsigner,openssl,kubectl,htpasswd,sqlplus,expdp,impdp,sqlldr,authtoken,"+
		"rabbitmqctl,wpa_passphrase,masterauth,requirepass,enable", ",")
	programPairs = pairsOf(programs)
)

// piped are programs that read a password from their input.
//
// Read-only.
var piped = lazily(`^['"]?\s*\|\s*(?:\w*sudo\s+)?(?:chpasswd|passwd\b|sudo\b[^|\n]*\s-\w*S|su\b|cryptsetup\b|` +
	`[^|\n]*\s--(?:password|pass|token|with-token|passphrase-fd)\b)`)

// command looks whether text[a:b] is of a password that a program is given on its command line, or by way of a pipe.
func (s *scanner) command(a, b int) {
	const least, window = 6, 200
	text := s.text
	start := s.beginOfGiven(a, b, least)
	if start < 0 {
		return
	}
	end := b
	for end < len(text) && end-b < mostPassword && !is(text[end], spaceMay) && text[end] != '|' && text[end] != ')' {
		end++
	}
	value := text[start:end]
	if s.tries <= 0 || !s.isGiven(value) {
		return
	}
	s.tries--
	line := text[max(start-window, 0):start]
	if n := strings.LastIndexByte(line, '\n'); n >= 0 && !strings.HasSuffix(strings.TrimRight(line[:n], "\r"), "\\") {
		line = line[n+1:]
	}
	line = strings.ReplaceAll(line, "\\\n", " ")
	given := lastWord(line, programs, &programPairs) >= 0 && commandForms().MatchString(line)
	if given || echoed().MatchString(line) && piped().MatchString(text[end:min(end+window, len(text))]) {
		s.add(passwordName, start, end)
	}
}

// Read-only.
var echoed = lazily(`(?:echo|printf)\s(?:-[en]+\s)*(?:['"]%s(?:\\n)?['"]\s)?['"]?(?:[\w.-]+:)?['"]?$`)

// beginOfGiven is where a value that a program may be given begins, of which text[a:b] is
// a part of at least so many bytes; -1 if it is none.
func (s *scanner) beginOfGiven(a, b, least int) int {
	text := s.text
	if text[a] == '-' { // -pPASSWORD
		switch {
		case b-a <= least+2 || text[a+1]|0x20 != 'p' && text[a+1] != 'h':
			return -1
		case text[a+1] == 'h':
			return a + 3
		}
		return a + 2
	}
	if b-a < least && s.standsAlone(a, b) {
		return -1
	}
	start := a
	for start > 0 && a-start < mostPassword && !is(text[start-1], spaceMay) && isSymbol[text[start-1]] && strings.IndexByte(":,%", text[start-1]) < 0 {
		start--
	}
	if !s.mayBeGiven(start) {
		return -1
	}
	return start
}

// standsAlone tells whether text[a:b] has no symbols beside it.
func (s *scanner) standsAlone(a, b int) bool {
	return (a == 0 || !isSymbol[s.text[a-1]]) && (b == len(s.text) || !isSymbol[s.text[b]])
}

// mayBeGiven tells whether what stands before text[start:] can be a flag, or a program.
func (s *scanner) mayBeGiven(start int) bool {
	text := s.text
	i := start
	for i > 0 && start-i < mostName && !is(text[i-1], spaceMay) { // user:, pass:, --from-literal=x=
		i--
	}
	if i > 0 && strings.IndexByte("\"'", text[i-1]) >= 0 {
		i--
	}
	if i < start && (text[i] == '-' || i > 0 && text[i-1] == '-') {
		return true
	}
	spaces := i
	for i > 0 && (text[i-1] == ' ' || text[i-1] == '\t') {
		i--
	}
	if i == spaces {
		return i > 1 && text[i-1]|0x20 == 'p' && text[i-2] == '-' // -p'PASSWORD'
	}
	word := i
	for i > 0 && word-i < mostFlag && (is(text[i-1], wordChar) || text[i-1] == '-') {
		i--
	}
	if i < word && text[i] == '-' {
		return true
	}
	switch text[i:word] {
	case "echo", "n", "e", "ne", "en", "authtoken", "login", "masterauth", "requirepass", "secret", "community":
		return true
	}
	if s.code {
		return false
	}
	before := text[max(i-mostName, 0):word]
	return slices.ContainsFunc([]string{"htpasswd", "net use", "add_user", "change_password", "wpa_passphrase", "enable",
		"username", "sqlplus", "expdp", "impdp"}, func(word string) bool { return strings.Contains(before, word) })
}

const (
	mostFlag     = 24 // bytes of a flag
	mostPassword = 64
)

// isGiven tells whether a value can be a password on a command line.
func (s *scanner) isGiven(value string) bool {
	return isPassword(value) && (!isName(value) || classesOf(value) == 4) && !isPath(value) && !versions().MatchString(value) && !s.isPlain(value)
}

// paths name files, hosts and addresses.
//
// Read-only.
var paths = lazily(`^(?:[~.]{0,2}/|[A-Za-z]:\\)|^[\w.-]+(?:/[\w.-]+)+/?(?::[\w.-]+)?$|^[\d.:,/]+$|^[\w-]+(?:\.[\w-]+)+(?::\d+)?$`)

func isPath(value string) bool { return paths().MatchString(value) }

// cookieForms are names of cookies that hold a session, and all of a header of them.
//
// Read-only.
var cookieForms = [...]func() *regexp.Regexp{
	lazily(`(?i)(?:(?:sess(?:ion)?[_.-]?(?:token|cookie)|phpsessid|jsessionid|connect\.sid|asp\.net_sessionid|aspsessionid\w{0,10}|laravel_session|` +
		`remember_(?:web|token)\w{0,45}|\.aspnetcore\.\w{1,20})['"]?\]?(?:\s{0,4}(?:=|:|=>|,|:=)\s{0,4}|\t|%3D)['"]?` +
		`|sess(?:ion)?[_.-]?id(?:=|\t|%3D)|cookies?['"]?\s{0,2}[:=(]\s{0,2}\{[^{}]{0,200}['"]sess(?:ion)?[_.-]?id['"]\s{0,2}:\s{0,2}['"])(?:s%3A|s:)?$`),
	lazily(`(?i)(?:cookies?['"]?\]?\s{0,2}[:=,]\s{0,2}['"]?|\s-b\s{0,2}['"]?|--cookie[ =]['"]?)` +
		`(?:[^\n"'=;]+=[^\n"';]*;\s*)*[\w.-]{0,20}(?:sess|sid|auth|token|remember|jwt|login|user|id)[\w.-]{0,20}=(?:s%3A)?$`),
	lazily(`(?i)['"]name['"]:\s{0,4}['"](?:set-)?cookie['"],\s{0,20}['"]value['"]:\s{0,4}['"](?:[^\n"=;]+=[^\n";]*;\s*)*[\w.-]{1,40}=$`),
}

// Read-only.
var (
	cookieWords = [...]string{"sess", "sid", "cookie", "remember", "-b "}
	cookiePairs = pairsOf(cookieWords[:])
)

// cookie looks whether text[a:b] is the value of a cookie that holds a session.
func (s *scanner) cookie(a, b int) {
	const least, window, shortest = 16, 300, 40
	text := s.text
	if b-a < least || a == 0 {
		return
	}
	if c := text[a-1]; c != '=' && c != '"' && c != '\'' && c != '\t' && c != ' ' && c != '%' && c != ':' {
		return
	}
	start := a
	if text[a-1] == '%' && strings.HasPrefix(text[a:], "3A") { // the mark of a signed one
		start += len("3A")
	}
	near := text[max(start-shortest, 0):start]
	if lastWord(near, cookieWords[:], &cookiePairs) < 0 {
		return
	}
	value := text[start:b]
	if entropy(value) <= leastBits(value) || !hasDigit(value) || isName(value) || isReadable(value) || s.isPlain(value) || s.tries <= 0 {
		return
	}
	s.tries--
	before := text[max(start-window, 0):start]
	for i, form := range cookieForms {
		if i == 0 && uuids().MatchString(value) { // of a session of anything, unless it stands in a header
			continue
		}
		if form().MatchString(before) {
			s.add(cookieName, start, b)
			return
		}
	}
}
