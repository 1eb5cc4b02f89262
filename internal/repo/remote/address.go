package remote

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"ctxpack/internal/text/pattern"
)

// Address identifies a repository, and optionally a reference in it.
type Address struct {
	URL  string // https://…, http://… or ssh://…, without credentials
	Name string // the last part of its path
	Ref  string // branch, tag, reference or commit; "" for the server's HEAD
	// Tail is a reference followed by a path, as in the address of a web page: only the server's references show
	// where one ends and the other begins.
	Tail string

	scheme, user, host, path string // host with its port
}

const defaultHost = "github.com"

// knownHosts are recognized as hosts without a scheme before them. Read-only.
var knownHosts = []string{"github.com", "gitlab.com", "bitbucket.org", "codeberg.org"}

var (
	shortForm = pattern.Of(`^[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+$`)
	scpForm   = pattern.Of(`^([A-Za-z0-9._-]+)@([A-Za-z0-9.-]+):([^:].*)$`)
	scheme    = pattern.Of(`^[A-Za-z][A-Za-z0-9+.-]+:/`) // a single letter is a drive
)

// Remote reports whether an argument can only be an address: it has a scheme, or a user and a host. A text like
// owner/name may also be a folder: see [Short].
func Remote(text string) bool { return scheme().MatchString(text) || scpForm().MatchString(text) }

// Short reports whether a text is an address unless a folder has that name: owner/name, or a page on a well-known
// host without a scheme.
func Short(text string) bool {
	host, rest, _ := strings.Cut(text, "/")
	if slices.Contains(knownHosts, strings.ToLower(host)) {
		return strings.Contains(rest, "/")
	}
	return shortForm().MatchString(text) && path.Base(text) != ".." && path.Base(text) != "."
}

// Parse parses an address. Its error never contains credentials.
func Parse(text string) (Address, error) {
	if !Remote(text) {
		if host, _, _ := strings.Cut(text, "/"); !slices.Contains(knownHosts, strings.ToLower(host)) {
			text = defaultHost + "/" + text
		}
		text = "https://" + text
	}
	if m := scpForm().FindStringSubmatch(text); m != nil && !scheme().MatchString(text) {
		return repository(Address{scheme: "ssh", user: m[1], host: strings.ToLower(m[2]), path: m[3]})
	}
	u, err := url.Parse(text)
	if err != nil {
		return Address{}, errors.New("the address is malformed") // the original error would contain the address
	}
	a := Address{scheme: strings.ToLower(u.Scheme), host: strings.ToLower(u.Host), path: u.Path}
	switch {
	case a.scheme != "https" && a.scheme != "http" && a.scheme != "ssh":
		return a, fmt.Errorf("%s: is not read; https and ssh are", a.scheme)
	case !utf8Path(u.Path) || u.Hostname() == "":
		return a, errors.New("the address is malformed")
	}
	switch a.scheme {
	case "https", "http":
		if u.User != nil {
			return a, errors.New("credentials in an address are seen by others")
		}
		a = a.browsed()
	case "ssh":
		if _, secret := u.User.Password(); secret {
			return a, errors.New("credentials in an address are seen by others")
		}
		a.user = u.User.Username()
	}
	return repository(a)
}

func utf8Path(text string) bool {
	return strings.ToValidUTF8(text, "") == text && !strings.ContainsFunc(text, unicode.IsControl)
}

// browsed splits the address of a page that shows a folder or a file.
func (a Address) browsed() Address {
	for _, mark := range []string{"/-/tree/", "/-/blob/", "/-/raw/", "/-/commit/", "/src/branch/", "/src/tag/", "/src/commit/"} {
		if repo, tail, ok := strings.Cut(a.path, mark); ok && strings.Count(repo, "/") > 1 {
			a.path, a.Tail = repo, strings.Trim(tail, "/")
			return a
		}
	}
	parts := strings.Split(strings.Trim(a.path, "/"), "/")
	const kind = 2 // owner, name, kind of page
	if len(parts) > kind+1 {
		switch parts[kind] {
		case "tree", "blob", "raw", "commit":
			a.path, a.Tail = strings.Join(parts[:kind], "/"), strings.Join(parts[kind+1:], "/")
		case "src":
			if a.host == "bitbucket.org" {
				a.path, a.Tail = strings.Join(parts[:kind], "/"), strings.Join(parts[kind+1:], "/")
			}
		case "pull":
			if a.host == defaultHost {
				a.path, a.Ref = strings.Join(parts[:kind], "/"), "refs/pull/"+parts[kind+1]+"/head"
			}
		}
	}
	return a
}

// repository completes an address whose parts are known.
func repository(a Address) (Address, error) {
	a.path = strings.Trim(a.path, "/")
	if rest, ok := strings.CutSuffix(a.path, "/.git"); ok {
		a.Name = path.Base(rest)
	} else {
		a.path = strings.TrimSuffix(a.path, ".git")
		a.Name = path.Base(a.path)
	}
	local := a.path
	if a.scheme == "ssh" {
		local = strings.TrimPrefix(local, "~")
	}
	for part := range strings.SplitSeq(local, "/") {
		if part == "" && local != a.path {
			continue
		}
		if slices.Contains([]string{"", ".", ".."}, part) || strings.HasPrefix(part, "-") || strings.ContainsAny(part, "'\"\\`$\n") {
			return a, errors.New("the address has no repository's path")
		}
	}
	if !utf8Path(a.path) || strings.HasPrefix(a.host, "-") {
		return a, errors.New("the address is malformed")
	}
	if a.host == defaultHost && strings.Count(a.path, "/") != 1 {
		return a, errors.New("the address is not that of a repository, a folder or a file in one")
	}
	u := url.URL{Scheme: a.scheme, Host: a.host, Path: "/" + a.path}
	if a.user != "" {
		u.User = url.User(a.user)
	}
	a.URL = u.String()
	return a, nil
}
