package notify

import (
	"html"
	"strings"

	"marketd/market"
)

// settingsPath is where people choose what they are told of.
const settingsPath = "/settings/notifications"

// document is a message in words: a heading and one item for each event.
type document struct {
	subject market.Text
	items   []item
	links   []footLink
}

// footLink is a link below all items.
type footLink struct {
	text market.Text
	url  string
}

// write words a message.
func write(m market.Message, base string) document {
	w := newWriter(base, m.Channel)
	switch m.Purpose {
	case market.PurposeTest:
		t := market.Text{ZH: "这是一条测试消息", EN: "This is a test message"}
		return document{subject: t, items: []item{{title: t, lines: []market.Text{{
			ZH: "收到它，说明这个渠道能用。", EN: "That you got it means that this channel works.",
		}}, link: base + settingsPath}}}
	case market.PurposeVerify:
		t := market.Text{ZH: "验证你的邮箱", EN: "Verify your address"}
		return document{subject: t, items: []item{{title: t, lines: []market.Text{{
			ZH: "有人要把这个邮箱用来接收市场的通知。如果是你，请在 24 小时内打开链接，点页面上的按钮。", EN: "Somebody wants notices of the market sent to this address. If it was you, open the link within 24 hours and press the button there.",
		}, {
			ZH: "不是你的话，不用理会，之后不会再收到。", EN: "If it was not you, do nothing; nothing more will come.",
		}}, link: m.Link}}}
	}
	d := document{}
	for _, e := range m.Events {
		d.items = append(d.items, w.tell(e))
	}
	if len(d.items) == 1 {
		d.subject = d.items[0].title
	} else {
		d.subject = both("%d 条通知", "%d notices", len(d.items))
	}
	return d
}

// languages are those that the channel is written in.
func languages(c market.Channel) []market.Lang {
	if c.Lang != "" {
		return []market.Lang{c.Lang}
	}
	return []market.Lang{market.Chinese, market.English}
}

// in gives the text in the languages, on one line.
func in(t market.Text, langs []market.Lang) string {
	parts := make([]string, len(langs))
	for i, l := range langs {
		parts[i] = t.In(l)
	}
	return strings.Join(parts, " / ")
}

// plain is the document as plain text: all of it in one language, then in the other.
func (d document) plain(langs []market.Lang) string {
	var b strings.Builder
	for i, l := range langs {
		if i > 0 {
			b.WriteString("\n----------------------------------------\n\n")
		}
		for j, it := range d.items {
			if j > 0 {
				b.WriteString("\n")
			}
			it.plain(&b, l)
		}
		for _, f := range d.links {
			b.WriteString("\n" + f.text.In(l) + "\n" + f.url + "\n")
		}
	}
	return b.String()
}

func (it item) plain(b *strings.Builder, l market.Lang) {
	b.WriteString(it.title.In(l) + "\n")
	for _, line := range it.lines {
		b.WriteString(line.In(l) + "\n")
	}
	if it.quote != "" {
		b.WriteString("> " + it.quote + "\n")
	}
	if it.link != "" {
		b.WriteString(it.link + "\n")
	}
}

// html is the document as simple HTML.
func (d document) html(langs []market.Lang) string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>" + html.EscapeString(in(d.subject, langs)) +
		"</title></head><body style=\"font-family:sans-serif;line-height:1.5;max-width:40em\">\n")
	for i, l := range langs {
		if i > 0 {
			b.WriteString("<hr>\n")
		}
		b.WriteString("<div lang=\"" + string(l) + "\">\n")
		for _, it := range d.items {
			it.html(&b, l)
		}
		for _, f := range d.links {
			b.WriteString("<p><small><a href=\"" + html.EscapeString(f.url) + "\">" + html.EscapeString(f.text.In(l)) + "</a></small></p>\n")
		}
		b.WriteString("</div>\n")
	}
	b.WriteString("</body></html>\n")
	return b.String()
}

func (it item) html(b *strings.Builder, l market.Lang) {
	b.WriteString("<h2 style=\"font-size:1.1em\">" + html.EscapeString(it.title.In(l)) + "</h2>\n")
	for _, line := range it.lines {
		b.WriteString("<p>" + html.EscapeString(line.In(l)) + "</p>\n")
	}
	if it.quote != "" {
		b.WriteString("<blockquote>" + html.EscapeString(it.quote) + "</blockquote>\n")
	}
	if it.link != "" {
		b.WriteString("<p><a href=\"" + html.EscapeString(it.link) + "\">" + html.EscapeString(it.link) + "</a></p>\n")
	}
}
