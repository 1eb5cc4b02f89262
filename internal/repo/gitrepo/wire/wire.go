// Package wire is a client of git's upload-pack protocol, version 0: it reads a server's references ([ReadRefs]),
// writes a request ([Refs.Encode]), and reads the resulting pack ([Refs.Response]). It reads and writes streams,
// which the caller opens.
//
// The server is untrusted. The caller bounds the bytes of a stream and its time; memory is bounded by the bytes.
// Malformed data is an error.
package wire

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/pktline"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/sideband"
)

// ID is an object id.
type ID = [20]byte

// Refs are the references of a repository as its server lists them.
type Refs struct {
	Head   ID     // zero if HEAD names nothing
	Branch string // the reference that HEAD points to, "" if none or unknown
	// Names maps references such as refs/heads/main to object ids; an annotated tag maps to the object it tags.
	Names map[string]ID

	capabilities *capability.List
}

// ServerError is an error message that a server sent instead of an answer.
type ServerError struct{ Text string }

func (e *ServerError) Error() string { return e.Text }

// understand extracts a server's message from an error.
func understand(err error) error {
	if line, ok := errors.AsType[*pktline.ErrorLine](err); ok {
		return &ServerError{Text: cut(line.Text)}
	}
	return err
}

func cut(text string) string {
	const longest = 200
	text = strings.TrimSpace(strings.ToValidUTF8(text, "�"))
	return text[:min(len(text), longest)]
}

// guard turns a panic in the decoders into an error.
func guard(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("the answer is malformed: %v", fault)
	}
}

// ReadRefs reads a server's greeting. A repository without references gives none.
func ReadRefs(r io.Reader) (refs *Refs, err error) {
	defer guard(&err)
	adv := packp.NewAdvRefs()
	switch err := adv.Decode(r); {
	case errors.Is(err, packp.ErrEmptyAdvRefs):
	case errors.Is(err, packp.ErrEmptyInput):
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, understand(err)
	}
	refs = &Refs{Names: make(map[string]ID, len(adv.References)), capabilities: adv.Capabilities}
	for name, id := range adv.References {
		refs.Names[name] = ID(id)
	}
	for name, id := range adv.Peeled {
		refs.Names[name] = ID(id)
	}
	if adv.Head != nil {
		refs.Head = ID(*adv.Head)
	}
	for _, link := range adv.Capabilities.Get(capability.SymRef) {
		if target, ok := strings.CutPrefix(link, "HEAD:"); ok {
			refs.Branch = target
		}
	}
	return refs, nil
}

// Request is a client's request.
type Request struct {
	Want    ID
	Have    []ID // commits that the client has, with their whole trees
	Shallow []ID // commits whose parents it does not have
	Depth   int  // commits from the wanted one back
	NoBlobs bool // omit file contents; only if the server supports it: see [Refs.CanFilter]
}

// CanFilter reports whether the server can omit objects.
func (r *Refs) CanFilter() bool { return r.capabilities.Supports(capability.Filter) }

// Everything is a depth greater than any history.
const Everything = 1<<31 - 1

// Encode returns the request in wire format.
func (r *Refs) Encode(q Request) (text []byte, err error) {
	defer guard(&err)
	var b bytes.Buffer
	request := r.request(q)
	if err := request.UploadRequest.Encode(&b); err != nil {
		return nil, err
	}
	if err := request.UploadHaves.Encode(&b, false); err != nil {
		return nil, err
	}
	if err := pktline.NewEncoder(&b).EncodeString("done\n"); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (r *Refs) request(q Request) *packp.UploadPackRequest {
	request := packp.NewUploadPackRequestFromCapabilities(r.capabilities)
	if len(q.Have) == 0 {
		request.Capabilities.Delete(capability.ThinPack) // there are no objects to build on
	}
	// Only offered capabilities are requested.
	if r.capabilities.Supports(capability.NoProgress) {
		_ = request.Capabilities.Set(capability.NoProgress)
	}
	if r.capabilities.Supports(capability.Agent) {
		_ = request.Capabilities.Set(capability.Agent, "ctxpack")
	}
	if r.capabilities.Supports(capability.Shallow) {
		_ = request.Capabilities.Set(capability.Shallow)
	}
	if q.NoBlobs {
		_ = request.Capabilities.Set(capability.Filter) // it has no arguments
		request.Filter = packp.FilterBlobNone()
	}
	request.Depth = packp.DepthCommits(cmp.Or(q.Depth, Everything))
	request.Wants = []plumbing.Hash{q.Want}
	request.Haves, request.Shallows = idsAs[plumbing.Hash](q.Have), idsAs[plumbing.Hash](q.Shallow)
	return request
}

// idsAs converts the type of ids.
func idsAs[R, T ~[20]byte](ids []T) (out []R) {
	for _, id := range ids {
		out = append(out, R(id))
	}
	return out
}

// Response is a server's answer to a request.
type Response struct {
	Shallow, Unshallow []ID      // commits whose parents the client will lack, or now has
	Pack               io.Reader // must be read to its end
}

// Response reads the answer to a request up to the pack.
func (r *Refs) Response(in io.Reader, q Request) (_ *Response, err error) {
	defer guard(&err)
	request := r.request(q)
	body := bufio.NewReader(in)
	if _, err := body.Peek(1); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	decoded := packp.NewUploadPackResponse(request)
	if err := decoded.Decode(io.NopCloser(body)); err != nil {
		return nil, understand(err)
	}
	out := &Response{Pack: decoded, Shallow: idsAs[ID](decoded.Shallows), Unshallow: idsAs[ID](decoded.Unshallows)}
	switch {
	case request.Capabilities.Supports(capability.Sideband64k):
		out.Pack = &guarded{sideband.NewDemuxer(sideband.Sideband64k, decoded)}
	case request.Capabilities.Supports(capability.Sideband):
		out.Pack = &guarded{sideband.NewDemuxer(sideband.Sideband, decoded)}
	}
	return out, nil
}

// guarded reads from a decoder that may panic.
type guarded struct{ from io.Reader }

func (g *guarded) Read(p []byte) (n int, err error) {
	defer guard(&err)
	n, err = g.from.Read(p)
	if err != nil {
		if text, ok := strings.CutPrefix(err.Error(), "unexpected error: "); ok { // from the error channel
			err = &ServerError{Text: cut(text)}
		}
	}
	return n, understand(err)
}
