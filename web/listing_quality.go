package web

import (
	"context"
	"sync"
	"time"

	"marketd/market"
	"marketd/templates"
	"marketd/web/checkrun"
)

// appraisals keeps what the rules say of the tools of listings, so that a page
// that is read often does not run them each time. A zero one is ready; it is
// safe for concurrent use.
type appraisals struct {
	mu sync.Mutex
	by map[string]appraisal // by the digest of the set
}

// appraisal is the part of a report that is about quality.
type appraisal struct {
	report *market.Report
	at     time.Time
}

const (
	maxAppraisals = 512
	appraisalAge  = 10 * time.Minute // an admin may have set a rule otherwise
)

// appraisal is the quality of a listing's approved tools, by the rules as they
// are now; nil when it has none.
func (s *Server) appraisal(ctx context.Context, l *market.Listing) (*market.Report, error) {
	if len(l.Tools) == 0 {
		return nil, nil
	}
	now := s.Clock.Now()
	if r := s.appraised.get(l.Digest, now); r != nil {
		return r, nil
	}
	r, err := s.lookAtTools(ctx, checkrun.Tools{List: l.Tools})
	if err != nil {
		return nil, err
	}
	kept := &market.Report{Ruleset: r.Ruleset, Score: r.Score, Tokens: r.Tokens, Tools: r.Tools, Quality: r.Quality, Checks: titled(r)}
	s.appraised.put(l.Digest, appraisal{kept, now})
	return kept, nil
}

// titled are the checks of the rules that points were lost for.
func titled(r market.Report) []market.Check {
	lost := map[string]bool{}
	for _, t := range r.Quality {
		for _, l := range t.Lost {
			lost[l.Rule] = true
		}
	}
	var out []market.Check
	for _, c := range r.Checks {
		if lost[c.Rule] {
			out = append(out, market.Check{Rule: c.Rule, Title: c.Title})
		}
	}
	return out
}

func (a *appraisals) get(digest string, now time.Time) *market.Report {
	a.mu.Lock()
	defer a.mu.Unlock()
	if x, ok := a.by[digest]; ok && now.Sub(x.at) < appraisalAge {
		return x.report
	}
	return nil
}

func (a *appraisals) put(digest string, x appraisal) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.by == nil || len(a.by) >= maxAppraisals {
		a.by = map[string]appraisal{}
	}
	a.by[digest] = x
}

// listingProfiles says who can use a listing, as it was found at review.
func listingProfiles(p *templates.Page, l *market.Listing) []templates.ProfileView {
	one := func(name market.Profile, o market.Outcome, how string) templates.ProfileView {
		if o == "" {
			o = market.OutcomeUnknown
		}
		key := "listing." + string(name) + "_" + string(o)
		state := string(o)
		if o == market.OutcomeFail { // nobody's fault: it was approved for the others
			state = "unknown"
		}
		return templates.ProfileView{Name: string(name), State: state, Head: p.T(key + "Head"), Means: p.T(key), How: how}
	}
	return []templates.ProfileView{
		one(market.ProfileApp, l.App, ""),
		one(market.ProfileMCP, l.MCP, howView(p, market.ProfileResult{Version: l.MCPVersion})),
	}
}

// inApp reports whether the app can use a listing.
func inApp(l *market.Listing) bool {
	return l.App == market.OutcomePass || l.App == market.OutcomeGated
}

// mcpOnly reports whether standard clients can use a listing and the app cannot.
func mcpOnly(l *market.Listing) bool {
	return l.App == market.OutcomeFail && (l.MCP == market.OutcomePass || l.MCP == market.OutcomeGated)
}
