package history

import (
	"bytes"
	"encoding/json"

	"ctxpack/internal/text/jsondoc"
)

// AppendText appends the text of a JSON string, which is given with its quotes
// and known to be valid, to dst. An escaped half of a surrogate pair becomes
// U+FFFD. Text that is not a string (nil) is empty.
func AppendText(dst, quoted []byte) []byte {
	if len(quoted) < 2 {
		return dst
	}
	return jsondoc.AppendText(dst, quoted)
}

// text is AppendText into a string.
func text(quoted []byte) string {
	if len(quoted) < 2 {
		return ""
	}
	return jsondoc.Unquote(string(quoted))
}

// encode returns a value as JSON on one line. HTML characters are not escaped.
// The value is always one that can be encoded.
func encode(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return []byte("null")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
