//go:build !unix

package cache

import "errors"

func makeFIFO(string) error { return errors.ErrUnsupported }
