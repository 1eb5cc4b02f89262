package redact

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"ctxpack/internal/safe/redact/redacttest"
)

// namedKinds returns kinds that only their names identify.
func namedKinds() map[string]redacttest.Kind {
	return map[string]redacttest.Kind{
		"aws_secret_access_key": redacttest.Prefixed("generic-api-key", "", redacttest.Base64, 40),
		"api_key":               redacttest.Prefixed("generic-api-key", "", redacttest.Small+redacttest.Numbers, 32),
		"clientSecret":          redacttest.Prefixed("generic-api-key", "", redacttest.Alnum, 40),
		"AUTH_TOKEN":            redacttest.Prefixed("generic-api-key", "", redacttest.Hex, 40),
		"db_password":           redacttest.Prefixed("generic-api-key", "7", redacttest.Alnum, 18),
		"signing_key":           redacttest.Prefixed("generic-api-key", "", redacttest.Hex, 64),
		"datadog_key":           redacttest.Prefixed("datadog-access-token", "", redacttest.Hex, 40),
		"cloudflare_token":      redacttest.Prefixed("cloudflare-api-key", "", redacttest.Alnum, 40),
		"heroku_key": {Rule: "heroku-api-key", Make: func(s uint64) string {
			return fmt.Sprintf("%s-%s-%s-%s-%s", redacttest.Fake(s, redacttest.Hex, 8), redacttest.Fake(s+1, redacttest.Hex, 4),
				redacttest.Fake(s+2, redacttest.Hex, 4), redacttest.Fake(s+3, redacttest.Hex, 4), redacttest.Fake(s+4, redacttest.Hex, 12))
		}},
		"discord_secret": redacttest.Prefixed("discord-client-secret", "", redacttest.Alnum, 32),
		"mapbox_token": {Rule: "mapbox-api-token", Make: func(s uint64) string {
			return "pk." + redacttest.Fake(s, redacttest.Small+redacttest.Numbers, 60) + "." + redacttest.Fake(s, redacttest.Small+redacttest.Numbers, 22)
		}},
		"twitter_api_key": redacttest.Prefixed("twitter-api-key", "", redacttest.Alnum, 25),
	}
}

// places returns contexts of a token, by file name.
func places() map[string][2]string {
	return map[string][2]string{
		"comment.go":    {"x.go", "package x\n\n// use %s until Monday\nfunc f() {}\n"},
		"string.py":     {"x.py", "TOKEN = '%s'\n"},
		"json":          {"x.json", `{"a": [1, {"b": "%s"}]}` + "\n"},
		"yaml":          {"x.yaml", "a:\n  b: %s\n"},
		"yaml block":    {"x.yaml", "run: |\n  export T=%s\n  make\n"},
		"notebook":      {"x.ipynb", `{"cells":[{"cell_type":"code","source":["k = \"%s\"\n"]}]}`},
		"shell":         {"x.sh", "curl -H \"X-Auth: %s\" https://a.test/\n"},
		"query":         {"x.md", "See <https://a.test/x?token=%s&page=1>.\n"},
		"xml":           {"x.xml", "<a><b>%s</b></a>\n"},
		"escaped":       {"x.js", `const s = "{\"token\": \"%s\"}"` + "\n"},
		"ini":           {"x.ini", "[a]\nb=%s\n"},
		"end of a text": {"x.txt", "%s"},
	}
}

// clean redacts one text as part of a tree of one file.
func clean(path, text string) (string, Found) {
	v := NewVault(Allow{})
	_, found := v.Read(path, text)
	v.Number(found.Secrets)
	return v.Read(path, text)
}

func TestTokensInPlaces(t *testing.T) {
	t.Parallel()
	seed := uint64(1)
	for _, k := range redacttest.Tokens() {
		for place, p := range places() {
			seed++
			value := k.Make(seed)
			if strings.HasPrefix(value, "hooks") && place == "query" {
				continue // the value ends without a border
			}
			text := strings.ReplaceAll(p[1], "%s", value)
			got, found := clean(p[0], text)
			if strings.Contains(got, value) || !strings.Contains(got, "[redacted: ") {
				t.Errorf("%s in %s is not redacted: %q", k.Rule, place, got)
				continue
			}
			if place == "comment.go" && !strings.Contains(got, "[redacted: "+k.Rule+"]") {
				t.Errorf("%s in %s is called otherwise: %q", k.Rule, place, got)
			}
			if strings.Count(got, "\n") != strings.Count(text, "\n") || len(found.Secrets) != 1 {
				t.Errorf("%s in %s: lines or findings: %q %+v", k.Rule, place, got, found.Secrets)
			}
		}
	}
}

// TestJoinedStrings concatenates tokens from strings, as in various languages.
func TestJoinedStrings(t *testing.T) {
	t.Parallel()
	const a, b, c = "ghp_NqVwYS81VP7", "Hb1DX8pPd5khxE3py", "IgKpaUnA"
	for _, text := range []string{
		`t = "` + a + `" + "` + b + c + `"`,
		"t = '" + a + "' +\n    '" + b + "' +\n    '" + c + "'",
		"t = (\"" + a + "\"\n     f\"" + b + c + "\")",
		`$t = '` + a + `' . '` + b + c + `';`,
		`t = "` + a + `" .. "` + b + c + `"`,
		"#define T \"" + a + "\" \\\n  \"" + b + c + `"`,
		`x = ["` + a + `" + "` + b + `" + "` + c + `", "other"]`,
	} {
		clean, found := NewVault(Allow{}).Read("a.py", text)
		if len(found.Secrets) != 1 || found.Secrets[0].Rule != "github-pat" || strings.Contains(clean, b) || strings.Contains(clean, c) ||
			strings.Contains(clean, a) {
			t.Errorf("%s\nis read as %s: %v", text, clean, found.Secrets)
		}
		if strings.Count(clean, "\n") != strings.Count(text, "\n") || strings.Count(clean, `"`) != strings.Count(text, `"`) {
			t.Errorf("%s\nloses what is around: %s", text, clean)
		}
	}
	for _, text := range []string{
		`x = ["ghp_NqVwYS81VP7", "Hb1DX8pPd5khxE3pyIgKpaUnA"]`,
		`x = "ghp_NqVwYS81VP7" == "Hb1DX8pPd5khxE3pyIgKpaUnA"`,
		`x = "a" + "b" + "c"`,
		`"" "" ''  '' "a" 'b`,
		`a"`, `"`, `a" + "`, `a" + "b`,
	} {
		if found := Scan("a.py", text); len(found) > 0 {
			t.Errorf("%s: %v", text, found)
		}
	}
}

func TestNamedValues(t *testing.T) {
	t.Parallel()
	for name, k := range namedKinds() {
		for i, form := range []string{
			"const %n = \"%v\"\n", "%n=%v\n", "  %n: '%v' # note\n", "{\"%n\": \"%v\"}\n", "// %n = \"%v\"\n",
			"{\\\"%n\\\": \\\"%v\\\"}\n", "<%n>%v</%n>\n", "os.Setenv(\"%n\", \"%v\")\n", "%n := `%v`\n", "?%n=%v&x=1\n",
		} {
			value := k.Make(uint64(100 + i))
			text := strings.NewReplacer("%n", name, "%v", value).Replace(form)
			got, found := clean("x.txt", text)
			if strings.Contains(got, value) || len(found.Secrets) != 1 {
				t.Errorf("%s is not redacted: %q", name, got)
				continue
			}
			if i < 5 && found.Secrets[0].Rule != k.Rule {
				t.Errorf("%s is called %s: %q", name, found.Secrets[0].Rule, got)
			}
		}
	}
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	for i, kind := range []string{"RSA PRIVATE KEY", "PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"} {
		key := redacttest.PEM(uint64(1000+100*i), kind)
		quoted, err := json.Marshal(map[string]string{"private_key": key})
		if err != nil {
			t.Fatal(err)
		}
		joined := `var k = "` + strings.Join(strings.Split(strings.TrimSpace(key), "\n"), "\\n\" +\n\t\"") + `"` + "\n"
		headers := strings.Replace(key, "-----\n", "-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,"+redacttest.Fake(7, redacttest.Hex, 32)+"\n\n", 1)
		indented := "key: |\n  " + strings.ReplaceAll(strings.TrimSpace(key), "\n", "\n  ") + "\n"
		for name, text := range map[string]string{"file": key, "JSON": string(quoted), "literals": joined, "headers": headers, "YAML": indented} {
			got, found := clean("x", text)
			for line := range strings.Lines(key) {
				if line = strings.TrimSpace(line); !strings.HasPrefix(line, "-") && strings.Contains(got, line) {
					t.Errorf("%s in %s is not redacted: %q", kind, name, got)
				}
			}
			if len(found.Secrets) != 1 || found.Secrets[0].Rule != privateKeyName || strings.Count(got, "\n") != strings.Count(text, "\n") ||
				strings.Count(got, "[redacted: private-key]") != 1 || !strings.Contains(got, "BEGIN "+kind) {
				t.Errorf("%s in %s: %+v\n%s", kind, name, found.Secrets, got)
			}
		}
	}
	public := redacttest.PEM(1, "PUBLIC KEY") + redacttest.PEM(2, "CERTIFICATE")
	if got, _ := clean("x.redacttest.PEM", public); got != public {
		t.Errorf("public: %q", got)
	}
}

func TestCredentials(t *testing.T) {
	t.Parallel()
	password := "pW7" + redacttest.Fake(5, redacttest.Alnum, 12)
	basic := base64.StdEncoding.EncodeToString([]byte("admin:" + password))
	for _, c := range []struct{ name, path, text, value string }{
		{"URL", "a.go", `dsn := "postgres://app:%s@db:5432/x?sslmode=disable"`, password},
		{"URL with symbols", "a.md", `mysql://root:%s@127.0.0.1/`, "P4ss!" + redacttest.Fake(1, redacttest.Alnum, 6)},
		{"URL with escapes", "a.md", `amqp://me:%s@mq.test/`, "a%40b" + redacttest.Fake(2, redacttest.Alnum, 8)},
		{"password with symbols", "a.py", `DB_PASSWORD = "%s"`, "S3cr3t!" + redacttest.Fake(2, redacttest.Small, 5)},
		{"password in YAML", "a.yaml", "db:\n  password: %s\n  port: 1\n", "x#9" + redacttest.Fake(3, redacttest.Alnum, 8)},
		{"password of properties", "a.properties", "spring.datasource.password=%s\n", "Qq1&" + redacttest.Fake(4, redacttest.Alnum, 8)},
		{"redis", "a.yml", `url: redis://:%s@cache:6379/0`, password},
		{"bearer", "a.sh", `curl -H "Authorization: Bearer %s" x`, redacttest.Fake(2, redacttest.Alnum, 32)},
		{"value of a field", "a.html", `<label>Password <input value="%s"/></label>`, password},
		{"token of an image", "a.md", "![](https://raw.example/acme/private/main/arch.svg?token=%s)", redacttest.Fake(6, redacttest.Alnum, 28)},
		{"basic", "a.sh", `curl -H 'Authorization: Basic %s' x`, basic},
		{"netrc line", "a.md", "machine a.test login me password %s\n", password},
		{"netrc", ".netrc", "machine a.test\n  login me\n  password %s\n", "short"},
		{"npmrc", ".npmrc", "//registry.test/:_authToken=%s\nregistry=https://registry.test/\n", "0" + redacttest.Fake(3, redacttest.Hex, 8)},
		{"pgpass", ".pgpass", "db:5432:x:me:%s\n", "simple"},
		{"pypirc", ".pypirc", "[pypi]\nusername = __token__\npassword = %s\n", "simple"},
		{"AWS", ".aws/credentials", "[default]\naws_secret_access_key = %s\n", "simple"},
		{"docker", ".docker/config.json", `{"auths": {"a.test": {"auth": "%s"}}}`, basic},
		{"git", ".git-credentials", "https://me:%s@a.test\n", "simple"},
		{"vault", ".vault-token", "%s\n", "simple"},
		{"credentials.json", "credentials.json", `{"client": {"id": "%s", "n": 1}}`, "simple"},
		{"azure", "a.cs", `"DefaultEndpointsProtocol=https;AccountName=x;AccountKey=%s;EndpointSuffix=y"`, redacttest.Fake(4, redacttest.Base64, 86) + "=="},
		{"literal that goes on", "a.go", `apiKey := "%s" + "x"`, redacttest.Fake(6, redacttest.Alnum, 24)},
		{"terraform", "a.tf", `password = "%s"` + "\n", redacttest.Fake(8, redacttest.Small+redacttest.Numbers, 12)},
	} {
		text := strings.ReplaceAll(c.text, "%s", c.value)
		got, _ := clean(c.path, text)
		if strings.Contains(got, c.value) || !strings.Contains(got, "[redacted: ") {
			t.Errorf("%s is not redacted: %q", c.name, got)
		}
	}
	long := redacttest.Fake(11, redacttest.Alnum, 20)
	parts := `secretKey = "` + long + `" +` + "\n\t" + `"` + redacttest.Fake(12, redacttest.Alnum, 20) + `"` + "\n"
	if got, _ := clean("a.go", parts); got != "secretKey = \"[redacted: generic-api-key]\" +\n\t\"[redacted: generic-api-key 2]\"\n" {
		t.Errorf("joined literals: %q", got)
	}
}

func TestWholeFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, path, text, want string }{
		{
			"variables", "app/.env.production", "# note\nexport A=1\nB = \"two words\" # why\nC='x'\nEMPTY=\nREF=${OTHER}\nD: four\nM=\"one\ntwo\"\nZ=z\n",
			"# note\nexport A=1\nB = \"[redacted: env-value]\" # why\nC='[redacted: env-value 2]'\nEMPTY=\nREF=${OTHER}\nD: [redacted: env-value 3]\n" +
				"M=\"[redacted: env-value 4]\n\"\nZ=[redacted: env-value 5]\n",
		},
		{
			"manifest", "secret.yaml", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  user: YWRtaW4=\n  empty: \"\"\n  file: |\n    " +
				"one\n    two\n  tpl: {{ .Values.x }}\ntype: Opaque\n---\n" +
				"kind: ConfigMap\ndata:\n  a: plain\n",
			"apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  user: [redacted: kubernetes-secret]\n  empty: \"\"\n  file: |\n    " +
				"[redacted: kubernetes-secret 2]\n    \n" +
				"  tpl: {{ .Values.x }}\ntype: Opaque\n---\nkind: ConfigMap\ndata:\n  a: plain\n",
		},
		{
			"list of manifests", "all.yml", "items:\n- stringData: {a: b, c: \"d\"}\n  kind: Secret\n- kind: ConfigMap\n  data:\n    e: f\n",
			"items:\n- stringData: {a: [redacted: kubernetes-secret], c: \"[redacted: kubernetes-secret 2]\"}\n  kind: Secret\n- kind: ConfigMap\n  data:\n    e: f\n",
		},
		{
			"manifest in JSON", "s.json", `{"items": [{"kind": "Secret", "data": {"a": "eA=="}, "metadata": {"name": "n"}}, {"kind": "ConfigMap", "data": {"b": "c"}}]}`,
			`{"items": [{"kind": "Secret", "data": {"a": "[redacted: kubernetes-secret]"}, "metadata": {"name": "n"}}, {"kind": "ConfigMap", "data": {"b": "c"}}]}`,
		},
		{
			"keys of a file of credentials", "credentials.json", `{"installed": {"client_id": "a", "list": ["b", 3]}, "c": "a"}`,
			`{"installed": {"client_id": "[redacted: credential-file]", "list": ["[redacted: credential-file 2]", 3]}, "c": "[redacted: credential-file]"}`,
		},
		{"no secret without data", "x.yaml", "kind: Secret\nmetadata:\n  name: a\nspec:\n  b: c\n", "kind: Secret\nmetadata:\n  name: a\nspec:\n  b: c\n"},
		{"a script for a shell", ".envrc", "if has x; then\n  source_url \"https://a.test/\" \"sha256-" + "abc=\"\nfi\nexport A=b\n",
			"if has x; then\n  source_url \"https://a.test/\" \"sha256-" + "abc=\"\nfi\nexport A=[redacted: env-value]\n"},
		{"another file", "environment.ts", "PORT=3000\n", "PORT=3000\n"},
	} {
		if got, _ := clean(c.path, c.text); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// Text for people, names of values, hashes and the like are not redacted. A packer that mangles source code is
// useless.
func TestNoSecrets(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`const tokenURL = "https://auth.example.com/oauth2/v2.0/token"`,
		`key := "kubernetes.io/metadata.name"`,
		`PrivateKey: testRSA2048PrivateKey,`,
		`{"APDBKeyHi_EL1", REG_APDBKeyHi_EL1},`,
		`.setkey = crypto4xx_setkey_rfc3686,`,
		`ctx->key_type = OTX_CPT_AES_128_BIT;`,
		`keypad_col0_0: keypad-col0-0-pins {`,
		`token = tokens[i32].V1beta1Token`,
		`password = config.Auth0Password`,
		`api_version = "v1alpha1-20240102"`,
		`access_key = "AKIA` + `IOSFODNN7EXAMPLE"`,
		`github.com/aws/aws-sdk-go/api v1.2.3 h1:` + redacttest.Fake(1, redacttest.Base64, 43) + `=`,
		`github.com/x/oauth,v0.0.0-20190815172943-ef9222844e60`,
		`image: registry.k8s.io/kube-apiserver:` + redacttest.Fake(2, redacttest.Hex, 32),
		`"integrity": "sha512-` + redacttest.Fake(3, redacttest.Base64, 86) + `=="`,
		`commit ` + redacttest.Fake(4, redacttest.Hex, 40),
		`AuthConfigHash: "` + redacttest.Fake(5, redacttest.Hex, 64) + `"`,
		`publicKey = "` + redacttest.Fake(6, redacttest.Base64, 64) + `"`,
		`password: ${DB_PASSWORD_1}`,
		`password: {{ .Values.password1 }}`,
		`API_KEY=<your-api-key-123>`,
		`api_key = "xxxxxxxxxxxxxxxxxxxxxxx1"`,
		`secret = "0123456789abcdef0123456789abcdef"`,
		`token: abcdef.0123456789abcdef`,
		`"auth": "` + base64.StdEncoding.EncodeToString([]byte("user:password")) + `"`,
		`secret: ` + base64.StdEncoding.EncodeToString([]byte("secret is secure")),
		`postgres://user:password@localhost:5432/db`,
		`postgres://postgres:postgres@localhost:5432/db`,
		`https://$USER:$PASSWORD1@host/`,
		`git@github.com:owner/repo.git`,
		`scp me@host:/var/lib/key1.redacttest.PEM .`,
		`Authorization: Bearer ${TOKEN_123}`,
		`Authorization: Bearer <access_token_1>`,
		`s.validateV1beta1Something(x)`,
		`func TestVeryLongNameOfATestWithoutAnyDigits(t *testing.T) {`,
		`-----BEGIN RSA PRIVATE KEY-----` + "\n...\n" + `-----END RSA PRIVATE KEY-----`,
		`[redacted: aws-access-key]`,
		`i18n.key1.sub_key2 = "Text with words"`,
		`"key": "ctrl+shift+alt+F12"`,
		`primary_key = "users_2024_01_pkey"`,
		`./sign rsakey.pem > sign1-res2out7.xml`,
		`if (key->keylen > a1b2c3d4e5f6g7h8) {`,
		`<releaseManagerKey>` + strings.ToUpper(redacttest.Fake(8, redacttest.Hex, 40)) + `</releaseManagerKey>`,
		`cvs://:pserver:anon1cvs@sources.example.org:/cvs/src`,
		`password: "must have 8+ characters, 1 digit"`,
		`passwordPattern = "^(?=.*[0-9])(?=.*[a-z]).{8,}$"`,
		`password: process.env.DB_PASSWORD!`,
		`const password = "/api/v1/password?reset=1"`,
		`sha256:` + redacttest.Fake(7, redacttest.Hex, 64),
		`sk-learn==1.2.3 # sk_test_split`,
		`<a href="mailto:a.b@c.test?subject=key:abc">`,
		`/// Writes this token to a <see cref="JsonWriter"/>.`,
		`/// Gets the password of the <see cref="HttpClient"/> for <paramref name="userName"/>.`,
		`[badge]: https://codecov.example/gh/a/b/graph/badge.svg?token=` + redacttest.Fake(9, redacttest.Alnum, 10),
		`![badge](https://codecov.example/gh/a/b/badge.svg?branch=main&token=` + redacttest.Fake(9, redacttest.Alnum, 10) + `)`,
	} {
		if got, found := clean("x.go", text+"\n"); got != text+"\n" {
			t.Errorf("%q is redacted: %q %+v", text, got, found.Secrets)
		}
	}
}

func TestVaultNumbersAndCopies(t *testing.T) {
	t.Parallel()
	one, two := redacttest.Tokens()[2].Make(1), redacttest.Tokens()[2].Make(2)
	files := []struct{ path, text string }{
		{"a.go", "// " + two + "\n// " + one + "\n"},
		{"b.go", "// " + one + "\nconst x = \"" + two + "\"\n"},
		{".env", "PASSWORD=s3cret-" + redacttest.Fake(9, redacttest.Alnum, 8) + "\nPORT=3000\nMODE=development1\n"},
		{"c.md", "The port is 3000 in development1, the password s3cret-" + redacttest.Fake(9, redacttest.Alnum, 8) + ", not s3cret-" + redacttest.Fake(9,
			redacttest.Alnum, 8) + "x.\n"},
	}
	read := func(numbered bool) []string {
		v := NewVault(Allow{})
		var all []Secret
		for _, f := range files {
			_, found := v.Read(f.path, f.text)
			all = append(all, found.Secrets...)
		}
		if numbered {
			v.Number(all)
		}
		var texts []string
		for _, f := range files {
			text, _ := v.Read(f.path, f.text)
			texts = append(texts, text)
		}
		return texts
	}
	want := []string{
		"// [redacted: github-pat]\n// [redacted: github-pat 2]\n",
		"// [redacted: github-pat 2]\nconst x = \"[redacted: github-pat]\"\n",
		"PASSWORD=[redacted: env-value]\nPORT=3000\nMODE=[redacted: env-value 2]\n",
		"The port is 3000 in development1, the password [redacted: env-value], not s3cret-" + redacttest.Fake(9, redacttest.Alnum, 8) + "x.\n",
	}
	if got := read(true); strings.Join(got, "") != strings.Join(want, "") {
		t.Errorf("got %q\nwant %q", got, want)
	}
	for i, text := range read(false)[:3] { // before they have numbers, nothing is shown either
		for _, value := range []string{one, two, "development1"} {
			if strings.Contains(text, value) {
				t.Errorf("file %d: %q", i, text)
			}
		}
	}
}

func TestAllowed(t *testing.T) {
	t.Parallel()
	k := redacttest.Tokens()[2]
	comment := "x = \"" + k.Make(1) + "\" # gitleaks:allow\n"
	same := "y = \"" + k.Make(1) + "\"\n"
	other := "z = \"" + k.Make(2) + "\"\n"
	for _, c := range []struct {
		name, want string
		allow      Allow
	}{
		{"a comment allows the value", comment + same + "z = \"[redacted: github-pat]\"\n", Allow{}},
		{"a hash", comment + same + other, Allow{IDs: []string{idOf(k.Make(2)).String()[:10]}}},
		{"a path", comment + same + other, Allow{Path: func(p string) bool { return p == "x" }}},
		{"another path", comment + same + "z = \"[redacted: github-pat]\"\n", Allow{Path: func(p string) bool { return p == "y" }}},
	} {
		v := NewVault(c.allow)
		text := comment + same + other
		_, found := v.Read("x", text)
		v.Number(found.Secrets)
		got, found := v.Read("x", text)
		if got != c.want || len(found.Secrets) != 3 {
			t.Errorf("%s: got %q\nwant %q", c.name, got, c.want)
		}
		if leak, ok := v.Leak(got); ok {
			t.Errorf("%s: what is allowed is a leak: %+v", c.name, leak)
		}
	}
}

func TestLeak(t *testing.T) {
	t.Parallel()
	v := NewVault(Allow{})
	password := "s3cret-" + redacttest.Fake(9, redacttest.Alnum, 8)
	_, found := v.Read(".env", "PASSWORD="+password+"\n")
	v.Number(found.Secrets)
	for _, c := range []struct {
		text string
		want Leak
	}{
		{"a\nb\n", Leak{}},
		{"a\n" + password + "\n", Leak{envName, 2}},
		{"a\nb\n" + redacttest.Tokens()[2].Make(3), Leak{"github-pat", 3}},
		{redacttest.PEM(1, "RSA PRIVATE KEY"), Leak{privateKeyName, 2}},
		{"api_key = \"" + redacttest.Fake(1, redacttest.Alnum, 32) + "\"", Leak{}}, // only a name identifies it
		{"a [redacted: github-pat] [redacted: private-key 2]", Leak{}},
	} {
		if got, ok := v.Leak(c.text); got != c.want || ok != (c.want != Leak{}) {
			t.Errorf("%q: got %+v, want %+v", c.text, got, c.want)
		}
	}
}

func TestClean(t *testing.T) {
	t.Parallel()
	v := NewVault(Allow{})
	a, b := redacttest.Tokens()[2].Make(1), redacttest.Tokens()[2].Make(2)
	for _, c := range []struct{ text, want string }{
		{"Fix " + a, "Fix [redacted: github-pat]"},
		{"Fix " + b + " and " + a, "Fix [redacted: github-pat 2] and [redacted: github-pat]"},
		{"", ""},
	} {
		if got := v.Clean(c.text); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	var none *Vault
	if got := none.Clean(a); got != a {
		t.Error(got)
	}
}

// Texts of nothing but keywords, or of other frequent triggers, must not take quadratic time.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("measures one thread")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const size = 8 << 10
	pieces := map[string][]string{
		"x": {
			"sk-ant-", "eyJ", "Q~1", "s.", "key=1", "api_key: \"a1", "-----BEGIN RSA PRIVATE KEY-----\n" + redacttest.Fake(1, redacttest.Base64, 44), "://a:b1@",
			"login machine password a1b2c3 ", "1", "a1", "=", "\"1\" + ", ":AA1", "T3Blbk" + "FJ1", "Bearer " + redacttest.Fake(1, redacttest.Alnum, 16) + " ",
			"adafruit=1",
			"atlasv1.1", "AccountKey=1", "/api/webhooks/1", "a1b2c3d4 ", "mysql -p" + redacttest.Fake(1, redacttest.Alnum, 12) + " ",
			"echo " + redacttest.Fake(2, redacttest.Alnum, 9) + "! | ", "Cookie: a=b; sess=" + redacttest.Fake(3, redacttest.Alnum, 20) + "; ",
			"password=\"Aa1!bcde", "secrets: { a: \"" + redacttest.Fake(4, redacttest.Alnum, 20) + "\", ",
			"auth(a, b, \"" + redacttest.Fake(5, redacttest.Alnum, 20), "!1", "A1!", "-p", " -p 'Aa1!Bb2\"", "%3D",
			"https://" + redacttest.Fake(6, redacttest.Alnum, 20) + "@",
		},
		"x.csv":            {"password,", "password\n\"a1B2c3d4\"\n", "\"", "password;a\nAa1!;"},
		"x.md":             {"|password", "|password|\n|-|\n|Aa1!bc2d|\n", "|-|\n"},
		"x.php":            {"AUTH_KEY', '", "NONCE_SALT','a'", "define('AUTH_KEY', 'a"},
		"x.ovpn":           {"<auth-user-pass> a "},
		"auth.json":        {"\"-oauth\":{\"a\":\""},
		".env":             {"A=1\n", "A=\"\n", "=", "A='1"},
		"x.yaml":           {"kind: Secret\n", "kind: Secret\ndata:\n", " - kind: Secret\n", "data:\n  a: b\n"},
		"x.json":           {`"kind": "Secret", `, `{"kind":"Secret","data":{`, `{"data":{"a":"b"},"kind":"Secret",`},
		"credentials.json": {`"a":`, `"a","b":"`, `\"`},
		".netrc":           {"password ", "password a "},
	}
	for path, list := range pieces {
		for _, piece := range list {
			take := func(size int) time.Duration {
				start := threadTime()
				clean(path, strings.Repeat(piece, size/len(piece)))
				return threadTime() - start
			}
			// Four times the text takes about four times the work on a machine of any speed, sixteen times if quadratic.
			if small, large := take(size), take(4*size); large > 8*small+time.Second {
				t.Errorf("%q as %s: %v, four times as much %v", piece, path, small, large)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, k := range redacttest.Tokens() {
		f.Add("x.go", "a = \""+k.Make(1)+"\"\n")
	}
	f.Add(".env", "A=\"b\nc\"\nD='e\n")
	f.Add("x.yaml", "kind: Secret\ndata:\n  a: b\n")
	f.Add("x.json", `{"kind": "Secret", "data": {"a": "b\"", `)
	f.Add("credentials.json", `{"a": "b`)
	f.Add("x", redacttest.PEM(1, "RSA PRIVATE KEY"))
	f.Fuzz(func(t *testing.T, path, text string) {
		v := NewVault(Allow{})
		_, found := v.Read(path, text)
		v.Number(found.Secrets)
		got, again := v.Read(path, text)
		if strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("lines: %q became %q", text, got)
		}
		if same, _ := v.Read(path, text); same != got {
			t.Errorf("%q became %q and %q", text, got, same)
		}
		if len(again.Secrets) != len(found.Secrets) {
			t.Errorf("%q has %v and %v", text, found.Secrets, again.Secrets)
		}
		last := 0
		for _, s := range Scan(path, text) {
			if s.Start < last || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("%q: finding %+v after %d", text, s, last)
			}
			last = s.End
		}
		if leak, ok := v.Leak(got); ok && !strings.Contains(text, allowComment) {
			t.Errorf("%q became %q, which leaks %+v", text, got, leak)
		}
	})
}
