package web

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// What a reviewer did is said with the listing's name and a way to it.
func TestNoticesNameTheListing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev := w.signedIn(reviewerEmail)
	for _, c := range []struct{ id, kind, text, link string }{
		{"one", "approve", "天气 one is approved and listed. Open it", "/listings/one"},
		{"two", "reject", "天气 two is rejected. See the case", "/desk/"},
		{"three", "request_changes", "The publisher of 天气 three is asked for changes. See the case", "/desk/"},
	} {
		sub := w.submitted(devEmail, c.id, good)
		if a := rev.decide(sub.ID, c.kind, "because"); a.status != http.StatusSeeOther {
			t.Fatal(a.text("#problems"))
		}
		a := rev.get("/desk")
		href := a.doc.Find(".said a").AttrOr("href", "")
		if a.text(".said") != c.text || !strings.HasPrefix(href, c.link) {
			t.Errorf("%s: %q leads to %q", c.kind, a.text(".said"), href)
		}
		if a := rev.get(href); a.status != http.StatusOK || a.has(".said") {
			t.Errorf("%s: the link leads to %d, or the notice is said twice", c.kind, a.status)
		}
	}
	w.clock.add(time.Minute)
	sub := w.submitted(devEmail, "four", good)
	rev.post("/desk/" + sub.ID + "/claim")
	rev.post("/desk/" + sub.ID + "/release")
	rev.do(http.MethodHead, "/desk", nil) // takes nothing
	if got := rev.get("/desk").text(".said"); got != "天气 four is released; others can take it up. See the case" {
		t.Errorf("released: %q", got)
	}
}

// A name from outside is text, and code only where the message says so.
func TestNoticeIsInert(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev := w.signedIn(reviewerEmail)
	sub := w.submitted(devEmail, "<b>`x`</b>\u202e", good)
	if a := rev.decide(sub.ID, "approve", ""); a.status != http.StatusSeeOther {
		t.Fatal(a.text("#problems"))
	}
	a := rev.get("/desk")
	if a.has(".said b, .said code") || !strings.Contains(a.text(".said"), "`x`") || strings.Contains(a.body, "\u202e") || !strings.Contains(a.text(".said"), "⟦U+202E⟧") {
		t.Errorf("%q", a.text(".said"))
	}
}
