package source

import "strings"

// Stored classes the bytes of a file that is not on disk but stored in a repository,
// as a walk and Read would: by names and contents. Rules that stand in files, such as
// .gitattributes, are not applied.
func Stored(path string, raw []byte, own func(text string) bool) (Text, SkipReason) {
	nothing := func(string) bool { return false }
	folder, name := splitPath(path)
	for i, part := range strings.Split(folder, "/") {
		if reason := folderReason(part, nothing, i == 0, false); reason != None {
			return Text{}, reason
		}
	}
	if reason := nameReason(name); reason != None {
		return Text{}, reason
	}
	if len(raw) > DefaultMaxBytes {
		return Text{}, TooLarge
	}
	content, encoding, reason := decode(raw)
	switch {
	case reason != None:
		return Text{}, reason
	case own != nil && own(content):
		return Text{}, Output
	}
	if reason := contentReason(name, content); reason != None {
		return Text{}, reason
	}
	return Text{Content: content, Encoding: encoding, Lines: countLines(content), Blob: blobID(raw)}, None
}
