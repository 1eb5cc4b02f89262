package outline

import "context"

// Work is counted in units of about a hundred nanoseconds or more. It does not depend on the machine, so a text
// that has an outline has it on every machine and every run.
const (
	// A text of n bytes may cost baseWork + n*workPerByte and no more than mostWork, all attempts together. Code
	// that people write takes 0.2 a byte, and 2 in the worst of a million files. A parser in error recovery takes
	// up to three microseconds a unit.
	baseWork    = 6000
	workPerByte = 3
	mostWork    = 600_000
)

// workLimit returns the work limit for a text of n bytes.
func workLimit(ctx context.Context, n int) int {
	switch ctx.Value(workKey{}) {
	case noWork:
		return 0
	case ordinaryWork:
		return OrdinaryWork(n)
	}
	return min(baseWork+n*workPerByte, mostWork)
}

type workKey struct{}

type workMode uint8

const (
	ordinaryWork workMode = iota + 1
	noWork
)

// WithOrdinaryWork returns a context in which texts that cost more than [OrdinaryWork] get no outline; the reason
// is [FallbackWork].
func WithOrdinaryWork(ctx context.Context) context.Context {
	return context.WithValue(ctx, workKey{}, ordinaryWork)
}

// WithoutParser returns a context in which no text is parsed.
func WithoutParser(ctx context.Context) context.Context {
	return context.WithValue(ctx, workKey{}, noWork)
}

type headsKey struct{}

// WithoutBodies returns a context in which the bodies of functions are not parsed if they can be found before.
// Their contents count neither as complexity nor for markers.
func WithoutBodies(ctx context.Context) context.Context {
	return context.WithValue(ctx, headsKey{}, true)
}

// OrdinaryWork returns a limit on the work of parsing n bytes that only deliberately hostile texts exceed.
func OrdinaryWork(n int) int { return min(baseWork/3+n*workPerByte*2/3, mostWork*4/5) }
