package messages

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"ctxpack/internal/text/jsondoc"
)

// Image is an image in a message: its data, or an address.
type Image struct {
	MediaType string // such as image/png
	Data      string // in standard base64
	URL       string // http or https, for a remote image
	Ref       string // for an image of the store that is not loaded
	Detail    string // OpenAI's detail level, "" for the default
}

// MaxImage is the maximum size of an image in bytes.
const MaxImage = 20 << 20

// MediaTypes lists the image types that all providers accept.
func MediaTypes() []string { return []string{"image/png", "image/jpeg", "image/gif", "image/webp"} }

// DetectImage returns the media type of an image by its first bytes, "" if it is not one of MediaTypes.
func DetectImage(data string) string {
	switch {
	case strings.HasPrefix(data, "\x89PNG\r\n\x1a\n"):
		return "image/png"
	case strings.HasPrefix(data, "\xff\xd8\xff"):
		return "image/jpeg"
	case strings.HasPrefix(data, "GIF87a"), strings.HasPrefix(data, "GIF89a"):
		return "image/gif"
	case len(data) >= 12 && data[:4] == "RIFF" && data[8:12] == "WEBP":
		return "image/webp"
	}
	return ""
}

// NewImage returns the image of a file's bytes. It fails if they are not an image, or too many.
func NewImage(data string) (Image, error) {
	media := DetectImage(data)
	switch {
	case len(data) > MaxImage:
		return Image{}, fmt.Errorf("the image is larger than %d MB", MaxImage>>20)
	case media == "":
		return Image{}, errors.New("it is not a PNG, JPEG, GIF or WebP image")
	}
	return Image{MediaType: media, Data: base64.StdEncoding.EncodeToString([]byte(data))}, nil
}

// DataURI returns the image as a data URI.
func (i Image) DataURI() string { return "data:" + i.MediaType + ";base64," + i.Data }

// Address returns the image's address, or the image as a data URI.
func (i Image) Address() string { return cmp.Or(i.URL, i.DataURI()) }

// ParseImageURL parses a data URI or a web address.
func ParseImageURL(address string) (Image, error) {
	if strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://") {
		return Image{URL: address}, nil
	}
	media, ok := strings.CutPrefix(address, "data:")
	if !ok {
		return Image{}, errors.New("want a data URI or a web address")
	}
	media, data, ok := strings.Cut(media, ";base64,")
	if !ok {
		return Image{}, errors.New("want a data URI in base64")
	}
	decoded, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return Image{}, errors.New("the data URI is not valid base64")
	}
	image, err := NewImage(string(decoded))
	if err == nil && image.MediaType != media {
		err = fmt.Errorf("the data URI says %q and holds %s", media, image.MediaType)
	}
	return image, err
}

// imageOf reads a part of a message in the format of any provider: the address or the data is somewhere inside.
func imageOf(part string) (Image, error) {
	v, err := jsondoc.Parse([]byte(part), jsondoc.Options{Repeated: true})
	if err != nil {
		return Image{}, err
	}
	var address, media, data, detail string
	members := map[string]*string{
		"url": &address, "image_url": &address, "image": &address, "fileUri": &address, "data": &data, "bytes": &data, "result": &data,
		"media_type": &media, "mimeType": &media, "mediaType": &media, "format": &media, "detail": &detail,
	}
	var look func(v *jsondoc.Value)
	look = func(v *jsondoc.Value) {
		for _, m := range v.Members {
			if look(m.Value); m.Value.Kind == jsondoc.String && members[m.Name] != nil {
				*members[m.Name] = m.Value.Text
			}
		}
	}
	look(v)
	if media != "" && !strings.Contains(media, "/") { // Bedrock's format
		media = "image/" + media
	}
	if strings.Contains(data, ":") { // an address instead of the data
		address = data
	}
	if address == "" && data == "" {
		return Image{}, errors.New("an image without its data or address")
	}
	if address == "" || !strings.Contains(address, ":") {
		if data = cmp.Or(data, address); media == "" { // the first bytes show it, too
			start, _ := base64.StdEncoding.DecodeString(data[:min(len(data), 16)]) // the check below reports invalid data
			media = DetectImage(string(start))
		}
		address = "data:" + media + ";base64," + data
	}
	image, err := ParseImageURL(address)
	image.Detail = detail
	return image, err
}
