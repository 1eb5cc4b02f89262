package remotecache

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"ctxpack/internal/safe/fault"
	"ctxpack/internal/share/cache"
)

// folder is a folder shared by several machines. It may be on a file system that hangs: nothing waits for it longer
// than for a server.
type folder struct {
	path    string
	objects *cache.ObjectFolder
}

// openFolder parses the part of an address after file:.
func openFolder(path string) (store, error) {
	if rest, ok := strings.CutPrefix(path, "//"); ok {
		host, below, _ := strings.Cut(rest, "/")
		if host != "" && !strings.EqualFold(host, "localhost") {
			return nil, errors.New("the folder is on another machine: mount it, and give its path")
		}
		var err error
		if path, err = url.PathUnescape("/" + below); err != nil {
			return nil, errors.New("the address is malformed")
		}
	}
	if path == "" {
		return nil, errors.New("the address names no folder")
	}
	absolute, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return nil, err
	}
	return &folder{absolute, cache.OpenShared(absolute)}, nil
}

// waiting runs an operation that may hang, and abandons it when the context ends.
func waiting[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		r.err = fault.Guard("the shared folder", func() (err error) {
			r.value, err = do()
			return err
		})()
		done <- r
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// there returns an error if the folder does not exist, for example because it is not mounted: otherwise every
// object would seem missing.
func (f *folder) there() error {
	info, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir():
		return fatal{errors.New("there is no such folder")}
	case err != nil:
		return plain(err)
	}
	return nil
}

func (f *folder) get(ctx context.Context, key cache.ObjectKey) ([]byte, error) {
	return waiting(ctx, func() ([]byte, error) {
		if err := f.there(); err != nil {
			return nil, err
		}
		data, err := f.objects.Get(ctx, key)
		return data, plain(err)
	})
}

func (f *folder) put(ctx context.Context, key cache.ObjectKey, data []byte) error {
	_, err := waiting(ctx, func() (struct{}, error) {
		if err := f.there(); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, plain(f.objects.Put(ctx, key, data))
	})
	return err
}

func (f *folder) close() {}

// plain removes file names from an error: there are many, and they are not informative.
func plain(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", path.Op, path.Err)
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return fmt.Errorf("%s: %w", link.Op, link.Err)
	}
	return err
}
