package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/parcels/internal/shipment"
	"example.com/parcels/internal/store"
)

func TestReplay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	first, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_600_000_000, 0).UTC()
	made, err := first.Register("LYS", "OSL", 250, now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Scan(made.ID, shipment.Scan{Hub: "LYS", Kind: shipment.Arrived, At: now}); err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}

	// A crash in the middle of a line loses that line and nothing else.
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"scanned":"P000`); err != nil {
		t.Fatal(err)
	}
	f.Close()

	second, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	got, err := second.Get(made.ID)
	if err != nil || got.State() != shipment.AtHub {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := second.Get("P99999999"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}
