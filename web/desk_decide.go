package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// decision is the decision form as it was sent.
type decision struct {
	version int64
	digest  string
	kind    string
	rules   []string
	text    string

	waiving waiving // of the form that lets a finding be, when that was sent instead
}

// empty reports whether nothing was chosen or typed.
func (d decision) empty() bool { return d.kind == "" && d.text == "" && len(d.rules) == 0 }

func readDecision(f url.Values) decision {
	version, err := strconv.ParseInt(f.Get("version"), 10, 64)
	if err != nil {
		version = -1 // no version: stale whatever it is now
	}
	return decision{
		version: version, digest: f.Get("digest"), kind: f.Get("kind"),
		rules: f["rules"], text: strings.TrimSpace(strings.ReplaceAll(f.Get("text"), "\r\n", "\n")),
	}
}

func (s *Server) deskDecide(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	id, d := c.Param("id"), readDecision(f)
	rules, err := s.knownRules(d.rules)
	if err != nil {
		return s.refuseCase(c, id, d, err)
	}
	sub, err := s.Desk.Decide(c.Request().Context(), s.actor(c), market.DecideRequest{
		ID: id, Version: d.version, Digest: d.digest, Kind: market.DecisionKind(d.kind), Rules: rules, Text: d.text,
	})
	if err != nil {
		return s.refuseCase(c, id, d, err)
	}
	said := notice{Key: "desk.said_" + d.kind, Args: []string{nameOf(&sub)}, Link: "desk.saidCase", URL: "/desk/" + sub.ID}
	if market.DecisionKind(d.kind) == market.DecideApprove {
		said.Link, said.URL = "desk.saidSee", "/listings/"+url.PathEscape(sub.ListingID)
	}
	s.tell(c, said)
	return c.Redirect(http.StatusSeeOther, "/desk")
}

var errUnknownRule = market.NewError(market.Invalid, "RULE_UNKNOWN", market.Text{
	ZH: "选的规则里有不认识的编号。请重新选。", EN: "One of the rules chosen is not one of ours. Choose again.",
})

// nameOf is what a submission's entry is called, its id when it has no name.
func nameOf(sub *market.Submission) string { return templates.Or(sub.Entry.Name, sub.ListingID) }

// knownRules refuses grounds that are no rules: they go into a public record.
func (s *Server) knownRules(ids []string) ([]string, error) {
	var out []string
	seen := map[string]bool{}
	for _, id := range ids {
		known := false
		for _, doc := range s.RuleDocs {
			known = known || doc.ID == id
		}
		if !known {
			return nil, errUnknownRule
		}
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out, nil
}
