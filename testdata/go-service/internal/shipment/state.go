package shipment

import "fmt"

// State is where a parcel stands between sender and receiver.
type State string

// The states. A parcel that is lost has none of its own: it is one that stands
// still, see Overdue.
const (
	Accepted  State = "accepted"
	AtHub     State = "at hub"
	OnTheRoad State = "on the road"
	Delivered State = "delivered"
	Damaged   State = "damaged"
)

// Kind is what a scan reports.
type Kind string

// The kinds of scans.
const (
	Arrived   Kind = "arrived"
	Departed  Kind = "departed"
	HandedOut Kind = "handed out"
	Broken    Kind = "broken"
)

// IllegalError is a scan that cannot happen in a state.
type IllegalError struct {
	State State
	Kind  Kind
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("a parcel that is %s cannot be %s", e.State, e.Kind)
}

// State replays the scans. The journal only holds scans that were legal when
// they were made; one that a newer rule forbids leaves the state as it was.
func (s *Shipment) State() State {
	state := Accepted
	for _, scan := range s.Scans {
		if n, err := next(state, scan.Kind); err == nil {
			state = n
		}
	}
	return state
}

// next is the table of transitions.
func next(state State, kind Kind) (State, error) {
	switch {
	case state == Delivered:
		return state, &IllegalError{state, kind}
	case kind == Broken:
		return Damaged, nil
	case kind == Arrived && (state == Accepted || state == OnTheRoad):
		return AtHub, nil
	case kind == Departed && state == AtHub:
		return OnTheRoad, nil
	case kind == HandedOut && (state == AtHub || state == OnTheRoad):
		return Delivered, nil
	case kind == Arrived && state == Damaged:
		return AtHub, nil
	}
	return state, &IllegalError{state, kind}
}
