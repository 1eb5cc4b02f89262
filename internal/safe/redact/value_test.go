package redact

import (
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/safe/redact/redacttest"
)

// spoken returns a pronounceable password with a capital and a number, like pwgen's.
func spoken(seed uint64, n int) string {
	for ; ; seed += 1000 {
		dice := redacttest.Fake(seed, redacttest.Numbers, 8*n)
		vowels, consonants := redacttest.Fake(seed, "aeiou", n), redacttest.Fake(seed+1, "bcdfghjklmnpqrstvwxyz", n)
		var b strings.Builder
		for i := range n {
			d := dice[8*i:]
			part := strings.Repeat(vowels[i:i+1], 1+int(d[0]-'0')/7) + consonants[i:i+1] + strings.Repeat("h", int(d[1]-'0')/8)
			if d[2] < '2' {
				part = strings.ToUpper(part)
			}
			b.WriteString(part + strings.Repeat(d[3:4], int(d[4]-'0')/9))
		}
		if value := b.String()[:n]; hasDigit(value) && strings.ToLower(value) != value {
			return value
		}
	}
}

// givenForms assign a password to a name that indicates one.
var givenForms = []form{
	{"a.yml", "user: app\npassword: %v\n"}, {"b.yml", "clientSecret: \"%v\" # of the app\n"}, {"a.json", "{\"user\": \"a\", \"token\": \"%v\"}\n"},
	{"a.toml", "[a]\napi_key = \"%v\"\n"}, {"a.ini", "[db]\npassword = %v\n"}, {"a.properties", "db.passwd=%v\n"}, {"a.sh", "export DB_PASSWORD=%v\n"},
	{"b.sh", "DB_PWD='%v'\n"}, {"a.py", "class A:\n    api_key = '%v'\n"}, {"b.py", "connect(host, password='%v')\n"}, {"c.py", "d = {'secret': '%v'}\n"},
	{"a.ts", "export const clientSecret = \"%v\";\n"}, {"b.ts", "private readonly apiKey: string = '%v';\n"}, {"a.go", "package a\n\nvar token = \"%v\"\n"},
	{"a.java", "class A { String password = \"%v\"; }\n"}, {"b.java", "config.setPassword(\"%v\");\n"}, {"a.rb", "DB_PASSWORD = '%v'\n"},
	{"b.rb", "{ password: '%v' }\n"}, {"a.php", "<?php $secret = '%v';\n"}, {"b.php", "<?php define('DB_PASSWORD', '%v');\n"},
	{"a.rs", "const SECRET: &str = \"%v\";\n"},
	{"a.cs", "class A { string Passwd = \"%v\"; }\n"}, {"a.kt", "val password: String = \"%v\"\n"}, {"a.c", "#define API_SECRET \"%v\"\n"},
	{"a.swift", "let accessToken: String = \"%v\"\n"}, {"a.tf", "password = \"%v\"\n"}, {"a.xml", "<a><password>%v</password></a>\n"},
	{"a.gradle", "storePassword '%v'\n"}, {"a.lua", "local password = \"%v\"\n"}, {"a.ex", "config :app, secret: \"%v\"\n"}, {".env", "DB_PASSWORD=%v\n"},
	{"c.yml", "env:\n  - name: DB_PASS\n    value: %v\n"}, {"d.yml", "PASSWORD_1: %v\n"}, {"e.yml", "SECRET_KEY_BASE: '%v'\n"},
	{"b.json", "{\"name\": \"API_TOKEN\", \"value\": \"%v\"}\n"},
}

// TestGivenPasswords assigns random passwords of many kinds to such names: of forty of one kind in one form, one
// may be missed as a word.
func TestGivenPasswords(t *testing.T) {
	t.Parallel()
	makes := map[string]func(seed uint64) string{}
	for _, n := range []int{8, 10, 11, 12, 14, 16, 20} {
		makes[fmt.Sprint("letters and digits ", n)] = func(seed uint64) string { return redacttest.Fake(seed, redacttest.Alnum, n) }
		makes[fmt.Sprint("and symbols ", n)] = func(seed uint64) string { return redacttest.Fake(seed, redacttest.Alnum+"!@#%^*-_=+?", n) }
		if n >= 12 {
			makes[fmt.Sprint("spoken ", n)] = func(seed uint64) string { return spoken(seed, n) }
		}
	}
	for _, symbol := range strings.Split("*~$|()>[]{", "") {
		makes["with "+symbol] = func(seed uint64) string {
			return redacttest.Fake(seed, redacttest.Alnum, 5) + symbol + redacttest.Fake(seed+1, redacttest.Alnum, 6)
		}
	}
	n := uint64(40)
	if testing.Short() {
		n = 2
	}
	for name, make := range makes {
		for i, f := range givenForms {
			var shown []string
			for seed := range n {
				value := make(100_000*uint64(i+1) + 7*seed)
				if got, _ := clean(f.path, strings.ReplaceAll(f.text, "%v", value)); strings.Contains(got, value) || !strings.Contains(got, "[redacted: ") {
					shown = append(shown, value)
				}
			}
			if len(shown) > 1 {
				t.Errorf("%s: %s as %q: %d of %d are shown: %q", f.path, name, f.text, len(shown), n, shown)
			}
		}
	}
}

// TestWritten has values of such names, some meant for people and some not.
func TestWritten(t *testing.T) {
	t.Parallel()
	for _, value := range strings.Fields(`password1 mypassword123 new-password my-secret-token changeit2 client-secret-2 test-api-key-123 sk-lf-test-cache-inv-2
		$DB_PASSWORD1 ${DB_PASSWORD_1} %env(DB_PASSWORD)% {{.Values.password1}} <your-token-1> {API_KEY_1} process.env.DB_PASSWORD!
		$env:PFX_PASSWORD $Payload.become_password
		config.get('password1') urn:k8s:secret:name:key1 /run/secrets/db_password_1 ~/.ssh/some_key2 default/ingress-with-proxy-ssl
		set_password.html string|null|undefined
		npm:^6.0.0 5.1.1(@types/node@24.3.0) 2024-01-02T03:04:05Z someone@mail.test 35cc6c90-b657-4819-b66c-c931c03ad569
		0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984
		^(?=.*[0-9])(?=.*[a-z]).{8,}$ $2a$10$dXJ3SW6G7P50lGmMkkmwe.20cQQubK3.HZWzG3YB1tlRy.fqvM/BG {noop}joe2Xy
		pbkdf2_sha256$30000$Vo0VlMnkR4Bk$qEvtdyZRWTcOsCnI/oQ7fVOu1XAURIZYoOZ3iq8Dr4M= argon2$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$k7Gz2lQ8vW3x
		MIGeMA0GCSqGSIb3DQEBAQUAA4GMADCBiAKBgHH
		sk-ant-api03-... X-Goog-Api-Key issuedAt VALUE_OF_NO_PARAMETER stripe_webhook_secret GITHUB_TOKEN 1Password API-Passwort Straße2Xq abcdef12345 asdfghjkl1`) {
		for _, text := range []string{"password = \"" + value + "\"\n", "{'token': '" + value + "'}\n"} {
			if got, _ := clean("a.go", text); got != text {
				t.Errorf("%q is redacted: %q", text, got)
			}
		}
	}
	for _, value := range strings.Fields(`su1Z6kwa Tr0ub4dor&3 p4ssw0rd hunter2hunter2 qZkTwBvX eepha7Ooqu iWq!abcK $Xk29fLq8 a{Xk3f]q8 ` +
		`7ad3773142a6692b25b8 verYs3cret Summer2024! Password123! w.+kZ9;4 Ow=a<U{{ x<*wkL[^`) {
		if text := "password: " + value + "\n"; isWritten(value) {
			t.Errorf("%q stays", text)
		}
	}
}

// TestKeysOfPrograms has keys that programs generate, under names of any kind and without one.
func TestKeysOfPrograms(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	for i, f := range []form{
		{"settings.py", "SECRET_KEY = 'django-insecure-%d'\n"}, {"a.py", "key = \"django-insecure-%d\"\n"}, {"a.yml", "  KEY: django-insecure-%d\n"},
		{"settings.py", "SECRET_KEY = '%d'\n"}, {"settings.py", "SECRET_KEY = os.environ.get('SECRET_KEY', '%d')\n"},
		{"settings.py", "SECRET_KEY = config(\"SECRET_KEY\", default=\"%d\")\n"},
		{"docker-compose.yml", "      - SECRET_KEY=%d\n"}, {"a.py", "k = 'jina_%j'\n"}, {"a.sh", "export AZURE_DEVOPS_EXT_PAT=%a\n"},
		{"a.yml", "AZURE_DEVOPS_EXT_PAT: %a\n"},
	} {
		for seed := range uint64(30) {
			seed = 100*seed + uint64(i)
			django := redacttest.Fake(seed, redacttest.Small+redacttest.Numbers+"!@#$%^&*(-_=+)", 50)
			jina, azure := redacttest.Fake(seed, redacttest.Hex, 32)+redacttest.Fake(seed, redacttest.Alnum+"_-", 28),
				redacttest.Fake(seed, redacttest.Small+"234567", 52)
			for _, value := range []string{django, jina, azure} {
				if text := strings.NewReplacer("%d", django, "%j", jina, "%a", azure).Replace(f.text); strings.Contains(text, value) {
					if got, _ := clean(f.path, text); strings.Contains(got, value) || !strings.Contains(got, "[redacted: ") {
						t.Errorf("%s: %q", f.path, got)
					}
				}
			}
		}
	}
}
