package redact

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/safe/redact/redacttest"
)

// TestNamedForms names a value in the ways of languages, tools and formats that are not plain assignments.
func TestNamedForms(t *testing.T) {
	t.Parallel()
	for i, form := range []struct{ path, text string }{
		{"a.rs", `const API_KEY: &str = "%v";`},
		{"a.rs", `static TOKEN: &'static str = "%v";`},
		{"a.kt", `val apiKey: String = "%v"`},
		{"a.ts", `private readonly apiKey: string = "%v";`},
		{"a.swift", `let apiKey: String = "%v"`},
		{"a.cpp", `static const char kApiKey[] = "%v";`},
		{"a.cs", `public string Password { get; set; } = "%v";`},
		{"a.py", `SECRET_KEY = b'%v'`},
		{"a.java", `config.setPassword("%v");`},
		{"a.java", `client.setApiKey("%v");`},
		{"a.c", `#define API_SECRET "%v"`},
		{"a.json", `{"api_keys": ["%v"]}`},
		{"a.yaml", "api_keys:\n  - %v\n"},
		{"a.yaml", "x-db: &db\n  password: &pw %v\n"},
		{"a.yaml", "db:\n  password: >-\n    %v\n"},
		{"a.yaml", "db:\n  api_key: |\n    %v\n"},
		{"a.yaml", "env:\n  - name: DB_PASSWORD\n    value: \"%v\"\n"},
		{"a.yaml", "env:\n  - value: \"%v\"\n    name: DB_PASSWORD\n"},
		{"a.json", `{"environment": [{"name": "DB_PASSWORD", "value": "%v"}]}`},
		{"a.json", "{\n \"name\": \"API_TOKEN\",\n \"value\": \"%v\"\n}"},
		{"a.json", `{"Key": "api_secret", "Value": "%v"}`},
		{"a.json", `{"password": {"value": "%v"}}`},
		{"a.json", `{"args": ["--token", "%v"]}`},
		{"a.xml", `<property name="password" value="%v"/>`},
		{"a.config", `<add key="ApiSecret" value="%v"/>`},
		{"a.plist", "<key>ApiKey</key>\n\t<string>%v</string>\n"},
		{"a.tf", "variable \"db_password\" {\n  type = string\n  default = \"%v\"\n}\n"},
		{"a.properties", "db.password %v\n"},
		{"a.properties", "db.password = \\\n    %v\n"},
		{"a.sql", "CREATE USER me WITH PASSWORD '%v';"},
		{"a.sql", "CREATE USER 'me'@'%' IDENTIFIED BY '%v';"},
		{"a.sh", "tool --api-key %v\n"},
		{"a.sh", "tool login --token %v\n"},
		{"a.sh", "tool --password %v\n"},
		{"a.sh", "sshpass -p '%v' ssh x\n"},
		{"a.yml", "run: docker login -u me -p %v registry.test\n"},
		{"a.yml", "command: redis-server --requirepass %v\n"},
		{"a.yml", "ansible_become_pass: %v\n"},
		{"a.sh", "aws configure set aws_secret_access_key %v\n"},
		{"a.fish", "set -gx API_KEY %v\n"},
		{"a.bat", "setx API_KEY \"%v\"\r\n"},
		{"a.ps1", "ConvertTo-SecureString \"%v\" -AsPlainText -Force"},
		{"Dockerfile", "ENV DB_PASSWORD %v\n"},
		{"build.gradle", "storePassword \"%v\"\n"},
		{"a.sh", "curl -u admin:%v https://a.test/\n"},
		{"a.sh", "curl --user \"admin:%v\" https://a.test/\n"},
		{"a.go", `db, err := sql.Open("mysql", "root:%v@tcp(127.0.0.1:3306)/x")`},
		{"a.java", `String u = "jdbc:oracle:thin:scott/%v@h:1521:x";`},
		{"a.http", "GET https://a.test/\nAuthorization: Token %v\n"},
		{"a.http", "GET https://a.test/\nAuthorization: %v\n"},
		{"a.config", `connectionString="Server=db;User Id=sa;Password=%v;"`},
		{"a.json", `{"C": "Server=db;User=sa;Pwd=%v!;Encrypt=true"}`},
		{"a.txt", "https://x.blob.test/c?sv=2022-11-02&ss=b&sig=%v%v%3D"},
		{"a.py", "SECRET_KEY = 'django-insecure-%v%v'"},
		{"a.yml", "db: { user: me, password: %v, host: a }\n"},
		{"A.java", "/**\n * credentials.password: %v\n */\n"},
		{"a.py", "DOC = \"\"\"\n  win_user:\n    password: %v\n\"\"\"\n"},
		{"a.php", "<?php run(['--key' => '%v', '--env' => 'test']);\n"},
		{"a.ini", "password = .%v\n"},
	} {
		value := redacttest.Fake(uint64(300+i), redacttest.Alnum, 23) + "7"
		text := strings.ReplaceAll(form.text, "%v", value)
		if got, found := clean(form.path, text); strings.Contains(got, value) || len(found.Secrets) != 1 || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%s is not redacted as it should be: %q, %d found", form.path, got, len(found.Secrets))
		}
	}
	for _, text := range []string{
		"Sec-WebSocket-Key: 6D69KGBOr4Re+Nj6zx9aQA==\n", `.header("sec-websocket-key", "6D69KGBOr4Re+Nj6zx9aQA==")`,
		`setPassword("your_password_here1")`, `tool --token $TOKEN_FILE_1`, `const tokenType: string = "urn:ietf:params:oauth:token-type:jwt1"`,
		"- name: DB_PASSWORD\n  value: $(DB_PASSWORD_1)\n", `{"name": "checksum_key", "value": "sha256"}`, `api_keys: ["key-name-1", "key-name-2"]`,
		`token TokenKind1Identifier`, `case Token2StringLiteral:`, `IDENTIFIED BY 'password1'`, "password: |\n  Must have 8 letters\n", `key_len 0x10203040`,
		`--key-file /etc/ssl/private/server1.pem`, `setApiKey(apiKeyFromEnvironment1)`, `{token.IMAG, "2.71828e-1000i", 0}`, `{token.FLOAT, "0x12efp-123", 0}`,
		`list --starting-token abCDeFGhiJKlmnOPqr5TuvwxYZ1aBCdE`, `{"AWS::ApiGateway::ApiKey": "48205d4ffd7feba3"}`,
		`"nextSequenceToken": "49542672486831074009579604567900991230"`, `<property name="password" value="${db.password1}"/>`,
	} {
		if got, _ := clean("x.go", text); got != text {
			t.Errorf("%q is redacted: %q", text, got)
		}
	}
}

// TestTokenBorders puts tokens after text that only looks like part of a word.
func TestTokenBorders(t *testing.T) {
	t.Parallel()
	kinds := []redacttest.Kind{}
	for _, k := range redacttest.Tokens() {
		switch k.Rule {
		case "aws-access-key", "github-pat", "stripe-access-token", "npm-access-token", "huggingface-access-token", "sendgrid-api-token", "gcp-api-key",
			"gitlab-pat", "twilio-api-key":
			kinds = append(kinds, k)
		}
	}
	for i, place := range []string{`{"a":"x\n%s\nb"}`, `{"a":"x\t%s\tb"}`, `\r%s\r`, `{"a":"\u0022%s\u0022"}`, `k\u003d%s\u0026b`, `\x3d%s\x26`,
		`a%20%s%20b`, `a%3D%s%26b`, "\x1b[32m%s\x1b[0m", `{"a":"\\n%s\\n"}`, `\033%s\033`, `x_%s_y`, `-%s-`} {
		for j, k := range kinds {
			value := k.Make(uint64(700 + 20*i + j))
			text := strings.ReplaceAll(place, "%s", value)
			if got, found := clean("x.txt", text); strings.Contains(got, value) || len(found.Secrets) != 1 {
				t.Errorf("%s is not redacted in %q: %q", k.Rule, place, got)
			}
		}
	}
}

// TestTokensOfOtherServices has tokens of services that gitleaks has no rule for.
func TestTokensOfOtherServices(t *testing.T) {
	t.Parallel()
	for i, k := range []redacttest.Kind{
		redacttest.Prefixed("square-token", "sq"+"0csp-", redacttest.Alnum, 43),
		redacttest.Prefixed("contentful-token", "CF"+"PAT-", redacttest.Alnum, 43),
		redacttest.Prefixed("tavily-api-key", "tv"+"ly-", redacttest.Alnum, 32),
		redacttest.Prefixed("langsmith-api-key", "lsv2"+"_pt_"+redacttest.Fake(1, redacttest.Hex, 32)+"_", redacttest.Hex, 10),
		redacttest.Prefixed("gitlab-pat", "gl"+"pat-", redacttest.Alnum, 27),
		redacttest.Prefixed("gitlab-token", "gl"+"ft-", redacttest.Alnum, 20),
		redacttest.Prefixed("new-relic-key", "NR"+"AK-", redacttest.Capital+redacttest.Numbers, 27),
		redacttest.Prefixed("doppler-api-token", "dp"+".st.prd.", redacttest.Alnum, 43),
		redacttest.Prefixed("buildkite-token", "bk"+"ua_", redacttest.Hex, 40),
		redacttest.Prefixed("circleci-token", "CCI"+"PAT_"+redacttest.Fake(1, redacttest.Alnum, 22)+"_", redacttest.Hex, 40),
		redacttest.Prefixed("sonar-token", "sq"+"p_", redacttest.Hex, 40),
		redacttest.Prefixed("netlify-token", "nf"+"p_", redacttest.Alnum, 36),
		redacttest.Prefixed("vercel-token", "vc"+"p_", redacttest.Alnum, 40),
		redacttest.Prefixed("tencent-secret-id", "AK"+"ID", redacttest.Alnum, 32),
		redacttest.Prefixed("yandex-api-key", "AQ"+"VN", redacttest.Alnum, 36),
		redacttest.Prefixed("typeform-api-token", "tf"+"p_", redacttest.Alnum, 59),
		redacttest.Prefixed("deepseek-api-key", "s"+"k-", redacttest.Hex, 32),
		redacttest.Prefixed("pinecone-api-key", "pc"+"sk_", redacttest.Alnum, 68),
		redacttest.Prefixed("voyage-api-key", "p"+"a-", redacttest.Alnum, 43),
		redacttest.Prefixed("fireworks-api-key", "f"+"w_", redacttest.Alnum, 22),
		redacttest.Prefixed("neon-api-key", "na"+"pi_", redacttest.Alnum, 64),
		redacttest.Prefixed("resend-api-key", "r"+"e_", redacttest.Alnum, 32),
		redacttest.Prefixed("posthog-api-key", "ph"+"x_", redacttest.Alnum, 43),
		redacttest.Prefixed("segment-token", "sg"+"p_", redacttest.Alnum, 64),
	} {
		value := k.Make(uint64(50 + i))
		if got, _ := clean("a.py", `k = "`+value+`"`+"\n"); got != `k = "[redacted: `+k.Rule+`]"`+"\n" {
			t.Errorf("%s: %q", k.Rule, got)
		}
	}
}

// TestStringJoints joins strings with the operators of other languages.
func TestStringJoints(t *testing.T) {
	t.Parallel()
	const a, b = "ghp_NqVwYS81", "VP7Hb1DX8pPd5khxE3pyIgKpaUnA"
	for _, form := range []string{
		"t = '%a' +\n  \"%b\";", "t = `%a` + `%b`", "const t = `%a` + \"%b\"", "t = \"%a\" & _\n \"%b\"", "select '%a' || '%b'", `t = "%a" <> "%b"`,
		`t = "%a" ++ "%b"`, `let t = "%a" ^ "%b"`,
		"x = \"%a\" /* a */ \"%b\";", "x = \"%a\" + // a\n \"%b\";", "x = ('%a'  # a\n '%b')", "T='%a'\"%b\"\n", `concat!("%a", "%b")`,
		`t = "".join(["%a", "%b"])`, `['%a', '%b'].join('')`,
		"T=%a\\\n%b\n", "t: \"%a\\\n  %b\"\n", "t = \"%a\\\r\n%b\"",
	} {
		text := strings.NewReplacer("%a", a, "%b", b).Replace(form)
		if got, _ := clean("a.x", text); strings.Contains(got, a) || strings.Contains(got, b) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q is read as %q", text, got)
		}
	}
	for _, text := range []string{`f("` + a + `", "` + b + `")`, `"` + a + `" < "` + b + `" ? 1 : 2 + "`, "path\\\nother"} {
		if got, _ := clean("a.x", text); !strings.Contains(got, "<") && got != text {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}

// TestIndentedKeyBlocks has private keys on lines with a prefix.
func TestIndentedKeyBlocks(t *testing.T) {
	t.Parallel()
	key := strings.TrimSpace(redacttest.PEM(77, "RSA PRIVATE KEY"))
	static := "-----BEGIN OpenVPN Static key V1-----\n"
	for i := range uint64(16) {
		static += redacttest.Fake(900+i, redacttest.Hex, 32) + "\n"
	}
	static += "-----END OpenVPN Static key V1-----"
	number := 0
	for name, line := range map[string]func(string) string{
		"#": func(l string) string { return "# " + l + "\n" }, "//": func(l string) string { return "// " + l + "\n" }, "block": func(l string) string {
			return " * " + l + "\n"
		},
		"escapes": func(l string) string { return l + `\r\n` }, "quote": func(l string) string { return "> " + l + "\n" },
		"numbers": func(l string) string { number++; return fmt.Sprintf("%5d  %s\n", number, l) },
		"itself":  func(l string) string { return l + "\n" },
	} {
		for _, whole := range []string{key, static} {
			text := ""
			for l := range strings.Lines(whole) {
				text += line(strings.TrimSpace(l))
			}
			got, _ := clean("x.txt", text)
			for l := range strings.Lines(whole) {
				if l = strings.TrimSpace(l); !strings.HasPrefix(l, "-") && strings.Contains(got, l) {
					t.Errorf("%s: %q stays in %q", name, l, got)
					break
				}
			}
		}
	}
}

// TestSecretFiles has files that are secret as a whole, and unusual forms of manifests.
func TestSecretFiles(t *testing.T) {
	t.Parallel()
	value := base64.StdEncoding.EncodeToString([]byte(redacttest.Fake(3, redacttest.Alnum, 18)))
	for _, c := range []struct{ path, text string }{
		{"env/.env~", "A=%v\n"}, {"config.env.j2", "A=%v\n"}, {"production.env.sh", "A=%v\n"}, {".dev.vars", "A=%v\n"}, {"local.env.yaml", "A=%v\n"},
		{".ENV", "A=%v\n"}, {"env.production", "A=%v\n"}, {".flaskenv", "A=%v\n"},
		{"k.yaml", "\"apiVersion\": \"v1\"\n\"kind\": \"Secret\"\n\"data\":\n  \"pw\": \"%v\"\n"},
		{"k.yaml", "kind: Secret # x\ndata: # y\n  pw: %v # z\n"}, {"k.yaml", "{kind: Secret, data: {pw: %v}}\n"},
		{"k.md", "Run:\n\n```yaml\nkind: Secret\ndata:\n  pw: %v\n```\n"}, {"k.sh", "kubectl apply -f - <<EOF\nkind: Secret\ndata:\n  pw: %v\nEOF\n"},
		{"k.json", `{"kind": "Secret", "data": {"a": "eA=="}, "stringData": {"b": "%v"}}`},
		{"terraform.tfstate", `{"resources": [{"type": "random_password", "instances": [{"attributes": {"result": "%v"}}]}]}`},
		{"terraform.tfstate", "{\"outputs\": {\"x\": {\n \"value\": \"%v\",\n \"type\": \"string\",\n \"sensitive\": true\n}}}"},
		{"config/credentials/production.key", "%v"}, {"etc/shadow", "root:$6$salt$%v:19000:0:99999:7:::\n"},
		{"a.json", `{"kty": "RSA", "d": "` + redacttest.Fake(4, redacttest.Alnum, 86) + `%v"}`},
	} {
		text := strings.ReplaceAll(c.text, "%v", value)
		if got, _ := clean(c.path, text); strings.Contains(got, value) {
			t.Errorf("%s: %q", c.path, got)
		}
	}
	for _, c := range []struct{ path, text string }{
		{"src/env.ts", "PORT=3000\n"}, {"vite.env.d.ts", "A=b\n"}, {"test_env.py", "A=b\n"}, {"my.environment", "A=b\n"},
		{"k.go", "// kind: Secret\n// data:\n//   a: b\n"}, {"notes.md", "kind: Secretary\ndata:\n  a: b\n"},
	} {
		if got, _ := clean(c.path, c.text); got != c.text {
			t.Errorf("%s: %q", c.path, got)
		}
	}
}
