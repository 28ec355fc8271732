package web

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"marketd/market"
)

// work does the jobs of the re-review at the address until it waits for a person,
// at most so many.
func (w *world) work(address string, batches int) {
	w.t.Helper()
	id := address[strings.LastIndexByte(address, '/')+1:]
	actor := market.Actor{Role: market.RoleReviewer}
	for range batches {
		run, err := w.web.Rereviews.Standing(w.t.Context(), actor, id)
		if err != nil {
			w.t.Fatal(err)
		}
		if !run.State.AtWork() {
			return
		}
		err = w.web.Rereviews.Batch(w.t.Context(), market.RereviewArgs{Rereview: id, Applying: run.Applying, After: run.Cursor})
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// sold brings submissions that the engine judged into the catalog.
func (w *world) sold(rev *browser, ids ...string) {
	w.t.Helper()
	for _, id := range ids {
		w.clock.add(time.Minute)
		sub := w.judged(devEmail, id)
		if a := rev.decide(sub.ID, "approve", ""); a.status != http.StatusSeeOther {
			w.t.Fatalf("approve %s: %d %q", id, a.status, a.text("#problems"))
		}
	}
}

// setRule sets a rule by its form.
func setRule(t *testing.T, admin *browser, rule string, pairs ...string) {
	t.Helper()
	page := "/desk/rules/" + rule
	form := with(admin.get(page).fields("[data-testid=setting] form"), pairs...)
	if a := admin.post(page, with(form, "reason", "because", "do", "save")...); a.status != http.StatusSeeOther {
		t.Fatalf("set %s: %d %q", rule, a.status, a.text("#problems"))
	}
}

// From a rule's page to a trial, its result, and having it so.
func TestRereviewOnPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev, admin := w.signedIn(reviewerEmail), w.admin()
	setRule(t, admin, "DSC-003", "mode", "monitor")
	w.sold(rev, "a-fine", "b-dsc-003", "c-fine", "d-sec-030", "e-fine")

	page := "/desk/rules/DSC-003"
	form := with(admin.get(page).fields("[data-testid=setting] form"), "mode", "enforce")
	if a := admin.post("/desk/rereviews", form...); a.status != http.StatusUnprocessableEntity || !strings.Contains(a.text("#problems"), "Say why") || !a.has("[data-testid=setting]") {
		t.Errorf("without a reason: %d %q", a.status, a.text("#problems"))
	}
	a := admin.post("/desk/rereviews", with(form, "reason", "看看 <b>")...)
	address := a.header.Get("Location")
	if a.status != http.StatusSeeOther || !strings.HasPrefix(address, "/desk/rereviews/") {
		t.Fatalf("start: %d %q", a.status, a.text("#problems"))
	}
	if a := admin.post("/desk/rereviews", with(form, "reason", "again")...); a.status != http.StatusConflict || !strings.Contains(a.text("#problems"), "at work already") {
		t.Errorf("a second one: %d %q", a.status, a.text("#problems"))
	}
	a = admin.get(address)
	if !strings.Contains(a.text("[data-testid=progress]"), "0 of 5") || !a.has("[data-live*=events]") || !strings.Contains(a.body, `http-equiv="refresh"`) || !a.has("form[action$='/cancel']") {
		t.Errorf("at work: %q", a.text("main"))
	}
	w.work(address, 1)
	if got := admin.get(address).text("[data-testid=progress]"); !strings.Contains(got, "3 of 5") {
		t.Errorf("half-way: %q", got)
	}
	w.work(address, 9)
	a = rev.get(address)
	if a.has("form[action$='/apply']") || !strings.Contains(a.text("aside"), "for an admin to decide") {
		t.Errorf("what a reviewer may do: %q", a.text("aside"))
	}
	a = admin.get(address)
	for _, c := range []struct{ sel, want string }{
		{"[data-testid=state]", "Trial done"},
		{"[data-testid=summary]", "Judged: 5. Another verdict: 1. Worse, and for a person to look at: 1."},
		{"[data-testid=summary] li", "Nothing must change→ becomes Rejected1 listing"},
		{"[data-testid=tally] tbody tr", "DSC-003 Every tool has a description——1—"},
		{"[data-testid=change]", "天气 b-dsc-003"},
		{"[data-testid=change] li", "DSC-003recorded only → Must change"},
		{"[data-testid=change] .raw", "天气 b-dsc-003 <b>bold</b>"},
		{"[data-testid=proposed]", "Must changerecorded only set→ becomes Must change set"},
	} {
		if got := a.text(c.sel); !strings.Contains(got, c.want) {
			t.Errorf("%s reads %q, want %q", c.sel, got, c.want)
		}
	}
	if n := a.doc.Find("[data-testid=change]").Length(); n != 1 {
		t.Errorf("%d listings change", n)
	}
	if a := admin.get(address + "?rule=META-003"); a.has("[data-testid=change]") || !strings.Contains(a.text("#changes"), "no listings here") {
		t.Errorf("another rule: %q", a.text("#changes"))
	}
	if a := admin.get(address + "?show=look&page=3"); !a.has("[data-testid=past-end]") {
		t.Error("past the end")
	}

	for range 2 { // a double click
		if a := admin.post(address + "/apply"); a.status != http.StatusSeeOther {
			t.Fatalf("apply: %d %q", a.status, a.text("#problems"))
		}
	}
	if a := admin.post(address + "/cancel"); a.status != http.StatusConflict || !strings.Contains(a.text("#problems"), "past that step") {
		t.Errorf("cancel while it is recorded: %d %q", a.status, a.text("#problems"))
	}
	w.work(address, 9)
	a = admin.get(address)
	if !strings.Contains(a.text("[data-testid=state]"), "Applied") || !strings.Contains(a.text("#changes"), "Nothing was delisted") || !strings.Contains(a.text("[data-testid=proposed]"), "Applied by Ada") {
		t.Errorf("after it was applied: %q", a.text("main"))
	}
	if _, ok := w.catalog.Current().Listing("b-dsc-003"); !ok {
		t.Error("the listing is gone")
	}
	if got := rev.get("/desk/rereviews").text("[data-testid=rereview]"); !strings.Contains(got, "Applied") || !strings.Contains(got, "看看 <b>") {
		t.Errorf("the list: %q", got)
	}
	href, _ := a.doc.Find("[data-testid=change] a[href^='/desk/']").Last().Attr("href")
	if got := rev.get(href); !strings.Contains(got.text("[data-testid=verdict]"), "must change") && !strings.Contains(got.text("[data-testid=verdict]"), "Must change") {
		t.Errorf("the case's report: %q", got.text("[data-testid=verdict]"))
	}
}

func TestRereviewOfTheRulesAsTheyAre(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev, admin := w.signedIn(reviewerEmail), w.admin()
	if a := rev.get("/desk/rereviews"); !strings.Contains(a.text(".blank"), "no re-review yet") || a.has("[data-testid=start] form") {
		t.Errorf("the empty list: %q", a.text("main"))
	}
	if a := admin.post("/desk/rereviews"); a.status != http.StatusUnprocessableEntity || !a.has("[data-testid=start] [aria-invalid=true]") {
		t.Errorf("without a reason: %d", a.status)
	}
	w.sold(rev, "a-fine")
	address := admin.post("/desk/rereviews", "reason", "new ruleset").header.Get("Location")
	if a := admin.get("/desk/rereviews"); a.has("[data-testid=start] form") || !strings.Contains(a.text("[data-testid=start]"), "wait for it") {
		t.Error("a second one can be started")
	}
	w.work(address, 9)
	a := admin.get(address)
	if got := a.text("[data-testid=summary]"); !strings.Contains(got, "1 listing was judged; nothing is otherwise") || a.has("#changes") {
		t.Errorf("nothing changes: %q", got)
	}
	setRule(t, admin, "SEC-030", "mode", "monitor")
	if a := admin.get(address); a.has("form[action$='/apply']") || !strings.Contains(a.text("aside"), "no longer holds") {
		t.Errorf("settings moved: %q", a.text("aside"))
	}
	if a := admin.get(address); !strings.Contains(a.text("[data-testid=state]"), "No longer holds") || a.text("[data-testid=try-again]") != "Try the same proposal again" || !a.has("[data-testid=try-again] [name=reason][value='new ruleset']") {
		t.Errorf("what is stale: %q", a.text("main"))
	}
	if got := admin.get("/desk/rereviews").text("[data-testid=rereview]"); !strings.Contains(got, "No longer holds") {
		t.Errorf("the list: %q", got)
	}
	if a := admin.post(address + "/apply"); a.status != http.StatusConflict || !strings.Contains(a.text("#problems"), "no longer holds") {
		t.Errorf("apply after the settings moved: %d %q", a.status, a.text("#problems"))
	}
	for range 2 {
		if a := admin.post(address + "/cancel"); a.status != http.StatusSeeOther {
			t.Fatalf("drop it: %d", a.status)
		}
	}
	if got := admin.get(address).text("main"); !strings.Contains(got, "Dropped") || !strings.Contains(got, "nothing was changed") {
		t.Errorf("dropped: %q", got)
	}
}

func TestProposeManyRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.admin()
	setRule(t, admin, "META-003", "mode", "monitor")
	a := admin.get("/desk/rereviews/new")
	if n := a.doc.Find("select[name^=set-]").Length(); n != 4 || a.doc.Find("option[value=reset]").Length() != 1 {
		t.Fatalf("%d rules can be set, %d reset", n, a.doc.Find("option[value=reset]").Length())
	}
	form := with(a.fields("main form"), "set-DSC-003", "monitor", "set-SEC-030", "warn", "set-META-003", "reset")
	bad := admin.post("/desk/rereviews", form...)
	if bad.status != http.StatusUnprocessableEntity || !bad.has("#set-SEC-030 option[value=warn][selected]") || bad.doc.Find("[data-testid=family][open]").Length() != 3 {
		t.Errorf("without a reason: %d", bad.status)
	}
	if a := admin.post("/desk/rereviews", with(form, "reason", "r", "set-XXX-001", "warn")...); a.status != http.StatusNotFound {
		t.Errorf("a made-up rule: %d", a.status)
	}
	if a := admin.post("/desk/rereviews", with(form, "reason", "r", "set-HLT-001", "<b>")...); a.status != http.StatusUnprocessableEntity {
		t.Errorf("a made-up severity: %d", a.status)
	}
	a = admin.post("/desk/rereviews", with(form, "reason", "r")...)
	if a.status != http.StatusSeeOther {
		t.Fatalf("start: %d %q", a.status, a.text("#problems"))
	}
	var got []string
	admin.get(a.header.Get("Location")).doc.Find("[data-testid=proposed] .id").Each(func(_ int, s *goquery.Selection) { got = append(got, s.Text()) })
	if strings.Join(got, " ") != "DSC-003 SEC-030 META-003" {
		t.Errorf("proposed: %v", got)
	}
}

// The page of a re-review at work is told when it has moved on.
func TestRereviewEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.admin()
	address := admin.post("/desk/rereviews", "reason", "r").header.Get("Location")
	live, _ := admin.get(address).doc.Find("[data-live]").Attr("data-live")
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.http.URL+live, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := admin.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	w.work(address, 9)
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if lines.Text() == "event: done" {
			return
		}
	}
	t.Error("the stream ended without a word")
}
