package web

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

// Every stage says where the submission stands and what its owner can do.
func TestLead(t *testing.T) {
	t.Parallel()
	report := &market.Report{Findings: []market.Finding{{Severity: market.SeverityReject, Enforced: true}, {Severity: market.SeverityReject, Enforced: true}}}
	for _, c := range []struct {
		name  string
		story market.SubmissionStory
		want  string
	}{
		{"first pass", market.SubmissionStory{Submission: market.Submission{Stage: market.StageChecking}}, "No need to wait here"},
		{"later pass", market.SubmissionStory{Submission: market.Submission{Stage: market.StageChecking, Pass: 2}}, "Checked 2 times so far"},
		{"next", market.SubmissionStory{Submission: market.Submission{Stage: market.StageInReview}}, "it is next"},
		{"one before", market.SubmissionStory{Submission: market.Submission{Stage: market.StageInReview}, Ahead: 1}, "1 submission before it"},
		{"many before", market.SubmissionStory{Submission: market.Submission{Stage: market.StageInReview}, Ahead: 1200}, "1,200 submissions before it"},
		{"changes", market.SubmissionStory{Submission: market.Submission{Stage: market.StageChangesRequested}}, "asks for changes"},
		{"refused by rules", market.SubmissionStory{Submission: market.Submission{Stage: market.StageRejected}, Report: report}, "found 2 things that must change"},
		{"refused by a person", market.SubmissionStory{Submission: market.Submission{Stage: market.StageRejected, Decision: market.Decision{By: "x"}}}, "The reviewer did not approve"},
		{"listed", market.SubmissionStory{Submission: market.Submission{Stage: market.StageApproved}, Listed: true}, "Approved and listed"},
		{"approved and held", market.SubmissionStory{Submission: market.Submission{Stage: market.StageApproved}}, "is not public now"},
		{"withdrawn", market.SubmissionStory{Submission: market.Submission{Stage: market.StageWithdrawn}}, "can be revised and sent again"},
	} {
		if got := lead(english(), &c.story); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q in it", c.name, got, c.want)
		}
	}
}

// Every act of the log has words in both languages, and a new one shows its code.
func TestActTitles(t *testing.T) {
	t.Parallel()
	acts := []string{
		market.ActSubmitted, market.ActExamined, market.ActAutoRejected, market.ActQueued, market.ActGaveUp, market.ActClaimed, market.ActReleased,
		market.ActApproved, market.ActRequested, market.ActRejected, market.ActWithdrawn, market.ActTokenDeleted, market.ActHealth,
		market.ActToolsChanged, market.ActSignedUp, market.ActSignedIn, market.ActSignInFailed, market.ActRoleGiven,
	}
	for _, tag := range []string{i18n.Chinese, i18n.English} {
		p := &templates.Page{Printer: i18n.For(tag)}
		for _, a := range acts {
			if got := actTitle(p, market.Act{Action: a}); got == "" || got == a || strings.Contains(got, "submission.") {
				t.Errorf("%s: %s reads %q", tag, a, got)
			}
		}
		for _, v := range []market.Verdict{market.VerdictClean, market.VerdictInconclusive, market.VerdictNeedsHuman, market.VerdictRejected} {
			plain := actTitle(p, market.Act{Action: market.ActExamined})
			if got := actTitle(p, market.Act{Action: market.ActExamined, After: string(v)}); got == plain || strings.Contains(got, "submission.") {
				t.Errorf("%s: an examination that gave %s reads %q", tag, v, got)
			}
		}
	}
	if got := actTitle(english(), market.Act{Action: "brand_new"}); got != "brand_new" {
		t.Errorf("an unknown act reads %q", got)
	}
}

func TestTimelineNamesOnlyWhomItMay(t *testing.T) {
	t.Parallel()
	acts := []market.Act{{Action: market.ActSubmitted, Actor: "a1", At: epoch}, {Action: market.ActExamined, At: epoch.Add(time.Minute)}, {Action: market.ActApproved, Actor: "r1", At: epoch.Add(time.Hour)}}
	for _, v := range timeline(english(), acts, nil) {
		if v.Actor != "" {
			t.Errorf("%s names %q to its submitter", v.Title, v.Actor)
		}
	}
	named := timeline(english(), acts, map[string]string{"a1": "Dev", "r1": "Rev"})
	if named[0].Title != "Approved" || named[0].Actor != "Rev" || named[1].Actor != "The market" || named[2].Actor != "Dev" {
		t.Errorf("timeline %+v", named)
	}
}

func TestAgeText(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "now", 59 * time.Second: "now", time.Minute: "1 min", 59*time.Minute + 59*time.Second: "59 min",
		time.Hour: "1 h", 47*time.Hour + 59*time.Minute: "47 h", 48 * time.Hour: "2 d", 100 * 24 * time.Hour: "100 d", -time.Hour: "now",
	} {
		if got := ageText(english(), d); got != want {
			t.Errorf("ageText(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestPaging(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		page, got           int
		said, before, after string
	}{
		{1, 0, "1–0", "", ""},
		{1, 30, "1–30", "", ""},
		{1, 31, "1–30", "", "?2"},
		{2, 31, "31–60", "?1", "?3"},
		{3, 5, "61–65", "?2", ""},
	} {
		said, before, after := paging(english(), c.page, 30, c.got, func(n string) string { return "?" + n })
		if said != c.said || before != c.before || after != c.after {
			t.Errorf("page %d of %d: %q %q %q, want %q %q %q", c.page, c.got, said, before, after, c.said, c.before, c.after)
		}
	}
}

func TestSubmissionsPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dev := w.signedIn(devEmail)
	if a := dev.get("/submissions"); !strings.Contains(a.text("main"), "Nothing submitted yet") || !a.has("main a[href='/submit']") {
		t.Errorf("the empty list reads %q", a.text("main"))
	}
	for i := range pageSize + 2 {
		w.submitted(devEmail, "listing-"+strconv.Itoa(i), nil)
		w.clock.add(time.Minute)
	}
	w.submitted(otherEmail, "not-mine", nil)
	first := dev.get("/submissions")
	if n := first.doc.Find("[data-testid=submission]").Length(); n != pageSize || strings.Contains(first.text("main"), "not-mine") {
		t.Errorf("%d on the first page, want %d", n, pageSize)
	}
	next, _ := first.doc.Find("[rel=next]").Attr("href")
	if n := dev.get(next).doc.Find("[data-testid=submission]").Length(); n != 2 {
		t.Errorf("%d on the second page, want 2", n)
	}
}
