package healthcheck_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
	"strings"
	"testing"

	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
)

// drawn is an entry's icon with the bytes, as the visitor finds it.
func drawn(t testing.TB, b []byte) market.IconFacts {
	t.Helper()
	v := healthcheck.NewVisitor(netguard.Policy{}, market.SystemClock{}, nil)
	return *v.Visit(t.Context(), market.Entry{Icon: "data:image/png;base64," + base64.StdEncoding.EncodeToString(b)}).Icon
}

// disc is a picture with soft edges on nothing.
func disc(w, h int) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			dx, dy := 2*x-w, 2*y-h
			if dx*dx+dy*dy < w*w {
				m.Set(x, y, color.NRGBA{uint8(x), uint8(y), 0x80, 0xc0})
			}
		}
	}
	return m
}

func pngOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// chunk is a chunk of a PNG.
func chunk(name string, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = append(append(b, name...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// hugePNG says that it has so many pixels a side, and has so many bytes.
func hugePNG(side uint32, size int) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, side), side)
	b := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, 8, 2, 0, 0, 0))...)
	return append(append(b, chunk("IDAT", make([]byte, size))...), chunk("IEND", nil)...)
}

// webpOf is a lossless WebP of one colour: w × h pixels in some twenty bytes
// (WebP lossless bitstream specification §3 and §6.2.1).
func webpOf(w, h int) []byte {
	var bits []byte
	n := 0
	put := func(v, count int) {
		for i := range count {
			if n%8 == 0 {
				bits = append(bits, 0)
			}
			bits[n/8] |= byte(v>>i&1) << (n % 8)
			n++
		}
	}
	put(0x2f, 8)
	put(w-1, 14)
	put(h-1, 14)
	put(1, 1+3)                                            // alpha, version 0
	put(0, 3)                                              // no transform, no colour cache, no meta prefix codes
	for _, symbol := range []int{0x50, 0xc0, 0x20, 0xff} { // green, red, blue, alpha: one symbol of 8 bits each
		put(1, 1)
		put(0, 1)
		put(1, 1)
		put(symbol, 8)
	}
	put(1, 1+1+1+1) // distance: one symbol of 1 bit
	return riff(riffChunk("VP8L", bits))
}

func riffChunk(name string, data []byte) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(data)))
	b = append(b, data...)
	if len(data)%2 == 1 {
		b = append(b, 0)
	}
	return b
}

func riff(chunks ...[]byte) []byte {
	data := append([]byte("WEBP"), bytes.Join(chunks, nil)...)
	return riffChunk("RIFF", data)
}

// extended is the head of an extended WebP.
func extended(flags byte, w, h int) []byte {
	b := []byte{flags, 0, 0, 0, byte(w - 1), byte((w - 1) >> 8), 0, byte(h - 1), byte((h - 1) >> 8), 0}
	return riffChunk("VP8X", b)
}

// cmykOf is a CMYK picture: the blocks of a grey one of 128 pixels a side, told
// to be those of four components.
func cmykOf(t testing.TB) []byte {
	t.Helper()
	grey := image.NewGray(image.Rect(0, 0, 128, 128))
	for i := range grey.Pix {
		grey.Pix[i] = 0x40
	}
	b := jpegOf(t, grey)
	sof := bytes.Index(b, []byte("\xff\xc0\x00\x0b"))
	sos := bytes.Index(b, []byte("\xff\xda\x00\x08"))
	if sof < 0 || sos < 0 {
		t.Fatal("the encoder writes other headers than it did")
	}
	out := append([]byte("\xff\xd8\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00"), b[2:sof]...)
	out = append(out, "\xff\xc0\x00\x14\x08\x00\x40\x00\x40\x04\x01\x11\x00\x02\x11\x00\x03\x11\x00\x04\x11\x00"...)
	out = append(out, b[sof+13:sos]...)
	out = append(out, "\xff\xda\x00\x0e\x04\x01\x00\x02\x00\x03\x00\x04\x00\x00\x3f\x00"...)
	return append(out, b[sos+10:]...)
}

func TestIconsThatCanBeUsed(t *testing.T) {
	t.Parallel()
	polyglot := append(pngOf(t, disc(64, 64)), "<script>alert(1)</script>"...)
	animated := pngOf(t, disc(64, 64))
	animated = append(animated[:33:33], append(chunk("acTL", []byte{0, 0, 0, 2, 0, 0, 0, 0}), animated[33:]...)...)
	commented := pngOf(t, disc(64, 64))
	commented = append(commented[:33:33], append(chunk("tEXt", []byte("Comment\x00<script>")), commented[33:]...)...)
	for name, c := range map[string]struct {
		b         []byte
		mediaType string
		w, h      int // of what is served
	}{
		"PNG":                  {pngOf(t, disc(512, 512)), "image/png", 256, 256},
		"the smallest":         {pngOf(t, disc(48, 48)), "image/png", 48, 48},
		"the largest":          {pngOf(t, disc(1024, 1024)), "image/png", 256, 256},
		"nearly square":        {pngOf(t, disc(1024, 940)), "image/png", 256, 235},
		"16 bits":              {pngOf(t, image.NewNRGBA64(image.Rect(0, 0, 300, 300))), "image/png", 256, 256},
		"a palette":            {pngOf(t, image.NewPaletted(image.Rect(0, 0, 64, 64), color.Palette{color.Black, color.Transparent})), "image/png", 64, 64},
		"JPEG":                 {jpegOf(t, disc(256, 256)), "image/jpeg", 256, 256},
		"grey JPEG":            {jpegOf(t, image.NewGray(image.Rect(0, 0, 64, 64))), "image/jpeg", 64, 64},
		"CMYK JPEG":            {cmykOf(t), "image/jpeg", 64, 64},
		"WebP":                 {webpOf(512, 512), "image/webp", 256, 256},
		"extended WebP":        {riff(extended(0, 64, 64), webpOf(64, 64)[12:]), "image/webp", 64, 64},
		"a page hidden behind": {polyglot, "image/png", 64, 64},
		"a script as a text":   {commented, "image/png", 64, 64},
		"an animated PNG":      {animated, "image/png", 64, 64},
	} {
		f := drawn(t, c.b)
		if f.Fault != "" || f.Type != c.mediaType || f.Bytes != int64(len(c.b)) {
			t.Errorf("%s: %s %s, type %s, %d bytes", name, f.Fault, f.Detail, f.Type, f.Bytes)
			continue
		}
		m, err := png.Decode(bytes.NewReader(f.PNG))
		if err != nil || m.Bounds() != image.Rect(0, 0, c.w, c.h) {
			t.Errorf("%s: what is served: %v, %v", name, m, err)
		}
		if bytes.Contains(f.PNG, []byte("script")) || len(f.PNG) > market.IconBytes {
			t.Errorf("%s: %d bytes are served, and may hold more than pixels", name, len(f.PNG))
		}
	}
}

func TestIconsThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	good := pngOf(t, disc(256, 256))
	var animatedGIF bytes.Buffer
	if err := gif.Encode(&animatedGIF, disc(64, 64), nil); err != nil {
		t.Fatal(err)
	}
	twice := append(bytes.Clone(good[:33]), good[8:]...)
	lying := riff(extended(0, 64, 64), webpOf(16000, 16000)[12:])
	for name, c := range map[string]struct {
		b     []byte
		fault string
	}{
		"40,000 a side in 20 KiB":    {hugePNG(40_000, 20<<10), market.IconOtherSize},
		"2,000,000,000 a side":       {hugePNG(2_000_000_000, 100), market.IconBroken},
		"no pixels":                  {hugePNG(0, 100), market.IconBroken},
		"WebP of 16,383 a side":      {webpOf(16383, 16383), market.IconOtherSize},
		"a large WebP in a small":    {lying, market.IconBroken},
		"an animated WebP":           {riff(extended(2, 64, 64), riffChunk("ANIM", make([]byte, 6)), riffChunk("ANMF", append(make([]byte, 16), webpOf(64, 64)[12:]...))), market.IconBroken},
		"47 a side":                  {pngOf(t, disc(47, 47)), market.IconOtherSize},
		"1,025 a side":               {pngOf(t, image.NewGray(image.Rect(0, 0, 1025, 1025))), market.IconOtherSize},
		"not square":                 {pngOf(t, disc(200, 100)), market.IconOtherSize},
		"a strip":                    {pngOf(t, image.NewGray(image.Rect(0, 0, 1024, 1))), market.IconOtherSize},
		"more than 256 KiB":          {append(bytes.Clone(good), make([]byte, market.IconBytes)...), market.IconTooLarge},
		"SVG with a script":          {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), market.IconOtherType},
		"SVG behind a PNG's name":    {append([]byte("<!--\x89PNG\r\n\x1a\n-->"), "<svg/>"...), market.IconOtherType},
		"GIF":                        {animatedGIF.Bytes(), market.IconOtherType},
		"a page":                     {[]byte("<!doctype html><title>Not found</title>"), market.IconOtherType},
		"nothing":                    {nil, market.IconOtherType},
		"cut off":                    {good[:len(good)/2], market.IconBroken},
		"the signature alone":        {good[:8], market.IconBroken},
		"JPEG cut off":               {jpegOf(t, disc(256, 256))[:900], market.IconBroken},
		"JPEG of its marker alone":   {[]byte("\xff\xd8\xff"), market.IconBroken},
		"WebP cut off":               {webpOf(64, 64)[:24], market.IconBroken},
		"two headers":                {twice, market.IconBroken},
		"a checksum that is not its": {append(append(bytes.Clone(good[:40]), good[40]^1), good[41:]...), market.IconBroken},
	} {
		if f := drawn(t, c.b); f.Fault != c.fault || f.PNG != nil || f.Detail == "" {
			t.Errorf("%s: %s (%s), %d × %d; want %s", name, f.Fault, f.Detail, f.Width, f.Height, c.fault)
		}
	}
}

// What says that it is huge is not decoded: no more memory is taken than for
// what it is in bytes.
func TestHugeIconTakesNoMemory(t *testing.T) {
	for name, b := range map[string][]byte{"PNG": hugePNG(40_000, 20<<10), "WebP": webpOf(16383, 16383), "a large WebP in a small": riff(extended(0, 64, 64), webpOf(16000, 16000)[12:])} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		drawn(t, b)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 4<<20 {
			t.Errorf("%s takes %d bytes", name, n)
		}
	}
}

func TestIconAsDataURI(t *testing.T) {
	t.Parallel()
	v := healthcheck.NewVisitor(netguard.Policy{}, market.SystemClock{}, nil)
	for _, uri := range []string{"data:image/png,%89PNG", "data:image/png;base64", "data:image/png;base64,????", "data:"} {
		if f := v.Visit(t.Context(), market.Entry{Icon: uri}).Icon; f.Fault != market.IconBroken {
			t.Errorf("%s: %+v", uri, f)
		}
	}
}

// No bytes break the reader, and what it lets pass is served as a PNG within
// the bounds and nothing else.
func FuzzIcon(f *testing.F) {
	f.Add(pngOf(f, disc(64, 64)))
	f.Add(jpegOf(f, disc(64, 64)))
	f.Add(cmykOf(f))
	f.Add(webpOf(64, 64))
	f.Add(hugePNG(40_000, 100))
	f.Add(riff(extended(0x10, 64, 64), riffChunk("ALPH", make([]byte, 65*64)), webpOf(64, 64)[12:]))
	f.Add([]byte(strings.Repeat("\xff\xd8\xff", 20)))
	f.Fuzz(func(t *testing.T, b []byte) {
		facts := drawn(t, b)
		if (facts.Fault == "") != (facts.PNG != nil) {
			t.Fatalf("fault %q with %d bytes to serve", facts.Fault, len(facts.PNG))
		}
		if facts.PNG == nil {
			return
		}
		m, err := png.Decode(bytes.NewReader(facts.PNG))
		if err != nil || m.Bounds().Dx() > market.IconServed || m.Bounds().Dy() > market.IconServed {
			t.Fatalf("what is served: %v, %v", m, err)
		}
	})
}
