//go:build browser

package web

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// signedShots prepares and lists the pages for submitters and reviewers.
func signedShots(t *testing.T, w *world) []shot {
	t.Helper()
	now := w.clock.Now()
	at := func(ago time.Duration) { w.clock.add(now.Add(-ago).Sub(w.clock.Now())) }
	rev := w.signedIn(reviewerEmail)
	decided := func(sub market.Submission, kind, text string, rules ...string) {
		if a := rev.decide(sub.ID, kind, text, rules...); a.status != http.StatusSeeOther {
			t.Fatalf("decide: %d %s", a.status, a.text("#problems"))
		}
	}

	at(20 * time.Minute)
	listed := w.submitted(devEmail, "alerts", func(e market.Entry) market.Examined { return examined(e, weatherTool, forecastTool) })
	decided(listed, "approve", "")
	changes := w.submitted(otherEmail, "parking", suspicious)
	decided(changes, "request_changes", "服务本身很好，余量数据我们实测准确。\n说明里请只写工具做什么，改完直接再交。", "SEC-030")
	at(15 * time.Minute)
	auto := w.submitted(devEmail, "papers-gateway", refused)
	w.submitted(otherEmail, "running-one", nil)
	at(10 * time.Minute)
	update := w.submitted(devEmail, "alerts", func(e market.Entry) market.Examined {
		x := suspicious(e)
		y := examined(e, changedTool, hostileTool)
		x.Tools, x.Digests, x.Report.Digest = y.Tools, y.Digests, y.Report.Digest
		return x
	})
	waiting := w.submitted(otherEmail, "contacts-helper", suspicious)
	stockSub := w.submitted(otherEmail, "stock-server", stock)
	w.submitted(reviewerEmail, "reviewers-own", good)
	again := w.submitted(otherEmail, "parking", good)
	unexamined := w.gaveUp("printer-tools", 0)
	at(0)
	rev.post("/desk/" + unexamined.ID + "/claim")
	rev.post("/desk/" + update.ID + "/claim")

	pages := []shot{
		{"submit", "/submit", "", nil},
		{"submissions", "/submissions", devEmail, nil},
		{"submission-refused", "/submissions/" + auto.ID, devEmail, nil},
		{"submission-changes", "/submissions/" + changes.ID, otherEmail, nil},
		{"submission-approved", "/submissions/" + listed.ID, devEmail, nil},
		{"submission-waiting", "/submissions/" + update.ID, devEmail, nil},
		{"submission-stock", "/submissions/" + stockSub.ID, otherEmail, nil},
		{"desk-stock", "/desk/" + stockSub.ID, reviewerEmail, nil},
		{"submission-revise", "/submissions/" + auto.ID + "/revise", devEmail, nil},
		{"submission-unexamined", "/submissions/" + unexamined.ID, devEmail, nil},
		{"desk", "/desk", reviewerEmail, nil},
		{"desk-unexamined", "/desk/" + unexamined.ID, reviewerEmail, nil},
		{"desk-none", "/desk?q=zzz", reviewerEmail, nil},
		{"desk-update", "/desk/" + update.ID, reviewerEmail, nil},
		{"desk-unclaimed", "/desk/" + waiting.ID, reviewerEmail, nil},
		{"desk-again", "/desk/" + again.ID, reviewerEmail, nil},
		{"desk-decided", "/desk?view=decided", reviewerEmail, nil},
		{"audit", "/desk/audit", reviewerEmail, nil},
	}
	return append(pages, checkShots(t, w)...)
}

// checkShots are the form's moments: each needs a browser that started a check.
func checkShots(t *testing.T, w *world) []shot {
	t.Helper()
	stay := make(chan struct{})
	t.Cleanup(func() { close(stay) })
	w.examiner.mu.Lock()
	w.examiner.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		if strings.Contains(c.Entry.ID, "slow") {
			c.Progress(market.StepList)
			select {
			case <-stay:
			case <-ctx.Done():
			}
		}
		switch {
		case strings.Contains(c.Entry.ID, "refused"):
			return refused(c.Entry), nil
		case strings.Contains(c.Entry.ID, "hostile"):
			return suspicious(c.Entry), nil
		case strings.Contains(c.Entry.ID, "stock"):
			return stock(c.Entry), nil
		}
		return good(c.Entry), nil
	}
	w.examiner.mu.Unlock()
	var out []shot
	for _, id := range []string{"slow", "refused", "stock", "hostile", "good", "unnamed", "lossy"} {
		b := w.signedIn(devEmail)
		form := formOf(id, "do", "check")
		switch id {
		case "unnamed": // the address alone
			form = append(form[:2:2], "do", "check")
		case "lossy":
			form[5] = "天气"
		}
		path := b.post("/submit", form...).header.Get("Location")
		if id != "slow" {
			b.wait(path)
		}
		out = append(out, shot{name: "check-" + id, path: path, browser: b})
	}
	return out
}
