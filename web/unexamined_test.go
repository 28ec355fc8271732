package web

import (
	"net/http"
	"strings"
	"testing"

	"marketd/market"
)

// gaveUp makes a submission whose review failed for good, after as many passes.
func (w *world) gaveUp(id string, passes int) market.Submission {
	w.t.Helper()
	sub := w.submitted(devEmail, id, nil)
	for i := range passes {
		w.examines(unclear)
		if err := w.intake.Review(w.t.Context(), market.ReviewArgs{Submission: sub.ID, Pass: i + 1}); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := w.intake.GiveUp(w.t.Context(), market.ReviewArgs{Submission: sub.ID, Pass: passes + 1}); err != nil {
		w.t.Fatal(err)
	}
	return sub
}

// unclear is a look that wants another.
func unclear(e market.Entry) market.Examined {
	x := good(e)
	x.Report.Verdict, x.Report.Provisional, x.Again = market.VerdictInconclusive, true, 1
	return x
}

func TestStatusOfWhatCouldNotBeChecked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for passes, want := range []string{"could not be made; a reviewer takes over", "could not be finished; a reviewer takes over"} {
		sub := w.gaveUp([]string{"weather-none", "weather-half"}[passes], passes)
		dev := w.signedIn(devEmail)
		a := dev.get("/submissions/" + sub.ID)
		if a.status != http.StatusOK || !strings.Contains(a.text(".lead"), want) {
			t.Errorf("after %d passes: %d %q", passes, a.status, a.text(".lead"))
		}
		if said := strings.Contains(a.text("main"), "failed on our side"); said != (passes == 0) {
			t.Errorf("after %d passes it says whose fault it was: %v", passes, said)
		}
		if a.doc.Find("[data-testid=stage]").AttrOr("data-stage", "") != "in_review" || !strings.Contains(a.text("[data-testid=timeline]"), "a reviewer takes over") {
			t.Errorf("the timeline reads %q", a.text("[data-testid=timeline]"))
		}
		dev.header.Set("Accept-Language", "zh-CN")
		if lead := dev.get("/submissions/" + sub.ID).text(".lead"); !strings.Contains(lead, "由审核员接手") {
			t.Errorf("in Chinese: %q", lead)
		}
		if a := dev.get("/submissions"); !strings.Contains(a.text("main"), sub.ListingID) {
			t.Error("it is not in its owner's list")
		}
	}
}

// A reviewer may send back what could not be checked, and cannot approve it.
func TestDeskCaseWithoutEvidence(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sub := w.gaveUp("weather-none", 0)
	rev := w.signedIn(reviewerEmail)
	if a := rev.get("/desk"); !a.has("a[href='/desk/" + sub.ID + "']") {
		t.Error("it is not on the desk")
	}
	rev.post("/desk/" + sub.ID + "/claim")
	a := rev.get("/desk/" + sub.ID)
	if a.status != http.StatusOK || !strings.Contains(a.text("[data-testid=evidence]"), "could not be made") || !strings.Contains(a.text("[data-testid=evidence]"), "a reviewer takes over") {
		t.Errorf("%d, the evidence reads %q", a.status, a.text("[data-testid=evidence]"))
	}
	if strings.Contains(a.text("[data-testid=seen]"), "0 tools") {
		t.Error("tools that nobody read are counted")
	}
	if _, off := a.doc.Find("[name=kind][value=approve]").Attr("disabled"); !off || !strings.Contains(a.text("#decision"), "There is nothing to approve") {
		t.Errorf("the form offers to approve: %q", a.text("#decision"))
	}
	version := a.doc.Find("[name=version]").AttrOr("value", "")
	if refused := rev.post("/desk/"+sub.ID+"/decide", "kind", "approve", "version", version, "digest", ""); refused.status != http.StatusConflict || !strings.Contains(refused.text("main"), "nothing to approve") {
		t.Errorf("approved all the same: %d %q", refused.status, refused.text("main"))
	}
	if sent := rev.post("/desk/"+sub.ID+"/decide", "kind", "request_changes", "version", version, "digest", "", "text", "Send it again."); sent.status != http.StatusSeeOther {
		t.Fatalf("changes cannot be requested: %d %q", sent.status, sent.text("main"))
	}
	if a := w.signedIn(devEmail).get("/submissions/" + sub.ID); !strings.Contains(a.text("[data-testid=decision]"), "Send it again.") || strings.Contains(a.text("[data-testid=decision]"), "ruleset") {
		t.Errorf("the publisher reads %q", a.text("[data-testid=decision]"))
	}
	if a := rev.get("/desk/" + sub.ID); a.status != http.StatusOK || !strings.Contains(a.text("[data-testid=decide]"), "Send it again.") {
		t.Errorf("the decided case: %d %q", a.status, a.text("[data-testid=decide]"))
	}
}
