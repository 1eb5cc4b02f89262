// Package redacttest makes secrets that are none of anyone, for tests: they have the
// form of real ones, are the same in every run, and stand in no file.
package redacttest

import (
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"strings"
)

// The characters that secrets are made of.
const (
	Small   = "abcdefghijklmnopqrstuvwxyz"
	Capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	Numbers = "0123456789"
	Hex     = "0123456789abcdef"
	Base32  = Capital + "234567"
	Alnum   = Small + Capital + Numbers
	Base64  = Alnum + "+/"
	Bech32  = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
)

// Fake returns n random characters of an alphabet.
func Fake(seed uint64, alphabet string, n int) string {
	r := rand.New(rand.NewPCG(seed, 42))
	var b strings.Builder
	for range n {
		b.WriteByte(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

// Kind is a kind of secret: what makes one, and the rule that finds it.
type Kind struct {
	Rule string
	Make func(seed uint64) string
}

// Prefixed returns a kind whose secrets are a prefix and n characters.
func Prefixed(rule, prefix, alphabet string, n int) Kind {
	return Kind{rule, func(seed uint64) string { return prefix + Fake(seed, alphabet, n) }}
}

func jwt(seed uint64) string {
	part := func(v any) string {
		data, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		return base64.RawURLEncoding.EncodeToString(data)
	}
	return part(map[string]string{"alg": "HS256", "typ": "JWT"}) + "." + part(map[string]any{"sub": Fake(seed, Numbers, 10), "name": "A B"}) + "." + Fake(seed, Alnum, 43)
}

// Tokens are known by themselves, wherever they stand.
func Tokens() []Kind {
	return []Kind{
		Prefixed("aws-access-key", "AK"+"IA", Base32, 16),
		Prefixed("aws-access-key", "AS"+"IA", Base32, 16),
		Prefixed("github-pat", "gh"+"p_", Alnum, 36),
		Prefixed("github-oauth", "gh"+"o_", Alnum, 36),
		Prefixed("github-app-token", "gh"+"s_", Alnum, 36),
		Prefixed("github-refresh-token", "gh"+"r_", Alnum, 36),
		Prefixed("github-fine-grained-pat", "github_"+"pat_", Alnum+"_", 82),
		Prefixed("gitlab-pat", "gl"+"pat-", Alnum, 20),
		Prefixed("gitlab-runner-authentication-token", "gl"+"rt-", Alnum, 20),
		Prefixed("gcp-api-key", "AI"+"za", Alnum, 35),
		Prefixed("google-oauth-secret", "GOC"+"SPX-", Alnum, 28),
		Prefixed("google-oauth-token", "ya"+"29.", Alnum+"_-", 60),
		{"slack-bot-token", func(s uint64) string {
			return "xo" + "xb-" + Fake(s, Numbers, 12) + "-" + Fake(s+1, Numbers, 13) + "-" + Fake(s, Alnum, 24)
		}},
		{"slack-user-token", func(s uint64) string {
			return "xo" + "xp-" + Fake(s, Numbers, 12) + "-" + Fake(s+1, Numbers, 12) + "-" + Fake(s+2, Numbers, 12) + "-" + Fake(s, Hex, 32)
		}},
		{"slack-webhook-url", func(s uint64) string {
			return "hooks.slack" + ".com/services/T" + Fake(s, Capital+Numbers, 10) + "/B" + Fake(s+1, Capital+Numbers, 10) + "/" + Fake(s, Alnum, 24)
		}},
		Prefixed("stripe-access-token", "sk_"+"live_", Alnum, 24),
		Prefixed("stripe-access-token", "rk_"+"test_", Alnum, 24),
		Prefixed("stripe-webhook-secret", "wh"+"sec_", Alnum, 32),
		Prefixed("npm-access-token", "np"+"m_", Alnum, 36),
		Prefixed("pypi-upload-token", "pypi-"+"AgEIcHlwaS5vcmc", Alnum+"_-", 80),
		Prefixed("sendgrid-api-token", "S"+"G.", Alnum, 66),
		Prefixed("twilio-api-key", "S"+"K", Hex, 32),
		Prefixed("mailgun-private-api-token", "ke"+"y-", Hex, 32),
		Prefixed("digitalocean-pat", "do"+"p_v1_", Hex, 64),
		Prefixed("databricks-api-token", "da"+"pi", Hex, 32),
		Prefixed("doppler-api-token", "dp"+".pt.", Alnum, 43),
		Prefixed("docker-pat", "dckr_"+"pat_", Alnum, 27),
		Prefixed("huggingface-access-token", "h"+"f_", Alnum, 34),
		Prefixed("huggingface-access-token", "h"+"f_", Small+Capital, 34),
		Prefixed("anthropic-api-key", "sk-"+"ant-api03-", Alnum+"_-", 90),
		{"openai-api-key", func(s uint64) string {
			return "sk-" + Fake(s, Alnum, 20) + "T3Blbk" + "FJ" + Fake(s+1, Alnum, 20)
		}},
		Prefixed("openai-api-key", "sk-"+"proj-", Alnum, 60),
		Prefixed("shopify-access-token", "sh"+"pat_", Hex, 32),
		Prefixed("linear-api-key", "lin_"+"api_", Small+Numbers, 40),
		Prefixed("grafana-cloud-api-token", "gl"+"c_", Alnum, 60),
		Prefixed("vault-service-token", "hv"+"s.", Alnum, 95),
		Prefixed("hashicorp-tf-api-token", Fake(9, Small+Numbers, 14)+".atlas"+"v1.", Alnum, 65),
		Prefixed("notion-api-token", "nt"+"n_"+Fake(3, Numbers, 11), Alnum, 35),
		Prefixed("planetscale-password", "pscale"+"_pw_", Alnum, 43),
		Prefixed("postman-api-token", "PM"+"AK-"+Fake(4, Hex, 24)+"-", Hex, 34),
		Prefixed("rubygems-api-token", "ruby"+"gems_", Hex, 48),
		Prefixed("age-secret-key", "AGE-SECRET"+"-KEY-1", Bech32, 58),
		Prefixed("perplexity-api-key", "pp"+"lx-", Alnum, 48),
		Prefixed("tailscale-key", "ts"+"key-auth-"+Fake(5, Alnum, 12)+"-", Alnum, 32),
		{"telegram-bot-api-token", func(s uint64) string { return "7" + Fake(s, Numbers, 9) + ":A" + "A" + Fake(s, Alnum, 33) }},
		{"jwt", jwt},
		Prefixed("supabase-token", "sb_"+"secret_"+Fake(6, Alnum, 22)+"_", Alnum, 8),
		Prefixed("age-secret-key", "AGE-SECRET"+"-KEY-PQ-1", Bech32, 58),
		Prefixed("nostr-secret-key", "nse"+"c1", strings.ToLower(Bech32), 58),
		Prefixed("nuget-api-key", "oy"+"2", Small+Numbers, 43),
		Prefixed("neon-api-key", "np"+"g_", Alnum, 12),
		Prefixed("infisical-service-token", "st"+"."+Fake(7, Hex, 24)+"."+Fake(8, Hex, 32)+".", Hex, 32),
		Prefixed("cursor-api-key", "ke"+"y_", Hex, 64),
		Prefixed("cursor-api-key", "crs"+"r_", Hex, 64),
		Prefixed("figma-token", "fig"+"p_", Alnum, 50),
		Prefixed("sonar-token", "sq"+"co_", Alnum, 59),
		Prefixed("aiven-password", "AV"+"NS_", Alnum, 19),
		Prefixed("apify-api-token", "apify_"+"api_", Alnum, 36),
		Prefixed("atlassian-token", "AT"+"BB", Alnum, 32),
		Prefixed("browserbase-api-key", "bb_"+"live_", Alnum, 27),
		Prefixed("cerebras-api-key", "cs"+"k-", Small+Numbers, 48),
		Prefixed("cloudflare-token", "cf"+"ut_"+Fake(10, Alnum, 40), Hex, 8),
		Prefixed("deno-deploy-token", "dd"+"p_", Alnum, 36),
		Prefixed("e2b-api-key", "e2"+"b_", Hex, 40),
		Prefixed("elevenlabs-api-key", "s"+"k_", Hex, 48),
		Prefixed("firecrawl-api-key", "f"+"c-", Hex, 32),
		Prefixed("hubspot-token", "pat-"+"na1-"+Fake(11, Hex, 8)+"-"+Fake(12, Hex, 4)+"-"+Fake(13, Hex, 4)+"-"+Fake(14, Hex, 4)+"-", Hex, 12),
		Prefixed("mongodb-secret", "mdb_"+"sa_sk_", Alnum+"_-", 40),
		Prefixed("render-api-key", "rn"+"d_", Alnum, 28),
		Prefixed("salesforce-token", "5AEP"+"861", Alnum, 90),
		Prefixed("sourcegraph-cody-token", "sl"+"k_", Hex, 64),
		Prefixed("together-api-key", "tgp"+"_v1_", Alnum, 43),
		Prefixed("wandb-api-key", "wandb"+"_v1_", Alnum, 80),
		Prefixed("openai-api-key", "sk-"+"svcacct-", Alnum, 60),
		{"azure-marked-key", func(s uint64) string { return Fake(s, Alnum, 76) + "+A" + "St" + Fake(s, Alnum, 5) + "g==" }},
		{"azure-marked-key", func(s uint64) string { return Fake(s, Alnum, 42) + "Az" + "SeA" + Fake(s, Alnum, 5) }},
		{"azure-marked-key", func(s uint64) string { return Fake(s, Alnum, 52) + "JQQ" + "J99" + Fake(s+1, Alnum, 26) }},
	}
}

// PEM returns a block of random lines between the marks of a kind of key.
func PEM(seed uint64, kind string) string {
	var b strings.Builder
	b.WriteString("-----BEGIN " + kind + "-----\n")
	for i := range uint64(5) {
		b.WriteString(Fake(seed+i, Base64, 64) + "\n")
	}
	b.WriteString(Fake(seed, Base64, 22) + "==\n-----END " + kind + "-----\n")
	return b.String()
}
