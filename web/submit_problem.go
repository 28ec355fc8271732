package web

import (
	"cmp"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// unfit is all that keeps the form from being submitted now, in the order of
// the page: what its check found at the server, unless the visitor wants that
// refused by the review, the fields as they are typed, and the tick.
func (s *Server) unfit(c echo.Context, d draft, req market.SubmitRequest, r *market.Report, anyway bool) ([]templates.Problem, error) {
	p := words(c)
	flaws, err := s.Intake.Flaws(c.Request().Context(), s.actor(c), req)
	if err != nil {
		return nil, err
	}
	wrong := formProblems(p, &market.Error{Violations: flaws})
	if !anyway {
		for _, f := range reportProblems(p, r) {
			known := func(w templates.Problem) bool { return w.Field == f.Field && w.Message == f.Message }
			if stepOf(f.Field) == 0 && !slices.ContainsFunc(wrong, known) {
				wrong = append(wrong, f)
			}
		}
	}
	if !d.agreed {
		wrong = append(wrong, templates.Problem{Field: "agree", Message: p.T("submit.agreeMissing")})
	}
	inPageOrder(wrong)
	return wrong, nil
}

// reportProblems are the findings that keep an entry out, in the order of the
// page, each leading to the field where it is mended, or to the finding itself.
func reportProblems(p *templates.Page, r *market.Report) []templates.Problem {
	var out []templates.Problem
	for _, f := range openFindings(p, r, nil, market.SeverityReject) {
		if f.Monitor || f.Unsure { // what is optional weighs less, and what is waived is not open
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
	inPageOrder(out)
	return out
}

// formProblems words an error's violations for the submission form, each at the
// field that it is about, in the order of the page.
func formProblems(p *templates.Page, err error) []templates.Problem {
	out := problems(p, err)
	for i, v := range asError(err).Violations {
		out[i].Field = formField(v.Path)
	}
	inPageOrder(out)
	return out
}

// The fields of the form in the order of the page, by their cards. The
// findings of a check stand in the first, after its fields.
var formSteps = [4][]string{
	{"", "url", "token"},
	{},
	{"name", "id", "desc", "cat", "author", "homepage", "privacy", "support", "icon", "region", "changes"},
	{"agree"},
}

// stepOf is the card on which a field stands, 0 for a finding.
func stepOf(field string) int {
	for i, fields := range formSteps {
		if slices.Contains(fields, field) {
			return i
		}
	}
	return 0
}

func inPageOrder(problems []templates.Problem) {
	place := func(x templates.Problem) int {
		card := stepOf(x.Field)
		i := slices.Index(formSteps[card], x.Field)
		if i < 0 { // a finding
			i = len(formSteps[card])
		}
		return card*16 + i
	}
	slices.SortStableFunc(problems, func(a, b templates.Problem) int { return cmp.Compare(place(a), place(b)) })
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
	case "id", "name", "desc", "cat", "author", "homepage", "privacy", "support", "icon", "region", "changes":
		return member
	}
	return ""
}

// ofServer reports whether a finding at the place is about the server itself
// or its address: then only another check can help. What is wrong with the
// other fields is mended in the form and looked at again when it is submitted.
func ofServer(where string) bool {
	field := formField(where)
	return field == "" || field == "url"
}

// serverRefused reports whether the server keeps the entry out.
func serverRefused(r *market.Report) bool {
	return slices.ContainsFunc(r.Findings, func(f market.Finding) bool {
		return refuses(r, f) && ofServer(f.Where)
	})
}
