package web

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"marketd/market"
)

func TestDeskIsForReviewers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sub := w.submitted(devEmail, "weather-demo", suspicious)
	dev, visitor := w.signedIn(devEmail), w.browser()
	for _, path := range []string{"/desk", "/desk/audit", "/desk/" + sub.ID} {
		if a := dev.get(path); a.status != http.StatusForbidden {
			t.Errorf("%s: a developer gets %d", path, a.status)
		}
		if a := visitor.get(path); a.status != http.StatusSeeOther || !strings.HasPrefix(a.header.Get("Location"), "/signin?next=") {
			t.Errorf("%s: a visitor gets %d", path, a.status)
		}
	}
	for _, act := range []string{"claim", "release", "decide"} {
		if a := dev.post("/desk/" + sub.ID + "/" + act); a.status != http.StatusForbidden {
			t.Errorf("%s: a developer gets %d", act, a.status)
		}
		if a := visitor.post("/desk/" + sub.ID + "/" + act); a.status != http.StatusUnauthorized {
			t.Errorf("%s: a visitor gets %d", act, a.status)
		}
	}
}

func TestQueue(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.add(-25 * time.Hour)
	w.submitted(devEmail, "waiting-one", suspicious)
	w.submitted(otherEmail, "waiting-two", good)
	own := w.submitted(reviewerEmail, "my-own", good)
	w.submitted(otherEmail, "running", nil)
	w.submitted(otherEmail, "refused", refused)
	w.clock.add(25 * time.Hour)
	rev := w.signedIn(reviewerEmail)
	for _, c := range []struct{ path, tab, rows, sel, want string }{
		{"/desk", "waiting", "3", "tr[data-row]:first-child", "天气 waiting-one"},
		{"/desk", "waiting", "3", "tr[data-row]:first-child .id", "SEC-030"},
		{"/desk", "waiting", "3", "tr[data-row]:first-child [data-s=warn]", "25 h"},
		{"/desk?view=running", "running", "1", "tr[data-row]", "天气 running"},
		{"/desk?view=decided", "decided", "1", "tr[data-row] [data-s=reject]", "Rejected"},
		{"/desk?view=decided", "decided", "1", "thead", "VerdictListingDecidedKindRulesToolsDecided by"},
		{"/desk?view=decided", "decided", "1", "tr[data-row] td:nth-child(3) time", "2026-11-29 08:00 UTC"},
		{"/desk?view=decided", "decided", "1", "tr[data-row] td:last-child", "By the rules alone"},
		{"/desk", "waiting", "3", "thead", "WaitingKindRulesToolsReviewer"},
		{"/desk", "waiting", "3", ".pager", "1–3 of 3"},
		{"/desk", "waiting", "3", "#keys summary", "j k down, up · Enter open · ? all keys"},
		{"/desk?view=mine", "mine", "0", ".blank", "You have claimed nothing"},
		{"/desk?view=changes", "changes", "0", ".blank", "No publisher is asked"},
		{"/desk?view=nonsense", "waiting", "3", "h1", "Review desk"},
		{"/desk?q=waiting-two", "waiting", "1", "tr[data-row]", "waiting-two.example.com · Other"},
		{"/desk?q=SEC-030", "waiting", "1", "tr[data-row]", "waiting-one"},
		{"/desk?q=%3Cb%3E", "waiting", "0", ".blank", `"<b>"`},
		{"/desk?page=7", "waiting", "0", ".blank", "the list ends before it"},
	} {
		a := rev.get(c.path)
		if a.status != 200 {
			t.Fatalf("%s: %d", c.path, a.status)
		}
		if got, _ := a.doc.Find(".views [aria-current=true]").Attr("data-view"); got != c.tab {
			t.Errorf("%s: tab %q, want %q", c.path, got, c.tab)
		}
		if got := strconv.Itoa(a.doc.Find("tr[data-row]").Length()); got != c.rows {
			t.Errorf("%s: %s rows, want %s", c.path, got, c.rows)
		}
		if got := a.text(c.sel); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s reads %q, want %q", c.path, c.sel, got, c.want)
		}
	}
	if got := rev.get("/desk").text(".views"); !strings.Contains(got, "Waiting 3 Mine 0 With publishers 0 Being checked 1 Decided 1") {
		t.Errorf("the counts read %q", got)
	}
	a := rev.get("/desk/" + own.ID)
	if !strings.Contains(a.text("#decide"), "your own submission") || a.has("#decide form") {
		t.Errorf("one's own: %q", a.text("#decide"))
	}
	if a := rev.post("/desk/"+own.ID+"/decide", "kind", "approve", "version", "2"); a.status != http.StatusForbidden {
		t.Errorf("deciding on one's own: %d", a.status)
	}
}

func TestCaseShowsTheEvidence(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sub := w.submitted(devEmail, "weather-demo", suspicious)
	a := w.signedIn(reviewerEmail).get("/desk/" + sub.ID)
	for _, c := range []struct{ sel, want string }{
		{"[data-testid=seen] .card h3", "天气 weather-demo"},
		{"[data-testid=seen] .tl", "alert.detail"},
		{"[data-testid=seen]", "203.0.113.24"},
		{"[data-testid=verdict]", "A person has to look"},
		{"[data-rule=SEC-030]", "gives orders to the model"},
		{"[data-rule=SEC-030] .raw", "<script>alert(1)</script> [点此](javascript:alert(1)) ⟦U+202E⟧gnp.exe⟦U+200B⟧"},
		{"[data-testid=passing] summary", "All 5 checks"},
		{"[data-testid=transcript] summary", "3 requests · 20.0 KiB"},
		{"[data-testid=exchange]:first-child", "Authorization: Bearer ⟦token⟧"},
		{"[data-testid=exchange]:first-child", "curl -sS -i --globoff"},
		{"[data-testid=exchange]:last-child", "connect: connection refused"},
		{"#decide", "Claim it first"},
	} {
		if got := a.text(c.sel); !strings.Contains(got, c.want) {
			t.Errorf("%s reads %.200q, want %q", c.sel, got, c.want)
		}
	}
	if _, open := a.doc.Find("[data-testid=findings] > [data-rule=SEC-030]").Attr("open"); !open {
		t.Error("what a person must look at is folded")
	}
	if strings.Contains(a.body, "s3cret-token") {
		t.Error("the token is on the page")
	}
	if strings.Contains(a.body, "<script>alert") || strings.ContainsAny(a.body, "\u202e\u200b") || a.has("a[href^='javascript']") {
		t.Error("hostile text is not inert")
	}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 4001)
	for _, c := range []struct {
		name   string
		change func(form []string) []string
		status int
		want   string // in the summary
		kept   string // in the text area
	}{
		{"no decision", func(f []string) []string { f[5] = ""; return f }, 422, "Choose a decision first|No decision was chosen", "because"},
		{"an unknown decision", func(f []string) []string { f[5] = "destroy"; return f }, 422, "No decision was chosen", "because"},
		{"no grounds", func(f []string) []string { f[5], f[7] = "reject", " "; return f }, 422, "needs to know what to change", ""},
		{"too long", func(f []string) []string { f[7] = long; return f }, 422, "Over 4,000 characters", long},
		{"a made-up rule", func(f []string) []string { return append(f, "rules", "<b>") }, 422, "not one of ours", "because"},
		{"an older version", func(f []string) []string { f[1] = "1"; return f }, 409, "changed since you opened it", "because"},
		{"no version", func(f []string) []string { f[1] = "x"; return f }, 409, "changed since you opened it", "because"},
		{"another digest", func(f []string) []string { f[3] = "v1:sha256:00"; return f }, 409, "changed since you opened it", "because"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			rev := w.signedIn(reviewerEmail)
			sub := w.submitted(devEmail, "weather-demo", suspicious)
			rev.post("/desk/" + sub.ID + "/claim")
			form := c.change(rev.get("/desk/"+sub.ID).decision("request_changes", "because"))
			a := rev.post("/desk/"+sub.ID+"/decide", form...)
			if a.status != c.status {
				t.Fatalf("%d, want %d", a.status, c.status)
			}
			said := a.text("#problems")
			if want, _, _ := strings.Cut(c.want, "|"); !strings.Contains(said, want) && !strings.Contains(said, c.want[strings.LastIndexByte(c.want, '|')+1:]) {
				t.Errorf("the summary reads %q, want %q", said, c.want)
			}
			if got := strings.TrimSpace(a.doc.Find("#text").Text()); got != c.kept {
				t.Errorf("the text area keeps %.40q, want %.40q", got, c.kept)
			}
			if got, _ := a.doc.Find("[data-testid=stage]").Attr("data-stage"); got != "in_review" {
				t.Errorf("stage %q", got)
			}
		})
	}
}

func TestTwoReviewers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if _, err := w.accounts.Create(t.Context(), market.SignUpRequest{Email: "second@example.com", Name: "Second", Password: password}, market.RoleReviewer); err != nil {
		t.Fatal(err)
	}
	first, second := w.signedIn(reviewerEmail), w.signedIn("second@example.com")
	sub := w.submitted(devEmail, "weather-demo", suspicious)
	page := "/desk/" + sub.ID
	first.post(page + "/claim")
	opened := first.get(page)
	if !opened.has("#decide form[action$=decide]") {
		t.Fatal("the claimer has no form")
	}
	if a := second.get(page); !strings.Contains(a.text("#decide"), "Rev has claimed this") || a.has("#decide form") {
		t.Errorf("the other sees %q", a.text("#decide"))
	}
	if a := second.post(page + "/claim"); a.status != http.StatusConflict || !strings.Contains(a.text("#problems"), "Another reviewer") {
		t.Errorf("the other claims: %d %q", a.status, a.text("#problems"))
	}
	if a := second.post(page+"/decide", opened.decision("approve", "")...); a.status != http.StatusConflict {
		t.Errorf("the other decides: %d", a.status)
	}
	if got := second.get("/desk").text("tr[data-row] td:last-child"); got != "Rev" {
		t.Errorf("the queue shows %q at work", got)
	}
	if got := first.get("/desk?view=mine").doc.Find("tr[data-row]").Length(); got != 1 {
		t.Errorf("%d of mine, want 1", got)
	}
	if a := first.post(page + "/release"); a.header.Get("Location") != "/desk" {
		t.Fatalf("release: %d", a.status)
	}
	if a := second.decide(sub.ID, "approve", ""); a.status != http.StatusSeeOther {
		t.Fatalf("after the release: %d %s", a.status, a.text("#problems"))
	}
	// The first one's page is old now: its decision is refused and the page says what happened.
	a := first.post(page+"/decide", opened.decision("reject", "no")...)
	if a.status != http.StatusConflict || !strings.Contains(a.text("#decide"), "Second") || a.has("#decide form") {
		t.Errorf("a decision from an old page: %d %q", a.status, a.text("#decide"))
	}
	if _, ok := w.catalog.Current().Listing("weather-demo"); !ok {
		t.Error("the approved listing is gone")
	}
	if got := first.get("/desk?view=decided").text("tr[data-row] td:last-child"); got != "Second" {
		t.Errorf("decided by %q", got)
	}
	if got := second.get("/desk?view=decided").text("tr[data-row] td:last-child"); got != "me" {
		t.Errorf("decided by %q, who looks", got)
	}
}

const changedTool = `{"name":"weather.now","description":"查询一个城市此刻的天气，并可附带联系人备注。","level":"readonly",
"inputSchema":{"type":"object","properties":{"city":{"type":"integer"},"note":{"type":"string"}},"required":["city","note"]}}`

func TestUpdateAgainstTheApprovedRevision(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev := w.signedIn(reviewerEmail)
	first := w.submitted(devEmail, "weather-demo", good)
	if a := rev.decide(first.ID, "approve", ""); a.status != http.StatusSeeOther {
		t.Fatal(a.text("#problems"))
	}
	second := w.submitted(devEmail, "weather-demo", func(e market.Entry) market.Examined { return examined(e, changedTool, hostileTool) })
	a := rev.get("/desk/" + second.ID)
	if got := a.text(".dhead .chip"); got != "Update · revision 2 against 1" {
		t.Errorf("head %q", got)
	}
	states := map[string]string{}
	a.doc.Find("[data-testid=tool-diff]").Each(func(_ int, s *goquery.Selection) {
		state, _ := s.Attr("data-state")
		states[strings.TrimSpace(s.Find("summary code").Text())] = state
	})
	if states["weather.now"] != "changed" || states["alert.detail"] != "added" || states["weather.forecast"] != "removed" || len(states) != 3 {
		t.Errorf("tools: %v", states)
	}
	changes := a.text("[data-testid=tool-diff][data-state=changed]")
	for _, want := range []string{"city type changed from string to integer", "note added, string, required", "unit removed", "readOnlyHint changed from true to false"} {
		if !strings.Contains(changes, want) {
			t.Errorf("the changes lack %q: %s", want, changes)
		}
	}
	if !a.has("[data-testid=tool-diff][data-state=changed] .raw ins") {
		t.Error("the description is not compared word by word")
	}
	if got := a.text("[data-testid=seen] .tl"); !strings.Contains(got, "weather.now Changed") || !strings.Contains(got, "alert.detail Added") {
		t.Errorf("the tools of the update read %q", got)
	}

	w.clock.add(time.Minute)
	if a := rev.decide(second.ID, "reject", "no"); a.status != http.StatusSeeOther {
		t.Fatal(a.text("#problems"))
	}
	third := w.submitted(devEmail, "weather-demo", good)
	if got := rev.get("/desk/" + third.ID).text("[data-testid=changes]"); !strings.Contains(got, "same digest") {
		t.Errorf("an update with the same tools reads %q", got)
	}
}

func TestAudit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev := w.signedIn(reviewerEmail)
	sub := w.submitted(devEmail, "weather-demo", suspicious)
	for range 30 {
		rev.post("/desk/" + sub.ID + "/claim")
		rev.post("/desk/" + sub.ID + "/release")
	}
	a := rev.get("/desk/audit")
	if n := a.doc.Find("[data-testid=act]").Length(); n != auditSize {
		t.Errorf("%d acts on the page, want %d", n, auditSize)
	}
	if got := a.text("[data-testid=act]:first-child"); !strings.Contains(got, "Released by the reviewer") || !strings.Contains(got, "Rev") {
		t.Errorf("the newest act reads %q", got)
	}
	older, _ := a.doc.Find("[rel=next]").Attr("href")
	b := rev.get(older)
	first, last := a.text("[data-testid=act]:last-child td:first-child"), b.text("[data-testid=act]:first-child td:first-child")
	x, errX := strconv.Atoi(first)
	y, errY := strconv.Atoi(last)
	if errX != nil || errY != nil || x != y+1 {
		t.Errorf("the next page begins at %q after %q", last, first)
	}
	if a := rev.get("/desk/audit?object=submission/" + sub.ID + "&actor=" + w.account(devEmail).ID); a.doc.Find("[data-testid=act]").Length() != 1 || !strings.Contains(a.text("[data-testid=act]"), "Submitted") {
		t.Errorf("filtered: %q", a.text("[data-testid=act]"))
	}
	if a := rev.get("/desk/audit?object=%3Cscript%3E&before=x"); a.status != 200 || !a.has(".blank") || a.has("script:not([src])") {
		t.Errorf("a hostile filter: %d", a.status)
	}
}
