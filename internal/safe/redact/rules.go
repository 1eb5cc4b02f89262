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
	generic      *matcher
	genericWords func() *words3
	valueAllowed func() *regexp.Regexp
	valueWords   []string
}

// theRules makes them once. They do not change.
//
// Read-only.
var theRules = sync.OnceValue(newRules)

func newRules() *rules {
	r := &rules{near: &index{}, index: &index{}, genericWords: sync.OnceValue(func() *words3 { return newWords3(strings.Fields(gitleaks().GenericWords)) }), valueWords: gitleaks().Words}
	values := make([]string, 0, len(gitleaks().Values))
	for _, v := range gitleaks().Values {
		values = append(values, "(?:"+v+")")
	}
	r.valueAllowed = lazily(strings.Join(values, "|"))
	for _, list := range [][]rule{ownRules(), tableRules()} {
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

// ownRules are tokens that gitleaks has no rule for.
func ownRules() []rule {
	const end = `(?:[^A-Za-z0-9]|$)`
	return []rule{
		{name: "anthropic-api-key", pattern: `\b(sk-ant-[a-z]+\d\d-[\w-]{60,})`, start: []string{"sk-ant-"}, least: 70, word: true, entropy: 3},
		{name: "azure-storage-key", pattern: `AccountKey=([A-Za-z0-9+/]{86}==)`, start: []string{"AccountKey="}, least: 97},
		{name: "discord-webhook", pattern: `/api/webhooks/\d{17,20}/([\w-]{60,80})`, start: []string{"/api/webhooks/"}, least: 90},
		{name: "docker-pat", pattern: `\b(dckr_(?:pat|oat)_[\w-]{27,36})` + end, start: []string{"dckr_pat_", "dckr_oat_"}, least: 36, word: true, entropy: 3},
		{name: "figma-token", pattern: `\b(fig[dpu]_[\w=-]{40,54})` + end, start: []string{"figd_", "figp_", "figu_"}, least: 45, word: true, entropy: 3},
		{name: "google-oauth-secret", pattern: `\b(GOCSPX-[\w-]{28})` + end, start: []string{"GOCSPX-"}, least: 35, word: true, entropy: 3},
		{name: "google-oauth-token", pattern: `\b(ya29\.[\w-]{30,})`, start: []string{"ya29."}, least: 35, word: true, entropy: 3.5},
		{name: "groq-api-key", pattern: `\b(gsk_[A-Za-z0-9]{52})` + end, start: []string{"gsk_"}, least: 56, word: true, entropy: 3},
		{name: "huggingface-access-token", pattern: `\b(hf_[A-Za-z0-9]{34,40})` + end, start: []string{"hf_"}, least: 37, word: true, entropy: 3},
		{name: "mailgun-private-api-token", pattern: `\b(key-[a-f0-9]{32})` + end, start: []string{"key-"}, least: 36, word: true, entropy: 3},
		{name: "nvidia-api-key", pattern: `\b(nvapi-[\w-]{60,70})` + end, start: []string{"nvapi-"}, least: 66, word: true, entropy: 3},
		{name: "openai-api-key", pattern: `\b(sk-(?:(?:proj|svcacct|service|admin)-[\w-]{40,}|[A-Za-z0-9]{48}))` + end, start: []string{"sk-"}, least: 48, word: true, entropy: 3.5},
		{name: "openrouter-api-key", pattern: `\b(sk-or-v1-[a-f0-9]{64})` + end, start: []string{"sk-or-v1-"}, least: 73, word: true, entropy: 3},
		{name: "private-key-base64", pattern: `LS0tLS1CRUdJTi[A-Za-z0-9+/]*(?:UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW)[A-Za-z0-9+/]*={0,2}`, start: []string{"LS0tLS1CRUdJTi"}, least: 100},
		{name: "replicate-api-token", pattern: `\b(r8_[A-Za-z0-9]{37})` + end, start: []string{"r8_"}, least: 40, word: true, entropy: 3},
		{name: "stripe-webhook-secret", pattern: `\b(whsec_[A-Za-z0-9+/]{32,64}={0,2})`, start: []string{"whsec_"}, least: 38, word: true, entropy: 3},
		{name: "supabase-token", pattern: `\b(sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,60})` + end, start: []string{"sbp_", "sb_secret_"}, least: 30, word: true, entropy: 3},
		{name: "tailscale-key", pattern: `\b(tskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,40})` + end, start: []string{"tskey-"}, least: 30, word: true, entropy: 3},
		{name: "telegram-bot-api-token", pattern: `(?:^|\D)(\d{8,10}:AA[\w-]{33})` + end, within: []string{":AA"}, entropy: 3},
		{name: "buildkite-token", pattern: `\b(bkua_[a-f0-9]{40})` + end, start: []string{"bkua_"}, least: 45, word: true, entropy: 3},
		{name: "circleci-token", pattern: `\b(CCI(?:PAT|PRJ)_[A-Za-z0-9]{20,24}_[a-f0-9]{40})` + end, start: []string{"CCIPAT_", "CCIPRJ_"}, least: 60, word: true, entropy: 3},
		{name: "contentful-token", pattern: `\b(CFPAT-[\w-]{43})` + end, start: []string{"CFPAT-"}, least: 49, word: true, entropy: 3},
		{name: "deepseek-api-key", pattern: `\b(sk-[a-f0-9]{32})` + end, start: []string{"sk-"}, least: 35, word: true, entropy: 3},
		{name: "doppler-api-token", pattern: `\b(dp\.(?:st|sa|ct|scim|audit)\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{40,44})` + end, start: []string{"dp."}, least: 46, word: true, entropy: 3},
		{name: "fireworks-api-key", pattern: `\b(fw_[A-Za-z0-9]{22,24})` + end, start: []string{"fw_"}, least: 25, word: true, entropy: 3},
		{name: "gitlab-pat", pattern: `\b(glpat-[\w-]{21,300}(?:\.[0-9a-z]{2}\.[0-9a-z]{7,9})?)` + end, start: []string{"glpat-"}, least: 27, word: true, entropy: 3},
		{name: "gitlab-token", pattern: `\b(gl(?:ptt|dt|ft|soat|agent|imt|oas|cbt|ffct)-[\w-]{20,64})` + end, start: []string{"glptt-", "gldt-", "glft-", "glsoat-", "glagent-", "glimt-", "gloas-", "glcbt-", "glffct-"}, least: 25, word: true, entropy: 3},
		{name: "langfuse-secret-key", pattern: `\b(sk-lf-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12})` + end, start: []string{"sk-lf-"}, least: 42, word: true, entropy: 3},
		{name: "langsmith-api-key", pattern: `\b(lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10})` + end, start: []string{"lsv2_pt_", "lsv2_sk_"}, least: 51, word: true, entropy: 3},
		{name: "neon-api-key", pattern: `\b(napi_[a-z0-9A-Z]{64}|npg_[A-Za-z0-9]{12})` + end, start: []string{"napi_", "npg_"}, least: 16, word: true, entropy: 3},
		{name: "netlify-token", pattern: `\b(nf[pcou]_[A-Za-z0-9]{36})` + end, start: []string{"nfp_", "nfc_", "nfo_", "nfu_"}, least: 40, word: true, entropy: 3},
		{name: "new-relic-key", pattern: `\b(NR(?:AK|AA|II|RA|SP)-[A-Z0-9]{27}|NRIQ-[\w-]{25,32})` + end, start: []string{"NRAK-", "NRAA-", "NRII-", "NRIQ-", "NRRA-", "NRSP-"}, least: 30, word: true, entropy: 3},
		{name: "pinecone-api-key", pattern: `\b(pcsk_[A-Za-z0-9_]{60,80})` + end, start: []string{"pcsk_"}, least: 65, word: true, entropy: 3},
		{name: "plaid-access-token", pattern: `\b(access-(?:sandbox|development|production)-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12})` + end, start: []string{"access-sandbox-", "access-development-", "access-production-"}, least: 50, word: true, entropy: 3},
		{name: "posthog-api-key", pattern: `\b(ph[xs]_[A-Za-z0-9]{43,50})` + end, start: []string{"phx_", "phs_"}, least: 47, word: true, entropy: 3},
		{name: "resend-api-key", pattern: `\b(re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}|re_[A-Za-z0-9]{32,36})` + end, start: []string{"re_"}, least: 35, word: true, entropy: 3},
		{name: "segment-token", pattern: `\b(sgp_[A-Za-z0-9]{64})` + end, start: []string{"sgp_"}, least: 68, word: true, entropy: 3},
		{name: "sonar-token", pattern: `\b(sq[uap]_[a-f0-9]{40}|sqco_[A-Za-z0-9]{59})` + end, start: []string{"squ_", "sqa_", "sqp_", "sqco_"}, least: 44, word: true, entropy: 3},
		{name: "square-token", pattern: `\b((?:sq0csp-[\w-]{43}|sq0atp-[\w-]{22}))` + end, start: []string{"sq0csp-", "sq0atp-"}, least: 29, word: true, entropy: 3},
		{name: "tavily-api-key", pattern: `\b(tvly-(?:dev-|prod-)?[A-Za-z0-9]{32})` + end, start: []string{"tvly-"}, least: 37, word: true, entropy: 3},
		{name: "tencent-secret-id", pattern: `\b(AKID[A-Za-z0-9]{32})` + end, start: []string{"AKID"}, least: 36, word: true, entropy: 3},
		{name: "typeform-api-token", pattern: `\b(tfp_[\w.=-]{40,60})` + end, start: []string{"tfp_"}, least: 44, word: true, entropy: 3},
		{name: "vercel-token", pattern: `\b(vc[pikr]_[A-Za-z0-9]{24,60})` + end, start: []string{"vcp_", "vci_", "vck_", "vcr_"}, least: 28, word: true, entropy: 3},
		{name: "voyage-api-key", pattern: `\b(pa-[A-Za-z0-9_-]{43})` + end, start: []string{"pa-"}, least: 46, word: true, entropy: 3},
		{name: "yandex-api-key", pattern: `\b(AQVN[\w-]{35,38})` + end, start: []string{"AQVN"}, least: 39, word: true, entropy: 3},
		{name: "django-secret-key", pattern: `\b(django-insecure-[^\s'"]{40,64})`, start: []string{"django-insecure-"}, least: 56, word: true, entropy: 3},
		{name: "azure-sas", pattern: `(?:[?&;]|\\u0026|%26)sig(?:=|%3[Dd])([\w%+/-]{40,70}(?:%3[Dd]|=)?)`, within: []string{"&sig=", "?sig=", ";sig=", "0026sig=", "26sig%3"}, entropy: 3.5},
		{name: "json-web-key", pattern: `"d"\s{0,4}:\s{0,4}"([\w-]{43,700})"`, within: []string{`"d"`}, entropy: 4.5},
		{name: "connection-string", pattern: `(?i)(?:password|pwd)=([^;"'\s${}<>%()\[\]]{8,64});`, within: []string{"assword=", "ASSWORD=", "Pwd=", "pwd=", "PWD="}, entropy: 2.5,
			allow: []allowance{{patterns: []string{`^[^0-9]*$`, `^[a-z0-9]*$`, `^[\w.]*\.[\w.]*$`}}}},
		{name: "encoded-token", pattern: `\b([A-Za-z0-9+/]{24,1000}={0,2})`, start: encodedStarts(), least: 24, word: true, encoded: true},
		{name: "age-secret-key", pattern: `AGE-SECRET-KEY-PQ-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58,200}`, start: []string{"AGE-SECRET-KEY-PQ-1"}, least: 77},
		{name: "nostr-secret-key", pattern: `\b(nsec1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{58})` + end, start: []string{"nsec1"}, least: 63, word: true, entropy: 3},
		{name: "nuget-api-key", pattern: `\b(oy2[a-z0-9]{43})` + end, start: []string{"oy2"}, least: 46, word: true, entropy: 3},
		{name: "infisical-service-token", pattern: `\b(st\.[a-f0-9-]{24,36}\.[a-f0-9]{32,64}(?:\.[a-f0-9]{32,64})?)` + end, start: []string{"st."}, least: 60, word: true, entropy: 3},
		{name: "microsoft-teams-webhook", pattern: `/IncomingWebhook/([a-f0-9]{32}/[a-f0-9-]{36}(?:/[\w-]{20,60})?)`, start: []string{"/IncomingWebhook/"}, least: 80},
		{name: "twilio-auth-token", pattern: `\bAC[a-f0-9]{32}\W(?s:.{0,80}?)\b([a-f0-9]{32})` + end, start: []string{"AC"}, least: 34, word: true, entropy: 3},
		{name: "cursor-api-key", pattern: `\b((?:key|crsr)_[a-f0-9]{64})` + end, start: []string{"key_", "crsr_"}, least: 68, word: true, entropy: 3},
		{name: "cursor-api-key", pattern: `(?i)cursor[\w.-]{0,20}['"]?\s{0,4}[=:]{1,2}\s{0,4}['"]?((?:key|crsr)_[a-z0-9]{16,128})` + end, near: []string{"cursor"}, entropy: 3},
		{name: "ethereum-private-key", find: ethereumKeys, within: []string{"0x"}, least: 66, entropy: 3},
		{name: "azure-marked-key", pattern: `(?:^|[^A-Za-z0-9+/])([A-Za-z0-9+/]{76}(?:APIM|ACDb|\+(?:ABa|AMC|ASt))[A-Za-z0-9+/]{5}[AQgw]==|[A-Za-z0-9+/]{33}(?:AIoT|\+(?:ASb|AEh|ARm))[A-Za-z0-9+/]{5}[A-P]=|[A-Za-z0-9+/]{42}\+ACR[A-D][A-Za-z0-9+/]{5}|[A-Za-z0-9]{42}Az(?:Se|Fu)[A-D][A-Za-z0-9]{5}(?:==)?|[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{20,30}={0,2})` + end, within: []string{"APIM", "ACDb", "+ABa", "+AMC", "+ASt", "AIoT", "+ASb", "+AEh", "+ARm", "+ACR", "AzSe", "AzFu", "JQQJ99"}, entropy: 4},
		{name: "aiven-password", pattern: `\b(AVNS_[\w-]{16,24})` + end, start: []string{"AVNS_"}, least: 21, word: true, entropy: 3},
		{name: "apify-api-token", pattern: `\b(apify_api_[A-Za-z0-9]{36})` + end, start: []string{"apify_api_"}, least: 46, word: true, entropy: 3},
		{name: "atlassian-token", pattern: `\b(ATCTT3xFfG[\w+/=-]{40,300}=[A-F0-9]{8}|ATBB[\w=.-]{28,40})` + end, start: []string{"ATCTT3xFfG", "ATBB"}, least: 32, word: true, entropy: 3.5},
		{name: "browserbase-api-key", pattern: `\b(bb_live_[\w-]{27,40})` + end, start: []string{"bb_live_"}, least: 35, word: true, entropy: 3},
		{name: "cerebras-api-key", pattern: `\b(csk-[a-z0-9]{48})` + end, start: []string{"csk-"}, least: 52, word: true, entropy: 3},
		{name: "cloudflare-token", pattern: `\b(cf(?:[ua]t|k)_[A-Za-z0-9]{40}[a-f0-9]{8})` + end, start: []string{"cfut_", "cfat_", "cfk_"}, least: 52, word: true, entropy: 3},
		{name: "deno-deploy-token", pattern: `\b(dd[pwo]_[A-Za-z0-9]{36,40})` + end, start: []string{"ddp_", "ddw_", "ddo_"}, least: 40, word: true, entropy: 3},
		{name: "e2b-api-key", pattern: `\b((?:e2b|sk_e2b)_[a-f0-9]{40})` + end, start: []string{"e2b_", "sk_e2b_"}, least: 44, word: true, entropy: 3},
		{name: "elevenlabs-api-key", pattern: `\b(sk_[a-f0-9]{48})` + end, start: []string{"sk_"}, least: 51, word: true, entropy: 3},
		{name: "firecrawl-api-key", pattern: `\b(fc-[a-f0-9]{32})` + end, start: []string{"fc-"}, least: 35, word: true, entropy: 3},
		{name: "hubspot-token", pattern: `\b(pat-(?:eu|na)\d-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12})` + end, start: []string{"pat-eu", "pat-na"}, least: 44, word: true, entropy: 3},
		{name: "mongodb-secret", pattern: `\b(mdb_sa_sk_[\w-]{36,44})` + end, start: []string{"mdb_sa_sk_"}, least: 46, word: true, entropy: 3},
		{name: "render-api-key", pattern: `\b(rnd_[A-Za-z0-9]{28,32})` + end, start: []string{"rnd_"}, least: 32, word: true, entropy: 3},
		{name: "salesforce-token", pattern: `\b(00D[A-Za-z0-9]{12,15}![\w.]{80,120}|5AEP861[\w.=]{80,120})` + end, start: []string{"00D", "5AEP861"}, least: 15, word: true, entropy: 3},
		{name: "sourcegraph-cody-token", pattern: `\b(slk_[a-f0-9]{64})` + end, start: []string{"slk_"}, least: 68, word: true, entropy: 3},
		{name: "together-api-key", pattern: `\b(tgp_v1_[\w-]{43})` + end, start: []string{"tgp_v1_"}, least: 50, word: true, entropy: 3},
		{name: "wandb-api-key", pattern: `\b(wandb_v1_[\w-]{60,90})` + end, start: []string{"wandb_v1_"}, least: 69, word: true, entropy: 3},
		{name: "xai-api-key", pattern: `\b(xai-[A-Za-z0-9_]{80})` + end, start: []string{"xai-"}, least: 84, word: true, entropy: 3},
	}
}

// encodedStarts are what tokens and addresses begin with in base64.
func encodedStarts() []string {
	var list []string
	for _, start := range []string{
		"ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "AKIA", "ASIA", "sk_live_", "rk_live_", "xoxb-", "xoxp-", "npm_", "AIza", "sk-ant-", "sk-proj-", "SG.", "hf_", "dop_v1_", "dckr_pat_", "hvs.", "shpat_",
		"pypi-", "postgres://", "postgresql://", "mysql://", "mongodb://", "mongodb+srv://", "redis://", "amqp://",
	} {
		list = append(list, base64.StdEncoding.EncodeToString([]byte(start))[:len(start)*8/6]) // what follows changes no more of it
	}
	return list
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
