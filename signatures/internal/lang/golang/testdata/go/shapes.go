// Copyright 2024 The Authors. All rights reserved.

// Package shapes has declarations of every form. More text follows
// on a second line.
package shapes

import (
	"context"
	"fmt"
	. "math"
	str "strings"

	_ "embed"
)

import "os"

//go:embed data.txt
var Data string

// ErrClosed is returned after Close. Check for it with errors.Is.
var ErrClosed, errInner = fmt.Errorf("closed"), fmt.Errorf("inner")

// Level is the weight of a message.
type Level int

// Levels, least first.
const (
	Debug Level = iota // for developers
	Info
	_
	Warn
	limit // not for others
)

const (
	hiddenOnly = 1
)

const Version, build = "1.2.3", "abc"

var (
	// Default is used without options.
	Default = &Options{Name: "default", Size: 1, Tags: []string{"a", "b", "c"}, Extra: nil}
	Long    = "a text that is much longer than what an outline wants to show of a value, cut"
	Table   = map[string]int{
		"one": 1,
	}
	private = 1
)

type (
	// Options configure it.
	Options struct {
		Name        string `json:"name"` // shown to users
		Size, Depth int
		// Tags are free.
		Tags  []string
		Extra interface {
			Do(context.Context) error
		}
		*Embedded
		str.Builder
		hidden int
	}

	secret struct{ a, b int }

	Alias  = map[string][]Options
	Number interface {
		~int | ~int64 |
			~float64
		fmt.Stringer
	}
)

// Embedded is embedded.
type Embedded struct{}

/*
Pair holds two values.

They may differ.
*/
type Pair[K comparable, V any] struct {
	Key K
	Val V
}

// Reader reads.
type Reader interface {
	// Read fills p.
	Read(p []byte) (n int, err error)
	sealed()
}

type Handler func(ctx context.Context, name string) (<-chan int, error)

// Sum adds. See also [Product].
//
//nolint:gocyclo
func Sum[T Number](first T, rest ...T) (total T) {
	for _, r := range rest {
		if r > 0 && first > 0 || r < 0 {
			total += r
		}
	}
	// TODO: overflow
	return total
}

// New makes options from a great many parameters, each of which has a name that takes some room.
func New(ctx context.Context, name string, size int, depth int, tags []string, open func(path string) (*os.File, error), closer func() error) (*Options, error) {
	type local struct{ x int }
	var inner = func() {}
	inner()
	switch name {
	case "a":
	case "b", "c":
	default:
	}
	select {
	case <-ctx.Done():
	}
	return nil, nil
}

// Close releases it.
func (o *Options) Close() error { return nil }

func (o Options) private() {}

func (p Pair[K, V]) Swap() Pair[V, K] { panic("no") }

func (secret) Visible() {}

func helper() func(int) func() { return nil }

func external(x int) int

func init() { _ = Sqrt(2) } // FIXME HACKED XXX
