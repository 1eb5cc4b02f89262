package gitrepo

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/sha1" // indexes are sealed with SHA-1
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

// ReceiveLimits bound an untrusted pack.
type ReceiveLimits struct {
	Bytes   int64 // bytes of the pack
	Objects int   // objects in the pack
	Object  int64 // bytes of one object
	Work    int64 // bytes inflated and patched in all
	// Observe, if not nil, receives the number of objects checked.
	Observe func(done, total int)
}

// ErrPackTooLarge is returned for a pack with more bytes or objects than the limits.
var ErrPackTooLarge = errors.New("the pack is too large")

// received is one object of a pack without an index.
type received struct {
	id     ID
	at     int64
	crc    uint32
	base   ID // id of a delta's base, if the delta refers to it by id
	delta  bool
	hashed bool
}

// ReceivePack reads a whole pack, checks it, and stores it with an index in the objects of a bare repository. Every
// object is hashed here, so that its content matches its id, whatever its source. The bases of deltas are in the
// pack, or in bases if it is not nil; these are added to the pack, as in git. A failure leaves no files. A pack
// without objects is dropped.
func ReceivePack(ctx context.Context, git string, from io.Reader, bases *Objects, limits ReceiveLimits) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("receive pack: %w: %v", errCorrupt, fault)
		}
	}()
	folder := filepath.Join(git, "objects", "pack")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("receive pack: %w", err)
	}
	f, err := os.CreateTemp(folder, "tmp_pack_")
	if err != nil {
		return fmt.Errorf("receive pack: %w", err)
	}
	defer func() { _ = os.Remove(f.Name()) }() // it was renamed, or is useless
	n, err := io.Copy(f, io.LimitReader(from, limits.Bytes+1))
	if err == nil && n > limits.Bytes {
		err = fmt.Errorf("%w: more than %d bytes", ErrPackTooLarge, limits.Bytes)
	}
	var r *receiver
	if err == nil {
		r, err = newReceiver(f, n, bases, limits)
	}
	if err == nil {
		err = r.read(ctx)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("receive pack: %w", err)
	}
	if len(r.objects) == 0 {
		return nil
	}
	name := filepath.Join(folder, "pack-"+r.sum.String())
	if err := os.Rename(f.Name(), name+".pack"); err != nil {
		return fmt.Errorf("receive pack: %w", err)
	}
	// A pack is found by its index, so it gets its name only when it is complete.
	if err := os.WriteFile(f.Name(), r.index(), 0o600); err != nil {
		return fmt.Errorf("receive pack: %w", err)
	}
	if err := os.Rename(f.Name(), name+".idx"); err != nil {
		return fmt.Errorf("receive pack: %w", err)
	}
	return nil
}

// receiver determines the ids of the objects of a pack.
type receiver struct {
	size    int64
	bases   *Objects // objects of the repository; may be nil
	added   int      // number of these in the pack
	limits  ReceiveLimits
	scan    *packfile.Scanner
	pack    *pack
	store   *Objects // over this pack only
	objects []received
	sum     ID
	done    int
}

func newReceiver(f *os.File, size int64, bases *Objects, limits ReceiveLimits) (*receiver, error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return &receiver{
		size: size, limits: limits, bases: bases,
		scan:  packfile.NewScanner(f),
		pack:  &pack{data: newWindow(f), known: map[ID]int64{}},
		store: &Objects{limits: Limits{Object: limits.Object, Work: limits.Work}, cache: cache{limit: DefaultLimits().Cache}},
	}, nil
}

// read reads the pack once for the objects stored in full, and then resolves the deltas.
func (r *receiver) read(ctx context.Context) error {
	_, count, err := r.scan.Header()
	if err != nil {
		return corrupt(err)
	}
	if int64(count) > int64(r.limits.Objects) {
		return fmt.Errorf("%w: %d objects", ErrPackTooLarge, count)
	}
	for range count {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.next(); err != nil {
			return err
		}
		r.observe(int(count))
	}
	sum, err := r.scan.Checksum()
	if err != nil {
		return corrupt(err)
	}
	r.sum = ID(sum)
	if end, err := r.scan.SeekFromStart(0); err != nil || end != r.size {
		return fmt.Errorf("%w: something follows the pack", errCorrupt)
	}
	return r.resolve(ctx)
}

func (r *receiver) next() error {
	h, err := r.scan.NextObjectHeader()
	if err != nil {
		return corrupt(err)
	}
	o := received{at: h.Offset, base: ID(h.Reference)}
	var to io.Writer = io.Discard
	hasher := plumbing.NewHasher(h.Type, h.Length)
	switch h.Type {
	case plumbing.CommitObject, plumbing.TreeObject, plumbing.BlobObject, plumbing.TagObject:
		to = hasher
	case plumbing.OFSDeltaObject, plumbing.REFDeltaObject:
		o.delta = true
	default:
		return fmt.Errorf("%w: it is of kind %d", errCorrupt, h.Type)
	}
	// One large file must not cause the refusal of the others: no code holds it in memory as a whole.
	if r.store.work += h.Length; h.Length < 0 || r.store.work > r.store.limits.Work {
		return ErrTooMuchWork
	}
	n, crc, err := r.scan.NextObject(to)
	if err != nil || n != h.Length {
		return corrupt(err)
	}
	o.crc = crc
	if !o.delta {
		o.id, o.hashed = ID(hasher.Sum()), true
		r.pack.known[o.id] = o.at
	}
	r.objects = append(r.objects, o)
	return nil
}

func (r *receiver) observe(total int) {
	const often = 256
	if r.done++; r.limits.Observe != nil && (r.done%often == 0 || r.done == 2*total) {
		r.limits.Observe(r.done/2, total) // each is read twice
	}
}

// maxRounds is how often deltas are tried whose bases follow them.
const maxRounds = 100

// resolve computes and hashes the results of deltas.
func (r *receiver) resolve(ctx context.Context) error {
	for _, o := range r.objects {
		if !o.delta {
			r.observe(len(r.objects))
		}
	}
	for range maxRounds {
		left, before := 0, r.done
		for i := range r.objects {
			o := &r.objects[i]
			if o.hashed {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			made, err := r.pack.read(r.store, o.at)
			if errors.Is(err, ErrMissing) {
				left++
				continue
			}
			if err != nil {
				return err
			}
			o.id, o.hashed = ID(plumbing.ComputeHash(made.kind, made.data)), true
			r.pack.known[o.id] = o.at
			r.observe(len(r.objects))
		}
		if left == 0 {
			return r.seal()
		}
		if r.done > before {
			continue
		}
		if err := r.complete(); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: deltas precede their bases", errCorrupt)
}

// complete adds the bases that a thin pack lacks.
func (r *receiver) complete() error {
	added := r.added
	for _, o := range r.objects {
		if o.hashed || o.base.IsZero() || r.bases == nil {
			continue
		}
		if _, ok := r.pack.known[o.base]; ok {
			continue
		}
		base, err := r.bases.packed(o.base)
		if errors.Is(err, ErrMissing) {
			continue
		}
		if err == nil {
			err = r.add(o.base, base)
		}
		if err != nil {
			return err
		}
	}
	if r.added == added {
		return fmt.Errorf("%w: the bases of deltas are not there", errCorrupt)
	}
	return nil
}

// add overwrites the pack's checksum with an object.
func (r *receiver) add(id ID, o object) error {
	at := r.size - int64(idLen)
	left := len(o.data)
	first := byte(o.kind)<<4 | byte(left&0xf)
	var entry bytes.Buffer
	for left >>= 4; left > 0; left >>= 7 {
		entry.WriteByte(first | 0x80)
		first = byte(left & 0x7f)
	}
	entry.WriteByte(first)
	z := zlib.NewWriter(&entry)
	_, err := z.Write(o.data)
	if err := errors.Join(err, z.Close()); err != nil {
		return err
	}
	crc := crc32.ChecksumIEEE(entry.Bytes())
	entry.Write(make([]byte, idLen))
	if _, err := r.pack.data.WriteAt(entry.Bytes(), at); err != nil {
		return err
	}
	r.size = at + int64(entry.Len())
	r.pack.known[id] = at
	r.objects = append(r.objects, received{id: id, at: at, crc: crc, hashed: true})
	r.added++
	return nil
}

// seal writes the count and the checksum of a completed pack.
func (r *receiver) seal() error {
	if r.added == 0 {
		return nil
	}
	const countAt = 8
	if _, err := r.pack.data.WriteAt(binary.BigEndian.AppendUint32(nil, uint32(len(r.objects))), countAt); err != nil { // bounded by the limits
		return err
	}
	sum := sha1.New() // packs are sealed with SHA-1
	if _, err := io.Copy(sum, io.NewSectionReader(r.pack.data.file, 0, r.size-int64(idLen))); err != nil {
		return err
	}
	r.sum = ID(sum.Sum(nil))
	_, err := r.pack.data.WriteAt(r.sum[:], r.size-int64(idLen))
	return err
}

// index returns the pack's index, in version 2, as git writes it.
func (r *receiver) index() []byte {
	slices.SortFunc(r.objects, func(a, b received) int { return bytes.Compare(a.id[:], b.id[:]) })
	r.objects = slices.CompactFunc(r.objects, func(a, b received) bool { return a.id == b.id })
	be := binary.BigEndian
	out := make([]byte, 0, idxNames+len(r.objects)*(idLen+8)+idxTrailer)
	out = append(out, idxMagic...)
	n := 0
	for first := range 256 {
		for n < len(r.objects) && int(r.objects[n].id[0]) == first {
			n++
		}
		out = be.AppendUint32(out, uint32(n)) // a pack header allows no more
	}
	for _, o := range r.objects {
		out = append(out, o.id[:]...)
	}
	for _, o := range r.objects {
		out = be.AppendUint32(out, o.crc)
	}
	const far = 1 << 31
	var large []byte
	for _, o := range r.objects {
		at := uint32(o.at) // larger ones follow
		if o.at >= far {
			at = far | uint32(len(large)/8) // fewer than objects
			large = be.AppendUint64(large, uint64(o.at))
		}
		out = be.AppendUint32(out, at)
	}
	out = append(out, large...)
	out = append(out, r.sum[:]...)
	seal := sha1.Sum(out) // see above
	return append(out, seal[:]...)
}
