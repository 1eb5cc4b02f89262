package remote

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
	"golang.org/x/crypto/ssh/knownhosts"

	"ctxpack/internal/repo/gitrepo/wire"
	"ctxpack/internal/safe/fault"
)

// shell is a connection over SSH, with the user's keys and known hosts. The user's ssh configuration may name
// programs, so it is not read.
type shell struct {
	address Address
	o       Options
	client  *ssh.Client
	agent   net.Conn
	session *ssh.Session
	in      io.WriteCloser
	out     io.Reader
	said    *sayings
	stop    func() bool
}

// sayings keeps the start of a server's standard error.
type sayings struct {
	mu   sync.Mutex
	text []byte
}

func (s *sayings) Write(p []byte) (int, error) {
	const limit = 300
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, p[:min(len(p), limit-len(s.text))]...)
	return len(p), nil
}

func (s *sayings) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(s.text), "�")), " ")
}

func (s *shell) close() {
	if s.stop != nil {
		s.stop()
	}
	if s.client != nil {
		_ = s.client.Close() // all wanted data was read
	}
	if s.agent != nil {
		_ = s.agent.Close()
	}
}

// dial connects and starts git's upload-pack on the server.
func (s *shell) dial(ctx context.Context) error {
	host := s.address.host
	if (strings.LastIndexByte(host, ':') <= strings.LastIndexByte(host, ']')) || !strings.Contains(host, ":") {
		host = net.JoinHostPort((&url.URL{Host: s.address.host}).Hostname(), "22")
	}
	config, err := s.config(host)
	if err != nil {
		return err
	}
	plain, err := (&net.Dialer{Timeout: timeout}).DialContext(ctx, "tcp", host)
	if err != nil {
		return err
	}
	s.stop = context.AfterFunc(ctx, func() { _ = plain.Close() }) // ends all pending reads and writes
	conn, channels, requests, err := ssh.NewClientConn(plain, host, config)
	if err != nil {
		_ = plain.Close()
		return s.refused(err)
	}
	s.client = ssh.NewClient(conn, channels, requests)
	if s.session, err = s.client.NewSession(); err != nil {
		return err
	}
	s.session.Stderr = s.said
	if s.in, err = s.session.StdinPipe(); err != nil {
		return err
	}
	if s.out, err = s.session.StdoutPipe(); err != nil {
		return err
	}
	path := s.address.path
	if !strings.HasPrefix(path, "~") && strings.HasPrefix(s.address.URL, "ssh://") {
		path = "/" + path
	}
	return s.session.Start("git-upload-pack '" + path + "'") // Parse refuses quotes
}

// refused explains why there is no connection although the server was reached.
func (s *shell) refused(err error) error {
	var unknown *knownhosts.KeyError
	var revoked *knownhosts.RevokedError
	switch {
	case errors.As(err, &revoked):
		return s.address.errorf(NoAccess, "the key of %s is revoked in the list of known hosts", s.address.host)
	case errors.As(err, &unknown) && len(unknown.Want) > 0:
		return s.address.errorf(NoAccess, "the key of %s is not the one in the list of known hosts: somebody may listen", s.address.host)
	case errors.As(err, &unknown):
		return s.address.errorf(NoAccess, "%s is not in the list of known hosts: connect to it with ssh once", s.address.host)
	case strings.Contains(err.Error(), "unable to authenticate"):
		return s.address.errorf(NoAccess, "no access: %s takes none of the keys of the SSH agent and of ~/.ssh", s.address.host)
	}
	return err
}

// config has the user's keys, and the keys of the user's known hosts.
func (s *shell) config(host string) (*ssh.ClientConfig, error) {
	home := s.o.Home
	if home == "" {
		home, _ = os.UserHomeDir() // without one there is no list, which is reported
	}
	folder := filepath.Join(home, ".ssh")
	known := filepath.Join(folder, "known_hosts")
	check, err := knownhosts.New(known)
	if err != nil {
		return nil, s.address.errorf(NoAccess, "the list of known hosts, ~/.ssh/known_hosts, is not read: %s", fault.WithoutPath(err))
	}
	user := cmp.Or(s.address.user, "git")
	return &ssh.ClientConfig{
		User: user, Auth: []ssh.AuthMethod{ssh.PublicKeysCallback(func() ([]ssh.Signer, error) { return s.keys(folder), nil })},
		HostKeyCallback: check, HostKeyAlgorithms: knownAlgorithms(check, host), Timeout: timeout,
	}, nil
}

// keys returns the keys of the user's agent, and those in files without a passphrase.
func (s *shell) keys(folder string) []ssh.Signer {
	var keys []ssh.Signer
	if socket := s.o.Getenv("SSH_AUTH_SOCK"); socket != "" && s.agent == nil {
		if conn, err := net.Dial("unix", socket); err == nil {
			s.agent = conn
			keys, _ = agent.NewClient(conn).Signers() // on an error, files may have keys
		}
	}
	for _, name := range []string{"id_ed25519", "id_ecdsa", "id_rsa"} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			continue
		}
		if key, err := ssh.ParsePrivateKey(data); err == nil {
			keys = append(keys, key)
		}
	}
	return keys
}

// knownAlgorithms returns the algorithms of a host's known keys: the host may have others too, and would offer an
// unknown one.
func knownAlgorithms(check ssh.HostKeyCallback, host string) []string {
	var unknown *knownhosts.KeyError
	if err := check(host, &net.TCPAddr{}, nobody{}); !errors.As(err, &unknown) {
		return nil
	}
	var out []string
	for _, k := range unknown.Want {
		if kind := k.Key.Type(); kind == ssh.KeyAlgoRSA {
			out = append(out, ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256)
		} else {
			out = append(out, kind)
		}
	}
	return out
}

// nobody is a key that no host has.
type nobody struct{}

func (nobody) Type() string                        { return "none" }
func (nobody) Marshal() []byte                     { return []byte("none") }
func (nobody) Verify([]byte, *ssh.Signature) error { return errors.New("nobody's key") }

func (s *shell) refs(ctx context.Context) (*wire.Refs, error) {
	if err := s.dial(ctx); err != nil {
		return nil, err
	}
	refs, err := wire.ReadRefs(&listing{from: s.out, left: maxRefs})
	if err == nil || ctx.Err() != nil || errors.Is(err, errRefs) {
		return refs, err
	}
	_ = s.in.Close()
	_ = s.session.Wait() // until its output ended
	if said := s.said.String(); said != "" {
		return nil, s.address.errorf(NoRepository, "there is no such repository, or no access to it: the server says %q", said)
	}
	return nil, fmt.Errorf("it ends at once: %w", err)
}

func (s *shell) fetch(_ context.Context, request []byte) (io.ReadCloser, error) {
	if _, err := io.Copy(s.in, bytes.NewReader(request)); err != nil {
		return nil, err
	}
	return io.NopCloser(s.out), nil
}
