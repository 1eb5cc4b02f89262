package history

import "ctxpack/internal/text/jsondoc"

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
