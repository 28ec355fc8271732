package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if a := w.browser().get("/settings"); a.status != http.StatusSeeOther || a.header.Get("Location") != "/signin?next=%2Fsettings" {
		t.Errorf("a visitor: %d %s", a.status, a.header.Get("Location"))
	}
	b, elsewhere := w.signedIn(devEmail), w.signedIn(devEmail)
	if a := b.post("/settings/name", "name", ""); a.status != http.StatusUnprocessableEntity || !a.has("a[href='#name']") {
		t.Errorf("no name: %d", a.status)
	}
	if a := b.post("/settings/name", "name", " Ada Lovelace "); a.status != http.StatusSeeOther || w.account(devEmail).Name != "Ada Lovelace" {
		t.Errorf("a name: %d %q", a.status, w.account(devEmail).Name)
	}
	for field, pairs := range map[string][]string{"old": {"old", "wrong password", "password", "another good password"}, "password": {"old", password, "password", "short"}} {
		a := b.post("/settings/password", pairs...)
		if a.status != http.StatusUnprocessableEntity || !a.has("a[href='#"+field+"']") || strings.Contains(a.body, pairs[1]) || strings.Contains(a.body, "another good") {
			t.Errorf("%s: %d %s", field, a.status, a.text("#problems"))
		}
	}
	if a := b.post("/settings/password", "old", password, "password", "another good password"); a.status != http.StatusSeeOther {
		t.Fatalf("change: %d %s", a.status, a.text("#problems"))
	}
	if here, there := b.get("/settings").status, elsewhere.get("/settings").status; here != http.StatusOK || there != http.StatusSeeOther {
		t.Errorf("after it: %d where it was changed, %d elsewhere", here, there)
	}
	if a := w.browser().post("/signin", "email", devEmail, "password", "another good password"); a.status != http.StatusSeeOther {
		t.Errorf("sign in with it: %d", a.status)
	}
}

// An address is verified by its link, once; what opens the link changes nothing.
func TestChannelByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.signedIn(devEmail)
	form := b.get("/settings/notifications/new?kind=email").fields("form[action='/settings/notifications/new']")
	if a := b.post("/settings/notifications/new", with(form, "target", "nobody", "name", "Home")...); a.status != http.StatusUnprocessableEntity || a.doc.Find("#target").AttrOr("value", "") != "nobody" || a.doc.Find("#name").AttrOr("value", "") != "Home" {
		t.Errorf("no address: %d %s", a.status, a.text("#problems"))
	}
	form = with(form, "target", "home@example.net", "name", "Home")
	first, second := b.post("/settings/notifications/new", form...), b.post("/settings/notifications/new", form...)
	at := first.header.Get("Location")
	if first.status != http.StatusSeeOther || at != second.header.Get("Location") {
		t.Fatalf("add: %d %s %s", first.status, at, first.text("#problems"))
	}
	link := strings.TrimPrefix(w.sink.last().Link, "https://market.example")
	stranger := w.browser()
	for range 2 {
		if a := stranger.get(link); a.status != http.StatusOK || !a.has("form[action='"+link+"']") || a.header.Get("Referrer-Policy") != "no-referrer" {
			t.Fatalf("the link: %d %s", a.status, a.text("main"))
		}
	}
	if a := b.get(at); !strings.Contains(a.text("main"), "Not verified") || !a.has("form[action='"+at+"/verify']") {
		t.Errorf("before: %s", a.text("main"))
	}
	if a := stranger.post(link); a.status != http.StatusOK || !strings.Contains(a.text("h1"), "Verified") {
		t.Errorf("verify: %d %s", a.status, a.text("main"))
	}
	if a := stranger.post(link); a.status != http.StatusGone {
		t.Errorf("verify again: %d", a.status)
	}
	if a := b.post(at + "/test"); a.status != http.StatusOK || !strings.Contains(a.text("[data-testid=sent]"), "came through") {
		t.Errorf("test: %d %s", a.status, a.text("main"))
	}

	unsubscribe := strings.TrimPrefix(w.sink.last().Unsubscribe, "https://market.example")
	if a := stranger.get(unsubscribe); a.status != http.StatusOK || !a.has("form[action='"+unsubscribe+"']") {
		t.Fatalf("unsubscribe: %d %s", a.status, a.text("main"))
	}
	for range 2 {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.http.URL+unsubscribe, strings.NewReader("List-Unsubscribe=One-Click"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded") // as a mail program: no cookie, no origin (RFC 8058)
		resp, err := w.http.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("one click: %d", resp.StatusCode)
		}
	}
	if a := b.get(at); !strings.Contains(a.text("main"), "Unsubscribed") || !a.has("form[action='"+at+"/enable']") {
		t.Errorf("after it: %s", a.text("main"))
	}
	if a := stranger.get("/unsubscribe/nonsense"); a.status != http.StatusGone && a.status != http.StatusNotFound {
		t.Errorf("nonsense: %d", a.status)
	}
}

// What is chosen is kept as it was chosen, and what cannot be is told beside its field.
func TestChannelChoices(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.signedIn(devEmail)
	form := b.get("/settings/notifications/new?kind=webhook").fields("form[action='/settings/notifications/new']")
	made := b.post("/settings/notifications/new", with(form, "target", "https://hooks.example.org/s3cret", "name", "Ops")...)
	secret := made.text("[data-testid=secret] code")
	if made.status != http.StatusOK || !strings.HasPrefix(secret, "whsec_") || !strings.Contains(made.header.Get("Cache-Control"), "no-store") {
		t.Fatalf("made: %d %q %s", made.status, secret, made.text("#problems"))
	}
	at := made.doc.Find("main a.btn.main").AttrOr("href", "")
	page := b.get(at)
	if strings.Contains(page.body, secret) || strings.Contains(page.body, "s3cret") {
		t.Error("what is secret is shown again")
	}
	form = page.fields("form[action='" + at + "']")
	for field, pairs := range map[string][]string{
		"kinds": {"all", "false"}, "quiet": {"hush", "true", "quiet-from", "25:99"}, "name": {"name", strings.Repeat("x", 41)}, "target": {"target", "x"}, "desk": {"desk", "true"},
	} {
		a := b.post(at, append(omit(form, pairs), pairs...)...)
		if a.status != http.StatusUnprocessableEntity || !a.has("a[href='#"+field+"']") {
			t.Errorf("%s: %d %s", field, a.status, a.text("#problems"))
		}
	}
	choice := []string{"all", "false", "kinds", "health.down", "kinds", "drift.dangerous", "hush", "true", "quiet-from", "23:30", "quiet-until", "07:00", "zone", "Asia/Tokyo", "remind", "360", "lang", "en"}
	if a := b.post(at, append(omit(form, choice), choice...)...); a.status != http.StatusSeeOther {
		t.Fatalf("save: %d %s", a.status, a.text("#problems"))
	}
	got := b.get(at)
	for _, want := range []string{"#all-no[checked]", "input[value='health.down'][checked]", "input[value='drift.dangerous'][checked]", "#hush[checked]", "#quiet-from[value='23:30']", "#zone option[value='Asia/Tokyo'][selected]", "#remind option[value='360'][selected]", "#lang option[value=en][selected]"} {
		if !got.has(want) {
			t.Errorf("not kept: %s", want)
		}
	}
	if got.has("input[value='submission.waiting']") {
		t.Error("a developer is offered what reviewers are told of")
	}
	if a := b.post(at, append(omit(form, choice), choice...)...); a.status != http.StatusConflict {
		t.Errorf("an old version: %d", a.status)
	}
	if a := w.signedIn(otherEmail).get(at); a.status != http.StatusNotFound {
		t.Errorf("another's: %d", a.status)
	}
	w.sink.says(market.Sent{Status: 404, Detail: "HTTP 404 <b>"})
	if a := b.post(at + "/test"); !strings.Contains(a.text("[data-testid=sent]"), "no receiver at that address (HTTP 404)") {
		t.Errorf("a failed test: %s", a.text("main"))
	}
	again := b.post(at + "/secret")
	if s := again.text("[data-testid=secret] code"); !strings.HasPrefix(s, "whsec_") || s == secret {
		t.Errorf("another secret: %q", s)
	}
	for _, do := range []string{"disable", "enable", "delete", "delete"} {
		if a := b.post(at + "/" + do); a.status != http.StatusSeeOther {
			t.Errorf("%s: %d %s", do, a.status, a.text("main"))
		}
	}
	if a := b.post(at + "/explode"); a.status != http.StatusNotFound {
		t.Errorf("what there is not: %d", a.status)
	}
}

// omit leaves out the fields that are to be given anew.
func omit(fields, anew []string) []string {
	var out []string
	for i := 0; i+1 < len(fields); i += 2 {
		found := false
		for j := 0; j+1 < len(anew); j += 2 {
			found = found || anew[j] == fields[i]
		}
		if !found {
			out = append(out, fields[i], fields[i+1])
		}
	}
	return out
}

// The list tells in short when a channel tells; a secret that is kept may stay.
func TestChannelInShort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.signedIn(devEmail)
	const at = "/settings/notifications/new?kind=chat&template=ntfy"
	page := b.get(at)
	if strings.Contains(page.text("main"), "Empty leaves it") {
		t.Error("a new channel has a secret that may stay")
	}
	form := page.fields("form[action='/settings/notifications/new']")
	made := b.post("/settings/notifications/new", append(omit(form, []string{"target", "", "delay", "", "digest", "", "hush", ""}),
		"target", "https://ntfy.sh/some-topic", "delay", "15", "digest", "60", "hush", "true")...)
	if made.status != http.StatusSeeOther {
		t.Fatalf("made: %d %s", made.status, made.text("#problems"))
	}
	if got := b.get("/settings/notifications").text("[data-testid=channel]"); !strings.Contains(got, "everything · failures after 15 min · gathers for 1 h · quiet 22:00 to 08:00") {
		t.Errorf("in short: %s", got)
	}
	if !strings.Contains(b.get(made.header.Get("Location")).text("main"), "Empty leaves it") {
		t.Error("nothing says that the secret may stay")
	}
}

// A mail in two languages leads to one place once.
func TestDemoMailLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) {
		o.Inbox = func(to string) []DemoMail {
			return []DemoMail{{To: to, Subject: "s", Text: "到 https://m.test/verify/abc 确认\nfollow https://m.test/verify/abc or https://m.test/unsubscribe/xyz"}}
		}
	})
	b := w.signedIn(devEmail)
	form := b.get("/settings/notifications/new?kind=email").fields("form[action='/settings/notifications/new']")
	b.post("/settings/notifications/new", with(form, "target", "home@example.net")...)
	mail := b.get("/demo/mail").doc.Find("[data-testid=mail]").First()
	if n := mail.Find("a[href='/verify/abc']").Length(); n != 1 || mail.Find("a").Length() != 2 {
		t.Errorf("%d links to one address of %d", n, mail.Find("a").Length())
	}
}

// The log says what was sent and what went wrong, and sends again.
func TestDeliveryLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	b := w.signedIn(devEmail)
	form := b.get("/settings/notifications/new?kind=chat&template=slack").fields("form[action='/settings/notifications/new']")
	made := b.post("/settings/notifications/new", with(form, "target", "https://hooks.slack.com/services/T/B/x", "name", "Ops")...)
	at := made.header.Get("Location")
	id := strings.TrimPrefix(at, "/settings/notifications/")
	ctx := t.Context()
	err := w.store.Update(ctx, func(tx market.Writer) error {
		if _, err := tx.InsertEvent(ctx, market.Event{ID: "e1", Key: "k1", At: w.clock.Now(), Kind: market.EventDown, Listing: "weather-demo", Data: market.EventData{Name: "<b>天气"}}); err != nil {
			return err
		}
		_, err := tx.InsertDelivery(ctx, market.Delivery{
			ID: "d1", Event: "e1", Channel: id, State: market.DeliveryFailed, Due: w.clock.Now(), Attempts: 9, Status: 503, Detail: "HTTP 503", Message: "msg_1", CreatedAt: w.clock.Now(), DoneAt: w.clock.Now().Add(time.Minute),
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	line := b.get(at)
	if said := line.text("[data-testid=delivery]"); !strings.Contains(said, "A server is down") || !strings.Contains(said, "The receiver failed (HTTP 503)") || !strings.Contains(said, "9 attempts") || line.has("[data-testid=delivery] b") {
		t.Errorf("the log: %s", said)
	}
	again := line.doc.Find("[data-testid=delivery] form").AttrOr("action", "")
	if a := b.post(again); a.status != http.StatusSeeOther {
		t.Fatalf("again: %d %s", a.status, a.text("main"))
	}
	if a := b.post(again); a.status != http.StatusConflict || !strings.Contains(a.text("[role=alert]"), "waiting to be sent") {
		t.Errorf("a second click: %d %s", a.status, a.text("main"))
	}
	if a := w.signedIn(otherEmail).post(again); a.status != http.StatusNotFound {
		t.Errorf("another's: %d", a.status)
	}
}
