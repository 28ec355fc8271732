package web

import (
	"net/http"
	"strings"
	"testing"
)

// The form of a revision says what has to be mended, before and after its check.
func TestReviseRepeatsWhatWasSaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dev, rev := w.signedIn(devEmail), w.signedIn(reviewerEmail)
	byRules := w.submitted(devEmail, "auto-refused", refused)
	byPerson := w.submitted(devEmail, "by-person", suspicious)
	if a := rev.decide(byPerson.ID, "request_changes", "去掉 <b>指令</b>。\n第二行", "SEC-030"); a.status != http.StatusSeeOther {
		t.Fatalf("decide: %d", a.status)
	}
	approved := w.submitted(devEmail, "approved-one", good)
	w.clock.add(61e9)
	if a := rev.decide(approved.ID, "approve", "fine"); a.status != http.StatusSeeOther {
		t.Fatalf("approve: %d", a.status)
	}
	for id, want := range map[string][]string{
		byRules.ID:  {"What the checks found last time", "HLT-001", "Answered 400 where the app wants", "Answer the empty object with 200"},
		byPerson.ID: {"What the reviewer said", "去掉 <b>指令</b>。", "SEC-030"},
		approved.ID: nil,
	} {
		a := dev.get("/submissions/" + id + "/revise")
		said := a.doc.Find("[data-testid=said]")
		if _, open := said.Attr("open"); open != (want != nil) {
			t.Errorf("%s: open %v", id, open)
		}
		for _, text := range want {
			if !strings.Contains(said.Text(), text) {
				t.Errorf("%s: %q is not repeated in %q", id, text, said.Text())
			}
		}
		if a.has("[data-testid=said] a[href='#f-0']") {
			t.Error("it leads to a finding that is not on this page")
		}
	}

	// The words stay while the new check runs and after it.
	w.examines(good)
	path, a := dev.check(formOf("by-person", "revises", byPerson.ID)...)
	if !strings.Contains(a.text("[data-testid=said]"), "第二行") || !strings.Contains(a.text("h1"), "by-person") {
		t.Errorf("after the check: %q", a.text("h1"))
	}
	if got := a.doc.Find("[name=revises]").AttrOr("value", ""); got != byPerson.ID {
		t.Errorf("the form forgets what it answers: %q", got)
	}
	if a := dev.post("/submit", formOf("by-person", "run", runOf(path), "revises", byPerson.ID, "do", "submit")...); !a.has("[data-testid=said]") {
		t.Error("a refused form forgets the words")
	}
	other := w.signedIn(otherEmail)
	if _, a := other.check(formOf("by-person", "revises", byPerson.ID)...); a.has("[data-testid=said]") || a.has("[name=revises]") {
		t.Error("a stranger reads the words")
	}
}

// Who waits and sees a mistake withdraws and goes on from what was sent.
func TestWithdrawAndChange(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dev := w.signedIn(devEmail)
	sub := w.submitted(devEmail, "weather-demo", suspicious)
	page := "/submissions/" + sub.ID
	if got := dev.get(page).text("button[name=then]"); got != "Withdraw and open the form" {
		t.Fatalf("the button reads %q", got)
	}
	a := dev.post(page+"/withdraw", "then", "revise")
	if a.header.Get("Location") != page+"/revise" {
		t.Fatalf("withdraw: %d to %q", a.status, a.header.Get("Location"))
	}
	a = dev.get(page + "/revise")
	if got := a.doc.Find("#name").AttrOr("value", ""); got != "天气 weather-demo" || a.has("[data-testid=said]") {
		t.Errorf("the form has the name %q, and words %q", got, a.text("[data-testid=said]"))
	}
	if a := dev.get(page); a.has("button[name=then]") || a.doc.Find("[data-stage=withdrawn]").Length() != 1 {
		t.Errorf("after it: %q", a.text("[data-testid=stage]"))
	}
}
