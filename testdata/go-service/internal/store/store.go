// Package store remembers shipments: in memory for questions, in a journal on
// disk for good.
package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/parcels/internal/shipment"
)

// ErrNotFound is returned for an id that no shipment has.
var ErrNotFound = errors.New("no such shipment")

// Store holds all shipments. Its methods may be called at the same time.
type Store struct {
	mu        sync.RWMutex
	shipments map[shipment.ID]*shipment.Shipment
	journal   *journal
}

// Open replays the journal at path, which is created if it is not there.
func Open(path string) (*Store, error) {
	s := &Store{shipments: map[shipment.ID]*shipment.Shipment{}}
	j, err := openJournal(path, s.apply)
	if err != nil {
		return nil, err
	}
	s.journal = j
	return s, nil
}

// Close flushes and closes the journal.
func (s *Store) Close() error { return s.journal.close() }

// Len is the number of shipments.
func (s *Store) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.shipments)
}

// Register makes a shipment and remembers it.
func (s *Store) Register(from, to shipment.Hub, grams int, now time.Time) (*shipment.Shipment, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	made, err := shipment.New(len(s.shipments)+1, from, to, grams, now)
	if err != nil {
		return nil, err
	}
	if err := s.journal.append(event{Registered: made}); err != nil {
		return nil, err
	}
	s.shipments[made.ID] = made
	return made, nil
}

// Scan records a scan of a shipment.
func (s *Store) Scan(id shipment.ID, scan shipment.Scan) (*shipment.Shipment, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.shipments[id]
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNotFound, id)
	}
	// The copy keeps readers that hold the old one safe.
	changed := *found
	changed.Scans = slices.Clone(found.Scans)
	if err := changed.Add(scan); err != nil {
		return nil, err
	}
	if err := s.journal.append(event{Scanned: id, Scan: &scan}); err != nil {
		return nil, err
	}
	s.shipments[id] = &changed
	return &changed, nil
}

// Get returns a shipment, which must not be changed.
func (s *Store) Get(id shipment.ID) (*shipment.Shipment, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if found, ok := s.shipments[id]; ok {
		return found, nil
	}
	return nil, fmt.Errorf("%w: %s", ErrNotFound, id)
}

// All returns the shipments in the order of their ids.
func (s *Store) All() []*shipment.Shipment {
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := make([]*shipment.Shipment, 0, len(s.shipments))
	for _, x := range s.shipments {
		all = append(all, x)
	}
	slices.SortFunc(all, func(a, b *shipment.Shipment) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return all
}

// apply takes one event of the journal.
func (s *Store) apply(e event) error {
	switch {
	case e.Registered != nil:
		s.shipments[e.Registered.ID] = e.Registered
	case e.Scan != nil:
		found, ok := s.shipments[e.Scanned]
		if !ok {
			return fmt.Errorf("%w: %s", ErrNotFound, e.Scanned)
		}
		found.Scans = append(found.Scans, *e.Scan)
	}
	return nil
}
