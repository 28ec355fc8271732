package templates

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// BarView is a stretch of time as a bar.
type BarView struct {
	// Kind is "u" all answered, "g" some failed, "d" most failed, "w" maintenance,
	// "m" nothing that counts, "n" no record.
	Kind  string
	Title string // when, and what; may be empty
}

// BarsView is a row of bars, the oldest first.
type BarsView struct {
	ID    string // of the picture: one on a page; "" for a small one without description
	Title string // what the picture is, or says, for who does not see it
	Desc  string // what it shows, in a sentence
	Bars  []BarView
	From  string // under the left end
	To    string // under the right end
}

// Bars draws bars. Their height tells as much as their hue.
func Bars(v BarsView) templ.Component { return v }

// Render writes the picture.
func (v BarsView) Render(_ context.Context, w io.Writer) error {
	var b strings.Builder
	b.Grow(96 * len(v.Bars))
	b.WriteString(`<svg class="days" viewBox="0 0 ` + strconv.Itoa(8*len(v.Bars)) + ` 44" preserveAspectRatio="none"`)
	named(&b, v.ID, v.Title, v.Desc)
	for i, bar := range v.Bars {
		y, height := extent(bar.Kind)
		b.WriteString(`<rect class="` + bar.Kind + `" x="` + strconv.Itoa(8*i+1) + `" y="` + strconv.Itoa(y) + `" width="6" height="` + strconv.Itoa(height) + `"`)
		if bar.Title == "" {
			b.WriteString("/>")
		} else {
			b.WriteString("><title>" + templ.EscapeString(bar.Title) + "</title></rect>")
		}
	}
	b.WriteString("</svg>")
	_, err := io.WriteString(w, b.String())
	return err
}

// MiniBars draws bars small, as one shape a kind: for cards and rows of tables.
func MiniBars(v BarsView) templ.Component { return miniBars(v) }

type miniBars BarsView

// Render writes the picture.
func (v miniBars) Render(_ context.Context, w io.Writer) error {
	var b strings.Builder
	b.WriteString(`<svg class="days mini" viewBox="0 0 ` + strconv.Itoa(8*len(v.Bars)) + ` 44" preserveAspectRatio="none"`)
	named(&b, v.ID, v.Title, v.Desc)
	for _, kind := range []string{"u", "g", "d", "w", "m", "n"} {
		open := false
		y, height := extent(kind)
		for i, bar := range v.Bars {
			if bar.Kind != kind {
				continue
			}
			if !open {
				b.WriteString(`<path class="` + kind + `" d="`)
				open = true
			}
			b.WriteString("M" + strconv.Itoa(8*i+1) + " " + strconv.Itoa(y) + "h6v" + strconv.Itoa(height) + "h-6z")
		}
		if open {
			b.WriteString(`"/>`)
		}
	}
	b.WriteString("</svg>")
	_, err := io.WriteString(w, b.String())
	return err
}

// named ends an svg's opening tag with its role, name and description.
func named(b *strings.Builder, id, title, desc string) {
	switch {
	case title == "":
		b.WriteString(` aria-hidden="true">`)
	case id == "":
		b.WriteString(` role="img" aria-label="` + templ.EscapeString(title) + `">`)
	default:
		b.WriteString(` role="img" aria-labelledby="` + id + `-t" aria-describedby="` + id + `-d"><title id="` + id + `-t">` +
			templ.EscapeString(title) + `</title><desc id="` + id + `-d">` + templ.EscapeString(desc) + `</desc>`)
	}
}

// extent is where a bar begins, from the top of 44 units, and how high it is.
func extent(kind string) (y, height int) {
	switch kind {
	case "u":
		return 2, 40
	case "g":
		return 14, 28
	case "d":
		return 28, 14
	case "w":
		return 2, 40
	case "m":
		return 36, 6
	}
	return 40, 2
}

// SparkView is a line of times to answer over a day.
type SparkView struct {
	ID, Title, Desc string
	P50, P95        string // paths in a box of 300 by 48
	P50Now, P95Now  string // of the whole stretch, in words
}

// Spark draws two lines: the usual time, and above it, broken, that of the slowest.
func Spark(v SparkView) templ.Component { return v }

// Render writes the picture.
func (v SparkView) Render(_ context.Context, w io.Writer) error {
	var b strings.Builder
	b.WriteString(`<svg class="spark" fill="none" stroke-width="1.5" viewBox="0 0 300 48" preserveAspectRatio="none"`)
	named(&b, v.ID, v.Title, v.Desc)
	b.WriteString(`<path class="p95" stroke-dasharray="3 3" d="` + v.P95 + `"/><path d="` + v.P50 + `"/></svg>`)
	_, err := io.WriteString(w, b.String())
	return err
}

// PhaseView is one phase of a probe, in a box that is 1000 wide.
type PhaseView struct {
	Label, Took string
	From, Width int
}

// Phase draws where a phase lies within the whole.
func Phase(v PhaseView) templ.Component { return v }

// Render writes the picture. The table that it stands in says the same.
func (v PhaseView) Render(_ context.Context, w io.Writer) error {
	_, err := io.WriteString(w, `<svg class="phase" viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true"><rect class="n" width="1000" height="12"/><rect x="`+
		strconv.Itoa(v.From)+`" width="`+strconv.Itoa(max(v.Width, 4))+`" height="12"/></svg>`)
	return err
}
