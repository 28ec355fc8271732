package web

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"marketd/market"
	"marketd/templates"
)

// maxTodo is how many things to mend a profile lists; the findings have all.
const maxTodo = 5

// profileViews shows what a report says of both ways of using the server; nil
// for a report from before there were two.
func profileViews(p *templates.Page, r *market.Report) []templates.ProfileView {
	if r.Profiles == (market.Profiles{}) {
		return nil
	}
	app := profileView(p, r, market.ProfileApp, r.Profiles.App)
	mcp := profileView(p, r, market.ProfileMCP, r.Profiles.MCP)
	// What one kind of client cannot use is no failure when the other can.
	if app.State == "reject" && r.Profiles.App.Outcome == market.OutcomeFail && usable(r.Profiles.MCP) {
		app.State = "warn"
	}
	if mcp.State == "reject" && r.Profiles.MCP.Outcome == market.OutcomeFail && usable(r.Profiles.App) {
		mcp.State = "warn"
	}
	return []templates.ProfileView{app, mcp}
}

// usable reports whether nothing but a person stands between the server and
// the profile's clients.
func usable(r market.ProfileResult) bool {
	return r.Outcome == market.OutcomePass && r.Verdict != market.VerdictRejected
}

func profileView(p *templates.Page, r *market.Report, name market.Profile, result market.ProfileResult) templates.ProfileView {
	v := templates.ProfileView{Name: string(name)}
	word := profileWord(r, name)
	v.State = profileHue(word)
	v.How = howView(p, result)
	key := "profile." + v.Name + "_" + word
	v.Head, v.Means = p.T(key), p.T(key+"Means")
	if word == "fail" || word == "rejected" {
		var own bool
		v.Todo, v.More, own = todo(p, r, name)
		switch {
		case word == "fail" && own:
			v.Means = p.T(key + "Todo")
		case len(v.Todo) > 0:
			v.Means = p.T("profile." + v.Name + "_rejectedMeans")
		}
	}
	return v
}

// profileWord is what came of a profile, as the messages name it.
func profileWord(rep *market.Report, name market.Profile) string {
	r := rep.Profiles.Of(name)
	switch {
	case r.Verdict == market.VerdictNotRun:
		return "not_run"
	case r.Verdict == market.VerdictInconclusive: // how it went may pass by itself
		return "unknown"
	case r.Outcome == market.OutcomeFail && rep.Reached(name): // the market refuses it, its clients would not
		return "rejected"
	case r.Outcome == market.OutcomeFail, r.Outcome == market.OutcomeGated && r.Verdict != market.VerdictRejected:
		return string(r.Outcome)
	case r.Verdict == market.VerdictRejected:
		return "rejected"
	case r.Outcome == market.OutcomePass && r.Verdict == market.VerdictNeedsHuman:
		return "human"
	case r.Outcome == market.OutcomePass && r.Verdict == market.VerdictClean:
		return "pass"
	}
	return "unknown"
}

func profileHue(word string) string {
	switch word {
	case "fail", "rejected":
		return "reject"
	case "human":
		return "needs_human"
	case "not_run":
		return "unknown"
	}
	return word
}

// howView names the transport and the protocol version that worked.
func howView(p *templates.Page, r market.ProfileResult) string {
	how := ""
	if r.Transport != "" {
		how = p.T("profile.how_" + r.Transport)
	}
	if r.Version != "" {
		if how != "" {
			how += " · "
		}
		how += "MCP " + templates.Inert(templates.Clip(r.Version, 40))
	}
	return how
}

// todo lists the findings that keep one profile's clients out: those that bear
// on it alone first, and own says that there are such. Each leads to its place
// in the full report.
func todo(p *templates.Page, r *market.Report, name market.Profile) (list []templates.TodoView, more int, own bool) {
	seen := map[string]int{} // by rule and message: where it stands in the list, or past its end
	for _, alone := range []bool{true, false} {
		for i, f := range r.Findings {
			heavy := f.Stands() && f.Severity == market.SeverityReject
			if !heavy || !f.Profile.BearsOn(name) || (f.Profile == name) != alone {
				continue
			}
			own = own || alone
			message := f.Message.In(lang(p))
			if i, ok := seen[f.Rule+message]; ok {
				if i < len(list) {
					list[i].Places++
				}
				continue
			}
			seen[f.Rule+message] = len(list)
			if len(list) == maxTodo {
				more++
				continue
			}
			list = append(list, templates.TodoView{Rule: f.Rule, Message: message, URL: "#f-" + strconv.Itoa(i), Places: 1})
		}
	}
	return list, more, own
}

// summary says in one sentence whom the server works for.
func summary(p *templates.Page, r *market.Report) string {
	if r.Profiles == (market.Profiles{}) {
		return p.T("report.verdict_" + string(r.Verdict))
	}
	app, mcp := summaryWord(r, market.ProfileApp), summaryWord(r, market.ProfileMCP)
	if app == "not_run" && mcp == "not_run" && r.URL == "" {
		if r.Tools == 0 && r.Digest == "" {
			return p.T("summary.unread")
		}
		return p.N("summary.tools", r.Tools)
	}
	if key := "summary." + app + "_" + mcp; p.Has(key) {
		return p.T(key)
	}
	first, size := utf8.DecodeRuneInString(p.T("summary.app_" + app))
	return p.T("summary.two", string(unicode.ToUpper(first))+p.T("summary.app_" + app)[size:], p.T("summary.mcp_"+mcp))
}

func summaryWord(r *market.Report, name market.Profile) string {
	switch word := profileWord(r, name); word {
	case "pass", "human":
		return "pass"
	case "rejected":
		if r.Profiles.Of(name).Outcome == market.OutcomePass || r.Reached(name) {
			return "kept"
		}
		return "fail"
	default:
		return word
	}
}

// gated reports whether the server wants to know who calls, and that is all
// that keeps clients out.
func gated(r *market.Report) bool {
	app, mcp := r.Profiles.App.Outcome, r.Profiles.MCP.Outcome
	return app == market.OutcomeGated || mcp == market.OutcomeGated && app != market.OutcomePass
}
