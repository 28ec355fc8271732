package web

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/templates"
)

// cards is what the form's four cards have come to.
type cards struct {
	state  [4]string // "pass", "warn", "running" or "unknown"
	reject [4]int    // findings that must change
}

var untouched = [4]string{"unknown", "unknown", "unknown", "unknown"}

// cardsOf is the state of each card of a finished check. What may pass by
// itself is worth a look and no more: it is looked at again after submitting.
func cardsOf(r *market.Report, typed market.Entry, tools int) cards {
	c := cards{state: [4]string{"pass", "pass", "pass", "pass"}}
	for _, f := range r.Findings {
		card := 0
		if !ofServer(f.Where) {
			card = stepOf(formField(f.Where))
		} else if strings.HasPrefix(f.Where, "/tools") {
			card = 1
		}
		switch {
		case f.Stands() && f.Severity == market.SeverityReject:
			c.reject[card]++
		case f.Enforced && f.Severity != market.SeverityInfo:
			c.state[card] = "warn"
		}
	}
	if tools == 0 && c.state[1] == "pass" {
		c.state[1] = "unknown"
	}
	if unfinished(typed) {
		c.state[2], c.state[3] = "unknown", "unknown"
	}
	return c
}

// marks words the cards' states. Problems of an answer count beside the findings.
func (c cards) marks(p *templates.Page, problems []templates.Problem) [4]templates.CardMark {
	var told [4]int
	for _, x := range problems {
		if card := stepOf(x.Field); x.Field != "" && slices.Contains(formSteps[card], x.Field) {
			told[card]++
		}
	}
	var out [4]templates.CardMark
	ready := true
	for i := range out {
		out[i] = templates.CardMark{State: c.state[i], Text: p.T("submit.mark_" + c.state[i])}
		switch n := max(c.reject[i], told[i]); {
		case n > 0:
			out[i] = templates.CardMark{State: "reject", Text: p.N("submit.mustChange", n)}
			ready = false
		case i == 3 && !ready:
			out[i] = templates.CardMark{State: "unknown", Text: p.T("submit.mark_unknown")}
		}
	}
	return out
}

// serverTicks is what machines could confirm of the server.
func serverTicks(p *templates.Page, x *market.Examined, tools int) []templates.Tick {
	r := &x.Report
	app := templates.Tick{State: "reject", Label: p.T("submit.tick_appFail")}
	switch {
	case answers(x):
		app = templates.Tick{State: "pass", Label: p.T("submit.tick_app")}
	case r.Profiles.App.Outcome == market.OutcomeGated:
		app = templates.Tick{State: "warn", Label: p.T("submit.tick_gated")}
	case r.Profiles.App.Outcome == market.OutcomeUnknown:
		app = templates.Tick{State: "warn", Label: p.T("submit.tick_appUnknown")}
	}
	catalog := templates.Tick{State: string(r.Profiles.App.Outcome), Label: p.T("report.app_" + string(r.Profiles.App.Outcome))}
	list := templates.Tick{State: "unknown", Label: p.T("submit.tick_noTools")}
	if tools > 0 {
		list = templates.Tick{State: "pass", Label: p.N("submit.tick_tools", tools)}
	}
	return []templates.Tick{app, catalog, list}
}

// rulesTick is what the rules say of the form as it is typed now; problems are
// those of the page, the box to tick among them.
func rulesTick(p *templates.Page, r *market.Report, typed market.Entry, problems []templates.Problem) templates.Tick {
	told := 0
	for _, x := range problems {
		if x.Field != "" && x.Field != "agree" {
			told++
		}
	}
	if n := max(told, r.Count(market.SeverityReject)); n > 0 {
		return templates.Tick{State: "reject", Label: p.N("submit.tick_reject", n)}
	}
	if unfinished(typed) {
		return templates.Tick{State: "unknown", Label: p.T("submit.tick_unfilled")}
	}
	if n := r.Count(market.SeverityNeedsHuman); n > 0 {
		return templates.Tick{State: "warn", Label: p.N("submit.tick_human", n)}
	}
	tick := templates.Tick{State: "pass", Label: p.T("submit.tick_rules")}
	if n := r.Count(market.SeverityWarn); n > 0 {
		tick.Label += " · " + p.N("report.n_warn", n)
	}
	return tick
}

// unfinished reports whether an entry lacks a member that it must have.
func unfinished(e market.Entry) bool {
	return e.ID == "" || e.Name == "" || e.Desc == "" || e.Cat == "" || e.Author == ""
}

// answers reports whether the server answered the way the app asks, whatever
// there is to say about its tools and its entry.
func answers(x *market.Examined) bool {
	switch x.Report.Profiles.App.Outcome {
	case market.OutcomePass:
		return true
	case market.OutcomeFail:
		return x.Probe.OK() && !slices.ContainsFunc(x.Report.Findings, func(f market.Finding) bool {
			asked := strings.HasPrefix(f.Rule, "HLT-") || strings.HasPrefix(f.Rule, "PRO-")
			return asked && f.Stands() && f.Severity == market.SeverityReject
		})
	}
	return false
}
