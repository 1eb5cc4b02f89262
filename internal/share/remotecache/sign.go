package remotecache

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"ctxpack/internal/share/cache"
)

// signedMagic begins an object that is signed: then come the signature, of magic and
// object, and the object. The key is in the object ([cache.SealObject]), so that one that
// was moved to another key is none.
const signedMagic = "ctxpack signed 1\n"

// signedSize is how many bytes a signature adds.
const signedSize = len(signedMagic) + ed25519.SignatureSize

// signer signs what is written to a remote, and decides what is taken from it.
type signer struct {
	key   ed25519.PrivateKey  // nil: nothing is signed
	trust []ed25519.PublicKey // none: all is taken that is whole
}

func newSigner(key ed25519.PrivateKey, trust []ed25519.PublicKey) signer {
	if len(key) > 0 && len(trust) == 0 {
		if own, ok := key.Public().(ed25519.PublicKey); ok {
			trust = []ed25519.PublicKey{own}
		}
	}
	return signer{key, trust}
}

func (s signer) sign(object []byte) []byte {
	if len(s.key) == 0 {
		return object
	}
	signed := make([]byte, 0, signedSize+len(object))
	signed = append(signed, signedMagic...)
	signed = append(signed, ed25519.Sign(s.key, append([]byte(signedMagic), object...))...)
	return append(signed, object...)
}

// open returns the object of a key, without its signature, if it may be taken.
func (s signer) open(key cache.ObjectKey, data []byte) ([]byte, error) {
	var signature []byte
	object := data
	if rest, ok := bytes.CutPrefix(data, []byte(signedMagic)); ok && len(rest) >= ed25519.SignatureSize {
		signature, object = rest[:ed25519.SignatureSize], rest[ed25519.SignatureSize:]
	}
	switch _, ok := cache.OpenObject(key, object); {
	case !ok:
		return nil, errors.New("an object is damaged, or of something else")
	case len(s.trust) > 0 && signature == nil:
		return nil, errors.New("an object is not signed")
	case len(s.trust) > 0 && !s.trusts(object, signature):
		return nil, errors.New("an object is signed by nobody who is trusted")
	}
	return object, nil
}

func (s signer) trusts(object, signature []byte) bool {
	text := append([]byte(signedMagic), object...)
	return slices.ContainsFunc(s.trust, func(key ed25519.PublicKey) bool { return ed25519.Verify(key, text, signature) })
}

// maxKeyFile is the most bytes of a file with keys.
const maxKeyFile = 64 << 10

// SigningKey reads a private Ed25519 key from a file, in PEM as PKCS #8.
func SigningKey(name string) (ed25519.PrivateKey, error) {
	blocks, err := pemBlocks(name)
	if err != nil {
		return nil, err
	}
	for _, b := range blocks {
		if b.Type != "PRIVATE KEY" {
			continue
		}
		parsed, err := x509.ParsePKCS8PrivateKey(b.Bytes)
		if key, ok := parsed.(ed25519.PrivateKey); err == nil && ok {
			return key, nil
		}
	}
	return nil, fmt.Errorf("%s holds no private Ed25519 key in PEM", name)
}

// TrustedKeys reads the public Ed25519 keys of a file, in PEM, one block a key.
func TrustedKeys(name string) ([]ed25519.PublicKey, error) {
	blocks, err := pemBlocks(name)
	if err != nil {
		return nil, err
	}
	var keys []ed25519.PublicKey
	for n, b := range blocks {
		parsed, err := x509.ParsePKIXPublicKey(b.Bytes)
		key, ok := parsed.(ed25519.PublicKey)
		if b.Type != "PUBLIC KEY" || err != nil || !ok {
			return nil, fmt.Errorf("%s: block %d is no public Ed25519 key", name, n+1)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s holds no public Ed25519 key in PEM", name)
	}
	return keys, nil
}

func pemBlocks(name string) ([]*pem.Block, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, plain(err))
	}
	defer func() { _ = f.Close() }() // opened for reading only
	data, err := io.ReadAll(io.LimitReader(f, maxKeyFile))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, plain(err))
	}
	var blocks []*pem.Block
	for {
		var b *pem.Block
		if b, data = pem.Decode(data); b == nil {
			return blocks, nil
		}
		blocks = append(blocks, b)
	}
}
