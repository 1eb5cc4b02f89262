// Package registry pushes bundles to an OCI registry, each as an artefact of its own: a
// manifest with one layer, which is the bundle as it was written.
//
// The same bundle gives the same artefact, so that what is there is not sent again. Tokens
// come from the environment, and go to the registry that the user named and to where it
// has tokens exchanged.
package registry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/opencontainers/go-digest"
	"github.com/opencontainers/image-spec/specs-go"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/errcode"

	"ctxpack/internal/share/loopback"
)

// The variables that credentials are taken from.
const (
	TokenVariable    = "CTXPACK_REGISTRY_TOKEN" // a name
	UserVariable     = "CTXPACK_REGISTRY_USER"
	PasswordVariable = "CTXPACK_REGISTRY_PASSWORD" // a name
)

// Scheme begins the address of a repository in a registry.
const Scheme = "oci://"

// ArtefactType is what the registry is told that bundles are.
const ArtefactType = "application/vnd.ctxpack.bundle"

// Options say how a registry is reached.
type Options struct {
	AllowHTTP bool          // without encryption, to other machines than this one too
	Timeout   time.Duration // of a push
	Getenv    func(string) string
}

// Artefact is a bundle with what is said of it.
type Artefact struct {
	Tag       string // up to 128 letters, digits, "_", "." and "-"
	File      string // its name, for who pulls it
	MediaType string
	Data      string
	Source    string // the repository that it is of
	Revision  string // its commit, "" for none
}

// Registry is a repository in a registry. It is safe for concurrent use.
type Registry struct {
	name    string
	timeout time.Duration
	to      *remote.Repository
}

// Open reads an address such as oci://host/path. It makes no request.
func Open(address string, o Options) (*Registry, error) {
	name, ok := strings.CutPrefix(address, Scheme)
	if !ok || strings.Contains(name, "@") {
		return nil, errors.New("want oci://HOST/PATH, without credentials and tag")
	}
	to, err := remote.NewRepository(name)
	if err != nil || to.Reference.Reference != "" {
		return nil, errors.New("want oci://HOST/PATH, with a path of lower-case letters and digits")
	}
	local := loopback.Is(to.Reference.Host())
	to.PlainHTTP = local || o.AllowHTTP
	given := auth.Credential{AccessToken: strings.TrimSpace(o.Getenv(TokenVariable)), Username: o.Getenv(UserVariable), Password: o.Getenv(PasswordVariable)}
	switch {
	case given.AccessToken != "" && given.Username != "":
		return nil, fmt.Errorf("%s and %s exclude each other", TokenVariable, UserVariable)
	case given != auth.EmptyCredential && to.PlainHTTP && !local:
		return nil, errors.New("credentials are not sent without encryption")
	}
	client := &auth.Client{
		Client: &http.Client{Transport: http.DefaultTransport}, Cache: auth.NewCache(),
		Credential: auth.StaticCredential(to.Reference.Host(), given),
	}
	if local {
		client.BlockedRealmPrefixes = []netip.Prefix{} // its tokens may be made here, too
	}
	to.Client = client
	return &Registry{name: name, timeout: o.Timeout, to: to}, nil
}

// Push brings an artefact to the registry, unless it is there, under its tag. It returns
// its reference, with its digest.
func (r *Registry) Push(ctx context.Context, a Artefact) (reference string, err error) {
	timed, cancel := context.WithTimeoutCause(ctx, r.timeout, fmt.Errorf("it took more than %s", r.timeout))
	defer cancel()
	layer := describe(a.MediaType, []byte(a.Data))
	layer.Annotations = map[string]string{ocispec.AnnotationTitle: a.File}
	manifest := ocispec.Manifest{
		Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: ocispec.MediaTypeImageManifest, ArtifactType: ArtefactType,
		Config: ocispec.DescriptorEmptyJSON, Layers: []ocispec.Descriptor{layer},
		Annotations: map[string]string{ocispec.AnnotationSource: a.Source},
	}
	if a.Revision != "" {
		manifest.Annotations[ocispec.AnnotationRevision] = a.Revision
	}
	text, err := json.Marshal(manifest)
	if err != nil {
		return "", err
	}
	described := describe(manifest.MediaType, text)
	err = r.blob(timed, ocispec.DescriptorEmptyJSON, ocispec.DescriptorEmptyJSON.Data)
	if err == nil {
		err = r.blob(timed, layer, []byte(a.Data))
	}
	if err == nil {
		err = r.to.PushReference(timed, described, bytes.NewReader(text), a.Tag)
	}
	if err != nil {
		if ctx.Err() == nil && timed.Err() != nil {
			err = context.Cause(timed)
		}
		return "", fmt.Errorf("push to %s%s: %w", Scheme, r.name, plain(err))
	}
	return r.name + "@" + described.Digest.String(), nil
}

// blob brings a blob to the registry, unless it is there.
func (r *Registry) blob(ctx context.Context, d ocispec.Descriptor, data []byte) error {
	if there, err := r.to.Blobs().Exists(ctx, d); err != nil || there {
		return err
	}
	return r.to.Blobs().Push(ctx, d, bytes.NewReader(data))
}

func describe(mediaType string, data []byte) ocispec.Descriptor {
	return ocispec.Descriptor{MediaType: mediaType, Digest: digest.FromBytes(data), Size: int64(len(data))}
}

// plain leaves addresses of requests out of an error: they may have a token of the
// registry's in them.
func plain(err error) error {
	var wrapped *url.Error
	var answer *errcode.ErrorResponse
	switch {
	case errors.Is(err, auth.ErrBasicCredentialNotFound):
		return fmt.Errorf("the registry wants to know who it is: set %s and %s, or %s", UserVariable, PasswordVariable, TokenVariable)
	case errors.As(err, &wrapped):
		return wrapped.Err
	case errors.As(err, &answer):
		text := fmt.Sprintf("the registry answers %d %s", answer.StatusCode, http.StatusText(answer.StatusCode))
		if len(answer.Errors) > 0 {
			text += ": " + answer.Errors.Error()
		}
		return errors.New(text)
	}
	return err
}
