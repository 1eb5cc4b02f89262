package gitrepo

import (
	"encoding/hex"
	"errors"
)

// ID is the SHA-1 that names an object. No object has the zero ID.
type ID [20]byte

const (
	idLen  = len(ID{})
	hexLen = 2 * idLen
)

// String returns the ID in hexadecimal.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// IsZero reports whether the ID names no object.
func (id ID) IsZero() bool { return id == ID{} }

// ParseID reads an ID of 40 hexadecimal digits.
func ParseID(text string) (ID, error) {
	var id ID
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(id) {
		return ID{}, errors.New("not an object id")
	}
	copy(id[:], raw)
	return id, nil
}
