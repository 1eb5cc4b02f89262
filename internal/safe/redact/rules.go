package redact

import (
	"encoding/base64"
	"regexp"
	"strings"
	"sync"
)

// The names of rules that are written in Go.
const (
	genericName    = "generic-api-key"
	privateKeyName = "private-key"
	manifestName   = "kubernetes-secret"
	envName        = "env-value"
	credentialName = "credential-file"
	urlName        = "url-password"
	headerName     = "authorization-header"
	passwordName   = "password"
	cookieName     = "session-cookie"
)

// rules is all that texts are scanned with.
type rules struct {
	near, index  *index
	telling      *index // the last words of names that speak of a secret
	generic      *matcher
	valueAllowed func() *regexp.Regexp
	valueWords   []string
}

// theRules makes them once. They do not change.
//
// Read-only.
var theRules = sync.OnceValue(newRules)

func newRules() *rules {
	r := &rules{near: &index{}, index: &index{}, telling: &index{}, valueWords: gitleaks().Words}
	values := make([]string, 0, len(gitleaks().Values))
	for _, v := range gitleaks().Values {
		values = append(values, "(?:"+v+")")
	}
	r.valueAllowed = lazily(strings.Join(values, "|"))
	for _, word := range []string{"password", "passwd", "passphrase", "passwort", "passcode", "credential", "pass", "pwd", "psk", "secret", "token", "key", "_pat", djangoMark} {
		r.telling.add(entry{keyword: word, fold: true})
	}
	for _, list := range [][]rule{codeRules(), own().list(), gitleaks().list()} {
		for _, one := range list {
			m := newMatcher(one)
			for _, k := range one.near {
				r.near.add(entry{keyword: k, fold: true, rule: m})
			}
			for _, k := range one.start {
				r.index.add(entry{keyword: k, fold: strings.HasPrefix(one.pattern, "(?i)"), rule: m})
			}
			for _, k := range one.within {
				r.index.add(entry{keyword: k, within: true, rule: m})
			}
		}
	}
	r.generic = newMatcher(rule{name: genericName, entropy: 3.5, allow: gitleaks().Generic.allowances()})
	for _, k := range genericKeywords() {
		r.near.add(entry{keyword: k, fold: true, rule: r.generic})
	}
	return r
}

// genericKeywords are what a name says that is given a secret.
func genericKeywords() []string {
	return []string{"access", "auth", "api", "credential", "creds", "key", "passwd", "password", "secret", "token"}
}

// codeRules are those that need more than a pattern.
func codeRules() []rule {
	return []rule{
		{
			name: "encoded-token", pattern: `\b([A-Za-z0-9+/]{24,1000}={0,2})`,
			start: encodedStarts(), least: 24, word: true, encoded: true,
		},
		{name: "ethereum-private-key", find: ethereumKeys, within: []string{"0x"}, least: 66, entropy: 3},
	}
}

// encodedStarts are what tokens and addresses begin with in base64.
func encodedStarts() []string {
	var list []string
	for _, start := range []string{
		"ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "AKIA", "ASIA", "sk_live_", "rk_live_", "xoxb-", "xoxp-", "npm_", "AIza",
		"sk-ant-", "sk-proj-", "SG.", "hf_", "dop_v1_", "dckr_pat_", "hvs.", "shpat_",
		"pypi-", "postgres://", "postgresql://", "mysql://", "mongodb://", "mongodb+srv://", "redis://", "amqp://",
	} {
		list = append(list, base64.StdEncoding.EncodeToString([]byte(start))[:len(start)*8/6]) // what follows changes no more of it
	}
	return list
}
