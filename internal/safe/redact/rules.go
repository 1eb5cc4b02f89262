package redact

import (
	_ "embed" // the rules
	"encoding/base64"
	"encoding/json"
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

// gitleaksData are the rules of gitleaks v8.30.1 (https://github.com/gitleaks/gitleaks), which is under the MIT
// License, Copyright (c) 2019 Zachary Rice. The file is written by scripts/gitleaks-rules.py. ownData are rules for
// tokens that it lacks.
var (
	//go:embed gitleaks.json
	gitleaksData []byte
	//go:embed own.json
	ownData []byte
)

// ruleFile is the content of such a file.
type ruleFile struct {
	Values  []string // patterns of values that no rule treats as a secret
	Words   []string // words that never appear in a secret
	Generic allowed  // allowances of the generic rule, except Words
	Rules   []rule
}

// The files are read once. A test checks that they are valid.
var (
	gitleaks = sync.OnceValue(func() ruleFile { return readRules(gitleaksData) })
	own      = sync.OnceValue(func() ruleFile { return readRules(ownData) })
)

func readRules(data []byte) (f ruleFile) {
	_ = json.Unmarshal(data, &f)
	return f
}

// rules holds everything that texts are scanned with.
type rules struct {
	names        *index // keywords of rules of services, and final words of secret names, which have no rule
	index        index  // keywords of tokens
	generic      *matcher
	valueAllowed func() *regexp.Regexp
}

// theRules builds them once. They are immutable.
var theRules = sync.OnceValue(newRules)

func newRules() *rules {
	r := &rules{names: indexOf(tellingNames + "," + partOfNames), valueAllowed: lazily("(?:" + strings.Join(gitleaks().Values, ")|(?:") + ")")}
	for _, list := range [][]rule{own().Rules, gitleaks().Rules} {
		for _, one := range list {
			m := newMatcher(one)
			for _, k := range one.Near {
				r.names.add(entry{keyword: k, fold: true, rule: m})
			}
			for _, k := range one.Start {
				r.index.add(entry{keyword: k, fold: one.Fold, rule: m})
			}
			for _, k := range one.Encoded { // further bytes do not affect it
				r.index.add(entry{keyword: base64.StdEncoding.EncodeToString([]byte(k))[:len(k)*8/6], rule: m})
			}
			for _, k := range one.Within {
				r.index.add(entry{keyword: k, within: true, rule: m})
			}
		}
	}
	r.generic = newMatcher(rule{Name: genericName, Entropy: 3.5, Allow: gitleaks().Generic})
	return r
}
