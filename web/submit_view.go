package web

import (
	"marketd/market"
	"marketd/templates"
	"marketd/web/checkrun"
)

// maxToolsShown is how many tools the submitter's pages show. The desk shows all.
const maxToolsShown = 200

// submitView is the form in the moment that draft and run make.
func (s *Server) submitView(p *templates.Page, d draft, run *checkrun.Run, wrong []templates.Problem) *templates.SubmitView {
	v := &templates.SubmitView{Run: d.run, Problems: wrong, Agreed: d.agreed, SignedIn: p.Viewer != nil}
	v.Card = entryCard(p, d.entry, 0)
	v.Card.Name, v.Card.Unnamed = d.entry.Name, p.T("submit.noName")
	v.Card.Icon = checkedIcon(run, d.entry)
	if run != nil {
		v.Run = run.ID
	}
	if d.last != nil {
		v.Revises, v.Said = d.revises, saidView(p, d.last)
	}
	cards := s.addRun(p, v, d, run)
	v.Marks = cards.marks(p, v.Problems)
	v.Mounted = mountedView(p, d.entry, v.Tools)
	s.addFields(p, v, d)
	return v
}

// addRun adds what the check has come to, and returns the state of each card.
func (s *Server) addRun(p *templates.Page, v *templates.SubmitView, d draft, run *checkrun.Run) cards {
	if run == nil {
		return cards{state: untouched}
	}
	state, _ := run.State()
	req := run.Request()
	v.TokenKept = req.Token != "" && req.Entry.Endpoint() == d.entry.Endpoint()
	switch {
	case !state.Done:
		v.Progress = &templates.ProgressView{Events: "/submit/checks/" + run.ID + "/events", Step: string(state.Step), Visits: visited(req.Entry)}
		return cards{state: [4]string{"running", "unknown", "unknown", "unknown"}}
	case state.Err != nil:
		v.Failed = asError(state.Err).Msg.In(lang(p))
		if len(v.Problems) == 0 {
			v.Problems = formProblems(p, state.Err)
		}
		return cards{state: [4]string{"warn", "unknown", "unknown", "unknown"}}
	}
	x := &state.Examined
	s.addReport(p, v, d, x)
	sayUnfilled(p, v.Report, req.Entry, d.entry)
	report := x.Report
	report.Findings = current(report.Findings, req.Entry, d.entry)
	if req.Token != "" || gated(&report) {
		v.Card.Auth = "token"
	}
	v.TokenWanted = gated(&report) && req.Token == ""
	if len(v.Problems) == 0 { // an answer to a form says first what is wrong with that
		v.Problems = reportProblems(p, &report)
	}
	v.Ticks = append(serverTicks(p, &x.Report, len(v.Tools)), rulesTick(p, &report, d.entry, v.Problems))
	if req.Entry.Server.URL == d.entry.Server.URL && serverRefused(&report) {
		v.Blocked = p.N("submit.blocked", rejectCount(&report))
	}
	return cardsOf(&report, d.entry, len(v.Tools))
}

// addReport shows what the check found.
func (s *Server) addReport(p *templates.Page, v *templates.SubmitView, d draft, x *market.Examined) {
	v.Report = reportView(p, &x.Report, &x.Probe)
	leadToFields(v.Report)
	tools := market.ReadTools(x.Tools)
	v.Tools = s.toolViews(d.entry, tools[:min(len(tools), maxToolsShown)])
	v.MoreTools = len(tools) - len(v.Tools)
	markRules(v.Tools, &x.Report)
	appraise(p, v.Tools, &x.Report)
	v.Card.Tools = len(tools)
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
	v.Support = field("support", e.Support, templates.FieldView{InputMode: "url", Placeholder: "https:// / mailto:", MaxLength: 2048})
	v.Icon = field("icon", e.Icon, templates.FieldView{InputMode: "url", Placeholder: "https://"})
	v.Region = field("region", e.Region, templates.FieldView{Autocomplete: "off", MaxLength: market.RegionMax})
	v.Changes = field("changes", e.Changes, templates.FieldView{Autocomplete: "off", MaxLength: market.ChangesMax})
	v.Cat = field("cat", e.Cat, templates.FieldView{Required: true})
	v.Cats = []templates.Option{{Label: p.T("submit.catChoose"), Selected: e.Cat == ""}}
	for _, id := range s.Categories {
		v.Cats = append(v.Cats, templates.Option{Value: id, Label: categoryLabel(p, id), Selected: id == e.Cat})
	}
}
