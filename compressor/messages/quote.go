package messages

import (
	"bytes"
	"encoding/json"
	"strings"
)

// compact removes the white space between the tokens of a valid JSON value.
func compact(raw string) string {
	if !strings.ContainsAny(raw, " \t\r\n") {
		return raw
	}
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(raw)); err != nil {
		return raw // it is valid
	}
	return b.String()
}
