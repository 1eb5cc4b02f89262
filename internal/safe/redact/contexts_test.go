package redact

import (
	"encoding/base64"
	"strings"
	"testing"

	"ctxpack/internal/safe/redact/redacttest"
)

// form is a text with %v in place of a value.
type form struct{ path, text string }

// TestCommandsAndCookies has values that are secrets by their program, cookie or column, or by their position in a
// file or a call.
func TestCommandsAndCookies(t *testing.T) {
	t.Parallel()
	for i, f := range []form{
		{"a.sh", `curl -b "sessionid=%v" https://a.test/`},
		{"a.http", `Cookie: sessionid=%v`},
		{"a.http", `Cookie: csrftoken=abc; sessionid=%v; lang=en`},
		{"a.http", `Set-Cookie: PHPSESSID=%v; path=/; HttpOnly`},
		{"a.http", `Set-Cookie: JSESSIONID=%v; path=/`},
		{"a.py", `headers = {"Cookie": "session=%v"}`},
		{"a.py", `cookies = {"sessionid": "%v"}`},
		{"a.har", `{"name": "Cookie", "value": "sid=%v"}`},
		{"a.txt", `Set-Cookie: connect.sid=s%3A%v.abc; Path=/`},
		{"a.txt", `ASP.NET_SessionId=%v`},
		{"a.txt", `laravel_session=%v; path=/`},
		{"cookies.txt", ".a.test\tTRUE\t/\tTRUE\t1999999999\tsessionid\t%v"},
		{"a.sh", `mysql -u root -p%v db`},
		{"a.sh", `mysqldump -h db -uroot -p%v --all-databases`},
		{"a.sh", `mysql -u root -p'%v' db`},
		{"a.sh", `sshpass -p%v ssh a@b`},
		{"a.sh", `redis-cli -h cache -a %v ping`},
		{"a.sh", `redis-cli -h cache --pass %v ping`},
		{"a.sh", `curl -uadmin:%v https://a.test`},
		{"a.sh", `docker login -p %v -u me`},
		{"a.sh", `echo %v | docker login --password-stdin`},
		{"a.sh", `echo "%v" | sudo -S make`},
		{"a.sh", `MYSQL_PWD=%v mysql`},
		{"a.sh", `mongo -u admin -p %v --authenticationDatabase admin`},
		{"a.sh", `sqlcmd -S h -U sa -P %v -Q "select 1"`},
		{"a.sh", `ldapsearch -D cn=admin -w %v -b dc=x`},
		{"a.sh", `zip -P %v a.zip b`},
		{"a.sh", `7z a -p%v a.7z b`},
		{"a.sh", `unzip -P %v a.zip`},
		{"a.sh", `htpasswd -b file me %v`},
		{"a.sh", `echo "root:%v" | chpasswd`},
		{"a.sh", `usermod -p %v me`},
		{"a.sh", `smbclient //h/s -U me%%v`},
		{"a.sh", `lftp -u me,%v ftp://h`},
		{"a.sh", `kubectl create secret generic x --from-literal=x=%v`},
		{"a.sh", `http -a me:%v https://a.test`},
		{"a.sh", `ngrok authtoken %v`},
		{"a.sh", `vault login %v`},
		{"a.sh", `git clone https://%v@github.test/x/y`},
		{"a.sh", `net use z: \\h\s %v /user:me`},
		{"a.sh", `rabbitmqctl add_user me %v`},
		{"a.sh", `snowsql -u me -p %v`},
		{"wp-config.php", `define('AUTH_KEY',         '%v');`},
		{"wp-config.php", `define( 'LOGGED_IN_SALT', '%v' );`},
		{"wp-config.php", `define('NONCE_SALT', 'k}7 %v|+x- D!9 @lkj#(');`},
		{"users.csv", "id,name,password\n1,me,%v\n2,you,aaa\n"},
		{"users.csv", "id;user;secret;x\n1;me;%v;y\n"},
		{"users.tsv", "id\ttoken\tx\n1\t%v\ty\n"},
		{"users.csv", "\"id\",\"api_key\"\n\"1\",\"%v\"\n"},
		{"pw.csv", "name,url,username,password\na,https://a.test,me,%v\n"},
		{"a.xml", `<Pass>%v</Pass>`},
		{"values.yaml", "secrets:\n  jwt: %v\n"},
		{"values.yaml", "secretEnv:\n  JWT: %v\n"},
		{"a.tfvars", "secrets = {\n  jwt = \"%v\"\n}\n"},
		{"a.ini", "[db]\npwd = %v\n"},
		{"Dockerfile", "RUN echo \"root:%v\" | chpasswd\n"},
		{"Dockerfile", "RUN useradd -p %v me\n"},
		{"a.js", `db.auth('admin', '%v')`},
		{"a.js", `jwt.sign(p, '%v')`},
		{"a.txt", `password%3D%v%26x%3D1`},
		{"a.txt", `https://a.test/?api_key=%v#x`},
		{"a.php", `$config['password'] = '%v';`},
		{"a.php", `mysqli_connect("localhost", "root", "%v", "db");`},
		{"a.php", `new PDO('mysql:host=h', 'root', '%v');`},
		{"a.java", `DriverManager.getConnection(url, "root", "%v");`},
		{"a.java", `new UsernamePasswordAuthenticationToken("me", "%v")`},
		{"a.java", `new PasswordAuthentication("me", "%v".toCharArray())`},
		{"a.cs", `new NetworkCredential("me", "%v")`},
		{"a.go", `req.SetBasicAuth("me", "%v")`},
		{"a.go", `var jwtKey = []byte("%v")`},
		{"a.py", `auth=("me", "%v")`},
		{"a.py", `requests.get(u, auth=HTTPBasicAuth('me', '%v'))`},
		{"a.py", `smtp.login("me@a.test", "%v")`},
		{"a.py", `os.environ["DB_PASSWORD"] = "%v"`},
		{"a.py", `fernet = Fernet(b"%v")`},
		{"a.py", `hmac.new(b"%v", m)`},
		{"a.ex", `password: System.get_env("X") || "%v"`},
		{"a.pl", `DBI->connect($dsn, "root", "%v");`},
		{"a.conf", `masterauth %v`},
		{"a.md", "The password is `%v`."},
		{"a.md", "- **Password:** `%v`"},
		{"a.md", "| user | password |\n|---|---|\n| me | %v |\n"},
		{"a.json", `{"tokens": {"prod": "%v"}}`},
		{"a.yaml", "tokens:\n  prod: %v\n"},
		{"a.yaml", "basicAuth: me:%v\n"},
		{"a.yml", "script: mysql -uroot -p%v\n"},
		{"a.fish", "set -x TOKEN %v\n"},
		{"Jenkinsfile", `withCredentials([string(credentialsId: 'x', variable: 'T')]) { sh "login -p %v" }`},
		{"a.log", `token "%v" accepted`},
		{".yarnrc", `"//r.test/:_authToken" "%v"`},
		{"auth.json", `{"github-oauth": {"github.com": "%v"}}`},
		{"unattend.xml", `<AdministratorPassword><Value>%v</Value></AdministratorPassword>`},
		{"a.ovpn", "<auth-user-pass>\nme\n%v\n</auth-user-pass>"},
		{"a.cfg", `enable secret 5 %v`},
		{"a.cfg", `username me password 0 %v`},
		{"a.cfg", `snmp-server community %v RO`},
	} {
		value := redacttest.Fake(uint64(5000+i), redacttest.Alnum, 23) + "7"
		text := strings.ReplaceAll(f.text, "%v", value)
		if got, _ := clean(f.path, text); strings.Contains(got, value) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%s is not redacted as it should be: %q", f.path, got)
		}
	}
}

// TestSymbols has passwords with all kinds of characters in contexts that no token rule covers.
func TestSymbols(t *testing.T) {
	t.Parallel()
	for i, f := range []form{
		{"a.sh", `mysqladmin --password=%v ping`},
		{"a.sh", `sshpass -p %v ssh a@b`},
		{"a.sh", `curl -u admin:%v https://a.test`},
		{"a.sh", `wget --user=me --password=%v https://a.test`},
		{"a.sh", `wget --http-password=%v https://a.test`},
		{"a.sh", `docker login -u me -p %v reg.test`},
		{"a.sh", `docker login --password %v -u me`},
		{"a.sh", `PGPASSWORD=%v psql -h db`},
		{"a.sh", `psql "host=db user=me password=%v dbname=x"`},
		{"a.sh", `mongosh --username admin --password %v`},
		{"a.sh", `az login --service-principal -u x -p %v --tenant y`},
		{"a.sh", `helm registry login -u me -p %v reg`},
		{"a.sh", `openssl enc -aes-256-cbc -pass pass:%v -in a`},
		{"a.sh", `openssl rsa -passin pass:%v`},
		{"a.sh", `keytool -storepass %v -keypass %v`},
		{"a.sh", `gpg --passphrase %v --batch`},
		{"a.sh", `mount -t cifs -o username=me,password=%v //h/s /m`},
		{"a.sh", `ansible-playbook -e "db_password=%v" x.yml`},
		{"a.sh", `kubectl create secret generic x --from-literal=password=%v`},
		{"a.sh", `rclone config create x s3 secret_access_key %v`},
		{"a.sh", `svn co --username me --password %v https://a.test`},
		{"values.yaml", "auth:\n  rootPassword: %v\n"},
		{"a.tfvars", "db_password = \"%v\"\n"},
		{".github/workflows/a.yml", "env:\n  DB_PASS: %v\n"},
		{"docker-compose.yml", "environment:\n  - \"JWT_SECRET=%v\"\n"},
		{"docker-compose.yml", "command: redis-server --requirepass %v\n"},
		{"a.properties", "keystore.pass = %v\n"},
		{"application.yml", "jwt:\n  secret: %v\n"},
		{"a.ini", "[db]\npass=%v\n"},
		{"Dockerfile", "ENV SECRET=%v\n"},
		{"Dockerfile", "ENV A=b DB_PASSWORD=%v C=d\n"},
		{"a.js", `const c = { password: '%v' }`},
		{"a.gradle", "credentials {\n  username 'me'\n  password '%v'\n}"},
		{"gradle.properties", "signing.password=%v\n"},
		{"a.ps1", `$cred = New-Object PSCredential("me", (ConvertTo-SecureString '%v' -AsPlainText -Force))`},
		{"a.ps1", `Connect -Password %v -User me`},
		{"a.reg", `"ProxyPassword"="%v"`},
		{"inventory", `host1 ansible_user=me ansible_password=%v`},
		{"hosts.ini", `host1 ansible_user=me ansible_ssh_pass=%v`},
		{"vars.yml", "mysql_root_pass: %v\n"},
		{"a.json", `{"a": "{\"password\": \"%v\"}"}`},
		{"a.json", `{"a": "{\\\"password\\\": \\\"%v\\\"}"}`},
		{"a.txt", `https://a.test/?password=%v&x=1`},
		{"a.sh", `curl -d "username=me&password=%v" x`},
		{"a.sh", `curl -F password=%v x`},
		{"a.sh", "cat > f <<EOF\npassword: %v\nEOF"},
		{"a.php", `$db_pass = '%v';`},
		{"a.cs", `"Server=x;Database=y;User Id=me;Password=%v"`},
		{"a.cs", `Password = "%v",`},
		{"a.py", `paramiko.connect(h, username="u", passphrase='%v')`},
		{"a.lua", `local password = "%v"`},
		{"a.ex", `config :app, secret_key_base: "%v"`},
		{"a.clj", `(def password "%v")`},
		{"a.clj", `{:password "%v"}`},
		{"a.vb", `Dim password As String = "%v"`},
		{"a.toml", "[auth]\npass = '%v'"},
		{"a.conf", `requirepass %v`},
		{"my.cnf", "[client]\npassword=%v"},
		{"wpa_supplicant.conf", `psk="%v"`},
		{"a.xml", `<password>%v</password>`},
		{"settings.xml", `<server><id>x</id><password>%v</password></server>`},
		{"a.xml", `<entry key="password">%v</entry>`},
		{"a.xml", `<Parameter name="password">%v</Parameter>`},
		{"web.config", `<add name="x" connectionString="Server=h;uid=sa;pwd=%v;" />`},
		{"a.plist", "<key>Password</key>\n<string>%v</string>"},
		{"a.md", `Password: %v`},
		{"a.sql", `INSERT INTO users (name, password) VALUES ('me', '%v');`},
		{"a.sql", `ALTER ROLE me PASSWORD '%v';`},
		{"a.sql", `SET PASSWORD FOR 'x'@'y' = PASSWORD('%v');`},
		{"a.sql", `CREATE LOGIN me WITH PASSWORD = N'%v';`},
		{"a.json", `{"auth": {"user": "me", "pass": "%v"}}`},
		{"a.json", `{"secret": ["%v"]}`},
		{"a.yaml", "passwords:\n  - %v\n"},
		{"a.yaml", "credentials:\n  user: me\n  pass: %v\n"},
		{"a.yaml", "- { name: PASSWORD, value: %v }\n"},
		{"a.yaml", "args: [\"--password=%v\"]\n"},
		{"a.bat", "set PASSWORD=%v\n"},
		{"Makefile", "PASSWORD := %v\n"},
		{"a.log", `2024 login ok user=me password=%v ip=1`},
		{"a.properties", `rabbitmq.default.pass=%v`},
		{".terraformrc", "credentials \"app.test\" {\n  token = \"%v\"\n}"},
		{"terraform.rc", "credentials \"app.test\" {\n  token = \"%v\"\n}"},
		{"rclone.conf", "[x]\npass = %v"},
		{".ftpconfig", `{"host": "h", "pass": "%v"}`},
		{"deployment-config.json", `{"password": "%v"}`},
		{".remote-sync.json", `{"passphrase": "%v"}`},
		{"auth.json", `{"http-basic": {"r.test": {"username": "me", "password": "%v"}}}`},
		{"nuget.config", `<add key="ClearTextPassword" value="%v" />`},
	} {
		value := "Tr0" + redacttest.Fake(uint64(6000+i), redacttest.Alnum, 6) + "!" + redacttest.Fake(uint64(6001+i), redacttest.Small, 2)
		text := strings.ReplaceAll(f.text, "%v", value)
		if got, _ := clean(f.path, text); strings.Contains(got, value) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%s is not redacted as it should be: %q", f.path, got)
		}
	}
}

// TestSaltsAndLogins has values in files of other programs, with characters of all kinds or in base64.
func TestSaltsAndLogins(t *testing.T) {
	t.Parallel()
	short := base64.StdEncoding.EncodeToString([]byte("simple"))
	for _, c := range []struct{ path, text, value string }{
		{"wp-config.php", "define( 'NONCE_SALT',       '%v' );\n", "k}7 |+x- D!9 @lkj#(Zq<>=~?;:,.[]{}_^" + redacttest.Fake(1, redacttest.Alnum, 20)},
		{"wp-config.php", "define('AUTH_KEY', \"%v\");\n", redacttest.Fake(2, redacttest.Small, 40)},
		{"sitemanager.xml", `<Pass encoding="base64">%v</Pass>`, short},
		{"recentservers.xml", `<Pass>%v</Pass>`, "simple"},
		{"client.ovpn", "<auth-user-pass>\nme\n%v\n</auth-user-pass>\n", "simple"},
		{"auth.json", `{"github-oauth": {"github.com": "%v"}}`, "simple"},
	} {
		text := strings.ReplaceAll(c.text, "%v", c.value)
		if got, _ := clean(c.path, text); strings.Contains(got, c.value) {
			t.Errorf("%s: %q", c.path, got)
		}
	}
}

// TestNoCommands has command lines, tables and calls without secrets.
func TestNoCommands(t *testing.T) {
	t.Parallel()
	for _, f := range []form{
		{"a.sh", "mysql -u root -p\"$DB_PASSWORD_1\" db"}, {"a.sh", "mysql -u root -p db2024"}, {"a.sh", "ssh -p 2222 host1.example.org"},
		{"a.sh", "mkdir -p build/x86_64-v1/out2"}, {"a.sh", "nmap -p1-65535 host"},
		{"a.sh", "docker run -p 127.0.0.1:8080:80/tcp image1"}, {"a.sh", "docker login -u AWS --password-stdin 123456789012.dkr.ecr.example.org"},
		{"a.sh", "zip -r out2.zip folder1"}, {"a.sh", "cp -a Source1/Target2 there"},
		{"a.sh", "echo \"Version1.2.3-Beta4\" | tee log"}, {"a.sh", "echo $PASSWORD1 | sudo -S make"}, {"a.sh", "curl -u \"$USER1:$PASS1\" https://a.test"},
		{"a.sh", "tar -P Archive1.Tar2"}, {"a.sh", "gcc -pthread -pipe2Flag1X"},
		{"a.sh", "redis-cli -a $REDIS_PASS1 ping"}, {"a.sh", "openssl enc -pass env:PASSWORD1"}, {"a.sh", "openssl enc -pass file:/etc/Pass1Word"},
		{"a.csv", "word,token\nthe,1\ncat,Cat2\n"}, {"a.csv", "id,password_reset,name\n1,2024-01-02T03:04:05Z,a\n"},
		{"a.csv", "name,password\na,********\nb,\nc,<none>\n"},
		{"a.md", "| Option | Password |\n|---|---|\n| a | yes |\n| b | must have 8 characters, 1 digit |\n"},
		{"a.md", "| Parameter | Type |\n|---|---|\n| password | String2 |\n"},
		{"a.js", "setCookie('sessionid', sessionCookieName1)"}, {"a.http", "Cookie: theme=dark2; lang=en-US"},
		{"a.http", "Set-Cookie: sessionid=<session-id-1>; Path=/"}, {"a.py", "session_id = request.cookies.get('sessionid2')"},
		{"a.go", "auth(ctx, \"user1\", \"resource2\")"}, {"a.py", "login(client, \"TestUser1\")"},
		{"wp-config.php", "define( 'AUTH_KEY', 'put your unique phrase here' );"},
		{"a.yml", "image: images.example.org/group/name-amd64:1.14.9"}, {"a.lua", "{ \"kind:Secret\",\n  \"uid:f1c5661c-a087-4c4b-b545-2d8b3870d661\" }"},
		{"a.md", "https://docs.example.org/@scope1/package2"},
	} {
		if got, found := clean(f.path, f.text); got != f.text {
			t.Errorf("%q is redacted: %q %+v", f.text, got, found.Secrets)
		}
	}
}

// TestEncoded has tokens and addresses in base64, in unknown contexts.
func TestEncoded(t *testing.T) {
	t.Parallel()
	for i, k := range redacttest.Tokens() {
		switch k.Rule {
		case "aws-access-key", "github-pat", "gitlab-pat", "slack-bot-token", "gcp-api-key", "npm-access-token", "anthropic-api-key", "huggingface-access-token":
		default:
			continue
		}
		value := base64.StdEncoding.EncodeToString([]byte(k.Make(uint64(9000 + i))))
		for _, text := range []string{"data: " + value + "\n", `x = "` + value + `"`, "echo " + value + " | base64 -d\n"} {
			if got, found := clean("a.yaml", text); strings.Contains(got, value) || len(found.Secrets) != 1 {
				t.Errorf("%s: %q", k.Rule, got)
			}
		}
	}
	address := base64.StdEncoding.EncodeToString([]byte("postgres://app:" + redacttest.Fake(1, redacttest.Alnum, 14) + "7@db:5432/x"))
	if got, _ := clean("a.yaml", "dsn: "+address+"\n"); strings.Contains(got, address) {
		t.Errorf("an address: %q", got)
	}
	for _, plain := range []string{"ghp_is what tokens begin with", "postgres://localhost:5432/some_database", "AKIAIOSFODNN7EXAMPLE and more of it"} {
		text := "x: " + base64.StdEncoding.EncodeToString([]byte(plain)) + "\n"
		if got, _ := clean("a.yaml", text); got != text {
			t.Errorf("%q is redacted: %q", plain, got)
		}
	}
}
