package web

import (
	"net/http"
	"strings"
	"testing"

	"marketd/market"
)

// decide has the reviewer claim and decide through the pages.
func (b *browser) decide(id, kind, text string, rules ...string) answer {
	b.w.t.Helper()
	if a := b.post("/desk/" + id + "/claim"); a.status != http.StatusSeeOther {
		b.w.t.Fatalf("claim: %d %s", a.status, a.text("#problems"))
	}
	return b.post("/desk/"+id+"/decide", b.get("/desk/"+id).decision(kind, text, rules...)...)
}

// decision fills in the decision form of a page.
func (a answer) decision(kind, text string, rules ...string) []string {
	version, _ := a.doc.Find("#decide [name=version]").Attr("value")
	digest, _ := a.doc.Find("#decide [name=digest]").Attr("value")
	form := []string{"version", version, "digest", digest, "kind", kind, "text", text}
	for _, r := range rules {
		form = append(form, "rules", r)
	}
	return form
}

func TestSubmissionStory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dev, rev := w.signedIn(devEmail), w.signedIn(reviewerEmail)
	for _, c := range []struct {
		id     string
		look   func(market.Entry) market.Examined
		decide string
		stage  string
		lead   string
		sel    string // and what it must say
		want   string
	}{
		{"being-checked", nil, "", "checking", "The automated checks are at work", "[data-testid=timeline]", "Submitted"},
		{"in-queue", suspicious, "", "in_review", "it is next for a person", "[data-testid=findings]", "gives orders to the model"},
		{"auto-refused", refused, "", "rejected", "found 1 thing that must change", "[data-testid=findings]", "Answer the empty object with 200"},
	} {
		sub := w.submitted(devEmail, c.id, c.look)
		w.clock.add(61e9) // past the submitter's limit
		a := dev.get("/submissions/" + sub.ID)
		if got, _ := a.doc.Find("[data-testid=stage]").Attr("data-stage"); a.status != 200 || got != c.stage {
			t.Errorf("%s: %d, stage %q, want %q", c.id, a.status, got, c.stage)
		}
		if !strings.Contains(a.text(".lead"), c.lead) {
			t.Errorf("%s: lead %q, want %q", c.id, a.text(".lead"), c.lead)
		}
		if !strings.Contains(a.text(c.sel), c.want) {
			t.Errorf("%s: %s lacks %q", c.id, c.sel, c.want)
		}
		if live := a.has("[data-live]"); live != market.Stage(c.stage).Open() {
			t.Errorf("%s: live is %v", c.id, live)
		}
		if a.has(".time script") || strings.Contains(a.body, "<script>alert") || strings.Contains(a.body, "\u202e") {
			t.Errorf("%s: hostile text is not inert", c.id)
		}
		for who, b := range map[string]*browser{"another developer": w.signedIn(otherEmail)} {
			if a := b.get("/submissions/" + sub.ID); a.status != http.StatusNotFound {
				t.Errorf("%s: %s gets %d", c.id, who, a.status)
			}
			if a := b.post("/submissions/" + sub.ID + "/withdraw"); a.status != http.StatusNotFound {
				t.Errorf("%s: %s withdraws: %d", c.id, who, a.status)
			}
		}
		if a := rev.get("/submissions/" + sub.ID); a.status != 200 || a.has("form[action$=withdraw]") {
			t.Errorf("%s: a reviewer gets %d, may withdraw: %v", c.id, a.status, a.has("form[action$=withdraw]"))
		}
	}
	if a := w.browser().get("/submissions"); a.status != http.StatusSeeOther || a.header.Get("Location") != "/signin?next=%2Fsubmissions" {
		t.Errorf("a visitor: %d to %s", a.status, a.header.Get("Location"))
	}
}

func TestReviewersWordsReachTheSubmitter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, stage, next string }{
		{"request_changes", "changes_requested", "Revise and send again"},
		{"reject", "rejected", "Revise and send again"},
		{"approve", "approved", "Send a new revision"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			dev, rev := w.signedIn(devEmail), w.signedIn(reviewerEmail)
			sub := w.submitted(devEmail, "weather-demo", suspicious)
			if a := rev.decide(sub.ID, c.kind, "第一行\n<b>second</b> line", "SEC-030"); a.status != http.StatusSeeOther {
				t.Fatalf("decide: %d %s", a.status, a.text("#problems"))
			}
			a := dev.get("/submissions/" + sub.ID)
			if got, _ := a.doc.Find("[data-testid=stage]").Attr("data-stage"); got != c.stage {
				t.Errorf("stage %q, want %q", got, c.stage)
			}
			words := a.text("[data-testid=decision]")
			if !strings.Contains(words, "<b>second</b> line") || !strings.Contains(words, "SEC-030") {
				t.Errorf("the reviewer's words read %q", words)
			}
			if strings.Contains(a.text("main"), "Rev ") {
				t.Error("the reviewer is named to the submitter")
			}
			if !strings.Contains(a.text("main .row .btn"), c.next) {
				t.Errorf("no way on: %q", a.text("main .row .btn"))
			}
			_, listed := w.catalog.Current().Listing("weather-demo")
			if listed != (c.kind == "approve") {
				t.Errorf("listed: %v", listed)
			}
		})
	}
}

func TestWithdrawAndToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dev := w.signedIn(devEmail)
	sub := w.submitted(devEmail, "weather-demo", suspicious)
	page := "/submissions/" + sub.ID
	if a := dev.get(page); !a.has("form[action$='token/delete']") {
		t.Fatal("no way to delete the token")
	}
	if a := dev.post(page + "/token/delete"); a.header.Get("Location") != page {
		t.Fatalf("delete token: %d", a.status)
	}
	a := dev.get(page)
	if a.has("form[action$='token/delete']") || a.text("main [role=status]") != "The test token is deleted." {
		t.Errorf("after the deletion: %q", a.text("main [role=status]"))
	}
	if a := dev.post(page + "/withdraw"); a.status != http.StatusSeeOther {
		t.Fatalf("withdraw: %d", a.status)
	}
	if got, _ := dev.get(page).doc.Find("[data-testid=stage]").Attr("data-stage"); got != "withdrawn" {
		t.Errorf("stage %q, want withdrawn", got)
	}
	if a := dev.post(page + "/withdraw"); a.status != http.StatusConflict || !strings.Contains(a.text("main"), "has ended") {
		t.Errorf("withdraw again: %d %q", a.status, a.text("main"))
	}
}

// A resubmission starts from the old entry, and its page shows what changed.
func TestReviseStartsFromTheOldEntry(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dev := w.signedIn(devEmail)
	old := w.submitted(devEmail, "weather-demo", refused)
	a := dev.get("/submissions/" + old.ID + "/revise")
	if got, _ := a.doc.Find("#id").Attr("value"); a.status != 200 || got != "weather-demo" || !strings.Contains(a.text("h1"), "Revise \"天气 weather-demo\"") {
		t.Fatalf("revise: %d, id %q, %q", a.status, got, a.text("h1"))
	}
	if a := w.signedIn(reviewerEmail).get("/submissions/" + old.ID + "/revise"); a.status != http.StatusForbidden {
		t.Errorf("a reviewer revises another's: %d", a.status)
	}
	w.examines(good)
	form := formOf("weather-demo", "agree", "1")
	form[7] = "查询国内城市的实时天气、预警与七日预报"
	path, _ := dev.check(form...)
	at := dev.post("/submit", append(form, "run", runOf(path), "do", "submit")...).header.Get("Location")
	a = dev.get(at)
	if got := a.text("[data-testid=changes] ins"); got != "、预警" {
		t.Errorf("what was added reads %q", got)
	}
	if a.has("[data-testid=changes] del") {
		t.Errorf("struck: %q", a.text("[data-testid=changes] del"))
	}
}

func TestSubmissionEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dev := w.signedIn(devEmail)
	sub := w.submitted(devEmail, "weather-demo", nil)
	page := dev.get("/submissions/" + sub.ID)
	events, _ := page.doc.Find("[data-live]").Attr("data-live")
	w.examines(suspicious)
	if err := w.intake.Review(t.Context(), market.ReviewArgs{Submission: sub.ID, Pass: 1}); err != nil {
		t.Fatal(err)
	}
	// The page is older than the stream: it is told at once.
	stream := dev.events(events)
	defer stream.close()
	if event, _, ok := stream.next(); !ok || event != "done" {
		t.Errorf("event %q (%v), want done", event, ok)
	}
	if a := w.signedIn(otherEmail).get("/submissions/" + sub.ID + "/events"); a.status != http.StatusNotFound {
		t.Errorf("a stranger's stream: %d", a.status)
	}
	if a := w.browser().get("/submissions/" + sub.ID + "/events"); a.status != http.StatusUnauthorized {
		t.Errorf("a visitor's stream: %d", a.status)
	}
}
