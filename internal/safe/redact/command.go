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
var programs = wordsOf("mysql,mariadb,mydumper,myloader,xtrabackup,sshpass,redis-cli,login,registry,mongo,cqlsh,influx,snowsql,hdbsql,psexec," +
	"winexe,arangosh,isql,user,pscp,plink,freerdp,nxc,crackmap,sqlcmd,osql,bcp,ipmitool,zip,tsql,ldap,snmp,7z,rar,curl,wget," +
	"http,xh,smb,rpcclient,net ,lftp,keytool,jarsigner,openssl,kubectl,htpasswd,sqlplus,expdp,impdp,sqlldr,authtoken," +
	"rabbitmqctl,wpa_passphrase,masterauth,requirepass,enable,echo,printf")

// command looks whether text[a:b] is of a password that a program is given on its command line, or by way of a pipe.
func (s *scanner) command(a, b int) {
	const window = 200
	text := s.text
	start, end := a, b
	switch {
	case text[a] == '-' && (b-a <= 8 || text[a+1]|0x20 != 'p' && text[a+1] != 'h'), b-a < leastGiven && s.standsAlone(a, b):
		return
	case text[a] == '-': // -pPASSWORD, -hpPASSWORD
		start += 2 + int(text[a+1]&8)/8
	}
	if start == a {
		start = max(back(text, a, mostPassword, symbol), backTo(text, a, mostPassword, parts))
	}
	end = to(text, b, mostPassword, spaceMay|closing)
	if s.tries <= 0 || !s.mayBeGiven(start) || !s.isGiven(text[start:end]) {
		return
	}
	line := text[max(start-window, 0):start]
	if n := strings.LastIndexByte(line, '\n'); n >= 0 && !strings.HasSuffix(strings.TrimRight(line[:n], "\r"), "\\") {
		line = line[n+1:]
	}
	if !programs().has(line) {
		return
	}
	s.tries--
	line = strings.ReplaceAll(line, "\\\n", " ")
	if commandForms().MatchString(line) || pattern("echoed").MatchString(line) && pattern("piped").MatchString(text[end:min(end+window, len(text))]) {
		s.add(passwordName, start, end)
	}
}

// givers are words that a password stands behind, in sources too, and programs that one may stand a little behind.
//
// Read-only.
var (
	givers = " echo n e ne en authtoken login masterauth requirepass secret community "
	takers = strings.Split("htpasswd,net use,add_user,change_password,wpa_passphrase,enable,username,sqlplus,expdp,impdp", ",")
)

// mayBeGiven reports whether what stands before text[start:] can be a flag, or a program.
func (s *scanner) mayBeGiven(start int) bool {
	text := s.text
	i := backTo(text, start, mostName, spaceMay) // user:, pass:, --from-literal=x=
	if i < start && text[i] == '-' {
		return true
	}
	if i > 0 && is(text[i-1], quote) {
		i--
	}
	end := back(text, i, far, blank)
	if end == i {
		return i > 1 && text[i-1]|0x20 == 'p' && text[i-2] == '-' // -p'PASSWORD'
	}
	word := back(text, end, 24, wordChar|dash)
	if word < end && text[word] == '-' || strings.Contains(givers, " "+text[word:end]+" ") {
		return true
	}
	before := text[max(word-mostName, 0):end]
	return !s.code && slices.ContainsFunc(takers, func(taker string) bool { return strings.Contains(before, taker) })
}

// standsAlone reports whether text[a:b] has no symbols beside it.
func (s *scanner) standsAlone(a, b int) bool {
	return (a == 0 || !is(s.text[a-1], symbol)) && (b == len(s.text) || !is(s.text[b], symbol))
}

const (
	leastGiven   = 6 // bytes of a run in a password on a command line
	mostPassword = 64
)

// isGiven reports whether a value can be a password on a command line.
func (s *scanner) isGiven(value string) bool {
	return isPassword(value) && (!isName(value) || classesOf(value) == 4) && !isPath(value) && !pattern("versions").MatchString(value) && !s.isPlain(value)
}

func isPath(value string) bool { return pattern("paths").MatchString(value) }
