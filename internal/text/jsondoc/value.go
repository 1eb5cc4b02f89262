package jsondoc

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Get returns the first member of an object with a name, nil if there is none or v is nil or no object.
func (v *Value) Get(name string) *Value {
	if v == nil {
		return nil
	}
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// Absent tells whether a member is missing or null.
func (v *Value) Absent() bool { return v == nil || v.Kind == Null }

// Want returns an error unless v has the kind.
func (v *Value) Want(kind Kind) error {
	if v.Kind != kind {
		return v.Errorf("want %s, got %s", kind, v.Kind)
	}
	return nil
}

// WantMembers returns an error unless v is an object all of whose members have one of the names.
func (v *Value) WantMembers(names ...string) error {
	if err := v.Want(Object); err != nil {
		return err
	}
	for _, m := range v.Members {
		if !slices.Contains(names, m.Name) {
			return m.Value.Errorf("unknown name; the known ones are %s", strings.Join(names, ", "))
		}
	}
	return nil
}

// StringOf returns the text of an object's member, "" if it is absent.
func (v *Value) StringOf(name string) (string, error) {
	m := v.Get(name)
	if m.Absent() {
		return "", nil
	}
	return m.Text, m.Want(String)
}

// BoolOf returns an object's member, false if it is absent.
func (v *Value) BoolOf(name string) (bool, error) {
	m := v.Get(name)
	if m.Absent() {
		return false, nil
	}
	return m.Text == "true", m.Want(Bool)
}

// IntOf returns an object's member, 0 if it is absent. Numbers such as 3.0 and 1e3 are whole, too.
func (v *Value) IntOf(name string) (int, error) {
	m := v.Get(name)
	if m.Absent() {
		return 0, nil
	}
	return m.Int()
}

// Int returns the value of a whole number that fits an int.
func (v *Value) Int() (int, error) {
	if err := v.Want(Number); err != nil {
		return 0, err
	}
	if n, err := strconv.ParseInt(v.Text, 10, strconv.IntSize); err == nil {
		return int(n), nil
	}
	// What is written with a point or an exponent is whole up to 2^53.
	f, err := json.Number(v.Text).Float64()
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 || math.Abs(f) > math.MaxInt {
		return 0, v.Errorf("want a whole number, got %s", v.Text)
	}
	return int(f), nil
}

// ItemsOf returns the items of an object's member, none if it is absent.
func (v *Value) ItemsOf(name string) ([]*Value, error) {
	m := v.Get(name)
	if m.Absent() {
		return nil, nil
	}
	return m.Items, m.Want(Array)
}
