package catalogapi

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode"
)

// badge is a picture of two short texts.
type badge struct {
	label, message string
	hue            string // of the message's ground, as six hexadecimal digits
	lang           string // BCP 47
}

// The hues of a badge's message. White on each has a contrast of at least 4.5:1
// (WCAG 2.2, 1.4.3); what a hue means, the message says in words.
const (
	hueGood = "2f7d46"
	hueMild = "8f5f00"
	hueTold = "7a4a74" // wants a token
	hueBad  = "b3313f"
	hueMute = "6b665c"
)

// advances are the widths of the printable characters of ASCII in DejaVu Sans,
// which is as wide as Verdana, in tenths of a pixel at 11 pixels.
var advances = [...]uint8{
	35, 44, 51, 92, 70, 105, 86, 30, 43, 43, 55, 92, 35, 40, 35, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 37, 37, 92, 92, 92, 58,
	110, 75, 75, 77, 85, 70, 63, 85, 83, 32, 32, 72, 61, 95, 82, 87, 66, 87, 76, 70, 67, 81, 75, 109, 75, 67, 75, 43, 37, 43, 92, 55,
	55, 67, 70, 60, 70, 68, 39, 70, 70, 31, 31, 64, 31, 107, 70, 67, 70, 70, 45, 57, 43, 70, 65, 90, 65, 65, 58, 70, 37, 70, 92,
}

// advance is how wide a text is at 11 pixels, in pixels. A Han character is a
// square; so is, to be safe, all that is not ASCII, but for the middle dot.
func advance(s string) int {
	tenths := 0
	for _, r := range s {
		switch {
		case r >= ' ' && r <= '~':
			tenths += int(advances[r-' '])
		case r == '·':
			tenths += 35
		case unicode.Is(unicode.Mn, r):
		default:
			tenths += 110
		}
	}
	return (tenths + 9) / 10
}

// svg draws the badge, 20 pixels high. Its name, for who does not see it, is
// what stands in it. The texts are stretched to the widths worked out here, so
// that another font than ours neither spills over nor leaves a gap.
func (b badge) svg() []byte {
	const pad = 6
	left, right := advance(b.label), advance(b.message)
	split := left + 2*pad
	width := split + right + 2*pad
	name := html.EscapeString(b.label + ": " + b.message)
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="20" viewBox="0 0 %[1]d 20" role="img" aria-label="%[2]s" lang="%[3]s">`+
		`<title>%[2]s</title><clipPath id="r"><rect width="%[1]d" height="20" rx="4"/></clipPath>`+
		`<g clip-path="url(#r)"><rect width="%[4]d" height="20" fill="#3d382f"/><rect x="%[4]d" width="%[5]d" height="20" fill="#%[6]s"/></g>`+
		`<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif" font-size="11" aria-hidden="true">`,
		width, name, html.EscapeString(b.lang), split, width-split, b.hue)
	for _, t := range []struct {
		x, width int
		text     string
	}{{pad, left, b.label}, {split + pad, right, b.message}} {
		fmt.Fprintf(&out, `<text x="%d" y="14" textLength="%d">%s</text>`, t.x, t.width, html.EscapeString(t.text))
	}
	out.WriteString("</g></svg>\n")
	return []byte(out.String())
}

// endpoint is the badge as the endpoint of shields.io wants it.
type endpoint struct {
	SchemaVersion int    `json:"schemaVersion"`
	Label         string `json:"label"`
	Message       string `json:"message"`
	Color         string `json:"color"`
	IsError       bool   `json:"isError,omitempty"`
	CacheSeconds  int    `json:"cacheSeconds"`
}

func (b badge) json(wrong bool) ([]byte, error) {
	return marshal(endpoint{SchemaVersion: 1, Label: b.label, Message: b.message, Color: b.hue, IsError: wrong, CacheSeconds: 300})
}

// share writes a share of one as a percentage with up to two decimals, and
// never rounds a failure away.
func share(of float64) string {
	hundredths := int(of * 10000)
	if hundredths >= 10000 {
		return "100%"
	}
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(float64(hundredths)/100, 'f', 2, 64), "0"), ".") + "%"
}
