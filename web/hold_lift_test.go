package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// A listing that was held for an upheld report says to its owner why and what to
// do, and a reviewer lifts the hold where its reports are; nobody else reads the
// words.
func TestHoldIsLiftedAtTheDesk(t *testing.T) {
	t.Parallel()
	w := newWorld(t, byAddress)
	w.list(sampleListings()...)
	const id, words = "weather-demo", "It sends <b>contacts</b> away."
	w.from(1).report(id, "reason", "harmful", "text", "x", "tool", "")
	rev, dev := w.signedIn(reviewerEmail), w.signedIn(devEmail)
	if rev.get("/desk/complaints/" + id).has("[data-testid=lift]") {
		t.Error("a hold to lift on a listing without one")
	}
	ids := rev.get("/desk/complaints/" + id).fields("form[action='/desk/complaints/" + id + "']")
	if a := rev.post("/desk/complaints/"+id, with(ids, "state", "upheld", "hold", "quarantined", "text", words)...); a.status != http.StatusSeeOther {
		t.Fatalf("upheld: %d %s", a.status, a.text("#problems"))
	}
	page := dev.get("/listings/" + id)
	if got := page.text("[data-testid=notice]"); !strings.Contains(got, words) || !strings.Contains(got, "submit an update that says what you did") || !page.has("[data-testid=notice] a[href$='/revise']") {
		t.Errorf("its owner reads %q", got)
	}
	if !page.has("form[action='/listings/" + id + "/check']") {
		t.Error("its owner cannot have it checked again")
	}
	for _, b := range []*browser{w.browser(), w.signedIn(otherEmail)} {
		if got := b.get("/listings/" + id); strings.Contains(got.body, "contacts&lt;/b&gt; away") || got.has("form[action='/listings/"+id+"/check']") {
			t.Error("others read the reviewer's words, or have it checked")
		}
	}
	if !rev.get("/listings/" + id).has("[data-testid=notice] a[href='/desk/complaints/" + id + "#lift-hold']") {
		t.Error("no way from the listing to where its hold is lifted")
	}
	form := rev.get("/desk/complaints/" + id).fields("[data-testid=lift] form")
	lift := "/desk/complaints/" + id + "/lift"
	if a := rev.post(lift, with(form, "lift", "")...); a.status != http.StatusUnprocessableEntity || !a.has("a[href='#lift']") {
		t.Errorf("no reason: %d", a.status)
	}
	if a := dev.post(lift, with(form, "lift", "x")...); a.status != http.StatusForbidden {
		t.Errorf("its owner: %d", a.status)
	}
	if a := rev.post(lift, with(form, "lift", "It no longer does.")...); a.status != http.StatusSeeOther {
		t.Fatalf("lifted: %d %s", a.status, a.text("#problems"))
	}
	if l, _ := w.catalog.Current().Page(id); l.Hold != market.HoldNone {
		t.Errorf("hold %q", l.Hold)
	}
	if got := dev.get("/listings/" + id).text("[data-testid=reviewer-words]"); !strings.Contains(got, "It no longer does.") {
		t.Errorf("its owner reads %q after", got)
	}
	if a := rev.post(lift, with(form, "lift", "It no longer does.")...); a.status != http.StatusConflict {
		t.Errorf("twice: %d", a.status)
	}
}

// A listing held for its tools leads reviewers to the change, and not past it; its
// owner reads the words of who refused it, and is told when the server is back.
func TestRefusedAndBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t, byAddress)
	w.list(sampleListings()...)
	l, _ := w.catalog.Current().Listing("weather-demo")
	d := driftOf(&l, w.account(devEmail).ID, market.DriftDangerous, []string{stealTool}, changed("SEC-030", "weather.now", "/description", "坏", "bad"))
	d.Held, d.State, d.Text, d.DecidedBy, d.DecidedAt = true, market.DriftOpen, "Take the order to the model out.", w.account(reviewerEmail).ID, epoch
	d.After = d.Before
	l.Hold, l.Health.Digest = market.HoldQuarantined, "v1:sha256:99"
	w.list(l)
	w.drifted([]market.Drift{d})
	l.Health.Digest = l.Digest // as a probe saves it: the catalog does not follow what is out of it
	if err := w.store.Update(t.Context(), func(tx market.Writer) error { return tx.SaveHealth(t.Context(), l.ID, l.Health) }); err != nil {
		t.Fatal(err)
	}
	rev, dev := w.signedIn(reviewerEmail), w.signedIn(devEmail)
	got := dev.get("/listings/weather-demo")
	if said := got.text("[data-testid=notice]"); !strings.Contains(said, "shows the approved tools again, and a reviewer has to lift the hold") || strings.Contains(said, "put the server back") {
		t.Errorf("its owner reads %q", said)
	}
	if said := got.text("main"); strings.Contains(strings.ToLower(said), "differ from") {
		t.Errorf("it is said to differ: %s", said)
	}
	for b, want := range map[*browser]bool{dev: true, rev: true, w.signedIn(otherEmail): false, w.browser(): false} {
		if page := b.get("/listings/weather-demo/changes"); strings.Contains(page.text("[data-testid=reviewer-words]"), d.Text) != want {
			t.Errorf("words on the changes: %v, want %v", !want, want)
		}
	}
	if a := rev.get("/desk/drifts"); !a.has("a[href='" + driftURL(d.ID) + "']") {
		t.Error("it does not wait at the desk")
	}
	if a := rev.get("/desk/drifts/" + d.ID); !a.has("input[value=restore][data-key=s]") {
		t.Error("it cannot be restored")
	}
	desk := rev.get("/desk/complaints/weather-demo")
	if !desk.has("[data-testid=lift] a[href='"+driftURL(d.ID)+"']") || desk.has("[data-testid=lift] form") {
		t.Errorf("lift: %s", desk.text("[data-testid=lift]"))
	}
	if a := rev.post("/desk/complaints/weather-demo/lift", "hold", "quarantined", "lift", "x"); a.status != http.StatusConflict || !a.has("[data-testid=lift] a") {
		t.Errorf("lifted past it: %d", a.status)
	}
}

// A server that fails tells its owner what to do about it, and nobody else.
func TestOwnerOfAFailingServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, state := range []market.HealthState{market.HealthDegraded, market.HealthDown} {
		l := listing("one", "One", "other", forecastTool)
		l.Health.State, l.Health.Reason, l.Health.Since, l.Health.Failures = state, market.ReasonNotMCP, epoch.Add(-time.Hour), 4
		w.list(l)
		own, other := w.signedIn(devEmail).get("/listings/one"), w.browser().get("/listings/one")
		if got := own.text("[data-testid=notice]"); !strings.Contains(got, "is not JSON-RPC") || !own.has("[data-testid=notice] a[href='/listings/one/health#transcripts']") || !own.has("[data-testid=notice] a[href='#acts']") || !own.has("#acts form") {
			t.Errorf("%s: its owner reads %q", state, got)
		}
		if strings.Contains(other.text("[data-testid=notice]"), "is not JSON-RPC") {
			t.Errorf("%s: everybody is told what to do", state)
		}
	}
}
