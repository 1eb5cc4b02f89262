package remotecache

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ctxpack/internal/share/cache"
)

func TestMain(m *testing.M) {
	if helperProgram() {
		return
	}
	m.Run()
}

// memory is a store for tests, and a local one.
type memory struct {
	mu      sync.Mutex
	objects map[cache.ObjectKey][]byte
	gets    int
	closed  bool
}

func newMemory() *memory { return &memory{objects: map[cache.ObjectKey][]byte{}} }

func (m *memory) Get(_ context.Context, key cache.ObjectKey) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gets++
	return m.objects[key], nil
}

func (m *memory) Put(_ context.Context, key cache.ObjectKey, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.objects[key] = bytes.Clone(data)
	return nil
}

func (m *memory) Close() error { m.closed = true; return nil }

func testObject(n byte) (cache.ObjectKey, []byte) {
	key := cache.ObjectKey{n, 0xab}
	return key, cache.SealObject(key, bytes.Repeat([]byte{n}, 100*int(n)+1))
}

func open(t *testing.T, address string, o Options) *Cache {
	t.Helper()
	c, err := Open(address, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func closeClean(t *testing.T, c *Cache) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func get(t *testing.T, c *Cache, key cache.ObjectKey) []byte {
	t.Helper()
	data, err := c.Get(t.Context(), key)
	if err != nil {
		t.Error(err)
	}
	return data
}

func put(t *testing.T, c *Cache, key cache.ObjectKey, data []byte) {
	t.Helper()
	if err := c.Put(t.Context(), key, data); err != nil {
		t.Error(err)
	}
}

// remotes are one of each kind that keeps what it gets.
func remotes(t *testing.T) map[string]string {
	return map[string]string{
		"folder": "file:" + t.TempDir(),
		"server": serve(t, newServer()).URL + "/cache/",
		"helper": helperAddress(t, "whole", t.TempDir()),
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for kind, address := range remotes(t) {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			writer := open(t, address, Options{})
			var group sync.WaitGroup
			for n := range byte(50) {
				key, data := testObject(n)
				group.Go(func() {
					if got := get(t, writer, key); got != nil {
						t.Errorf("object %d is there before it was put", n)
					}
					put(t, writer, key, data)
				})
			}
			group.Wait()
			closeClean(t, writer)
			reader := open(t, address, Options{Mode: Read})
			for n := range byte(50) {
				key, data := testObject(n)
				group.Go(func() {
					if got := get(t, reader, key); !bytes.Equal(got, data) {
						t.Errorf("object %d: got %d bytes, want %d", n, len(got), len(data))
					}
				})
			}
			group.Wait()
			closeClean(t, reader)
		})
	}
}

func TestTwoWriters(t *testing.T) {
	t.Parallel()
	for kind, address := range remotes(t) {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			var group sync.WaitGroup
			key, data := testObject(9)
			for range 4 {
				group.Go(func() {
					c := open(t, address, Options{})
					for range 20 {
						put(t, c, key, data)
						if got := get(t, c, key); got != nil && !bytes.Equal(got, data) {
							t.Errorf("got %d bytes of something else", len(got))
						}
					}
					closeClean(t, c)
				})
			}
			group.Wait()
			c := open(t, address, Options{})
			if got := get(t, c, key); !bytes.Equal(got, data) {
				t.Error("nothing is there in the end")
			}
			closeClean(t, c)
		})
	}
}

func TestModes(t *testing.T) {
	t.Parallel()
	address := "file:" + t.TempDir()
	key, data := testObject(3)
	tests := []struct {
		mode         Mode
		put, present bool
	}{
		{Read, true, false}, {Write, true, false}, {Both, false, true}, {Read, false, true},
	}
	for _, test := range tests {
		c := open(t, address, Options{Mode: test.mode})
		if test.put {
			put(t, c, key, data)
		}
		if got := get(t, c, key); (got != nil) != test.present {
			t.Errorf("%s: present %v", Modes()[test.mode], got != nil)
		}
		closeClean(t, c)
	}
}

// What is here is not asked for, and what is found there is here the next time.
func TestLocalFirst(t *testing.T) {
	t.Parallel()
	s := newServer()
	address := serve(t, s).URL
	key, data := testObject(5)
	far := open(t, address, Options{})
	put(t, far, key, data)
	closeClean(t, far)
	local := newMemory()
	for n := range 3 {
		c := open(t, address, Options{Local: local})
		if got := get(t, c, key); !bytes.Equal(got, data) {
			t.Errorf("run %d: got %d bytes", n, len(got))
		}
		closeClean(t, c)
	}
	if got := s.count("GET"); got != 1 {
		t.Errorf("the server was asked %d times", got)
	}
	if !local.closed {
		t.Error("the local store was not closed")
	}
}

func TestSigned(t *testing.T) {
	t.Parallel()
	public, private := keyPair(t, 1)
	other, otherPrivate := keyPair(t, 2)
	key, data := testObject(7)
	tests := []struct {
		name    string
		sign    ed25519.PrivateKey
		reader  Options
		want    bool
		trouble string
	}{
		{"unsigned, no key", nil, Options{}, true, ""},
		{"signed, no key", private, Options{}, true, ""},
		{"signed, its key", private, Options{Trust: []ed25519.PublicKey{other, public}}, true, ""},
		{"signed, the signer itself", private, Options{Sign: private}, true, ""},
		{"unsigned, a key", nil, Options{Trust: []ed25519.PublicKey{public}}, false, "not signed"},
		{"unsigned, a signer", nil, Options{Sign: private}, false, "not signed"},
		{"signed by another", otherPrivate, Options{Trust: []ed25519.PublicKey{public}}, false, "nobody who is trusted"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			address := "file:" + t.TempDir()
			writer := open(t, address, Options{Sign: test.sign})
			put(t, writer, key, data)
			closeClean(t, writer)
			local := newMemory()
			test.reader.Local = local
			reader := open(t, address, test.reader)
			if got := get(t, reader, key); (got != nil) != test.want || got != nil && !bytes.Equal(got, data) {
				t.Errorf("got %d bytes", len(got))
			}
			if (len(local.objects) > 0) != test.want {
				t.Errorf("the local store has %d objects", len(local.objects))
			}
			err := reader.Close()
			if test.trouble == "" && err != nil || test.trouble != "" && (err == nil || !strings.Contains(err.Error(), test.trouble)) {
				t.Errorf("told: %v", err)
			}
		})
	}
}

func keyPair(t *testing.T, n byte) (ed25519.PublicKey, ed25519.PrivateKey) {
	t.Helper()
	private := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, ed25519.SeedSize))
	return private.Public().(ed25519.PublicKey), private
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	const secret = "hunter2"
	env := func(pairs ...string) func(string) string {
		return func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	tests := []struct {
		address string
		getenv  func(string) string
		want    string
	}{
		{"", nil, "want file:"},
		{"s3://bucket", nil, "want file:"},
		{"file:", nil, "names no folder"},
		{"file://server/share", nil, "on another machine"},
		{"file:///%zz", nil, "malformed"},
		{"exec:", nil, "names no program"},
		{"exec:'x " + secret, nil, "does not end"},
		{"http://user:" + secret + "@host", nil, "has credentials"},
		{"http://user:" + secret + "@ho st", nil, "malformed"},
		{"http:/path", nil, "no host"},
		{"https:host", nil, "no host"},
		{"http://host/?key=" + secret, nil, "query"},
		{"http://host", env(TokenVariable, secret), "without encryption"},
		{"https://host", env(TokenVariable, secret, UserVariable, "u"), "exclude each other"},
		{"https://host", env(PasswordVariable, secret), "needs " + UserVariable},
		{"https://host", env(TokenVariable, secret+"\r\nX: y"), "is no token"},
	}
	for _, test := range tests {
		c, err := Open(test.address, Options{Getenv: test.getenv})
		if err == nil {
			_ = c.Close()
			t.Errorf("%s is taken", test.address)
			continue
		}
		if !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", test.address, err)
		}
	}
}

// The limits hold although every request is answered in time: each takes as long as it
// may.
func TestPatience(t *testing.T) {
	t.Parallel()
	c := open(t, "file:"+t.TempDir(), Options{Timeout: time.Hour})
	c.waited = patience*time.Hour + 1
	key, data := testObject(1)
	if got := get(t, c, key); got != nil {
		t.Error("something is there")
	}
	put(t, c, key, data)
	if err := c.Close(); err == nil || !strings.Contains(err.Error(), "all requests together") || strings.Count(err.Error(), "\n") > 0 {
		t.Errorf("told: %v", err)
	}
}

func TestContextEnds(t *testing.T) {
	t.Parallel()
	c := open(t, "file:"+t.TempDir(), Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	key, data := testObject(1)
	if _, err := c.Get(ctx, key); err == nil {
		t.Error("no error of a context that ended")
	}
	_ = c.Put(ctx, key, data)
	closeClean(t, c) // it is not the remote's fault
}

func TestLargeObjectsStayHere(t *testing.T) {
	t.Parallel()
	local := newMemory()
	s := newServer()
	c := open(t, serve(t, s).URL, Options{Local: local})
	put(t, c, cache.ObjectKey{1}, make([]byte, cache.MaxObject))
	closeClean(t, c)
	if len(local.objects) != 1 || s.count("PUT") != 0 {
		t.Errorf("%d here, %d sent", len(local.objects), s.count("PUT"))
	}
}

func FuzzSigned(f *testing.F) {
	_, private := ed25519.PublicKey(nil), ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	key, data := testObject(1)
	f.Add(data)
	f.Add(newSigner(private, nil).sign(data))
	f.Fuzz(func(t *testing.T, found []byte) {
		for _, s := range []signer{newSigner(nil, nil), newSigner(private, nil)} {
			data, err := s.open(key, found)
			if err != nil {
				continue
			}
			if s.key != nil && !bytes.Equal(s.sign(data), found) {
				t.Fatal("taken, although this signer never wrote it")
			}
			if _, err := s.open(cache.ObjectKey{99}, found); err == nil {
				t.Fatal("taken for another key")
			}
		}
	})
}

func TestSignatureHoldsEveryByte(t *testing.T) {
	t.Parallel()
	_, private := keyPair(t, 1)
	key, data := testObject(1)
	for _, s := range []signer{newSigner(private, nil)} {
		whole := s.sign(data)
		for n := range whole {
			flipped := bytes.Clone(whole)
			flipped[n] ^= 1 << (n % 8)
			for what, bad := range map[string][]byte{fmt.Sprint("cut at ", n): whole[:n], fmt.Sprint("flipped at ", n): flipped} {
				if _, err := s.open(key, bad); err == nil {
					t.Fatalf("%s: taken", what)
				}
			}
		}
		if _, err := s.open(key, append(bytes.Clone(whole), 0)); err == nil {
			t.Error("longer: taken")
		}
	}
}

func TestKeyFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	block := func(kind string, der []byte, err error) string {
		t.Helper()
		must(t, err)
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
	}
	public, private := keyPair(t, 1)
	other, _ := keyPair(t, 2)
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	privateText := block("PRIVATE KEY", pkcs8, err)
	pkix, err := x509.MarshalPKIXPublicKey(public)
	publicText := block("PUBLIC KEY", pkix, err)
	pkix, err = x509.MarshalPKIXPublicKey(other)
	otherText := block("PUBLIC KEY", pkix, err)

	key, err := SigningKey(file("private.pem", "a comment\n"+privateText))
	if err != nil || !key.Equal(private) {
		t.Errorf("private key: %v", err)
	}
	keys, err := TrustedKeys(file("public.pem", publicText+otherText))
	if err != nil || len(keys) != 2 || !keys[0].Equal(public) || !keys[1].Equal(other) {
		t.Errorf("public keys: %v %v", keys, err)
	}
	for _, path := range []string{file("empty.pem", ""), file("public2.pem", publicText), file("torn.pem", privateText[:80]), filepath.Join(folder, "none")} {
		if _, err := SigningKey(path); err == nil || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("a private key of %s: %v", path, err)
		}
	}
	for _, path := range []string{file("empty2.pem", ""), file("private2.pem", publicText+privateText), file("broken.pem", block("PUBLIC KEY", []byte("x"), nil)), filepath.Join(folder, "none")} {
		if _, err := TrustedKeys(path); err == nil || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("public keys of %s: %v", path, err)
		}
	}
}
