package web

import (
	"strings"

	"marketd/market"
	"marketd/templates"
	"marketd/web/checkrun"
)

// maxToolsShown is how many tools the submitter's pages show. The desk shows all.
const maxToolsShown = 200

// submitView is the form in the moment that draft and run make.
func (s *Server) submitView(p *templates.Page, d draft, run *checkrun.Run, wrong []templates.Problem) *templates.SubmitView {
	v := &templates.SubmitView{Run: d.run, Problems: wrong, Agreed: d.agreed, SignedIn: p.Viewer != nil, Revises: d.revises}
	v.Card, v.Prefix = entryCard(p, d.entry, 0), d.entry.MountedName("")
	v.Marks = [4]string{"unknown", "unknown", "unknown", "unknown"}
	if run != nil {
		v.Run = run.ID
		s.addRun(p, v, d, run)
	}
	s.addFields(p, v, d)
	if v.Card.Name == "" {
		v.Card.Name = p.T("submit.noName")
	}
	return v
}

// addRun adds what the check has come to.
func (s *Server) addRun(p *templates.Page, v *templates.SubmitView, d draft, run *checkrun.Run) {
	state, _ := run.State()
	req := run.Request()
	v.TokenKept = req.Token != "" && req.Entry.Endpoint() == d.entry.Endpoint()
	switch {
	case !state.Done:
		v.Progress = &templates.ProgressView{Events: "/submit/checks/" + run.ID + "/events", Step: string(state.Step)}
		v.Marks[0] = "running"
		return
	case state.Err != nil:
		v.Failed = asError(state.Err).Msg.In(lang(p))
		v.Marks[0] = "warn"
		if len(v.Problems) == 0 {
			v.Problems = formProblems(p, state.Err)
		}
		return
	}
	x := &state.Examined
	v.Report = reportView(p, &x.Report, &x.Probe)
	leadToFields(v.Report)
	tools := market.ReadTools(x.Tools)
	v.Tools = s.toolViews(p, d.entry, tools[:min(len(tools), maxToolsShown)])
	v.MoreTools = len(tools) - len(v.Tools)
	markRules(v.Tools, &x.Report)
	v.Card.Tools = len(tools)
	if req.Token != "" {
		v.Card.Auth = "token"
	}
	v.Marks = cardMarks(&x.Report, len(tools))
	if e := d.entry; e.ID == "" || e.Name == "" || e.Desc == "" || e.Cat == "" || e.Author == "" {
		v.Marks[2], v.Marks[3] = "unknown", "unknown"
	}
	v.TokenWanted = x.Report.App == market.OutcomeGated && req.Token == ""
	v.Ticks = ticks(p, &x.Report, len(tools))
	if serverRefused(&x.Report) && req.Entry.Server.URL == d.entry.Server.URL {
		v.Blocked = p.T("submit.blocked")
	}
	if len(v.Problems) == 0 { // an answer to a form says first what is wrong with that
		v.Problems = reportProblems(p, &x.Report)
	}
}

// reportProblems are the findings that keep an entry out, each leading to the
// field where it is mended, or to the finding itself.
func reportProblems(p *templates.Page, r *market.Report) []templates.Problem {
	var out []templates.Problem
	for _, f := range openFindings(p, r, nil, market.SeverityReject) {
		if f.Monitor || f.Unsure {
			continue
		}
		place := formField(f.Where)
		if place == "" {
			place = strings.Replace(f.Anchor, "a-", "f-", 1)
		}
		message := f.Message
		if f.Tool != "" {
			message = p.T("report.ofTool", templates.Inert(templates.Clip(f.Tool, 60)), message)
		}
		out = append(out, templates.Problem{Field: place, Message: message, Fix: f.Fix, Rule: f.Rule})
	}
	return out
}

// leadToFields has each finding on a field of the form lead there.
func leadToFields(r *templates.ReportView) {
	for _, g := range r.Groups {
		for _, c := range g.Found {
			for i := range c.Findings {
				c.Findings[i].Field = formField(c.Findings[i].Where)
			}
		}
	}
}

// formField is the field of the form that a finding speaks of; "" when it
// speaks of the server.
func formField(where string) string {
	switch where {
	case "/testToken":
		return "token"
	case "/confirm":
		return "agree"
	}
	member, ok := strings.CutPrefix(where, "/entry/")
	if !ok {
		return ""
	}
	switch member {
	case "server/url", "server":
		return "url"
	case "server/token":
		return "token"
	case "id", "name", "desc", "cat", "author", "homepage", "privacy":
		return member
	}
	return ""
}

// serverRefused reports whether the server itself, or its address, keeps the
// entry out: then only another check can help. What is wrong with the other
// fields can be mended in the form and is looked at again when it is submitted.
func serverRefused(r *market.Report) bool {
	for _, f := range r.Findings {
		if f.Stands() && f.Severity == market.SeverityReject {
			if field := formField(f.Where); field == "" || field == "url" {
				return true
			}
		}
	}
	return false
}

// cardMarks is the state of each card of a finished check. What may pass by
// itself is worth a look and no more: it is looked at again after submitting.
func cardMarks(r *market.Report, tools int) [4]string {
	marks := [4]string{"pass", "pass", "pass", "pass"}
	weight := [3]int{}
	for _, f := range r.Findings {
		card := 0
		if field := formField(f.Where); field != "" && field != "url" {
			card = 2
		} else if strings.HasPrefix(f.Where, "/tools") {
			card = 1
		}
		switch {
		case f.Stands():
			weight[card] = max(weight[card], f.Severity.Weight())
		case f.Enforced && f.Severity != market.SeverityInfo:
			weight[card] = max(weight[card], market.SeverityWarn.Weight())
		}
	}
	for i, w := range weight {
		switch w {
		case market.SeverityReject.Weight():
			marks[i], marks[3] = "reject", "unknown"
		case market.SeverityNeedsHuman.Weight(), market.SeverityWarn.Weight():
			marks[i] = "warn"
		}
	}
	if tools == 0 && marks[1] == "pass" {
		marks[1] = "unknown"
	}
	return marks
}

// ticks is what machines could confirm.
func ticks(p *templates.Page, r *market.Report, tools int) []templates.Tick {
	app := templates.Tick{State: "reject", Label: p.T("submit.tick_appFail")}
	switch r.App {
	case market.OutcomePass:
		app = templates.Tick{State: "pass", Label: p.T("submit.tick_app")}
	case market.OutcomeGated:
		app = templates.Tick{State: "warn", Label: p.T("submit.tick_gated")}
	case market.OutcomeUnknown:
		app = templates.Tick{State: "warn", Label: p.T("submit.tick_appUnknown")}
	case market.OutcomeFail:
	}
	list := templates.Tick{State: "unknown", Label: p.T("submit.tick_noTools")}
	if tools > 0 {
		list = templates.Tick{State: "pass", Label: p.N("submit.tick_tools", tools)}
	}
	rules := templates.Tick{State: "pass", Label: p.T("submit.tick_rules")}
	if n := r.Count(market.SeverityReject); n > 0 {
		rules = templates.Tick{State: "reject", Label: p.N("submit.tick_reject", n)}
	} else if n := r.Count(market.SeverityNeedsHuman); n > 0 {
		rules = templates.Tick{State: "warn", Label: p.N("submit.tick_human", n)}
	}
	return []templates.Tick{app, list, rules}
}

// addFields makes the inputs, each with what is wrong with it.
func (s *Server) addFields(p *templates.Page, v *templates.SubmitView, d draft) {
	e := d.entry
	field := func(id, value string, f templates.FieldView) templates.FieldView {
		f.ID, f.Value = id, value
		f.Label, f.Hint = p.T("submit."+id), p.T("submit."+id+"Hint")
		f.Problems = templates.For(id, v.Problems)
		return f
	}
	v.URL = field("url", e.Server.URL, templates.FieldView{Type: "url", Required: true, Placeholder: "https://", InputMode: "url", Autocomplete: "url", MaxLength: 2048})
	v.Token = field("token", "", templates.FieldView{Type: "password", Autocomplete: "off", MaxLength: market.MaxToken})
	if v.TokenKept {
		v.Token.Hint = p.T("submit.tokenKept")
	}
	if v.TokenWanted {
		v.Token.Hint = p.T("submit.tokenWanted")
	}
	v.ID = field("id", e.ID, templates.FieldView{Required: true, Placeholder: "weather-demo", Autocomplete: "off", MaxLength: market.IDMax})
	v.Name = field("name", e.Name, templates.FieldView{Required: true, Autocomplete: "off", MaxLength: market.NameMax})
	v.Desc = field("desc", e.Desc, templates.FieldView{Required: true, Rows: 3, MaxLength: market.DescMax})
	v.Author = field("author", e.Author, templates.FieldView{Required: true, Autocomplete: "organization", MaxLength: market.AuthorMax})
	v.Homepage = field("homepage", e.Homepage, templates.FieldView{Type: "url", InputMode: "url", Placeholder: "https://", MaxLength: 2048})
	v.Privacy = field("privacy", e.Privacy, templates.FieldView{Type: "url", InputMode: "url", Placeholder: "https://", MaxLength: 2048})
	v.Cat = field("cat", e.Cat, templates.FieldView{Required: true})
	v.Cats = []templates.Option{{Label: p.T("submit.catChoose"), Selected: e.Cat == ""}}
	for _, id := range s.Categories {
		v.Cats = append(v.Cats, templates.Option{Value: id, Label: categoryLabel(p, id), Selected: id == e.Cat})
	}
}
