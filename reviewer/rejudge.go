package reviewer

import (
	"context"
	"slices"

	"marketd/market"
)

var _ market.Rejudger = (*Reviewer)(nil)

// Rejudge applies every rule to evidence that was gathered before: the passes in
// c.Earlier, of which the last counts and after which none follows. The error is
// the context's alone.
func (r *Reviewer) Rejudge(ctx context.Context, c market.Case) (market.Report, error) {
	d := r.dossier(c)
	if d.unsent = stopped(d.Entry, r.run(d).findings); d.unsent.IsZero() {
		d.read(c.Earlier)
	}
	select {
	case r.judging <- struct{}{}:
		defer func() { <-r.judging }()
	case <-ctx.Done():
		return market.Report{}, ctx.Err()
	}
	if err := r.compare(ctx, d, c.Owner); err != nil {
		return market.Report{}, err
	}
	d.Final = true
	return r.report(d, r.run(d)), nil
}

// Reweigh is the report as it reads under other waivers: the findings stay; what
// of them stands, the verdicts and the quality are seen anew. p is what its last
// pass saw.
func (r *Reviewer) Reweigh(rep market.Report, p market.Probe, f market.Facts) market.Report {
	d := &Dossier{Facts: f}
	if rep.Passes > 0 {
		d.Probes = []market.Probe{p}
	}
	rep.Findings = slices.Clone(rep.Findings)
	for i, x := range rep.Findings {
		if x.Waivable() {
			rep.Findings[i].Waived = waived(x, f.Waivers)
		}
	}
	rep.Verdict, rep.Profiles = r.profiles(d, rep.Findings)
	if d.read(d.Probes); d.Listed {
		rep.Quality, rep.Tokens = nil, 0
		r.appraise(&rep, d.Tools, result{findings: rep.Findings, losses: r.losses(d)})
	}
	return rep
}

// losses are what the rules on quality alone find.
func (r *Reviewer) losses(d *Dossier) []loss {
	var lost []loss
	for _, rule := range r.rules {
		if rule.Quality {
			_, hits := r.check(rule, d)
			lost = append(lost, losses(rule, hits)...)
		}
	}
	return lost
}
