package cmd

import (
	"io"
	"os"
)

// openInput opens a document for a command that reads one: the file that is
// named, or standard input for "" and "-". Waiting for a terminal that nobody
// types into is a usage error.
func openInput(s *streams, name string) (io.Reader, func(), error) {
	if name != "" && name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, usagef("%w", err)
		}
		return f, func() { _ = f.Close() }, nil // opened for reading only
	}
	if name == "" && s.inTerminal {
		return nil, nil, usagef("no FILE is given and standard input is a terminal").
			withHint("name a FILE, pipe something in, or give - to type it")
	}
	return s.in, func() {}, nil
}
