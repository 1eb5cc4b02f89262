package outline

import "context"

// Work is counted in units of some hundred nanoseconds and more. It does not depend on the machine: what is too much
// here is too much everywhere, and a text that has an outline has it on every run.
const (
	// A text of n bytes may cost baseWork + n*workPerByte and no more than mostWork, all
	// attempts together. What people write takes 0.2 a byte, and 2 in the worst of a
	// million files. A parser that looks for its way takes up to three microseconds a unit.
	baseWork    = 6000
	workPerByte = 3
	mostWork    = 600_000
)

// workLimit is what a text of n bytes may cost.
func workLimit(ctx context.Context, n int) int {
	switch ctx.Value(workKey{}) {
	case noWork:
		return 0
	case ordinaryWork:
		return OrdinaryWork(n)
	}
	return min(baseWork+n*workPerByte, mostWork)
}

// workKey is the key of a context that says how much may be parsed.
type workKey struct{}

type workMode uint8

const (
	ordinaryWork workMode = iota + 1
	noWork
)

// WithOrdinaryWork returns a context in which texts that cost more than [OrdinaryWork]
// have the outline that [FallbackWork] represents.
func WithOrdinaryWork(ctx context.Context) context.Context {
	return context.WithValue(ctx, workKey{}, ordinaryWork)
}

// WithoutParser returns a context in which texts are not parsed at all.
func WithoutParser(ctx context.Context) context.Context {
	return context.WithValue(ctx, workKey{}, noWork)
}

// headsKey is the key of a context in which bodies are not parsed.
type headsKey struct{}

// WithoutBodies returns a context in which the bodies of functions are not parsed where
// that can be told before: what they hold counts neither as complexity nor for markers.
func WithoutBodies(ctx context.Context) context.Context {
	return context.WithValue(ctx, headsKey{}, true)
}

// OrdinaryWork is what parsing a text of n bytes does not cost unless it was made to.
func OrdinaryWork(n int) int { return min(baseWork/3+n*workPerByte*2/3, mostWork*4/5) }
