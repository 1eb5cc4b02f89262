package redact

import (
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/safe/redact/redacttest"
)

// TestManyFindings checks that findings do not use up the limits for further values, and that no token remains in
// texts of nothing but keywords.
func TestManyFindings(t *testing.T) {
	t.Parallel()
	token := redacttest.Tokens()[2]
	n := 2000
	if testing.Short() {
		n = 200
	}
	for name, c := range map[string]struct{ before, form string }{
		"tokens":          {"", "a = '%s'\n"},
		"names":           {"", "<key>api_token</key>\n<string>%s</string>\n"},
		"behind keywords": {strings.Repeat(strings.Repeat("sk-ant-", 1200)+"\n", n/50), "a = '%s'\n"},
		"behind letters":  {strings.Repeat(strings.Repeat("eyJ-", 2000)+" \n", n/50), "a = '%s'\n"},
		"behind borders":  {strings.Repeat(strings.Repeat("1:AA", 1000)+" \n", n/50), "a = '%s'\n"},
	} {
		var b strings.Builder
		b.WriteString(c.before)
		for i := range uint64(n) {
			value := token.Make(i)
			if name == "names" {
				value = redacttest.Fake(i, redacttest.Alnum, 32)
			}
			fmt.Fprintf(&b, c.form, value)
		}
		got, _ := clean("a.txt", b.String())
		if found := strings.Count(got, "[redacted: "); found < n*95/100 { // some random values contain a word
			t.Errorf("%s: %d values are taken out", name, found)
		}
		for i := range uint64(n) {
			if strings.Contains(got, token.Make(i)) {
				t.Fatalf("%s: value %d stays", name, i)
			}
		}
	}
}

func TestSeal(t *testing.T) {
	t.Parallel()
	one, two := redacttest.Tokens()[2].Make(1), redacttest.Tokens()[2].Make(2)
	password := "pw-9" + redacttest.Fake(1, redacttest.Alnum, 14)
	v := NewVault(Allow{})
	_, found := v.Read(".env", "DB_PASSWORD="+password+"\n# "+one+"\n")
	v.Number(found.Secrets)
	v.Show([]string{"a/b.go"})
	for _, c := range []struct{ text, want string }{
		{"plain\n", "plain\n"},
		{"x " + one + "\n", "x [redacted: github-pat]\n"},
		{"x " + two + " " + two + "\n", "x [redacted: github-pat 2] [redacted: github-pat 2]\n"},
		{"the password " + password, "the password [redacted: env-value]"},
		{"a = \"" + one[:20] + "\" + \"" + one[20:] + "\"\n", "a = \"[redacted: github-pat]\" + \"\"\n"},
		{redacttest.PEM(1, "RSA PRIVATE KEY"), "-----BEGIN RSA PRIVATE KEY-----\n[redacted: private-key]\n\n\n\n\n\n-----END RSA PRIVATE KEY-----\n"},
	} {
		got := v.Seal(c.text)
		if got != c.want || v.Seal(got) != got {
			t.Errorf("%q is sealed as %q, want %q", c.text, got, c.want)
		}
		if leak, ok := v.Leak(got); ok {
			t.Errorf("%q leaks %+v", got, leak)
		}
	}
	v.Show([]string{"dumps/" + password})
	if leak, ok := v.Leak("dumps/" + password); ok {
		t.Errorf("a name that is shown is a leak: %+v", leak)
	}
	var none *Vault
	if none.Seal(one) != one || none.CleanName(one) != one {
		t.Error("a nil vault takes something out")
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	one, two := redacttest.Tokens()[2].Make(1), redacttest.Tokens()[2].Make(2)
	v := NewVault(Allow{})
	for _, c := range []struct{ name, want string }{
		{"a/" + one + ".txt", "a/[redacted: github-pat].txt"},
		{two + "/" + one + "/b", "[redacted: github-pat 2]/[redacted: github-pat]/b"},
		{"session_id=35cc6c90-b657-4819-b66c-c931c03ad569/subagents/a.jsonl", "session_id=35cc6c90-b657-4819-b66c-c931c03ad569/subagents/a.jsonl"},
		{"password=Aa1!bcde9x/b", "password=Aa1!bcde9x/b"},
		{"dist/chunk-" + redacttest.Fake(1, redacttest.Hex, 20) + ".js", "dist/chunk-" + redacttest.Fake(1, redacttest.Hex, 20) + ".js"},
	} {
		if got := v.CleanName(c.name); got != c.want {
			t.Errorf("%q is shown as %q, want %q", c.name, got, c.want)
		}
		if got := Disguise(c.name); (got == c.name) != (c.want == c.name) || strings.Contains(got, one) || strings.Contains(got, two) {
			t.Errorf("%q is stored as %q", c.name, got)
		}
	}
	if Disguise("a/"+one) == Disguise("a/"+two) {
		t.Error("names are confused")
	}
}
