// Package shipment holds the rules of the business: what a parcel is and how
// scans move it from state to state.
package shipment

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// ID names a parcel, as printed on its label: P and eight digits.
type ID string

// MaxGrams is the heaviest parcel that the belts take.
const MaxGrams = 31_500

// ErrUnknownHub is returned for a hub code that is not three capital letters.
var ErrUnknownHub = errors.New("unknown hub")

// Hub is a sorting centre, by its three-letter code.
type Hub string

// Shipment is one parcel with all that happened to it.
type Shipment struct {
	ID       ID        `json:"id"`
	From     Hub       `json:"from"`
	To       Hub       `json:"to"`
	Grams    int       `json:"grams"`
	Accepted time.Time `json:"accepted"`
	Scans    []Scan    `json:"scans,omitempty"`
}

// Scan says that a hub has seen a parcel.
type Scan struct {
	Hub  Hub       `json:"hub"`
	Kind Kind      `json:"kind"`
	At   time.Time `json:"at"`
}

// New checks what a customer has asked for and returns a shipment without
// scans. number must be unique.
func New(number int, from, to Hub, grams int, now time.Time) (*Shipment, error) {
	for _, h := range []Hub{from, to} {
		if err := h.check(); err != nil {
			return nil, err
		}
	}
	if grams <= 0 || grams > MaxGrams {
		return nil, fmt.Errorf("weight %d g is not between 1 and %d", grams, MaxGrams)
	}
	return &Shipment{ID: ID(fmt.Sprintf("P%08d", number)), From: from, To: to, Grams: grams, Accepted: now}, nil
}

func (h Hub) check() error {
	if len(h) != 3 || strings.ToUpper(string(h)) != string(h) {
		return fmt.Errorf("%w: %q", ErrUnknownHub, string(h))
	}
	return nil
}

// Add appends a scan if the rules allow it in the shipment's present state.
func (s *Shipment) Add(scan Scan) error {
	if err := scan.Hub.check(); err != nil {
		return err
	}
	if _, err := next(s.State(), scan.Kind); err != nil {
		return fmt.Errorf("shipment %s: %w", s.ID, err)
	}
	if last := s.LastSeen(); scan.At.Before(last) {
		// FIXME: hubs with a wrong clock are refused here; one minute should be let through.
		return fmt.Errorf("shipment %s: scan at %s is before the last one", s.ID, scan.At.Format(time.RFC3339))
	}
	s.Scans = append(s.Scans, scan)
	return nil
}

// LastSeen is the time of the last scan, or of the acceptance.
func (s *Shipment) LastSeen() time.Time {
	if len(s.Scans) == 0 {
		return s.Accepted
	}
	return s.Scans[len(s.Scans)-1].At
}
