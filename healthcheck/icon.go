package healthcheck

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"strings"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"marketd/market"
)

// iconFormat is a kind of picture that an icon may be.
type iconFormat struct {
	mediaType string
	begins    func(b []byte) bool
	size      func(io.Reader) (image.Config, error)
	decode    func(io.Reader) (image.Image, error)
}

// iconFormats are known by how they begin; what a server calls them says nothing.
var iconFormats = []iconFormat{
	{"image/png", func(b []byte) bool { return bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")) }, png.DecodeConfig, png.Decode},
	{"image/jpeg", func(b []byte) bool { return bytes.HasPrefix(b, []byte("\xff\xd8\xff")) }, jpeg.DecodeConfig, jpeg.Decode},
	{"image/webp", func(b []byte) bool {
		return len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP"
	}, webp.DecodeConfig, webp.Decode},
}

// readIcon says what a picture is and makes of it the one that we serve (rule
// META-004). Nothing is decoded whole before its size is known to be harmless.
func readIcon(b []byte) market.IconFacts {
	f := market.IconFacts{Bytes: int64(len(b))}
	if len(b) > market.IconBytes {
		return faulty(f, market.IconTooLarge, fmt.Sprintf("%d bytes", len(b)))
	}
	for _, format := range iconFormats {
		if format.begins(b) {
			f.Type = format.mediaType
			return format.read(f, b)
		}
	}
	return faulty(f, market.IconOtherType, "neither PNG, JPEG nor WebP")
}

func (format iconFormat) read(f market.IconFacts, b []byte) (facts market.IconFacts) {
	defer func() {
		if p := recover(); p != nil { // a decoder's fault over a stranger's bytes is that picture's
			facts = faulty(f, market.IconBroken, "the decoder broke")
		}
	}()
	c, err := format.size(bytes.NewReader(b))
	if err != nil {
		return faulty(f, market.IconBroken, "the header cannot be read")
	}
	f.Width, f.Height = c.Width, c.Height
	if !fits(c.Width, c.Height) {
		return faulty(f, market.IconOtherSize, fmt.Sprintf("%d × %d pixels", c.Width, c.Height))
	}
	m, err := format.decode(bytes.NewReader(b))
	if err != nil || m.Bounds().Dx() != c.Width || m.Bounds().Dy() != c.Height {
		return faulty(f, market.IconBroken, "the picture is cut off, broken or animated")
	}
	if f.PNG, err = encodeIcon(m); err != nil {
		return faulty(f, market.IconBroken, "the picture cannot be encoded anew")
	}
	return f
}

// fits reports whether a picture is of a size that an icon may have: within
// its bounds, and square but for a tenth.
func fits(w, h int) bool {
	least, most := min(w, h), max(w, h)
	return least >= market.IconLeast && most <= market.IconMost && w*h <= market.IconPixels && 10*most <= 11*least
}

func faulty(f market.IconFacts, fault, detail string) market.IconFacts {
	f.Fault, f.Detail, f.PNG = fault, detail, nil
	return f
}

// encodeIcon draws the picture anew, at most market.IconServed a side, so that
// nothing but its pixels is left of it.
func encodeIcon(m image.Image) ([]byte, error) {
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	if most := max(w, h); most > market.IconServed {
		w, h = w*market.IconServed/most, h*market.IconServed/most
	}
	drawn := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(drawn, drawn.Bounds(), m, m.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, drawn)
	return b.Bytes(), err
}

// iconData is the content of a data: URI (RFC 2397). Only base64 is read: a
// picture is never shorter in another way.
func iconData(uri string) (b []byte, ok bool) {
	head, data, found := strings.Cut(uri, ",")
	if !found || !strings.HasSuffix(head, ";base64") {
		return nil, false
	}
	b, err := base64.StdEncoding.DecodeString(data)
	return b, err == nil
}
