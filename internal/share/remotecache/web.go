package remotecache

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

	"ctxpack/internal/share/cache"
	"ctxpack/internal/share/loopback"
)

// The variables with tokens.
const (
	TokenVariable    = "CTXPACK_REMOTE_CACHE_TOKEN" // a name
	UserVariable     = "CTXPACK_REMOTE_CACHE_USER"
	PasswordVariable = "CTXPACK_REMOTE_CACHE_PASSWORD" // a name
)

// web is a server that speaks Bazel's HTTP caching protocol: GET and PUT of an ActionResult below /ac/.
type web struct {
	base      string
	authorize func(*http.Request)
	client    *http.Client
}

const (
	maxRedirects = 3
	maxHeader    = 64 << 10
	idle         = 30 * time.Second
)

func openWeb(address string, o Options) (store, string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, "", errors.New("the address is malformed") // err repeats it, with its secrets
	}
	switch {
	case u.User != nil:
		return nil, "", fmt.Errorf("the address has credentials: give them as %s, or %s and %s", TokenVariable, UserVariable, PasswordVariable)
	case u.Host == "" || u.Opaque != "":
		return nil, "", errors.New("the address has no host")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, "", errors.New("the address has a query or a fragment: want http://HOST/PATH")
	}
	u.Path = strings.TrimRight(u.Path, "/")
	u.RawPath = ""
	w := &web{base: u.String(), authorize: func(*http.Request) {}}
	if err := w.credentials(u, o.Getenv); err != nil {
		return nil, "", err
	}
	w.client = &http.Client{
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: o.Timeout}).DialContext,
			TLSHandshakeTimeout:    o.Timeout,
			MaxResponseHeaderBytes: maxHeader,
			MaxIdleConnsPerHost:    o.Jobs,
			IdleConnTimeout:        idle,
			ForceAttemptHTTP2:      true,
			DisableCompression:     true, // a small answer must not expand here
		},
		CheckRedirect: stays,
	}
	return w, w.base, nil
}

// credentials returns the credentials for every request.
func (w *web) credentials(u *url.URL, getenv func(string) string) error {
	token, user, password := strings.TrimSpace(getenv(TokenVariable)), getenv(UserVariable), getenv(PasswordVariable)
	switch {
	case token == "" && user == "" && password == "":
		return nil
	case token != "" && user != "":
		return fmt.Errorf("%s and %s exclude each other", TokenVariable, UserVariable)
	case token == "" && user == "":
		return fmt.Errorf("%s needs %s", PasswordVariable, UserVariable)
	case u.Scheme != "https" && !loopback.Is(u.Host):
		return errors.New("tokens are not sent without encryption: give an https address")
	case strings.ContainsAny(token, "\r\n\x00"):
		return fmt.Errorf("%s is no token", TokenVariable)
	}
	w.authorize = func(r *http.Request) {
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		} else {
			r.SetBasicAuth(user, password)
		}
	}
	return nil
}

// stays allows redirects only of reads and only within a server, since the user decides which server receives what.
func stays(next *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case len(via) > maxRedirects:
		return fmt.Errorf("the server redirects more than %d times", maxRedirects)
	case first.Method != http.MethodGet:
		return errors.New("the server redirects an upload")
	case next.URL.Scheme != first.URL.Scheme || next.URL.Host != first.URL.Host || next.URL.User != nil:
		return errors.New("the server redirects to another one")
	}
	return nil
}

func (w *web) request(ctx context.Context, method string, key cache.ObjectKey, body []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, w.base+"/ac/"+key.String(), bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address is malformed")
	}
	r.Header.Set("User-Agent", "ctxpack")
	if method == http.MethodPut {
		r.Header.Set("Content-Type", "application/octet-stream")
	}
	w.authorize(r)
	answer, err := w.client.Do(r)
	if err != nil {
		if wrapped, ok := errors.AsType[*url.Error](err); ok {
			err = wrapped.Err // without the address, which is printed once
		}
		if answer != nil {
			_ = answer.Body.Close()
		}
		return nil, err
	}
	return answer, nil
}

func (w *web) get(ctx context.Context, key cache.ObjectKey) ([]byte, error) {
	answer, err := w.request(ctx, http.MethodGet, key, nil)
	if err != nil {
		return nil, err
	}
	defer drain(answer.Body)
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusGone, http.StatusNoContent:
		return nil, nil
	default:
		return nil, unexpected(answer.StatusCode)
	}
	if answer.ContentLength > cache.MaxObject {
		return nil, errTooLarge
	}
	message, err := readObject(answer.Body)
	if err != nil {
		return nil, err
	}
	return decodeActionResult(message)
}

func (w *web) put(ctx context.Context, key cache.ObjectKey, data []byte) error {
	answer, err := w.request(ctx, http.MethodPut, key, encodeActionResult(data))
	if err != nil {
		return err
	}
	defer drain(answer.Body)
	const family = 100
	switch answer.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed:
		return errReadOnly
	}
	if answer.StatusCode/family != http.StatusOK/family {
		return unexpected(answer.StatusCode)
	}
	return nil
}

func (w *web) close() { w.client.CloseIdleConnections() }

// drain reads the remaining bytes, so that the connection can be used again.
func drain(body io.ReadCloser) {
	const little = 4 << 10
	_, _ = io.CopyN(io.Discard, body, little)
	_ = body.Close()
}

func unexpected(status int) error {
	err := fmt.Errorf("the server answers %d %s", status, http.StatusText(status))
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired:
		return fatal{err}
	}
	return err
}

var errTooLarge = fmt.Errorf("an object has more than %d MB", cache.MaxObject>>20)

func readObject(from io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(from, cache.MaxObject+1))
	if err == nil && len(data) > cache.MaxObject {
		err = errTooLarge
	}
	return data, err
}
