package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"ctxpack/compressor/messages"
	"ctxpack/internal/safe/atomicfile"
)

// ErrNoImage is returned for a reference without an image in the store.
var ErrNoImage = errors.New("there is no such image")

// AddImage copies an image next to the store, named by the SHA-256 of its bytes, and returns the reference for a
// record: `images/HASH.EXTENSION`. Equal images are stored once.
func (s *Store) AddImage(data string) (ref string, err error) {
	image, err := messages.NewImage(data)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(data))
	extension := strings.TrimPrefix(image.MediaType, "image/")
	ref = imageFolder + "/" + hex.EncodeToString(sum[:]) + "." + extension
	if err := s.makeFolder(); err != nil {
		return "", err
	}
	folder := filepath.Join(s.folder, imageFolder)
	if err := os.Mkdir(folder, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("make folder %s: %w", folder, err)
	}
	if info, err := os.Lstat(folder); err != nil || !info.IsDir() {
		return "", fmt.Errorf("make folder %s: it exists and is not a folder", folder)
	}
	if kept, err := s.imageData(ref); err == nil && kept == data {
		return ref, nil
	}
	path := filepath.Join(s.folder, filepath.FromSlash(ref))
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("write %s: it exists and is not a file", path)
	}
	return ref, atomicfile.Write(atomicfile.File{Path: path, Data: data})
}

// Image returns an image by its reference, the name of a file in the folder of images. Its bytes determine its
// format; other stores name images differently. If the name is a hash, as from AddImage, the extension is ignored,
// and bytes with another hash are an error. The error wraps ErrNoImage if there is no such file.
func (s *Store) Image(ref string) (messages.Image, error) {
	data, err := s.imageData(ref)
	if err != nil {
		return messages.Image{}, err
	}
	return messages.NewImage(data)
}

// imageName returns the file that a reference names in the folder of images, "" for a reference that leads
// elsewhere.
func imageName(ref string) string {
	name := strings.TrimPrefix(strings.ReplaceAll(ref, `\`, "/"), "./")
	name = strings.TrimPrefix(strings.TrimPrefix(name, stateFolder), imageFolder+"/")
	if name == "" || strings.ContainsAny(name, "/\x00") || strings.HasPrefix(name, ".") {
		return ""
	}
	return name
}

// stateFolder may precede references written by other programs.
const stateFolder = Folder + "/"

// hashOf returns the hash at the start of a name, "" if it has none.
func hashOf(name string) string {
	hash, _, _ := strings.Cut(name, ".")
	if ok, err := regexp.MatchString(`^[0-9a-f]{64}$`, hash); !ok || err != nil {
		return ""
	}
	return hash
}

func (s *Store) imageData(ref string) (string, error) {
	name := imageName(ref)
	if name == "" {
		return "", ErrNoImage
	}
	root, err := s.root()
	if root == nil || err != nil {
		return "", errors.Join(ErrNoImage, err)
	}
	hash := hashOf(name)
	data, err := readImage(root, filepath.Join(imageFolder, name))
	if errors.Is(err, ErrNoImage) && hash != "" {
		for _, media := range messages.MediaTypes() {
			other := hash + "." + strings.TrimPrefix(media, "image/")
			if data, err = readImage(root, filepath.Join(imageFolder, other)); err == nil {
				break
			}
		}
	}
	if err := errors.Join(err, root.Close()); err != nil {
		return "", err
	}
	if sum := sha256.Sum256(data); hash != "" && hash != hex.EncodeToString(sum[:]) {
		return "", errors.New("the image has changed since it was stored")
	}
	return string(data), nil
}

func readImage(root *os.Root, name string) ([]byte, error) {
	f, err := openRegular(root, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoImage
	}
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, messages.MaxImage+1))
	return data, errors.Join(err, f.Close())
}
