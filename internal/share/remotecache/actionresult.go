package remotecache

import (
	"encoding/binary"
	"errors"
)

// An ActionResult is the message of the Remote Execution API that a build cache stores for a key. Servers parse it,
// refuse anything else, and may add the worker's name. The object is stored as the action's output, so that it
// needs no separate blob.
const (
	stdoutRaw = 5 // field of ActionResult, bytes

	wireVarint, wireFixed64, wireBytes, wireFixed32 = 0, 1, 2, 5
)

var errActionResult = errors.New("the answer is no ActionResult")

func encodeActionResult(object []byte) []byte {
	message := make([]byte, 0, len(object)+1+binary.MaxVarintLen64)
	message = append(message, stdoutRaw<<3|wireBytes)
	message = binary.AppendUvarint(message, uint64(len(object)))
	return append(message, object...)
}

// decodeActionResult returns the object of a message, nil if it has none. The last of repeated fields counts.
func decodeActionResult(message []byte) ([]byte, error) {
	var object []byte
	for len(message) > 0 {
		tag, size := binary.Uvarint(message)
		const maxField = 1<<29 - 1
		if size <= 0 || tag>>3 == 0 || tag>>3 > maxField {
			return nil, errActionResult
		}
		message = message[size:]
		length := uint64(0)
		switch tag & 7 {
		case wireVarint:
			if _, size = binary.Uvarint(message); size <= 0 {
				return nil, errActionResult
			}
			length = uint64(size)
		case wireFixed64:
			length = 8
		case wireFixed32:
			length = 4
		case wireBytes:
			if length, size = binary.Uvarint(message); size <= 0 {
				return nil, errActionResult
			}
			message = message[size:]
		default:
			return nil, errActionResult
		}
		if length > uint64(len(message)) {
			return nil, errActionResult
		}
		if tag == stdoutRaw<<3|wireBytes {
			object = message[:length]
		}
		message = message[length:]
	}
	return object, nil
}
