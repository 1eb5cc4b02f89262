package packer_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"ctxpack/packer"
)

// TestSequenceIsFill: whatever rooms were filled before, a room is filled as if it were the
// first one.
func TestSequenceIsFill(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(51, 52))
	for range 2000 {
		files := randomFiles(r.IntN)
		levels := packer.ByLevels{Ladders: ladders(files), Plan: withSlices(files, randomPlan(r.IntN)), RestShare: []int{1, 4, 50}[r.IntN(3)]}
		if r.IntN(3) == 0 {
			levels.Plan.Shares = []int{r.IntN(1000), r.IntN(1000), 0}
			for i := range levels.Ladders {
				levels.Ladders[i].Group = r.IntN(3)
			}
		}
		sequence := packer.NewSequence(levels)
		for range 12 {
			room := packer.Room{Budget: r.IntN(8000) - 100}
			if r.IntN(10) == 0 {
				room.Entry = 1 + r.IntN(500)
			}
			got, err := sequence.Fill(room)
			want, wantErr := levels.Fill(room)
			if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(err, wantErr) {
				t.Fatalf("room %+v: got %+v, %v; want %+v, %v", room, got, err, want, wantErr)
			}
		}
	}
}
