package templates

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// The components of this file are written by hand because a page of cards has
// hundreds of them: a generated one costs ten times as many allocations.

// symbol draws one symbol of the sprite.
type symbol struct {
	sprite, class, name string
}

// Icon draws a symbol of the sprite. It never carries meaning alone.
func Icon(p *Page, name string) templ.Component { return symbol{p.Assets.Icons, "i", name} }

// Turn is the arrow of a fold.
func Turn(p *Page) templ.Component { return symbol{p.Assets.Icons, "i turn", "turn"} }

func (s symbol) html() string {
	return `<svg class="` + s.class + `" aria-hidden="true"><use href="` + templ.EscapeString(s.sprite+"#"+s.name) + `"></use></svg>`
}

// Render writes the symbol.
func (s symbol) Render(_ context.Context, w io.Writer) error {
	_, err := io.WriteString(w, s.html())
	return err
}

// label is a short text, with a state's hue and an icon or without.
type label struct {
	class, hue string
	icon       symbol // none when its name is empty
	text       string
}

// State shows a state as shape, word and hue. The word is a message under "state."
func State(p *Page, state string) templ.Component { return stateLabel(p, "st", state) }

// StateFill is State on a ground, for heads of pages.
func StateFill(p *Page, state string) templ.Component { return stateLabel(p, "st fill", state) }

func stateLabel(p *Page, class, state string) label {
	hue := Hue(state)
	return label{class, hue, symbol{p.Assets.Icons, "i", hue}, p.T("state." + state)}
}

// Chip is a small label with the hue of a state; state "" is mute and without an icon.
func Chip(p *Page, state, text string) templ.Component {
	if state == "" {
		return label{class: "chip", text: text}
	}
	hue := Hue(state)
	return label{"chip", hue, symbol{p.Assets.Icons, "i", hue}, text}
}

// IconChip is a mute label with an icon.
func IconChip(p *Page, icon, text string) templ.Component {
	return label{"chip", "", symbol{p.Assets.Icons, "i", icon}, text}
}

// Meta is a fact in small type with an icon.
func Meta(p *Page, icon, text string) templ.Component {
	return label{"meta", "", symbol{p.Assets.Icons, "i", icon}, text}
}

// Render writes the label.
func (l label) Render(_ context.Context, w io.Writer) error {
	hue, icon := "", ""
	if l.hue != "" {
		hue = ` data-s="` + templ.EscapeString(l.hue) + `"`
	}
	if l.icon.name != "" {
		icon = l.icon.html() + " "
	}
	_, err := io.WriteString(w, `<span class="`+l.class+`"`+hue+`>`+icon+templ.EscapeString(l.text)+`</span>`)
	return err
}

// tile is a picture, or a letter on a coloured ground.
type tile struct {
	class, picture, letter string
}

// Tile is an icon, the picture at a path of our own; in place of one the name's
// first letter on a hue of its id.
func Tile(picture, id, name string, big bool) templ.Component {
	t := tile{"tile " + tileHue(id), picture, initial(name, id)}
	if picture != "" {
		t.class = "tile"
	}
	if big {
		t.class += " big"
	}
	return t
}

// blankTile is the tile of what has no name yet.
func blankTile() templ.Component { return tile{class: "tile"} }

// Render writes the tile.
func (t tile) Render(_ context.Context, w io.Writer) error {
	if t.picture != "" {
		_, err := io.WriteString(w, `<img class="`+t.class+`" src="`+templ.EscapeString(t.picture)+`" alt="" width="64" height="64" loading="lazy" decoding="async">`)
		return err
	}
	_, err := io.WriteString(w, `<span class="`+t.class+`" aria-hidden="true">`+templ.EscapeString(t.letter)+`</span>`)
	return err
}
