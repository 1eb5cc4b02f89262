package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ctxpack/internal/repo/gitrepo/wire"
	"ctxpack/internal/share/loopback"
)

// connection is a connection to a server's upload-pack.
type connection interface {
	// refs requests the server's references.
	refs(ctx context.Context) (*wire.Refs, error)
	// fetch sends a request and returns the answer, which the caller closes.
	fetch(ctx context.Context, request []byte) (io.ReadCloser, error)
	close()
}

const (
	timeout      = 30 * time.Second // limit for connecting, and for the start of an answer
	maxRedirects = 5
	maxRefs      = 33_000_000 // bytes of a list of references
	maxHeader    = 1 << 18    // bytes of the headers of an answer
)

// listing bounds a list of references.
type listing struct {
	from io.Reader
	left int
}

var errRefs = errors.New("the server's list of references does not end")

func (l *listing) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errRefs
	}
	n, err := l.from.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

type web struct {
	address Address
	o       Options
	client  *http.Client
	base    string // the repository's address after redirects
	token   *token // the token to send; nil for none
	sent    bool   // the token was sent
}

func newWeb(a Address, o Options) *web {
	w := &web{address: a, o: o, base: a.scheme + "://" + a.host + (&url.URL{Path: "/" + a.path}).EscapedPath()}
	transport := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: timeout}).DialContext,
		TLSHandshakeTimeout:    timeout,
		ResponseHeaderTimeout:  2 * timeout, // a server counts objects before it answers
		MaxResponseHeaderBytes: maxHeader,
		ForceAttemptHTTP2:      true,
	}
	w.client = &http.Client{Transport: transport, CheckRedirect: w.mayFollow}
	return w
}

func (w *web) close() { w.client.CloseIdleConnections() }

// mayFollow decides on a redirect. A server may redirect to another address of its repository, but not to one
// without encryption, nor to this machine unless the user named it. Data is sent only to the host that sent the
// list.
func (w *web) mayFollow(next *http.Request, via []*http.Request) error {
	refused := func(format string, args ...any) error {
		return &Error{Kind: Refused, URL: w.address.URL, Err: fmt.Errorf(format, args...), Advice: "if you trust the server, use the address that it redirects to"}
	}
	switch {
	case len(via) > maxRedirects:
		return w.address.errorf(Malformed, "the server redirects more than %d times", maxRedirects)
	case via[0].Method != http.MethodGet:
		return refused("the server redirects an upload")
	case next.URL.User != nil:
		return refused("the server redirects to an address with credentials")
	case next.URL.Scheme != "https" && (next.URL.Scheme != "http" || w.address.scheme != "http"),
		loopback.Is(next.URL.Host) && !loopback.Is(w.address.host):
		return refused("the server redirects to %s://%s", next.URL.Scheme, next.URL.Host)
	case next.URL.Scheme == "http" && !loopback.Is(next.URL.Host) && !w.o.AllowHTTP:
		return w.address.errorf(Refused, "the server redirects to %s://%s", next.URL.Scheme, next.URL.Host)
	}
	w.authorize(next)
	return nil
}

// authorize adds the token to a request, or removes it, depending on the request's host.
func (w *web) authorize(r *http.Request) {
	r.Header.Del("Authorization")
	r.Header.Del("Referer")
	sameServer := strings.EqualFold(r.URL.Host, w.address.host) && r.URL.Scheme == w.address.scheme
	if isPrivate := r.URL.Scheme == "https" || loopback.Is(r.URL.Host); isPrivate && sameServer && w.token != nil {
		r.SetBasicAuth(w.token.user, w.token.pass)
		w.sent = true
	}
}

// refs asks anonymously first, and with the token if that is not enough: an expired token must not prevent access
// to a public repository.
func (w *web) refs(ctx context.Context) (*wire.Refs, error) {
	refs, err := w.list(ctx)
	if known, ok := errors.AsType[*Error](err); ok && (known.Kind == NoAccess || known.Kind == NoRepository) {
		if t, ok := tokenFor(w.address.host, w.o.Getenv); ok {
			w.token = &t
			return w.list(ctx)
		}
	}
	return refs, err
}

func (w *web) list(ctx context.Context) (*wire.Refs, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base+"/info/refs?service=git-upload-pack", nil)
	if err != nil {
		return nil, errors.New("the address is malformed")
	}
	answer, err := w.do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	if kind := answer.Header.Get("Content-Type"); kind != "application/x-git-upload-pack-advertisement" {
		return nil, w.address.errorf(NoRepository, "there is no git repository: the answer is a page")
	}
	base, ok := strings.CutSuffix(answer.Request.URL.EscapedPath(), "/info/refs")
	if !ok {
		return nil, w.address.errorf(Refused, "the server redirects to something else than a repository")
	}
	w.base = answer.Request.URL.Scheme + "://" + answer.Request.URL.Host + base
	return wire.ReadRefs(&listing{from: answer.Body, left: maxRefs})
}

func (w *web) fetch(ctx context.Context, request []byte) (io.ReadCloser, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.base+"/git-upload-pack", bytes.NewReader(request))
	if err != nil {
		return nil, errors.New("the address is malformed")
	}
	r.Header.Set("Content-Type", "application/x-git-upload-pack-request")
	r.Header.Set("Accept", "application/x-git-upload-pack-result")
	answer, err := w.do(r)
	if err != nil {
		return nil, err
	}
	if kind := answer.Header.Get("Content-Type"); kind != "application/x-git-upload-pack-result" {
		_ = answer.Body.Close()
		return nil, w.address.errorf(Malformed, "the server answers with a page instead of a pack")
	}
	return answer.Body, nil
}

// do sends a request and checks the status of the answer.
func (w *web) do(r *http.Request) (*http.Response, error) {
	r.Header.Set("User-Agent", "git/ctxpack") // some servers answer other clients with pages
	w.authorize(r)
	answer, err := w.client.Do(r)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode == http.StatusOK {
		return answer, nil
	}
	_ = answer.Body.Close()
	switch code := answer.StatusCode; code {
	case http.StatusUnauthorized, http.StatusForbidden:
		if w.sent {
			return nil, w.address.errorf(NoAccess, "no access: the server does not take the token of %s for it", w.token.variable)
		}
		return nil, w.address.errorf(NoAccess, "there is no such repository, or no access to it without a token")
	case http.StatusNotFound, http.StatusGone:
		if w.sent {
			return nil, w.address.errorf(NoRepository, "there is no such repository, or no access to it with the token of %s", w.token.variable)
		}
		return nil, w.address.errorf(NoRepository, "there is no such repository")
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return nil, w.address.errorf(NoNetwork, "the server is busy: it answers %d; try later", code)
	default:
		return nil, w.address.errorf(Malformed, "the server answers %s", strings.TrimSpace(fmt.Sprintf("%d %s", code, http.StatusText(code))))
	}
}
