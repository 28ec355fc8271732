package notify_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/notify"
)

// every is one event of every kind, all that can come from outside hostile.
func every() []market.EventTold {
	var all []market.EventTold
	for _, k := range market.EventKinds() {
		d := market.EventData{
			Name: "天气 " + hostile, Reason: market.ReasonTimeout, Detail: hostile, Text: hostile, Since: then.Add(-26*time.Hour - 3*time.Minute),
			Until: then.Add(7 * 24 * time.Hour), Days: 7, Subject: "s-1", Rules: []string{"DRF-003", "SAF-001"},
		}
		switch k {
		case market.EventUp:
			d.Before = string(market.HealthDown)
		case market.EventDecided:
			d.Decision = string(market.DecideRequestChanges)
		case market.EventDriftDecided:
			d.Decision = string(market.DriftRefused)
		case market.EventAnswered:
			d.Decision = string(market.ComplaintDismissed)
		case market.EventHeld:
			d.After = string(market.HoldQuarantined)
		case market.EventChannel:
			d.Decision = string(market.DisabledGone)
		}
		all = append(all, event(k, d))
		if k == market.EventDriftDangerous {
			d.After = "redirect:evil-sample.com"
			all = append(all, event(k, d))
		}
	}
	return all
}

// mailOf is a message as a mail.
func mailOf(t *testing.T, m market.Message) notify.Mail {
	t.Helper()
	var box notify.Outbox
	m.Channel.Kind = market.ChannelEmail
	m.Target = "dev@example.com"
	if sent := notify.New(notify.Options{Mail: &box, BaseURL: "https://market.example.com", Clock: clock{then}}).Send(context.Background(), m); !sent.OK {
		t.Fatalf("%+v", sent)
	}
	return box.Mails("dev@example.com")[0]
}

func TestWordsOfEveryKind(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, e := range every() {
		for _, reader := range []string{"owner", "reviewer"} {
			if reader == "reviewer" && !e.Kind.Desk() {
				continue
			}
			m := message(market.Channel{Quiet: market.QuietHours{Zone: "Asia/Shanghai"}}, "", "", e)
			m.Channel.Account, m.Unsubscribe = reader, "https://market.example.com/unsubscribe/x"
			mail := mailOf(t, m)
			b.WriteString("=== " + string(e.Kind) + " to the " + reader + "\nSubject: " + mail.Subject + "\n\n" + mail.Text + "\n")
			if strings.Contains(mail.Text, string(e.Kind)) || strings.Contains(mail.Subject, string(e.Kind)) {
				t.Errorf("%s has no words", e.Kind)
			}
		}
	}
	golden(t, "words.txt", []byte(b.String()))
}

func TestNothingFromOutsideIsALink(t *testing.T) {
	t.Parallel()
	m := message(market.Channel{}, "", "", every()...)
	m.Unsubscribe = "https://market.example.com/unsubscribe/x"
	mail := mailOf(t, m)
	for i, text := range []string{mail.Subject, mail.Text, mail.HTML} {
		bad := []string{"://evil", "evil.example", "\u202e"}
		if i == 2 {
			bad = append(bad, "<b>", "<!channel", "<at")
		}
		for _, bad := range bad {
			if strings.Contains(text, bad) {
				t.Errorf("%q stands in a mail", bad)
			}
		}
		for part := range strings.SplitSeq(text, "https://") {
			if part != text && !strings.HasPrefix(part, "market.example.com/") && !strings.HasPrefix(text, part) {
				t.Errorf("a link to %.40q", part)
			}
		}
	}
	if strings.Count(mail.HTML, "<a ") != 2*(len(every())+2) { // a page for each and two below, in both languages
		t.Errorf("%d links", strings.Count(mail.HTML, "<a "))
	}
}

func TestLanguageOfAChannel(t *testing.T) {
	t.Parallel()
	for lang, want := range map[market.Lang]string{
		market.Chinese: "「天气」恢复了", market.English: "“天气” works again", "": "「天气」恢复了 / “天气” works again",
	} {
		mail := mailOf(t, message(market.Channel{Lang: lang}, "", "", event(market.EventUp, market.EventData{Name: "天气"})))
		if mail.Subject != want {
			t.Errorf("%q: %s", lang, mail.Subject)
		}
	}
}

func FuzzNothingFromOutsideIsALink(f *testing.F) {
	f.Add(hostile)
	f.Add("a.b.c.example")
	f.Add("x:///y")
	f.Add("a\n\nb")
	f.Fuzz(func(t *testing.T, s string) {
		mail := mailOf(t, message(market.Channel{Lang: market.English}, "", "", event(market.EventDriftDecided, market.EventData{Name: "n", Detail: s})))
		for line := range strings.Lines(mail.Text) {
			if quote, ok := strings.CutPrefix(line, "> "); ok && strings.Contains(quote, "://") {
				t.Errorf("%q has a link", quote)
			}
		}
	})
}
