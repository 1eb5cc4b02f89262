package remote_test

import (
	"crypto/ed25519"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"ctxpack/internal/repo/gitrepo/gittest"
	"ctxpack/internal/repo/remote"
)

// key returns a key that is the same in every run.
func key(t *testing.T, seed byte) (ed25519.PrivateKey, ssh.Signer) {
	t.Helper()
	private := ed25519.NewKeyFromSeed([]byte(strings.Repeat(string(seed), ed25519.SeedSize)))
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return private, signer
}

// sshServer serves the repositories below a folder to one user's key. To other commands it answers like a host of
// repositories.
func sshServer(t *testing.T, root string, host ssh.Signer, user ssh.PublicKey) string {
	t.Helper()
	config := &ssh.ServerConfig{PublicKeyCallback: func(_ ssh.ConnMetadata, k ssh.PublicKey) (*ssh.Permissions, error) {
		if string(k.Marshal()) != string(user.Marshal()) {
			return nil, fmt.Errorf("not the user's")
		}
		return nil, nil
	}}
	config.AddHostKey(host)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go serveSSH(conn, config, root)
		}
	}()
	return l.Addr().String()
}

func serveSSH(conn net.Conn, config *ssh.ServerConfig, root string) {
	_, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for c := range channels {
		channel, requests, err := c.Accept()
		if err != nil {
			return
		}
		for r := range requests {
			var command struct{ Text string }
			if r.Type != "exec" || ssh.Unmarshal(r.Payload, &command) != nil {
				_ = r.Reply(false, nil)
				continue
			}
			_ = r.Reply(true, nil)
			name := strings.Trim(strings.TrimPrefix(command.Text, "git-upload-pack "), "'")
			bare := filepath.Join(root, filepath.FromSlash(name)+".git")
			status := byte(1)
			if _, err := os.Stat(bare); err == nil {
				git := exec.Command("git", "-c", "safe.directory=*", "upload-pack", bare)
				git.Stdin, git.Stdout, git.Stderr = channel, channel, channel.Stderr()
				if git.Run() == nil {
					status = 0
				}
			} else {
				fmt.Fprintf(channel.Stderr(), "ERROR: Repository not found.\nCould not read.\n")
			}
			_, _ = channel.SendRequest("exit-status", false, []byte{0, 0, 0, status})
			_ = channel.Close()
			break
		}
	}
}

func TestSSH(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	userKey, user := key(t, 'u')
	_, host := key(t, 'h')
	_, other := key(t, 'o')
	address := sshServer(t, f.server.Root, host, user.PublicKey())
	home := func(known ssh.Signer, private ed25519.PrivateKey) string {
		folder := t.TempDir()
		if err := os.Mkdir(filepath.Join(folder, ".ssh"), 0o700); err != nil {
			t.Fatal(err)
		}
		list := ""
		if known != nil {
			list = knownhosts.Line([]string{address}, known.PublicKey()) + "\n"
		}
		block, err := ssh.MarshalPrivateKey(private, "")
		if err != nil {
			t.Fatal(err)
		}
		r := gittest.Repo{T: t, Top: folder}
		r.Write(".ssh/known_hosts", list)
		r.Write(".ssh/id_ed25519", string(pem.EncodeToMemory(block)))
		return folder
	}
	open := func(path string) (*remote.Tree, error) {
		a, err := remote.Parse("ssh://git@" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		return f.openAddress(a)
	}
	f.o.Home = home(host, userKey)
	tree, err := open("/owner/name.git")
	if err != nil {
		t.Fatal(err)
	}
	if got := f.git(tree.Path, "status", "--porcelain", "--branch"); got != "## main" {
		t.Errorf("status: %q", got)
	}
	commit := func() string { f.repo.Write("more.txt", "more\n"); return f.repo.Commit(4) }()
	f.publish("owner/name")
	if tree, err = open("/owner/name"); err != nil || tree.Commit != commit || tree.Fetched > 5000 {
		t.Errorf("extended: %+v, %v", tree, err)
	}
	_, err = open("/owner/nothing")
	f.fails(err, remote.NoRepository, `the server says "ERROR: Repository not found. Could not read."`)
	f.o.Home = home(nil, userKey)
	_, err = open("/owner/name")
	f.fails(err, remote.NoAccess, "is not in the list of known hosts")
	f.o.Home = home(other, userKey)
	_, err = open("/owner/name")
	f.fails(err, remote.NoAccess, "is not the one in the list of known hosts")
	strange, _ := key(t, 's')
	f.o.Home = home(host, strange)
	_, err = open("/owner/name")
	f.fails(err, remote.NoAccess, "takes none of the keys")
	f.o.Home = t.TempDir()
	_, err = open("/owner/name")
	f.fails(err, remote.NoAccess, "known_hosts, is not read")
}

// TestSilentSSH: a server that accepts a connection and sends nothing.
func TestSilentSSH(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.o.Home, f.o.Timeout = t.TempDir(), 300*time.Millisecond
	(&gittest.Repo{T: t, Top: f.o.Home}).Write(".ssh/known_hosts", "")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	a, err := remote.Parse("ssh://git@" + l.Addr().String() + "/owner/name")
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.openAddress(a)
	f.fails(err, remote.TooLong, "longer than")
}
