package notify_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

func chatChannel(template string) market.Channel {
	return market.Channel{Kind: market.ChannelChat, Template: template}
}

func troubles() []market.EventTold {
	return []market.EventTold{
		event(market.EventDown, market.EventData{Name: hostile, Reason: market.ReasonTLS, Since: then.Add(-72 * time.Hour), Detail: hostile}),
		event(market.EventDriftDangerous, market.EventData{Name: "天气", Rules: []string{"DRF-004"}}),
	}
}

// sign is HMAC-SHA256 in base64, as the chats' documentation has it.
func sign(key, text string) string {
	mac := hmac.New(sha256.New, []byte(key))
	_, _ = mac.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func TestChats(t *testing.T) {
	t.Parallel()
	for template, c := range map[string]struct {
		path, answer string
		never        []string // markup of the chat's, which a stranger's text must not become
		check        func(*testing.T, received, map[string]any)
	}{
		market.ChatFeishu: {"/open-apis/bot/v2/hook/abc", `{"code":0,"msg":"success","StatusCode":0}`, []string{"<at"}, func(t *testing.T, _ received, body map[string]any) {
			if body["timestamp"] != "1796029200" || body["sign"] != sign("1796029200\nSEC", "") {
				t.Errorf("signature %v of %v", body["sign"], body["timestamp"])
			}
		}},
		market.ChatDingTalk: {"/robot/send?access_token=abc", `{"errcode":0,"errmsg":"ok"}`, []string{"](https[", "![", "@all", "<b>", "*z"}, func(t *testing.T, r received, _ map[string]any) {
			q, err := url.ParseQuery(r.query)
			if err != nil || q.Get("access_token") != "abc" || q.Get("timestamp") != "1796029200000" || q.Get("sign") != sign("SEC", "1796029200000\nSEC") {
				t.Errorf("query %s, %v", r.query, err)
			}
		}},
		market.ChatSlack: {"/services/T/B/x", "ok", []string{`"text": "<!`}, func(t *testing.T, _ received, body map[string]any) {
			blocks, _ := body["blocks"].([]any)
			for _, b := range blocks {
				text, _ := b.(map[string]any)["text"].(map[string]any)
				if s, _ := text["text"].(string); text["type"] == "mrkdwn" && !strings.HasPrefix(s, "<https://market.example.com/") {
					t.Errorf("as markup: %s", s)
				}
			}
			if s, _ := body["text"].(string); strings.ContainsAny(s, "<>") {
				t.Errorf("the text in place of blocks: %s", s)
			}
		}},
		market.ChatNtfy: {"/topic", `{"id":"1"}`, nil, func(t *testing.T, r received, body map[string]any) {
			if r.path != "/" || body["topic"] != "topic" || r.header.Get("Authorization") != "Bearer SEC" || body["priority"] != 5.0 {
				t.Errorf("%s %v %v", r.path, body["topic"], r.header.Get("Authorization"))
			}
		}},
	} {
		t.Run(template, func(t *testing.T) {
			t.Parallel()
			s := newSink(t, answer(200, c.answer))
			m := message(chatChannel(template), s.URL+c.path, "SEC", troubles()...)
			if sent := newSender(then, s).Send(t.Context(), m); !sent.OK {
				t.Fatalf("%+v", sent)
			}
			got := s.one(t)
			var body map[string]any
			if err := json.Unmarshal(got.body, &body); err != nil {
				t.Fatal(err)
			}
			c.check(t, got, body)
			var b bytes.Buffer
			if err := json.Indent(&b, got.body, "", "  "); err != nil {
				t.Fatal(err)
			}
			golden(t, template+".json", append(b.Bytes(), '\n'))
			for _, link := range append(c.never, "://evil", "evil.example", "\u202e") {
				if strings.Contains(b.String(), link) {
					t.Errorf("what a stranger wrote is in it as %q", link)
				}
			}
		})
	}
}

// TestChatsThatRefuseWith200 are Feishu and DingTalk, which say in the body what
// became of a message.
func TestChatsThatRefuseWith200(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ template, answer, want string }{
		{market.ChatFeishu, `{"code":19021,"msg":"sign match fail or timestamp is not within one hour from current time"}`, "Feishu refused it with code 19021"},
		{market.ChatFeishu, `<html>`, "Feishu answered no JSON"},
		{market.ChatDingTalk, `{"errcode":310000,"errmsg":"sign not match"}`, "DingTalk refused it with errcode 310000"},
		{market.ChatDingTalk, `{}`, "DingTalk answered no errcode"},
	} {
		s := newSink(t, answer(200, c.answer))
		got := newSender(then, s).Send(t.Context(), message(chatChannel(c.template), s.URL+"/x", "", troubles()...))
		if got.OK || got.Detail != c.want {
			t.Errorf("%s: %+v, want %q", c.template, got, c.want)
		}
	}
	s := newSink(t, answer(200, ""))
	if got := newSender(then, s).Send(t.Context(), message(chatChannel(market.ChatNtfy), s.URL, "", troubles()...)); got.OK || !got.Permanent {
		t.Errorf("ntfy without a topic: %+v", got)
	}
}
