package notify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"marketd/market"
	"marketd/market/plaintext"
	"marketd/market/strictjson"
)

// chat is how one chat is written to.
type chat struct {
	// request makes the URL and the body of a message, and sets headers.
	request func(m market.Message, d document, now time.Time, h http.Header) (target string, body any, err error)
	// refusal finds, in what the chat answered with 200, that it did not take the
	// message; "" when it did.
	refusal func(answer []byte) string
}

// chats are all of them, by template.
func chats() map[string]chat {
	return map[string]chat{
		market.ChatFeishu:   {feishu, feishuRefusal},
		market.ChatDingTalk: {dingTalk, dingTalkRefusal},
		market.ChatSlack:    {slack, nil},
		market.ChatNtfy:     {ntfy, nil},
	}
}

func hmacBase64(key, text string) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// feishu writes a rich-text message to a custom bot. Its text elements are
// text: no mention and no link is made of them. With a secret the body carries
// the seconds and the HMAC-SHA256 of nothing under "seconds\nsecret".
func feishu(m market.Message, d document, now time.Time, _ http.Header) (string, any, error) {
	type element map[string]string
	post := map[string]any{}
	for _, l := range languages(m.Channel) {
		var rows [][]element
		for _, it := range d.items {
			if len(d.items) > 1 {
				rows = append(rows, []element{{"tag": "text", "text": noTag(it.title.In(l))}})
			}
			for _, line := range it.lines {
				rows = append(rows, []element{{"tag": "text", "text": noTag(line.In(l))}})
			}
			if it.quote != "" {
				rows = append(rows, []element{{"tag": "text", "text": "> " + noTag(it.quote)}})
			}
			if it.link != "" {
				rows = append(rows, []element{{"tag": "a", "text": look.In(l), "href": it.link}})
			}
		}
		key := "zh_cn"
		if l == market.English {
			key = "en_us"
		}
		post[key] = map[string]any{"title": noTag(d.subject.In(l)), "content": rows}
	}
	body := map[string]any{"msg_type": "post", "content": map[string]any{"post": post}}
	if m.Secret != "" {
		stamp := strconv.FormatInt(now.Unix(), 10)
		body["timestamp"], body["sign"] = stamp, hmacBase64(stamp+"\n"+m.Secret, "")
	}
	return m.Target, body, nil
}

// noTag takes the mark out of a text with which Feishu's tags begin.
func noTag(s string) string { return strings.ReplaceAll(s, "<", "＜") }

// look is a link's text.
var look = market.Text{ZH: "打开页面", EN: "Open the page"}

func feishuRefusal(answer []byte) string {
	var a struct {
		Code       int `json:"code"`
		StatusCode int `json:"StatusCode"`
	}
	if json.Unmarshal(answer, &a) != nil {
		return "Feishu answered no JSON"
	}
	if code := a.Code + a.StatusCode; code != 0 {
		return fmt.Sprintf("Feishu refused it with code %d", code)
	}
	return ""
}

// dingTalk writes a Markdown message to a custom bot. With a secret the URL
// carries the milliseconds and the HMAC-SHA256 of "milliseconds\nsecret" under
// the secret.
func dingTalk(m market.Message, d document, now time.Time, _ http.Header) (string, any, error) {
	u, err := url.Parse(m.Target)
	if err != nil {
		return "", nil, err
	}
	if m.Secret != "" {
		stamp := strconv.FormatInt(now.UnixMilli(), 10)
		q := u.Query()
		q.Set("timestamp", stamp)
		q.Set("sign", hmacBase64(m.Secret, stamp+"\n"+m.Secret))
		u.RawQuery = q.Encode()
	}
	langs := languages(m.Channel)
	var b strings.Builder
	for _, l := range langs {
		for _, it := range d.items {
			b.WriteString("#### " + flat(it.title.In(l)) + "\n\n")
			for _, line := range it.lines {
				b.WriteString(flat(line.In(l)) + "\n\n")
			}
			if it.quote != "" {
				b.WriteString("> " + flat(it.quote) + "\n\n")
			}
			if it.link != "" {
				b.WriteString("[" + look.In(l) + "](" + it.link + ")\n\n")
			}
		}
	}
	markdown := map[string]string{"title": flat(in(d.subject, langs)), "text": plaintext.Cut(b.String(), 6000)}
	return u.String(), map[string]any{"msgtype": "markdown", "markdown": markdown}, nil
}

// flat takes Markdown's marks out of a text: their wide forms look alike and
// mean nothing. DingTalk's Markdown knows no escape that always holds.
func flat(s string) string {
	return strings.NewReplacer("[", "［", "]", "］", "(", "（", ")", "）", "*", "＊", "_", "＿", "`", "｀", "#", "＃",
		"<", "＜", ">", "＞", "!", "！", "~", "～", "|", "｜", "\\", "＼", "@", "＠").Replace(s)
}

func dingTalkRefusal(answer []byte) string {
	var a struct {
		Code *int `json:"errcode"`
	}
	if json.Unmarshal(answer, &a) != nil || a.Code == nil {
		return "DingTalk answered no errcode"
	}
	if *a.Code != 0 {
		return fmt.Sprintf("DingTalk refused it with errcode %d", *a.Code)
	}
	return ""
}

// slack writes blocks to an incoming webhook, all as plain text but the link.
// A header has at most 150 characters, a section 3,000, a message 50 blocks.
func slack(m market.Message, d document, _ time.Time, _ http.Header) (string, any, error) {
	langs := languages(m.Channel)
	plain := func(s string, limit int) map[string]any {
		return map[string]any{"type": "plain_text", "text": plaintext.Cut(s, limit), "emoji": false}
	}
	blocks := []any{map[string]any{"type": "header", "text": plain(in(d.subject, langs), 150)}}
	for _, it := range d.items[:min(len(d.items), 20)] {
		lines := []string{}
		for _, l := range langs {
			if len(d.items) > 1 {
				lines = append(lines, it.title.In(l))
			}
			for _, line := range it.lines {
				lines = append(lines, line.In(l))
			}
		}
		if it.quote != "" {
			lines = append(lines, "> "+it.quote)
		}
		if text := strings.Join(lines, "\n"); text != "" {
			blocks = append(blocks, map[string]any{"type": "section", "text": plain(text, 3000)})
		}
		if it.link != "" {
			link := map[string]any{"type": "mrkdwn", "text": "<" + slackEscape(it.link) + "|" + slackEscape(in(look, langs)) + ">"}
			blocks = append(blocks, map[string]any{"type": "section", "text": link})
		}
	}
	return m.Target, map[string]any{"text": slackEscape(in(d.subject, langs)), "blocks": blocks}, nil
}

// slackEscape takes Slack's three control characters out of a text.
func slackEscape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// ntfy publishes as JSON, to the root above the topic's URL. A secret is an
// access token. A message has at most 4,096 bytes.
func ntfy(m market.Message, d document, _ time.Time, h http.Header) (string, any, error) {
	u, err := url.Parse(m.Target)
	if err != nil {
		return "", nil, err
	}
	path := strings.TrimRight(u.Path, "/")
	cut := strings.LastIndexByte(path, '/')
	if cut < 0 || path[cut+1:] == "" {
		return "", nil, errTopic
	}
	topic := path[cut+1:]
	u.Path, u.RawPath, u.RawQuery = path[:cut+1], "", ""
	if m.Secret != "" {
		h.Set("Authorization", "Bearer "+m.Secret)
	}
	langs := languages(m.Channel)
	urgent := false
	for _, it := range d.items {
		urgent = urgent || it.urgent
	}
	priority, tags := 3, []string{"bell"}
	if urgent {
		priority, tags = 5, []string{"rotating_light"}
	}
	body := map[string]any{
		"topic": topic, "title": plaintext.Cut(in(d.subject, langs), 200), "message": plaintext.Cut(d.plain(langs), 1300),
		"priority": priority, "tags": tags,
	}
	if len(d.items) > 0 {
		body["click"] = d.items[0].link
	}
	return u.String(), body, nil
}

var errTopic = fmt.Errorf("the URL names no topic")

// chatBody encodes a body without HTML's escapes, so that it stays small.
func chatBody(v any) ([]byte, error) { return strictjson.Marshal(v) }
