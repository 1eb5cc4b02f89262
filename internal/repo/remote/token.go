package remote

import "strings"

type token struct {
	variable   string // the variable with its value
	user, pass string
}

// tokenFor returns the token for a host, written as in an address. Each variable is for its own host; CTXPACK_TOKEN
// is for the host in CTXPACK_TOKEN_HOST, and takes precedence.
func tokenFor(host string, getenv func(string) string) (token, bool) {
	host = strings.ToLower(host)
	for _, v := range []struct{ variable, host, user string }{
		{"CTXPACK_TOKEN", strings.ToLower(getenv("CTXPACK_TOKEN_HOST")), "x-access-token"},
		{"GITHUB_TOKEN", "github.com", "x-access-token"},
		{"GH_TOKEN", "github.com", "x-access-token"},
		{"GITLAB_TOKEN", "gitlab.com", "oauth2"},
	} {
		if pass := strings.TrimSpace(getenv(v.variable)); pass != "" && v.host != "" && v.host == host {
			if v.variable == "CTXPACK_TOKEN" && strings.Contains(host, "gitlab") {
				v.user = "oauth2"
			}
			return token{variable: v.variable, user: v.user, pass: pass}, true
		}
	}
	return token{}, false
}

// advice names the variable for a host's token.
func advice(host string) string {
	switch strings.ToLower(host) {
	case "github.com":
		return "set GITHUB_TOKEN to a token that may read it"
	case "gitlab.com":
		return "set GITLAB_TOKEN to a token that may read it"
	}
	return "set CTXPACK_TOKEN to a token that may read it, and CTXPACK_TOKEN_HOST to " + host
}
