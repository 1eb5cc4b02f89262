package redact

import (
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/safe/redact/redacttest"
)

// TestCurrentForms puts values in contexts that make them secrets in current services. The text around %v stays.
func TestCurrentForms(t *testing.T) {
	t.Parallel()
	hex := func(n int) string { return redacttest.Fake(uint64(n), redacttest.Hex, n) }
	const django = `p&l%385148kslhtyn^##a1)ilz@4zqj=rq&agdol^$#zgl9(vs`
	for _, c := range []struct{ path, text, value string }{
		{"a.py", `Client("AC` + hex(32) + `", "%v")`, redacttest.Fake(1, redacttest.Hex, 32)},
		{"a.sh", `curl https://a.test -u AC` + hex(32) + `:%v`, redacttest.Fake(1, redacttest.Hex, 32)},
		{"a.txt", "AC" + hex(32) + "\n%v\n", redacttest.Fake(1, redacttest.Hex, 32)},
		{"a.md", "https://a.webhook.office.test/webhookb2/x@y/IncomingWebhook/%v",
			hex(32) + "/" + redacttest.Fake(2, redacttest.Hex, 36) + "/V2" + redacttest.Fake(3, redacttest.Alnum, 40)},
		{"a.md", "https://prod-1.westus.logic.test/workflows/1/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers&sv=1.0&sig=%v",
			redacttest.Fake(4, redacttest.Alnum+"_-", 43)},
		{"a.json", `{"url": "https://a.test/invoke?sv=1.0\u0026sig=%v"}`, redacttest.Fake(4, redacttest.Alnum+"_-", 43)},
		{"a.sh", "export CURSOR_API_KEY=%v", "key_" + redacttest.Fake(5, redacttest.Small+redacttest.Numbers, 30)},
		{"settings.py", "SECRET_KEY = '%v'", django},
		{"settings.py", "SECRET_KEY = os.environ.get('SECRET_KEY', '%v')", django},
		{"settings.py", "SECRET_KEY = config(\"SECRET_KEY\", default=\"%v\")", django},
		{"docker-compose.yml", "      - SECRET_KEY=%v\n", "=" + django[1:]},
		{".vault_pass", "%v\n", "correct horse battery"},
		{"ansible/vault_pass.txt", "%v\n", "correcthorse"},
		{".vault_password_prod", "%v\n", "correcthorse"},
		{"hardhat.config.js", `accounts: ["%v"],`, "0x" + hex(64)},
		{"hardhat.config.js", "accounts: [\n      '%v',\n    ],", "0x" + hex(64)},
		{"hardhat.config.js", "accounts: [`%v`]", "0x" + hex(64) + "`, `0x" + redacttest.Fake(6, redacttest.Hex, 64)},
		{"a.yml", "accounts:\n  - %v\n", "0x" + hex(64)},
		{"a.ts", "privateKeyToAccount('%v')", "0x" + hex(64)},
		{"a.sh", "PRIVATE_KEY=%v", "0x" + hex(64)},
		{"a.json", `{"private": "%v"}`, "0x" + hex(64)},
	} {
		text := strings.ReplaceAll(c.text, "%v", c.value)
		before, behind, _ := strings.Cut(c.text, "%v")
		got, _ := clean(c.path, text)
		if strings.Contains(got, c.value) || !strings.HasPrefix(got, before+"[redacted: ") || !strings.HasSuffix(got, "]"+behind) {
			t.Errorf("%s: %s is read as %s", c.path, text, got)
		}
	}
	for _, f := range []form{
		{"a.ts", "const hash = \"0x" + hex(64) + "\""},
		{"a.ts", "accounts: [\"0x" + hex(40) + "\"]"}, // addresses are public
		{".vault_pass", "#!/bin/sh\nexec pass show ansible\n"},
		{"vault_pass.md", "How to give a password.\n"},
		{"a.go", "st.abcdef.addNumber1(x)"},
		{"a.md", "sb_publishable_" + redacttest.Fake(7, redacttest.Alnum, 22) + "_" + redacttest.Fake(8, redacttest.Alnum, 8)},
		{"a.py", "SECRET_KEY = '^(?=.*[0-9])(?=.*[a-z])(?=.*[!@#%&*]).{8,63}/x$'"},
		{"a.txt", "AC" + hex(32) + " SM" + redacttest.Fake(9, redacttest.Hex, 32)},
	} {
		if got, found := clean(f.path, f.text); got != f.text {
			t.Errorf("%s: %q is redacted: %q %+v", f.path, f.text, got, found.Secrets)
		}
	}
}

// TestMarksOfKeys checks that keywords without a match do not use up the work limit of a text, after which
// everything at a keyword is redacted.
func TestMarksOfKeys(t *testing.T) {
	t.Parallel()
	const lines = 3000
	var registers, names strings.Builder
	for i := range lines {
		fmt.Fprintf(&registers, "#define BIF_CFG_DEV0_EPF0_VF%d_0_PCIE_LTR_ENH_CAP_LIST__NEXT_PTR__SHIFT  0x%x\n", i, i)
		fmt.Fprintf(&names, "static int sk_%d_of_some_function_with_a_name_of_many_characters(int a);\n", i)
	}
	for path, text := range map[string]string{"a.h": registers.String(), "a.c": names.String()} {
		s := newScanner(path, text)
		before := s.work
		if found, _ := s.scan(); len(found) > 0 {
			t.Errorf("%s: %d secrets are found, of which the first is %q", path, len(found), text[found[0].Start:found[0].End])
		}
		if spent := before - s.work; spent > workAByte/4*len(text) {
			t.Errorf("%s: %d bytes take %d", path, len(text), spent)
		}
	}
}

// TestListsOfKeys checks that all keys of a list are found, however long it is.
func TestListsOfKeys(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	for i := range uint64(40) {
		list.WriteString("  \"0x" + redacttest.Fake(i, redacttest.Hex, 64) + "\",\n")
	}
	for _, before := range []string{"accounts: [\n", "const privateKeys = [\n", "  Accounts (\n", "accounts_of_tests'] :  - [[[[[[[[[[\n"} {
		got, _ := clean("a.js", before+list.String()+"]\n")
		if strings.Contains(got, "0x") || !strings.HasPrefix(got, before) || !strings.HasSuffix(got, "]\n") {
			t.Errorf("%q: %q", before, got)
		}
	}
	for _, before := range []string{"hashes: [\n", "accounts_of_some_other_kind_here: [\n", "accounts [\n"} {
		if got, _ := clean("a.js", before+list.String()); got != before+list.String() {
			t.Errorf("%q: %q", before, got)
		}
	}
}

// TestPublicByForm checks that identifiers, and examples in template files, are not secrets.
func TestPublicByForm(t *testing.T) {
	t.Parallel()
	const id = "35cc6c90-b657-4819-b66c-c931c03ad569"
	for _, f := range []form{
		{"a.jsonl", `{"sessionId": "` + id + `"}`},
		{"a.jsonl", `{"session_id":"` + id + `","cwd":"/` + id + `/subagents/x"}`},
		{"a.yml", `sessionId: "abyt-1234-5678-80ab"`},
		{"a.ts", `const uuidSessionId = '1234-abcd-5678-efgh';`},
		{"a.json", `"forkedFromSessionId": "1784094053271_p8pzo"`},
		{"a.md", `https://a.test/?sessionId=` + id},
		{"a.go", `http://127.0.0.1:8080/api/http/routers/router1@file`},
		{"a.json", `"tokenizerModel": "gpt-4-32k-0613"`},
		{".env", "SPAM=1\nPORT=3000\nRATIO=0.5\nDEBUG=true\nNODE_ENV=production\nLOG_LEVEL=warn\n"},
		{".env.example", "SPAM=eggs\nURL=https://a.test/x\nAUTH_URL=http://localhost:3000\nPASSWORD=mysecret\nPROJECT_ID=" + id +
			"\nKEY=your-api-key-here\nAPI_KEY=__REPLACE_ME__\nSECRET_KEY=sk-1234567890\n"},
		{".env.test", "URL=http://localhost:3000\nDATABASE_URL=postgres://user:pass@127.0.0.1:5432/x\nSMTP_FROM=hello@example.com\n" +
			"CLIENT_SECRET=123;\nUTILS_SECRET=test-utils-secret\n"},
		{".env.sample", "SECRET_KEY=generate_a_new_key\nAWS_SECRET_ACCESS_KEY=get_the_secret_of_above_key\n"},
		{".env.development", "SMTP_HOST=smtp.example.com\nOIDC_TOKEN_URI=http://localhost/token\n"},
		{"a.html", `<script src="https://ga.jspm.io/npm:es-module-shims2@1.10.0/dist/x.js">`},
		{"yarn.lock", "    \"@octokit/auth-token\": \"npm:^6.0.0\"\n"},
		{"pnpm-lock.yaml", "      '@inquirer/password': 5.1.1(@types/node@24.3.0)\n"},
		{"a.md", "DSN=a://USERNAME:APP-PASSWORD@default b://API_KEY:API_SECRET:ACCESS_TOKEN:ACCESS_SECRET@default c://me:secret-password@a.test\n"},
		{"a.ts", "  ApplePasswords = \"" + id + "\",\n  key: \"" + id + "\",\n"},
		{"a.php", "$password = '$2y$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi';"},
		{"a.java", "VERIFY_KEY = \"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq4yKxb6SNePdDmQi9xFCrP6QvHosErQzryknQTTTffs0t3cy3Er3\""},
		{"a.java", `String originalEncodedPassword = "ab1146a8458d4ce4e65789e5a3f60e423373cfa10b01abd23739e5ae2fdc37f8e9ede4ae6da65264";`},
		{"a.ts", `apiKeyAddress = "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984"`},
	} {
		if got, found := clean(f.path, f.text); got != f.text {
			t.Errorf("%s: %q is redacted: %q %+v", f.path, f.text, got, found.Secrets)
		}
	}
	for _, f := range []form{
		{".env.test", "SECRET_KEY=" + redacttest.Fake(3, redacttest.Hex, 40) + "\n"},
		{".env.development", "DB_PASSWORD=Tr0ub4dor&3\n"},
		{"a.md", "a://me:" + redacttest.Fake(4, redacttest.Alnum, 12) + "@a.test\n"},
		{"a.http", "Cookie: session=" + id},
		{"a.http", "Set-Cookie: sid=" + id + "; Path=/"},
		{"a.sh", "curl -b 'sessionid=" + id + "' https://a.test/"},
		{".env", "APP_KEY=1\n"},
		{".env", "HOST=db-7.internal\n"},
		{".env.example", "API_KEY=" + redacttest.Fake(1, redacttest.Alnum, 24) + "\n"},
		{".env.example", "SALT=" + redacttest.Fake(2, redacttest.Alnum, 24) + "\n"},
		{".env.example", "DB_PASSWORD=Tr0ub4dor&3\n"},
	} {
		if got, _ := clean(f.path, f.text); !strings.Contains(got, "[redacted: ") {
			t.Errorf("%s: %q stays", f.path, f.text)
		}
	}
}
