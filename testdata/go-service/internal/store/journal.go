package store

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"example.com/parcels/internal/shipment"
)

// event is one line of the journal: a registration or a scan.
type event struct {
	Registered *shipment.Shipment `json:"registered,omitempty"`
	Scanned    shipment.ID        `json:"scanned,omitempty"`
	Scan       *shipment.Scan     `json:"scan,omitempty"`
}

// journal is a file that only ever grows.
type journal struct {
	file *os.File
}

// openJournal calls apply for every event in the file. A last line without its
// newline is what a crash left behind and is cut off; its sender has had no
// answer and will send it again.
func openJournal(path string, apply func(event) error) (*journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	end, err := replay(file, apply)
	if err == nil {
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return &journal{file: file}, nil
}

// replay returns the offset behind the last whole line.
func replay(r io.Reader, apply func(event) error) (int64, error) {
	var end int64
	for in, n := bufio.NewReader(r), 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return end, nil
		}
		if err != nil {
			return end, err
		}
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			return end, fmt.Errorf("line %d: %w", n, err)
		}
		if err := apply(e); err != nil {
			return end, fmt.Errorf("line %d: %w", n, err)
		}
		end += int64(len(line))
	}
}

// append writes an event and does not return before it is on disk.
func (j *journal) append(e event) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return err
	}
	// TODO: sync once for all events of a batch, not once for each.
	return j.file.Sync()
}

func (j *journal) close() error { return j.file.Close() }
