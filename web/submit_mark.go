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
		case refuses(r, f):
			c.reject[card]++
		case f.Enforced && f.Waived == nil && f.Severity != market.SeverityInfo:
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
func serverTicks(p *templates.Page, r *market.Report, tools int) []templates.Tick {
	var ticks []templates.Tick
	for _, v := range profileViews(p, r) {
		ticks = append(ticks, templates.Tick{State: v.State, Label: v.Head})
	}
	if tools > 0 {
		return append(ticks, templates.Tick{State: "pass", Label: p.N("submit.tick_tools", tools)})
	}
	return append(ticks, templates.Tick{State: "unknown", Label: p.T("submit.tick_noTools")})
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
	if n := max(told, rejectCount(r)); n > 0 {
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
