package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// shared makes a check of a stock server public.
func (b *browser) shared() (check, link string) {
	b.w.t.Helper()
	b.w.examines(stock)
	check, _ = b.checked("url", stockURL, "token", "s3cret-token")
	a := b.post(check + "/share")
	if link = a.header.Get("Location"); a.status != http.StatusSeeOther || !strings.HasPrefix(link, "/reports/") {
		b.w.t.Fatalf("share: %d %q", a.status, a.text("main"))
	}
	return check, link
}

func TestSharedReport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	check, link := b.shared()
	if len(link) < len("/reports/")+26 {
		t.Errorf("%s can be guessed", link)
	}
	if a := b.post(check + "/share"); a.header.Get("Location") != link {
		t.Errorf("shared again it is another report: %q", a.header.Get("Location"))
	}
	if got := b.get(check).doc.Find("a[href='" + link + "']").Length(); got != 1 {
		t.Errorf("the check leads %d times to its shared report", got)
	}
	a := w.browser().get(link)
	for _, c := range []struct{ sel, want string }{
		{"h1", "stock.example.com"},
		{"[data-testid=public]", "anyone who has the link can read it. Made on 2026-11-30, it expires on 2027-02-28"},
		{"[data-testid=summary]", "Works with standard MCP clients"},
		{"[data-testid=findings]", "Answered 400"},
		{"[data-testid=quality] .ring", "81"},
		{"[data-testid=exchange]", "Bearer ⟦token⟧"},
	} {
		if got := a.text(c.sel); !strings.Contains(got, c.want) {
			t.Errorf("%s reads %.200q, want %q", c.sel, got, c.want)
		}
	}
	if a.doc.Find("meta[name=robots]").AttrOr("content", "") != "noindex" || a.header.Get("X-Robots-Tag") != "noindex, nofollow" {
		t.Error("it may be indexed")
	}
	if a.has("form[action$='/delete']") || strings.Contains(a.body, "s3cret") || a.has("form[action$='/share']") {
		t.Error("a stranger can take it back, or reads the token")
	}
	for _, ext := range []string{"json", "sarif", "md", "txt"} {
		a := w.browser().get(link + "/report." + ext)
		if a.status != http.StatusOK || !strings.Contains(a.body, "HLT-001") || a.header.Get("X-Robots-Tag") == "" || strings.Contains(a.body, "s3cret") {
			t.Errorf("%s: %d", ext, a.status)
		}
	}
	w.clock.add(market.ShareFor)
	for _, path := range []string{link, link + "/report.json", "/reports/none"} {
		if a := w.browser().get(path); a.status != http.StatusNotFound {
			t.Errorf("%s after 90 days: %d", path, a.status)
		}
	}
}

func TestSharedReportIsTakenBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	check, link := b.shared()
	if a := w.signedIn(otherEmail).post(link + "/delete"); a.status != http.StatusForbidden {
		t.Errorf("another takes it back: %d", a.status)
	}
	if !b.get(link).has("form[action='" + link + "/delete']") {
		t.Error("who shared it cannot take it back")
	}
	if a := b.post(link + "/delete"); a.status != http.StatusSeeOther {
		t.Errorf("take back: %d %q", a.status, a.text("main"))
	}
	if a := b.get(link); a.status != http.StatusNotFound {
		t.Errorf("afterwards: %d", a.status)
	}
	if a := b.get(check); a.has("a[href^='/reports/']") || !a.has("form[action$='/share']") {
		t.Error("the check still leads to it")
	}
	if again := b.post(check + "/share").header.Get("Location"); again == link || !strings.HasPrefix(again, "/reports/") {
		t.Errorf("shared anew: %q", again)
	}
	_, link = w.signedIn(devEmail).shared()
	if a := w.signedIn(devEmail).post(link + "/delete"); a.status != http.StatusSeeOther { // another browser of the same account
		t.Errorf("the account takes it back: %d", a.status)
	}
	_, link = b.shared()
	if a := w.signedIn(reviewerEmail).post(link + "/delete"); a.status != http.StatusSeeOther {
		t.Errorf("a reviewer takes it back: %d", a.status)
	}
}

func TestSharingWaitsForTheCheck(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	if a := b.post("/check/none/share"); a.status != http.StatusNotFound {
		t.Errorf("no check: %d", a.status)
	}
	check, _ := b.shared()
	if a := w.browser().post(check + "/share"); a.status != http.StatusNotFound {
		t.Errorf("another browser's check: %d", a.status)
	}
	for range 30 {
		w.clock.add(time.Minute)
		path, _ := b.checked("url", stockURL)
		if a := b.post(path + "/share"); a.status == http.StatusTooManyRequests {
			if a.header.Get("Retry-After") == "" || !strings.Contains(a.text("main"), "shared many reports today") {
				t.Errorf("%q", a.text("main"))
			}
			return
		}
	}
	t.Error("thirty reports a day are shared")
}
