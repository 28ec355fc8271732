package endpoint

import (
	"fmt"
	"time"

	"marketd/market"
	"marketd/reviewer"
)

// Times left on a certificate (rule TLS-002). One that lives no longer than
// shortLived is renewed every few days, so that a third of its life is enough.
const (
	leftReject = 72 * time.Hour
	leftWarn   = 21 * 24 * time.Hour
	leftSoon   = 7 * 24 * time.Hour
	shortLived = 10 * 24 * time.Hour
)

func validCertificate() reviewer.Rule {
	return reviewer.Rule{
		ID: "TLS-002", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("证书还有足够的有效期", "The certificate is valid for long enough"),
		Why:    reviewer.Say("证书过期的那一刻，所有用户都连不上。", "The moment it expires, no user can connect any more."),
		Decide: reviewer.Say("有效期按验证通过的证书链算：一条链到其中最早过期的一张为止，几条链取最晚的。剩下不到 72 小时拒绝，不到 21 天或不到三分之一寿命提醒，不到 7 天再提醒一次，话说得更重；寿命不超过 10 天的证书，剩下不到三分之一拒绝。", "What counts is the verified chain: it lasts until the first of its certificates expires, and of several chains the longest counts. Less than 72 hours left is refused, less than 21 days or a third of the lifetime is warned of, and less than 7 days once more in stronger words; a certificate that lives at most 10 days is refused when less than a third is left."),
		Fix:    reviewer.Say("续期证书，最好自动续期（例如 certbot、acme.sh 或 Caddy）。", "Renew the certificate, preferably automatically (with certbot, acme.sh or Caddy, for example)."),
		Source: "RFC 5280 §4.1.2.5; CA/Browser Forum baseline requirements §6.3.2",
		Skip:   noTLS,
		Check:  checkValidCertificate,
	}
}

func checkValidCertificate(d *reviewer.Dossier) []reviewer.Hit {
	p := d.Last()
	if p.Net.CertUntil.IsZero() || p.Net.TLSFault != "" {
		return nil
	}
	left := p.Net.CertUntil.Sub(p.At)
	var third time.Duration
	if !p.Net.CertFrom.IsZero() {
		third = p.Net.CertUntil.Sub(p.Net.CertFrom) / 3
	}
	least, enough := leftReject, max(leftWarn, third)
	if third > 0 && third*3 <= shortLived {
		least, enough = third, third
	}
	hit := reviewer.Hit{
		Where: atNet, Evidence: p.Net.CertUntil.UTC().Format(time.RFC3339),
		Message: expires(int((left+time.Hour-1)/time.Hour), "小时就过期。", "hour", "."),
	}
	switch {
	case left < least:
		return []reviewer.Hit{hit}
	case left < min(leftSoon, enough):
		hit.Severity = market.SeverityWarn
		hit.Message = expires(int(left/(24*time.Hour)), "天就过期：自动续期多半失灵了，请马上续期，否则用户就要连不上了。", "day", ": automatic renewal has most likely failed. Renew it now, or users can soon connect no more.")
		return []reviewer.Hit{hit}
	case left < enough:
		hit.Severity = market.SeverityWarn
		hit.Message = expires(int(left/(24*time.Hour)), "天就过期，还没有续期。", "day", " and has not been renewed yet.")
		return []reviewer.Hit{hit}
	}
	return nil
}

// expires says when a certificate does, in the unit given.
func expires(n int, zh, unit, en string) market.Text {
	return reviewer.Say(fmt.Sprintf("证书还有 %d %s", n, zh), "The certificate expires in "+reviewer.Count(n, unit)+en)
}
