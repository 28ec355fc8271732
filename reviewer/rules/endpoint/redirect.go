package endpoint

import (
	"net/url"

	"golang.org/x/net/publicsuffix"

	"marketd/market"
	"marketd/reviewer"
)

// redirect is a redirect that a server answered with.
type redirect struct {
	where    string   // pointer of the answer
	location string   // as served
	from, to *url.URL // to is nil when the location cannot be read
	astray   bool     // nobody can register where it leads
}

// redirects are those of the last probe, one where both answers lead to the
// same place.
func redirects(d *reviewer.Dossier) []redirect {
	var found []redirect
	from := parse(d)
	add := func(where string, a market.Answer) {
		if a.Status < 300 || a.Status > 399 || a.Status == 304 || from == nil {
			return
		}
		if len(found) > 0 && found[0].location == a.Location {
			return
		}
		r := redirect{where: where, location: a.Location, from: from}
		if to, err := from.Parse(a.Location); err == nil && a.Location != "" {
			r.to = to
			r.astray = a.Astray || !lifted(d, to) && host(to) != "" && !hostFault(to).IsZero()
		}
		found = append(found, r)
	}
	add(atContract, d.Last().Contract)
	add(atList, d.Last().List.Answer)
	return found
}

// sameSite reports whether two hosts belong to one registered domain.
func sameSite(a, b *url.URL) bool {
	ha, hb := ascii(host(a)), ascii(host(b))
	if ha == hb {
		return true
	}
	da, errA := publicsuffix.EffectiveTLDPlusOne(ha)
	db, errB := publicsuffix.EffectiveTLDPlusOne(hb)
	return errA == nil && errB == nil && da == db
}

// noRedirectToJudge skips a rule when the server did not redirect.
func noRedirectToJudge(d *reviewer.Dossier) market.Text {
	if len(redirects(d)) > 0 {
		return market.Text{}
	}
	return reviewer.Say("服务器没有跳转。", "The server did not redirect.")
}
