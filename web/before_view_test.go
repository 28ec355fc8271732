package web

import (
	"net/http"
	"strings"
	"testing"

	"marketd/market"
)

// A resubmission says first what was said of the one before, and what was done about it.
func TestCaseOfAResubmission(t *testing.T) {
	t.Parallel()
	later := func(e market.Entry) market.Examined { return examined(e, changedTool, forecastTool) }
	for _, c := range []struct {
		name         string
		first        func(market.Entry) market.Examined
		decide       []string // kind, words, rules; none leaves it to the rules
		second       func(market.Entry) market.Examined
		chip, s      string
		said, change []string
	}{
		{
			"rejected by a person", suspicious,
			[]string{"reject", "只写工具做什么", "SEC-030"},
			good,
			"Revision 2, rejected before", "reject",
			[]string{"Against revision 1", "Rejected", "Rev", "只写工具做什么", "SEC-030"},
			[]string{"Addedweather.now", "Removedalert.detail", "1 tool is unchanged"},
		},
		{
			"changes requested", good,
			[]string{"request_changes", "Say which cities."},
			later,
			"Revision 2, changes requested before", "warn",
			[]string{"Changes requested", "Rev", "Say which cities."},
			[]string{"city type changed from string to integer", "note added, string, required"},
		},
		{
			"rejected by the rules", refused, nil, good,
			"Revision 2, rejected before", "reject",
			[]string{"By the rules alone", "HLT-001"},
			[]string{"Addedweather.forecast", "1 tool is unchanged"},
		},
		{
			"nothing done", good,
			[]string{"reject", "No."},
			good,
			"Revision 2, rejected before", "reject",
			[]string{"No."},
			[]string{"The tools are those of revision 1, to the letter"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			rev := w.signedIn(reviewerEmail)
			first := w.submitted(devEmail, "weather-demo", c.first)
			if len(c.decide) > 0 {
				if a := rev.decide(first.ID, c.decide[0], c.decide[1], c.decide[2:]...); a.status != http.StatusSeeOther {
					t.Fatal(a.text("#problems"))
				}
			}
			a := rev.get("/desk/" + w.submitted(devEmail, "weather-demo", c.second).ID)
			if got := a.text(".dhead .chip"); got != c.chip || a.doc.Find(".dhead .chip").AttrOr("data-s", "") != c.s {
				t.Errorf("the head reads %q", got)
			}
			fold := a.doc.Find("[data-testid=findings] > details").First()
			if _, open := fold.Attr("open"); fold.AttrOr("data-testid", "") != "before" || !open {
				t.Fatal("the first fold is not what was said before, or is shut")
			}
			got := strings.Join(strings.Fields(fold.Text()), " ")
			for _, want := range append(c.said, c.change...) {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in %q", want, got)
				}
			}
			if fold.Find("a[href='/desk/"+first.ID+"']").Length() != 1 {
				t.Error("nothing leads to the revision before")
			}
		})
	}
}

// An update of a listing that was rejected once is compared with both.
func TestCaseOfAnUpdateAfterARejection(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev := w.signedIn(reviewerEmail)
	for _, step := range []struct {
		look func(market.Entry) market.Examined
		kind string
	}{{good, "approve"}, {suspicious, "reject"}} {
		sub := w.submitted(devEmail, "weather-demo", step.look)
		if a := rev.get("/desk/" + sub.ID); a.has("[data-testid=before]") {
			t.Errorf("before %s: the approved revision is compared with twice", step.kind)
		}
		if a := rev.decide(sub.ID, step.kind, "no"); a.status != http.StatusSeeOther {
			t.Fatal(a.text("#problems"))
		}
	}
	a := rev.get("/desk/" + w.submitted(devEmail, "weather-demo", good).ID)
	if got := a.text(".dhead .chip"); got != "Update · revision 3 against 1 Revision 3, rejected before" {
		t.Errorf("the head reads %q", got)
	}
	if !strings.Contains(a.text("[data-testid=changes]"), "same digest") || !strings.Contains(a.text("[data-testid=before]"), "Against revision 2") {
		t.Error("one of the two comparisons is missing")
	}
}

// A revision whose tools nobody read says so, rather than that all are new.
func TestBeforeWithoutTools(t *testing.T) {
	t.Parallel()
	p := english()
	c := &market.DeskCase{
		Submission:   market.Submission{Revision: 2, Digest: "v1:sha256:1", Entry: market.Entry{Name: "b"}},
		Previous:     &market.Submission{ID: "x", Revision: 1, Entry: market.Entry{Name: "a"}},
		Examinations: []market.Examination{{}}, Tools: []market.Tool{{Name: "t"}},
	}
	v := beforeView(p, c)
	if v.Kind != "none" || v.Decided != nil || !v.Changes.Unread || len(v.Changes.Tools) != 0 || len(v.Changes.Fields) != 1 {
		t.Errorf("%+v, %+v", v, v.Changes)
	}
	c.Previous = nil
	if beforeView(p, c) != nil {
		t.Error("the first revision has one before it")
	}
}
