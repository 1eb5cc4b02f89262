package shipment

import (
	"cmp"
	"slices"
	"time"
)

// Overdue returns the shipments that are under way and were not seen for longer
// than limit, those that stand still for longest first.
func Overdue(all []*Shipment, limit time.Duration, now time.Time) []*Shipment {
	var late []*Shipment
	for _, s := range all {
		if s.State() != Delivered && now.Sub(s.LastSeen()) > limit {
			late = append(late, s)
		}
	}
	slices.SortFunc(late, func(a, b *Shipment) int {
		return cmp.Or(a.LastSeen().Compare(b.LastSeen()), cmp.Compare(a.ID, b.ID))
	})
	return late
}
