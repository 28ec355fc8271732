package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"marketd/market"
)

// waiveForm is the form that lets the first finding of a rule be.
func (a answer) waiveForm(rule string, pairs ...string) []string {
	return with(a.fields("[data-testid=findings] > [data-rule="+rule+"] [data-testid=waive] form"), pairs...)
}

// From refused to listed: the publisher asks for a person, who lets the finding
// be and approves.
func TestAppealAndWaive(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dev, rev := w.signedIn(devEmail), w.signedIn(reviewerEmail)
	sub := w.judged(devEmail, "x-dsc-003")
	mine, desk := "/submissions/"+sub.ID, "/desk/"+sub.ID

	if a := rev.get(mine); a.has("[data-testid=appeal]") {
		t.Error("a reviewer can appeal for the publisher")
	}
	a := dev.get(mine)
	if !a.has("[data-testid=appeal] form") {
		t.Fatalf("no way to ask for a person: %q", a.text("main"))
	}
	a = dev.post(mine+"/appeal", "reason", " ")
	if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.text("#problems"), "Say why") {
		t.Errorf("without a reason: %d %q", a.status, a.text("#problems"))
	}
	for range 2 { // a double click
		if a := dev.post(mine+"/appeal", "reason", "TODO 是我们的产品名 <b>"); a.status != http.StatusSeeOther || a.header.Get("Location") != mine {
			t.Fatalf("the appeal: %d %q", a.status, a.text("#problems"))
		}
	}
	a = dev.get(mine)
	if got, _ := a.doc.Find("[data-testid=stage]").Attr("data-stage"); got != "in_review" || a.has("[data-testid=appeal]") || !strings.Contains(a.text("[data-testid=timeline]"), "asked for a person") {
		t.Errorf("after the appeal: stage %q, %q", got, a.text("[data-testid=timeline]"))
	}

	if got := rev.get("/desk").text("tr[data-row]"); !strings.Contains(got, "Appeal") || !strings.Contains(got, "Rejected") {
		t.Errorf("the queue reads %q", got)
	}
	if a := rev.get(desk); a.has("[data-testid=waive]") || a.text("[data-testid=appeal] .said2") != "TODO 是我们的产品名 <b>" {
		t.Errorf("before the claim: %q", a.text("[data-testid=appeal]"))
	}
	rev.post(desk + "/claim")
	opened := rev.get(desk)
	a = rev.post(desk+"/decide", opened.decision("approve", "")...)
	if a.status != http.StatusConflict || !strings.Contains(a.text("#problems"), "The rules still refuse it (DSC-003)") {
		t.Errorf("approving over what stands: %d %q", a.status, a.text("#problems"))
	}
	a = rev.post(desk+"/waive", opened.waiveForm("DSC-003", "wrong", "true")...)
	if a.status != http.StatusUnprocessableEntity || !a.has("[data-testid=waive][open] [aria-invalid=true]") || !a.has("[data-testid=waive] [name=wrong][checked]") {
		t.Errorf("without a reason: %d %q", a.status, a.text("#problems"))
	}
	if at, _ := a.doc.Find("#problems a").Attr("href"); !a.has(at) || !strings.HasPrefix(at, "#waive-") {
		t.Errorf("the summary leads to %q", at)
	}
	for range 2 { // a double click
		if a := rev.post(desk+"/waive", opened.waiveForm("DSC-003", "wrong", "true", "reason", "它确实叫这个名字 <i>")...); a.status != http.StatusSeeOther {
			t.Fatalf("the waiver: %d %q", a.status, a.text("#problems"))
		}
	}
	a = rev.get(desk)
	if !strings.Contains(a.text("[data-testid=verdict]"), "Nothing must change") || !strings.Contains(a.text("[data-testid=waived]"), "Let be by Rev") || a.has("[data-testid=waive]") {
		t.Errorf("after the waiver: %q, %q", a.text("[data-testid=verdict]"), a.text("[data-testid=waived]"))
	}
	if got := dev.get(mine); !strings.Contains(got.text("main"), "它确实叫这个名字 <i>") || regexp.MustCompile(`\bRev\b`).MatchString(got.text("main")) {
		t.Error("the publisher does not read the reason, or reads who wrote it")
	}
	if a := rev.post(desk+"/decide", opened.decision("approve", "")...); a.status != http.StatusConflict {
		t.Errorf("a decision from before the waiver: %d", a.status)
	}
	if a := rev.decide(sub.ID, "approve", ""); a.status != http.StatusSeeOther {
		t.Fatalf("approve: %d %q", a.status, a.text("#problems"))
	}
	if _, ok := w.catalog.Current().Listing("x-dsc-003"); !ok {
		t.Error("it is not listed")
	}
	if got := rev.get("/desk/rules/DSC-003").text("[data-testid=hit]"); !strings.Contains(got, "1 let be") || !strings.Contains(got, "the rule was wrong") {
		t.Errorf("the rule's page reads %q", got)
	}
	if a := dev.post(mine+"/appeal", "reason", "again"); a.status != http.StatusConflict || !strings.Contains(a.text("#problems"), "only once") {
		t.Errorf("another appeal: %d %q", a.status, a.text("#problems"))
	}
}

func TestWithdrawWaiverOnPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev := w.signedIn(reviewerEmail)
	sub := w.judged(devEmail, "x-sec-030")
	desk := "/desk/" + sub.ID
	rev.post(desk + "/claim")
	if a := rev.post(desk+"/waive", rev.get(desk).waiveForm("SEC-030", "reason", "fine")...); a.status != http.StatusSeeOther {
		t.Fatalf("the waiver: %d", a.status)
	}
	action, _ := rev.get("/desk/rules/SEC-030").doc.Find("[data-testid=waiver] form").Attr("action")
	fields := rev.get(desk).fields("[data-testid=waived] form")
	for range 2 {
		if a := rev.post(action, fields...); a.status != http.StatusSeeOther || a.header.Get("Location") != desk {
			t.Fatalf("withdraw: %d to %q", a.status, a.header.Get("Location"))
		}
	}
	a := rev.get(desk)
	if a.has("[data-testid=waived]") || !a.has("[data-testid=waive]") || !strings.Contains(a.text("[data-testid=verdict]"), "A person has to look") {
		t.Errorf("after withdrawing: %q", a.text("[data-testid=verdict]"))
	}
	if got := rev.get("/desk/rules/SEC-030").text("[data-testid=waiver]"); !strings.Contains(got, "Withdrawn by Rev") {
		t.Errorf("the rule's page: %q", got)
	}
	if a := rev.post(action, "back", "https://evil.example/"); a.header.Get("Location") != "/desk/rules/SEC-030" {
		t.Errorf("leads to %q", a.header.Get("Location"))
	}
}

// Forms of other people, other screens, and one's own submission.
func TestWaiveOnPagesRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if _, err := w.accounts.Create(t.Context(), market.SignUpRequest{Email: "second@example.com", Name: "Second", Password: password}, market.RoleReviewer); err != nil {
		t.Fatal(err)
	}
	rev, second := w.signedIn(reviewerEmail), w.signedIn("second@example.com")
	sub := w.judged(devEmail, "x-sec-030")
	desk := "/desk/" + sub.ID
	rev.post(desk + "/claim")
	form := rev.get(desk).waiveForm("SEC-030", "reason", "fine")
	if a := second.get(desk); a.has("[data-testid=waive]") {
		t.Error("the form is there for another reviewer")
	}
	for name, c := range map[string]struct {
		by   *browser
		form []string
		want string
	}{
		"another's claim": {second, form, "Another reviewer"},
		"an older screen": {rev, with(form, "version", "1"), "changed since you opened it"},
		"no version":      {rev, with(form, "version", "x"), "changed since you opened it"},
		"no finding":      {rev, with(form, "finding", "<b>"), "no such finding"},
	} {
		if a := c.by.post(desk+"/waive", c.form...); a.status != http.StatusConflict || !strings.Contains(a.text("#problems"), c.want) {
			t.Errorf("%s: %d %q", name, a.status, a.text("#problems"))
		}
	}
	own := w.judged(reviewerEmail, "mine-sec-030")
	if a := rev.post("/desk/"+own.ID+"/waive", form...); a.status != http.StatusForbidden {
		t.Errorf("one's own: %d", a.status)
	}
	if a := rev.post("/desk/none/waive", form...); a.status != http.StatusNotFound {
		t.Errorf("no such case: %d", a.status)
	}
}
