package redact

import (
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
)

// rules is all that texts are scanned with.
type rules struct {
	near, index  *index
	generic      *matcher
	genericWords func() *words3
	valueAllowed func() *regexp.Regexp
	valueWords   []string
}

// theRules makes them once. They do not change.
//
//nolint:gochecknoglobals // read-only
var theRules = sync.OnceValue(newRules)

func newRules() *rules {
	r := &rules{near: &index{}, index: &index{}, genericWords: sync.OnceValue(func() *words3 { return newWords3(strings.Fields(genericWords())) }), valueWords: allowedWords()}
	values := make([]string, 0, len(allowedValues()))
	for _, v := range allowedValues() {
		values = append(values, "(?:"+v+")")
	}
	r.valueAllowed = lazily(strings.Join(values, "|"))
	for _, list := range [][]rule{tableRules(), ownRules()} {
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
	r.generic = newMatcher(rule{name: genericName, entropy: 3.5, allow: genericAllowances()})
	for _, k := range genericKeywords() {
		r.near.add(entry{keyword: k, fold: true, rule: r.generic})
	}
	return r
}

// genericKeywords are what a name says that is given a secret.
func genericKeywords() []string {
	return []string{"access", "auth", "api", "credential", "creds", "key", "passwd", "password", "secret", "token"}
}

// ownRules are tokens that gitleaks has no rule for.
func ownRules() []rule {
	const end = `(?:[^\w-]|$)`
	return []rule{
		{name: "anthropic-api-key", pattern: `\b(sk-ant-[a-z]+\d\d-[\w-]{60,})`, start: []string{"sk-ant-"}, least: 70, word: true, entropy: 3},
		{name: "azure-storage-key", pattern: `AccountKey=([A-Za-z0-9+/]{86}==)`, start: []string{"AccountKey="}, least: 97},
		{name: "discord-webhook", pattern: `/api/webhooks/\d{17,20}/([\w-]{60,80})`, start: []string{"/api/webhooks/"}, least: 90},
		{name: "docker-pat", pattern: `\b(dckr_(?:pat|oat)_[\w-]{27,36})` + end, start: []string{"dckr_pat_", "dckr_oat_"}, least: 36, word: true, entropy: 3},
		{name: "figma-token", pattern: `\b(figd_[\w-]{40})` + end, start: []string{"figd_"}, least: 45, word: true, entropy: 3},
		{name: "google-oauth-secret", pattern: `\b(GOCSPX-[\w-]{28})` + end, start: []string{"GOCSPX-"}, least: 35, word: true, entropy: 3},
		{name: "google-oauth-token", pattern: `\b(ya29\.[\w-]{30,})`, start: []string{"ya29."}, least: 35, word: true, entropy: 3.5},
		{name: "groq-api-key", pattern: `\b(gsk_[A-Za-z0-9]{52})` + end, start: []string{"gsk_"}, least: 56, word: true, entropy: 3},
		{name: "huggingface-access-token", pattern: `\b(hf_[A-Za-z0-9]{34,40})` + end, start: []string{"hf_"}, least: 37, word: true, entropy: 3},
		{name: "mailgun-private-api-token", pattern: `\b(key-[a-f0-9]{32})` + end, start: []string{"key-"}, least: 36, word: true, entropy: 3},
		{name: "nvidia-api-key", pattern: `\b(nvapi-[\w-]{60,70})` + end, start: []string{"nvapi-"}, least: 66, word: true, entropy: 3},
		{name: "openai-api-key", pattern: `\b(sk-(?:proj-[\w-]{40,}|[A-Za-z0-9]{48}))` + end, start: []string{"sk-"}, least: 48, word: true, entropy: 3.5},
		{name: "openrouter-api-key", pattern: `\b(sk-or-v1-[a-f0-9]{64})` + end, start: []string{"sk-or-v1-"}, least: 73, word: true, entropy: 3},
		{name: "private-key-base64", pattern: `LS0tLS1CRUdJTi[A-Za-z0-9+/]*(?:UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW)[A-Za-z0-9+/]*={0,2}`, start: []string{"LS0tLS1CRUdJTi"}, least: 100},
		{name: "replicate-api-token", pattern: `\b(r8_[A-Za-z0-9]{37})` + end, start: []string{"r8_"}, least: 40, word: true, entropy: 3},
		{name: "stripe-webhook-secret", pattern: `\b(whsec_[A-Za-z0-9+/]{32,64}={0,2})`, start: []string{"whsec_"}, least: 38, word: true, entropy: 3},
		{name: "supabase-token", pattern: `\b(sbp_[a-f0-9]{40})` + end, start: []string{"sbp_"}, least: 44, word: true, entropy: 3},
		{name: "tailscale-key", pattern: `\b(tskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,40})` + end, start: []string{"tskey-"}, least: 30, word: true, entropy: 3},
		{name: "telegram-bot-api-token", pattern: `(?:^|\D)(\d{8,10}:AA[\w-]{33})` + end, within: []string{":AA"}, entropy: 3},
		{name: "xai-api-key", pattern: `\b(xai-[A-Za-z0-9]{80})` + end, start: []string{"xai-"}, least: 84, word: true, entropy: 3},
	}
}

// words3 finds whether any of some words of at least three bytes stands in a text.
type words3 struct{ byStart map[[3]byte][]string }

func newWords3(list []string) *words3 {
	w := &words3{byStart: map[[3]byte][]string{}}
	for _, word := range list {
		k := [3]byte{word[0], word[1], word[2]}
		w.byStart[k] = append(w.byStart[k], word)
	}
	return w
}

// in tells whether one of the words stands in the text, which is in lower case.
func (w *words3) in(text string) bool {
	for i := 0; i+3 <= len(text); i++ {
		for _, word := range w.byStart[[3]byte{text[i], text[i+1], text[i+2]}] {
			if strings.HasPrefix(text[i:], word) {
				return true
			}
		}
	}
	return false
}
