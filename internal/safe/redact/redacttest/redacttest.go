// Package redacttest makes secrets that are none of anyone, for tests: they have the
// form of real ones, are the same in every run, and stand in no file.
package redacttest

import (
	_ "embed" // the kinds
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"strconv"
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

// kindLines are kinds of tokens: the rule, a prefix, in which a | keeps scanners from taking it for a secret, the
// alphabet and how many characters; - stands for those that are not made like that.
//
//go:embed kinds.txt
var kindLines string

// Tokens are known by themselves, wherever they stand.
func Tokens() (kinds []Kind) {
	alphabets := strings.NewReplacer("Small", Small, "Capital", Capital, "Numbers", Numbers, "Hex", Hex, "Base32", Base32, "Alnum", Alnum, "Bech32", Bech32, "+", "")
	others := otherTokens()
	for line := range strings.Lines(kindLines) {
		c := strings.Fields(line)
		if len(c) < 4 {
			kinds, others = append(kinds, others[0]), others[1:]
			continue
		}
		n, _ := strconv.Atoi(c[3])
		kinds = append(kinds, Prefixed(c[0], strings.ReplaceAll(c[1], "|", ""), alphabets.Replace(c[2]), n))
	}
	return kinds
}

func otherTokens() []Kind {
	return []Kind{
		{"slack-bot-token", func(s uint64) string {
			return "xo" + "xb-" + Fake(s, Numbers, 12) + "-" + Fake(s+1, Numbers, 13) + "-" + Fake(s, Alnum, 24)
		}},
		{"slack-user-token", func(s uint64) string {
			return "xo" + "xp-" + Fake(s, Numbers, 12) + "-" + Fake(s+1, Numbers, 12) + "-" + Fake(s+2, Numbers, 12) + "-" + Fake(s, Hex, 32)
		}},
		{"slack-webhook-url", func(s uint64) string {
			return "hooks.slack" + ".com/services/T" + Fake(s, Capital+Numbers, 10) + "/B" + Fake(s+1, Capital+Numbers, 10) + "/" + Fake(s, Alnum, 24)
		}},
		{"openai-api-key", func(s uint64) string {
			return "sk-" + Fake(s, Alnum, 20) + "T3Blbk" + "FJ" + Fake(s+1, Alnum, 20)
		}},
		Prefixed("hashicorp-tf-api-token", Fake(9, Small+Numbers, 14)+".atlas"+"v1.", Alnum, 65),
		Prefixed("notion-api-token", "nt"+"n_"+Fake(3, Numbers, 11), Alnum, 35),
		Prefixed("postman-api-token", "PM"+"AK-"+Fake(4, Hex, 24)+"-", Hex, 34),
		Prefixed("tailscale-key", "ts"+"key-auth-"+Fake(5, Alnum, 12)+"-", Alnum, 32),
		{"telegram-bot-api-token", func(s uint64) string { return "7" + Fake(s, Numbers, 9) + ":A" + "A" + Fake(s, Alnum, 33) }},
		{"jwt", jwt},
		Prefixed("supabase-token", "sb_"+"secret_"+Fake(6, Alnum, 22)+"_", Alnum, 8),
		Prefixed("nostr-secret-key", "nse"+"c1", strings.ToLower(Bech32), 58),
		Prefixed("infisical-service-token", "st"+"."+Fake(7, Hex, 24)+"."+Fake(8, Hex, 32)+".", Hex, 32),
		Prefixed("cloudflare-token", "cf"+"ut_"+Fake(10, Alnum, 40), Hex, 8),
		Prefixed("hubspot-token", "pat-"+"na1-"+Fake(11, Hex, 8)+"-"+Fake(12, Hex, 4)+"-"+Fake(13, Hex, 4)+"-"+Fake(14, Hex, 4)+"-", Hex, 12),
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
