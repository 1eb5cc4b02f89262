package messages

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"ctxpack/internal/text/jsondoc"
)

// Image is an image that a message carries: its data, or an address.
type Image struct {
	MediaType string // such as image/png
	Data      string // in standard base64
	URL       string // http or https, of an image that is not here
	Ref       string // of an image of the store that has not been loaded
	Detail    string // in which OpenAI's models look at it, "" for the default
}

// MaxImage is the most bytes of an image.
const MaxImage = 20 << 20

// MediaTypes lists the kinds of images that both providers take.
func MediaTypes() []string { return []string{"image/png", "image/jpeg", "image/gif", "image/webp"} }

// DetectImage returns the media type of an image by its first bytes, "" if it is none of MediaTypes.
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

// NewImage returns the image that the bytes of a file are. The error says that they are none, or too many.
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

// Address is where an image is, or the image as a data URI.
func (i Image) Address() string { return cmp.Or(i.URL, i.DataURI()) }

// ParseImageURL reads a data URI or a web address.
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

// imageOf reads a part of a message in the shape of any provider: where it is
// or what it holds is somewhere inside.
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
	if strings.Contains(data, ":") { // an address in the place of the data
		address = data
	}
	if address == "" && data == "" {
		return Image{}, errors.New("an image without its data or address")
	}
	if address == "" || !strings.Contains(address, ":") {
		if data = cmp.Or(data, address); media == "" { // the first bytes say it, too
			start, _ := base64.StdEncoding.DecodeString(data[:min(len(data), 16)]) // that it is none is said below
			media = DetectImage(string(start))
		}
		address = "data:" + media + ";base64," + data
	}
	image, err := ParseImageURL(address)
	image.Detail = detail
	return image, err
}
