package store

import (
	"bytes"
	"fmt"
	"testing"
)

// FuzzBlocks checks that reading a file in parts of any size gives each line once,
// whole, with its offset and its number.
func FuzzBlocks(f *testing.F) {
	f.Add([]byte("one\ntwo\r\n\n  three \nfour"), 3)
	f.Add([]byte("\uFEFFone\n"), 1)
	f.Add([]byte("\n\n\n"), 2)
	f.Add([]byte("a long line without an end"), 5)
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		if size < 1 || size > 1<<20 || len(data)/size > 1000 {
			return
		}
		var want, got []string
		offset := 0
		for i, line := range bytes.SplitAfter(data, []byte("\n")) {
			if i == 0 {
				text := bytes.TrimPrefix(line, []byte("\uFEFF"))
				offset += len(line) - len(text)
				line = text
			}
			start := len(line) - len(bytes.TrimLeft(line, blank))
			if text := bytes.Trim(line, blank); len(text) > 0 {
				want = append(want, fmt.Sprintf("%d %d %q", i+1, offset+start, text))
			}
			offset += len(line)
		}
		before := 0
		var buffer []byte
		for start := 0; start < len(data); start += size {
			var b block
			var err error
			b, buffer, err = readBlock(bytes.NewReader(data), int64(start), int64(min(start+size, len(data))), int64(len(data)), buffer)
			if err != nil {
				t.Fatal(err)
			}
			b.each(func(line []byte, number int, offset int64) error {
				got = append(got, fmt.Sprintf("%d %d %q", before+number, offset, line))
				return nil
			})
			before += b.lines
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("in parts of %d bytes:\n%v\nwant\n%v", size, got, want)
		}
	})
}
