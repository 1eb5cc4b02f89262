package shipment

import (
	"errors"
	"testing"
	"time"
)

var noon = time.Date(2021, 3, 4, 12, 0, 0, 0, time.UTC)

func parcel(t *testing.T, kinds ...Kind) *Shipment {
	t.Helper()
	s, err := New(7, "LYS", "OSL", 900, noon)
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range kinds {
		if err := s.Add(Scan{Hub: "LYS", Kind: k, At: noon.Add(time.Duration(i+1) * time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestState(t *testing.T) {
	for _, tt := range []struct {
		kinds []Kind
		want  State
	}{
		{nil, Accepted},
		{[]Kind{Arrived}, AtHub},
		{[]Kind{Arrived, Departed}, OnTheRoad},
		{[]Kind{Arrived, Departed, HandedOut}, Delivered},
		{[]Kind{Arrived, Broken}, Damaged},
		{[]Kind{Arrived, Broken, Arrived}, AtHub},
	} {
		if got := parcel(t, tt.kinds...).State(); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.kinds, got, tt.want)
		}
	}
}

func TestDeliveredIsFinal(t *testing.T) {
	s := parcel(t, Arrived, HandedOut)
	var illegal *IllegalError
	if err := s.Add(Scan{Hub: "OSL", Kind: Arrived, At: noon.Add(9 * time.Hour)}); !errors.As(err, &illegal) {
		t.Errorf("got %v", err)
	}
}

func TestOverdue(t *testing.T) {
	moving, standing := parcel(t, Arrived, Departed), parcel(t)
	late := Overdue([]*Shipment{moving, standing}, 90*time.Minute, noon.Add(3*time.Hour))
	if len(late) != 1 || late[0] != standing {
		t.Errorf("got %v", late)
	}
}
