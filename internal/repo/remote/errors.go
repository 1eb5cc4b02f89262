package remote

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"unicode"

	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/gitrepo/wire"
)

// Kind classifies failures with a remote repository.
type Kind int

// The kinds of errors.
const (
	Failed       Kind = iota // a failure on this machine
	NoRepository             // the server has none there
	NoAccess                 // or the user has no access
	NoNetwork                // the server was not reached
	NoRef                    // no such branch, tag or commit
	NoPath                   // no such file or folder in it
	TooLarge                 // beyond the limit on bytes
	TooLong                  // beyond the limit on time
	Malformed                // the answer is malformed
	Refused                  // not attempted, for safety
)

// Error is a failure with a remote repository. Its text is one line without credentials.
type Error struct {
	Kind   Kind
	URL    string
	Err    error
	Advice string // a possible remedy, "" if there is none
}

// Error returns the text, without control characters from the server.
func (e *Error) Error() string {
	const longest = 500
	text := strings.Join(strings.FieldsFunc(fmt.Sprintf("fetch %s: %v", e.URL, e.Err), unicode.IsControl), " ")
	return strings.ToValidUTF8(text[:min(len(text), longest)], "")
}

func (e *Error) Unwrap() error { return e.Err }

func (a Address) errorf(kind Kind, format string, args ...any) error {
	e := &Error{Kind: kind, URL: a.URL, Err: fmt.Errorf(format, args...)}
	if (kind == NoAccess || kind == NoRepository) && a.scheme != "ssh" {
		e.Advice = "if it is private, " + advice(a.host)
	}
	return e
}

// explain converts an error to an *Error of the right kind.
func (a Address) explain(ctx context.Context, o Options, err error) error {
	var known *Error
	var web *url.Error
	var network net.Error
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case errors.Is(context.Cause(ctx), errTime):
		return a.errorf(TooLong, "it took longer than %s", o.Timeout)
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errRefs):
		return a.errorf(Malformed, "%w: more than %s", errRefs, config.Size(maxRefs))
	case errors.Is(err, errBytes):
		return a.errorf(TooLarge, "the server sends more than %s", config.Size(o.MaxBytes))
	}
	if errors.As(err, &web) {
		err = web.Err // without the address, which may be that of a redirect
	}
	var certificate *tls.CertificateVerificationError
	var said *wire.ServerError
	switch {
	case errors.As(err, &said):
		return a.errorf(Malformed, "the server gives up: it says %q", said.Text)
	case errors.As(err, &certificate):
		return a.errorf(NoAccess, "the server's certificate is invalid: %w", certificate.Err)
	case errors.As(err, &network), errors.Is(err, os.ErrDeadlineExceeded):
		return a.errorf(NoNetwork, "the server cannot be reached: %w", err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return a.errorf(NoNetwork, "the server ends before its answer is complete")
	}
	return a.errorf(Malformed, "the server's answer is not understood: %w", err)
}

var (
	errTime  = errors.New("the time is over")
	errBytes = errors.New("the bytes are over")
)
