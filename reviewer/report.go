package reviewer

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"

	"marketd/market"
	"marketd/market/digest"
)

// report writes up a run.
func (r *Reviewer) report(d *Dossier, res result) market.Report {
	last := d.Last()
	rep := market.Report{
		Format: 1, Ruleset: r.rulesetUnder(d.Facts.Settings), At: last.At, URL: r.text(d.Entry.Server.URL, maxURL), Passes: len(d.Probes), SDK: last.SDK,
		Findings: res.findings, Checks: res.checks, ChecksRun: []string{}, ChecksFailed: []string{},
	}
	for _, c := range res.checks {
		switch c.State {
		case market.CheckPass, market.CheckHit:
			rep.ChecksRun = append(rep.ChecksRun, c.Rule)
		case market.CheckFailed:
			rep.ChecksFailed = append(rep.ChecksFailed, c.Rule)
		case market.CheckSkipped:
		}
	}
	rep.Verdict, rep.Profiles = r.profiles(d, res.findings)
	if d.Listed {
		rep.Digest, rep.Tools = digest.Set(d.digests()), len(d.Tools)
		r.appraise(&rep, d.Tools, res)
	}
	return rep
}

// profiles are the two results and the verdict that counts: of the profile that
// was asked for, and of both of those that the market requires.
func (r *Reviewer) profiles(d *Dossier, found []market.Finding) (market.Verdict, market.Profiles) {
	if len(d.Probes) == 0 { // nobody was asked; what is known bears on both
		p := market.Profiles{App: market.ProfileResult{Verdict: verdict(found, market.ProfileApp)}, MCP: market.ProfileResult{Verdict: verdict(found, market.ProfileMCP)}}
		notRun := market.ProfileResult{Verdict: market.VerdictNotRun, Outcome: market.OutcomeUnknown}
		return r.policy.Require.Of(p), market.Profiles{App: notRun, MCP: notRun}
	}
	p := market.Profiles{App: r.profile(d, found, market.ProfileApp), MCP: r.profile(d, found, market.ProfileMCP)}
	p.MCP.Version, p.MCP.Transport = d.Last().MCP.Version, d.Last().MCP.Transport()
	switch d.asked {
	case market.ProfileApp:
		return p.App.Verdict, p
	case market.ProfileMCP:
		return p.MCP.Verdict, p
	}
	return r.policy.Require.Of(p), p
}

// profile is the result of one profile. It vouches for what is clean: a server
// that no client of the profile was seen to use goes to a person when no rule
// says why.
func (r *Reviewer) profile(d *Dossier, found []market.Finding, p market.Profile) market.ProfileResult {
	res := market.ProfileResult{Verdict: verdict(found, p), Outcome: r.outcome(d, found, p)}
	switch reason, _ := way(d.Last(), p); {
	case reason == "" && !d.asked.BearsOn(p):
		res.Verdict = market.VerdictNotRun
	case res.Verdict == market.VerdictClean && res.Outcome != market.OutcomePass:
		r.log.Error("no rule says why the server cannot be used", "listing", d.Entry.ID, "profile", p, "reason", reason, "class", d.Last().Class)
		res.Verdict = market.VerdictNeedsHuman
	}
	return res
}

// rulesetUnder names the rules together with how they are set: by the
// configuration, and by the market's admins.
func (r *Reviewer) rulesetUnder(settings map[string]market.RuleSetting) string {
	if len(settings)+len(r.policy.Settings) == 0 {
		return r.ruleset
	}
	all := map[string]market.RuleSetting{}
	maps.Copy(all, r.policy.Settings)
	maps.Copy(all, settings)
	maps.DeleteFunc(all, func(_ string, s market.RuleSetting) bool {
		return s == market.RuleSetting{Enforced: true, Required: true}
	})
	b, err := json.Marshal(all) // the keys in order
	if err != nil || len(all) == 0 {
		return r.ruleset
	}
	sum := sha256.Sum256(b)
	return r.ruleset + "+" + hex.EncodeToString(sum[:4])
}
