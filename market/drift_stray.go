package market

import (
	"context"
	"net/url"
	"strings"

	"golang.org/x/net/idna"

	"marketd/market/plaintext"
)

// strayMark begins what stands for a set's digest where a server shows no tools
// and sends its callers to another site.
const strayMark = "redirect:"

// StraySite is the site that a digest of [Drift.After] or [Health.Digest] names
// where the endpoint redirects to one that is not its own; "" for a set of tools.
func StraySite(digest string) string {
	site, ok := strings.CutPrefix(digest, strayMark)
	if !ok {
		return ""
	}
	return site
}

// strayOf is the site to which the probe of an endpoint was redirected; "" when it
// was not, or stayed within its own registrable domain. A login page elsewhere is
// elsewhere: whoever takes a server over names its pages as they like.
func strayOf(endpoint string, p Probe) string {
	from, err := url.Parse(endpoint)
	if err != nil {
		return ""
	}
	for _, a := range []*Answer{&p.Contract, &p.List.Answer, &p.MCP.List.Answer} {
		if a.Status < 300 || a.Status > 399 || a.Status == 304 || a.Location == "" {
			continue
		}
		to, err := from.Parse(a.Location)
		if err != nil || to.Hostname() == "" {
			continue
		}
		if ascii, err := idna.Lookup.ToASCII(to.Hostname()); err == nil && ascii != to.Hostname() {
			to.Host = strings.Replace(to.Host, to.Hostname(), ascii, 1)
		}
		if site := siteOf(to.String()); site != siteOf(endpoint) {
			return site
		}
	}
	return ""
}

// straysAnew reports whether a probe that counts was sent to another site: that is
// looked at a second time at once.
func (w *Watch) straysAnew(k *look) bool { return w.Drift != nil && k.stray != "" && k.record.Counts() }

// strayed makes a change of tools of a redirect to another site, which the second
// look met as well (rule DRF-002). Where it leads to may be another place each time.
func (w *Watch) strayed(ctx context.Context, k *look) error {
	k.record.Digest = strayMark + k.stray
	var (
		l     Listing
		known bool
	)
	err := w.Store.View(ctx, func(r Reader) (err error) {
		if l, err = r.Listing(ctx, k.Listing.ID); err != nil {
			return err
		}
		known, err = knownDrift(ctx, r, l, k.record.Digest)
		return err
	})
	if err != nil || known || l.Submission != k.Listing.Submission {
		return err
	}
	site := plaintext.Cut(plaintext.Visible(k.stray), 100)
	k.seen = seenTools{against: l.Digest, digest: k.record.Digest, tools: l.Tools, verdict: DriftVerdict{
		Class: DriftDangerous,
		Changes: []DriftChange{{Rule: "DRF-002", Text: Text{
			"服务地址现在跳转到别的网站：" + site, "the endpoint now redirects to another site: " + site,
		}}},
	}}
	return nil
}
