package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"

	loader "github.com/pkoukk/tiktoken-go-loader"
)

// ranks writes a vocabulary as the library wants it: its tokens in the order of their
// ranks, each after its length, compressed. A rank that no token has is an empty one.
func ranks(name string) ([]byte, error) {
	all, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", name, err)
	}
	var list []string
	for text, rank := range all {
		for len(list) <= rank {
			list = append(list, "")
		}
		list[rank] = text
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, text := range list {
		if _, err := z.Write(append(binary.AppendUvarint(nil, uint64(len(text))), text...)); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return b.Bytes(), err
}
