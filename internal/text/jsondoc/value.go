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

// Absent reports whether a member is missing or null.
func (v *Value) Absent() bool { return v == nil || v.Kind == Null }

// Want returns an error unless v has the kind.
func (v *Value) Want(kind Kind) error {
	if v.Kind != kind {
		return v.Errorf("want %s, got %s", kind, v.Kind)
	}
	return nil
}

// Read reads members of an object, given as names and destinations in turn. A name followed by ! is required;
// others may be missing or null, which leaves the destination unchanged. A destination is a *string, a *bool, an
// *int, or a func(*Value) error.
func (v *Value) Read(members ...any) error {
	err := v.Want(Object)
	for i := 0; err == nil && i+1 < len(members); i += 2 {
		name, must := strings.CutSuffix(members[i].(string), "!")
		m := v.Get(name)
		if m.Absent() {
			if must {
				return v.Errorf("%q is missing", name)
			}
			continue
		}
		switch into := members[i+1].(type) {
		case *string:
			*into, err = m.Text, m.Want(String)
		case *bool:
			*into, err = m.Text == "true", m.Want(Bool)
		case *int:
			*into, err = m.Int()
		case func(*Value) error:
			err = into(m)
		}
	}
	return err
}

// ReadOnly is like Read, for an object that may have no other members.
func (v *Value) ReadOnly(members ...any) error {
	var names []string
	for i := 0; i < len(members); i += 2 {
		names = append(names, strings.TrimSuffix(members[i].(string), "!"))
	}
	for _, m := range v.Members {
		if !slices.Contains(names, m.Name) {
			return m.Value.Errorf("unknown name; the known ones are %s", strings.Join(names, ", "))
		}
	}
	return v.Read(members...)
}

// Each returns a reader of array items, for Read.
func Each[T any](into *[]T, read func(*Value) (T, error)) func(*Value) error {
	return func(v *Value) error {
		err := v.Want(Array)
		for i := 0; err == nil && i < len(v.Items); i++ {
			var item T
			item, err = read(v.Items[i])
			*into = append(*into, item)
		}
		return err
	}
}

// TextOf returns the text of a string, for Each.
func TextOf(v *Value) (string, error) { return v.Text, v.Want(String) }

// Int returns the value of a whole number that fits an int.
func (v *Value) Int() (int, error) {
	if err := v.Want(Number); err != nil {
		return 0, err
	}
	if n, err := strconv.ParseInt(v.Text, 10, strconv.IntSize); err == nil {
		return int(n), nil
	}
	// A number with a point or an exponent is whole up to 2^53.
	f, err := json.Number(v.Text).Float64()
	if err != nil || f != math.Trunc(f) || math.Abs(f) > min(1<<53, math.MaxInt) {
		return 0, v.Errorf("want a whole number, got %s", v.Text)
	}
	return int(f), nil
}
